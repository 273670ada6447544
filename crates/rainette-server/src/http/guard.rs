//! What stands before and after every request: limits, where it comes from, security headers.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower_http::classify::ServerErrorsFailureClass;

use super::Site;
use super::address::{address, peer};
use crate::budgets::{Budget, Payer};
use crate::config::Config;
use crate::error::Error;
use crate::random;

/// Refuses what comes too fast or from another site's page.
pub(super) async fn guard(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let address = address(peer(request.extensions()), request.headers(), &site.config);
    if let Err(exhausted) = site.budgets.spend(Budget::Requests, &Payer::new(None, address.0), 1) {
        return Error::from(exhausted).into_response();
    }
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (is_change || is_upgrade) && !is_ours(request.headers(), &site.config) {
        return Error::WrongOrigin.into_response();
    }
    request.extensions_mut().insert(address);
    next.run(request).await
}

/// Does the request come from our own page, or from no page at all?
fn is_ours(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        return matches!(site, None | Some("same-origin" | "none"));
    };
    let Ok(origin) = origin.to_str().map(str::to_ascii_lowercase) else { return false };
    if let Some(ours) = &config.public_url {
        // Whoever calls this server by another name has not come by its address.
        return *ours == origin;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_ascii_lowercase);
    let theirs = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    host.is_some() && host.as_deref() == theirs
}

const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         media-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What every answer carries.
pub(super) async fn headers(State(site): State<Site>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if site.config.is_https() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Counts requests and how long they take.
pub(super) async fn measure(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let path = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    // Anybody can make up methods, and every name is kept.
    let method = match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        _ => "other",
    };
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::counter!("rainette_requests_total", "path" => path.clone(), "method" => method, "status" => status)
        .increment(1);
    metrics::histogram!("rainette_request_seconds", "path" => path).record(started.elapsed().as_secs_f64());
    response
}

/// The header by which a request is known to proxies, logs and whoever sent it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What a request is called in the log.
#[derive(Clone, Debug)]
pub(crate) struct RequestId(HeaderValue);

/// Names a request, or keeps the name that a trusted proxy gave it, and tells whoever sent it.
pub(super) async fn assign_request_id(
    State(site): State<Site>,
    mut request: Request,
    next: Next,
) -> Response {
    let is_trusted = site.config.is_trusted(peer(request.extensions()));
    let given = request.headers().get(REQUEST_ID).filter(|id| is_trusted && is_name(id)).cloned();
    let id = given.unwrap_or_else(|| {
        let fresh = format!("{:016x}", random::number());
        HeaderValue::from_str(&fresh).unwrap_or(HeaderValue::from_static("unknown"))
    });
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Letters, digits and `-`, and not too many: what ends up in a log must not write lines of its own.
fn is_name(id: &HeaderValue) -> bool {
    (1..=64).contains(&id.len()) && id.as_bytes().iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
}

/// Logs an answer that should not have been given. Why something cannot be done for now is logged where it is known, once,
/// and not by everybody who asks.
#[expect(clippy::needless_pass_by_value, reason = "this is how it is called")]
pub(super) fn failed(why: ServerErrorsFailureClass, latency: Duration, _: &tracing::Span) {
    if matches!(why, ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE)) {
        tracing::debug!(%why, ?latency, "response failed");
    } else {
        tracing::error!(%why, ?latency, "response failed");
    }
}

/// A request in the log: the pattern of its path, so that no code or id of a table is written down.
pub(super) fn span(request: &Request) -> tracing::Span {
    let path = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str);
    let id = request.extensions().get::<RequestId>().and_then(|id| id.0.to_str().ok()).unwrap_or("unknown");
    tracing::info_span!("request", id, method = %request.method(), path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| {
            Some((HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value).ok()?))
        };
        pairs.iter().filter_map(pair).collect()
    }

    #[test]
    fn names_of_requests_cannot_write_lines_of_the_log() {
        let is_fine = |text: &str| HeaderValue::from_str(text).is_ok_and(|value| is_name(&value));
        assert!(is_fine("7f3a-01") && is_fine(&"a".repeat(64)));
        for wrong in ["", "a b", "a\"b", "é", &"a".repeat(65)] {
            assert!(!is_fine(wrong), "{wrong}");
        }
    }

    #[test]
    fn only_our_own_page_may_change_something() {
        let named = Config { public_url: Some("https://frogs.example".to_owned()), ..Config::default() };
        let ours = |config: &Config, pairs: &[(&str, &str)]| is_ours(&headers(pairs), config);
        for config in [&named, &Config::default()] {
            assert!(ours(config, &[("host", "localhost:7777")]), "a script");
            assert!(!ours(config, &[("host", "localhost:7777"), ("origin", "https://evil.example")]));
            assert!(!ours(config, &[("host", "localhost:7777"), ("origin", "http://localhost:7778")]));
            assert!(!ours(config, &[("host", "localhost:7777"), ("origin", "null")]));
            assert!(!ours(config, &[("host", "localhost:7777"), ("sec-fetch-site", "cross-site")]));
        }
        let local = [("host", "localhost:7777"), ("origin", "http://localhost:7777")];
        assert!(ours(&Config::default(), &local));
        assert!(!ours(&named, &local), "a server that has an address is known by no other");
        assert!(!ours(&named, &[("host", "evil.example"), ("origin", "https://evil.example")]));
        assert!(!ours(&named, &[("host", "frogs.example"), ("origin", "http://frogs.example")]));
        assert!(ours(&named, &[("host", "internal:80"), ("origin", "https://frogs.example")]));
    }
}
