//! Where a request comes from: the other end of the connection, or what trusted proxies say about it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};

use crate::config::{Config, ProxyHeader};

/// Where a request comes from, once trusted proxies have been asked. An IPv4 address is one, however the system writes
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

/// The other end of the connection.
pub(super) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    peer.unwrap_or(IpAddr::from([127, 0, 0, 1]))
}

/// The last address that a trusted proxy did not add for another one. What stands further left may be made up by
/// whoever sent the request, and so may all that no trusted proxy has added: an entry that cannot be read ends the walk
/// at the proxy that passed it on.
pub(super) fn address(peer: IpAddr, headers: &HeaderMap, config: &Config) -> Address {
    let mut nearest = peer.to_canonical();
    let mut hops = match config.proxy_header {
        ProxyHeader::XForwardedFor => x_forwarded_for(headers),
        ProxyHeader::Forwarded => forwarded(headers),
    };
    while config.is_trusted(nearest)
        && let Some(Some(hop)) = hops.pop()
    {
        nearest = hop;
    }
    Address(nearest)
}

/// The entries of `X-Forwarded-For`; none for one that cannot be read.
fn x_forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let mut hops = Vec::new();
    for value in headers.get_all("x-forwarded-for") {
        match value.to_str() {
            Ok(text) => hops.extend(text.split(',').map(|hop| node(hop.trim()))),
            Err(_) => hops.push(None),
        }
    }
    hops
}

/// The entries of `Forwarded` (RFC 7239); none for one that cannot be read or names nobody.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let mut hops = Vec::new();
    for value in headers.get_all("forwarded") {
        match value.to_str().ok().and_then(elements) {
            Some(elements) => hops.extend(elements.iter().map(sender)),
            None => hops.push(None),
        }
    }
    hops
}

/// Names and values of one entry of `Forwarded`.
type Pairs = Vec<(String, String)>;

/// Reads a line of `Forwarded`; none if a quote does not end or something is not a pair, since then nobody can say
/// where the entries of others begin.
fn elements(line: &str) -> Option<Vec<Pairs>> {
    let (mut elements, mut pairs) = (Vec::new(), Pairs::new());
    let mut rest = line;
    loop {
        let (name, after) = rest.split_once('=')?;
        let name = name.trim_start_matches([' ', '\t']);
        if name.is_empty() || !name.bytes().all(is_token) {
            return None;
        }
        let (value, after) = if let Some(quoted) = after.strip_prefix('"') {
            unquoted(quoted)?
        } else {
            let end = after.bytes().position(|b| !is_token(b)).unwrap_or(after.len());
            (after[..end].to_owned(), &after[end..])
        };
        pairs.push((name.to_ascii_lowercase(), value));
        let after = after.trim_start_matches([' ', '\t']);
        if let Some(more) = after.strip_prefix(';') {
            rest = more;
        } else {
            elements.push(std::mem::take(&mut pairs));
            match after.strip_prefix(',') {
                Some(more) => rest = more,
                None if after.is_empty() => return Some(elements),
                None => return None,
            }
        }
    }
}

/// What a quoted text says, and what follows its end.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(letters.next()?.1),
            other => value.push(other),
        }
    }
    None
}

/// A letter of a token, as RFC 9110 has it.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// For whom an entry of `Forwarded` was added.
fn sender(pairs: &Pairs) -> Option<IpAddr> {
    let mut senders = pairs.iter().filter(|(name, _)| name == "for");
    match (senders.next(), senders.next()) {
        (Some((_, value)), None) => node(value),
        _ => None,
    }
}

/// An address as proxies write it: `ip`, `ip:port`, `[v6]` or `[v6]:port`.
fn node(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let (address, port) = if let Some(bracketed) = text.strip_prefix('[') {
        let (address, port) = bracketed.split_once(']')?;
        (IpAddr::V6(address.parse().ok()?), port)
    } else {
        let (address, _) = text.split_once(':')?;
        (IpAddr::V4(address.parse().ok()?), &text[address.len()..])
    };
    let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let is_fine = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    is_fine.then(|| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    const PROXY: &str = "10.0.0.1";
    const INNER: &str = "2001:db8::2";

    fn check(header: ProxyHeader, peer: &str, lines: &[&[u8]], expected: &str) {
        let trusted_proxies = [PROXY, INNER].map(|proxy| proxy.parse().expect("an address")).to_vec();
        let config = Config { trusted_proxies, proxy_header: header, ..Config::default() };
        let name = match header {
            ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => HeaderName::from_static("forwarded"),
        };
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name.clone(), HeaderValue::from_bytes(line).expect("a header"));
        }
        // What the other header says is whatever the client wants it to say.
        let other = match header {
            ProxyHeader::XForwardedFor => (HeaderName::from_static("forwarded"), "for=66.6.6.6"),
            ProxyHeader::Forwarded => (HeaderName::from_static("x-forwarded-for"), "66.6.6.6"),
        };
        headers.append(other.0, HeaderValue::from_static(other.1));
        let found = address(peer.parse().expect("an address"), &headers, &config);
        let shown: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
        assert_eq!(found.0, expected.parse::<IpAddr>().expect("an address"), "{peer} with {shown:?}");
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let cases: &[(&str, &[&[u8]], &str)] = &[
            // Nobody believes somebody who is no proxy.
            ("9.9.9.9", &[b"1.2.3.4"], "9.9.9.9"),
            ("2001:db8::3", &[b"1.2.3.4"], "2001:db8::3"),
            ("::ffff:9.9.9.9", &[b"1.2.3.4"], "9.9.9.9"),
            // A proxy is known however its address is written.
            (PROXY, &[b"1.2.3.4"], "1.2.3.4"),
            ("::ffff:10.0.0.1", &[b"1.2.3.4"], "1.2.3.4"),
            ("::ffff:10.0.0.1", &[b"::ffff:1.2.3.4"], "1.2.3.4"),
            (INNER, &[b"1.2.3.4, ::ffff:10.0.0.1"], "1.2.3.4"),
            (INNER, &[b"1.2.3.4", b"10.0.0.1:80"], "1.2.3.4"),
            // What a client wrote before the proxy did counts for nothing.
            (PROXY, &[b"66.6.6.6, 1.2.3.4"], "1.2.3.4"),
            (PROXY, &[b"66.6.6.6", b"1.2.3.4"], "1.2.3.4"),
            (PROXY, &[b"66.6.6.6, 10.0.0.1, 1.2.3.4, 10.0.0.1"], "1.2.3.4"),
            (PROXY, &[b"garbage, 1.2.3.4"], "1.2.3.4"),
            // Ports, and brackets around IPv6.
            (PROXY, &[b"66.6.6.6, 1.2.3.4:5678"], "1.2.3.4"),
            (PROXY, &[b"66.6.6.6, [2001:db8::9]:5678"], "2001:db8::9"),
            (PROXY, &[b"66.6.6.6, [2001:db8::9]"], "2001:db8::9"),
            (PROXY, &[b"66.6.6.6, 2001:db8::9"], "2001:db8::9"),
            (PROXY, &[b"66.6.6.6, [::ffff:1.2.3.4]:5678"], "1.2.3.4"),
            // What cannot be read comes from the proxy, for all we know.
            (PROXY, &[b"66.6.6.6, unknown"], PROXY),
            (PROXY, &[b"66.6.6.6, 1.2.3.4:"], PROXY),
            (PROXY, &[b"66.6.6.6, 1.2.3.4:99999"], PROXY),
            (PROXY, &[b"66.6.6.6, 1.2.3.4:+80"], PROXY),
            (PROXY, &[b"66.6.6.6, 1.2.3.4:80:80"], PROXY),
            (PROXY, &[b"66.6.6.6, [2001:db8::9]80"], PROXY),
            (PROXY, &[b"66.6.6.6, [2001:db8::9"], PROXY),
            (PROXY, &[b"66.6.6.6, [1.2.3.4]:80"], PROXY),
            (PROXY, &[b"66.6.6.6, fe80::1%eth0"], PROXY),
            (PROXY, &[b"66.6.6.6, 1.2.3"], PROXY),
            (PROXY, &[b"66.6.6.6,"], PROXY),
            (PROXY, &[b"66.6.6.6", b""], PROXY),
            (PROXY, &[b"66.6.6.6", b"\xff"], PROXY),
            (INNER, &[b"66.6.6.6, ?, 10.0.0.1"], PROXY),
            // Nobody but proxies.
            (PROXY, &[], PROXY),
            (INNER, &[b"10.0.0.1"], PROXY),
        ];
        for (peer, lines, expected) in cases {
            check(ProxyHeader::XForwardedFor, peer, lines, expected);
        }
    }

    #[test]
    fn the_header_of_the_standard_is_read_with_its_quotes() {
        let cases: &[(&str, &[&[u8]], &str)] = &[
            ("9.9.9.9", &[b"for=1.2.3.4"], "9.9.9.9"),
            (PROXY, &[b"for=1.2.3.4"], "1.2.3.4"),
            ("::ffff:10.0.0.1", &[b"For=1.2.3.4;proto=https;by=10.0.0.1"], "1.2.3.4"),
            (PROXY, &[b"for=66.6.6.6, proto=https; for=\"[2001:db8::9]:4711\""], "2001:db8::9"),
            (PROXY, &[b"for=66.6.6.6", b"for=\"1.2.3.4:80\""], "1.2.3.4"),
            (PROXY, &[b"for=66.6.6.6, for=\"\\1.2.3.4\""], "1.2.3.4"),
            (PROXY, &[b"for=66.6.6.6;by=\"a, for=66.6.6.7\" , for=1.2.3.4, for=10.0.0.1"], "1.2.3.4"),
            // Hidden, missing or twice.
            (PROXY, &[b"for=66.6.6.6, for=_hidden"], PROXY),
            (PROXY, &[b"for=66.6.6.6, for=unknown"], PROXY),
            (PROXY, &[b"for=66.6.6.6, proto=https"], PROXY),
            (PROXY, &[b"for=66.6.6.6, for=1.2.3.4;for=66.6.6.6"], PROXY),
            // A quote that a client leaves open swallows what the proxy adds: then nothing is believed.
            (PROXY, &[b"for=66.6.6.6;x=\", for=1.2.3.4"], PROXY),
            (PROXY, &[b"for=66.6.6.6;x=\", for=\"[2001:db8::9]\""], PROXY),
            (PROXY, &[b"for=66.6.6.6;x=\"\\, for=\"1.2.3.4\""], PROXY),
            (PROXY, &[b"x=\"", b"for=1.2.3.4"], "1.2.3.4"),
            (PROXY, &[b"for=1.2.3.4,"], PROXY),
            (PROXY, &[b"for=1.2.3.4 for=66.6.6.6"], PROXY),
            (PROXY, &[b"1.2.3.4"], PROXY),
            (PROXY, &[b""], PROXY),
        ];
        for (peer, lines, expected) in cases {
            check(ProxyHeader::Forwarded, peer, lines, expected);
        }
    }
}
