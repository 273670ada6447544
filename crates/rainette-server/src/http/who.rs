//! Who asks: whoever holds a token, in a cookie or, for scripts, in a header.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::de::DeserializeOwned;

use super::{Address, Site};
use crate::budgets::Payer;
use crate::config::Config;
use crate::error::Error;
use crate::journal::TokenHash;
use crate::tokens::looks_like_one;

/// The cookie's name, over plain HTTP.
pub(super) const COOKIE: &str = "rainette";

/// The cookie's name over HTTPS. Browsers take it only from this very host and only over HTTPS, so that neither a
/// neighbour under the same domain nor somebody on the way can put in one of theirs.
pub(super) const HOST_COOKIE: &str = "__Host-rainette";

/// How long a browser keeps it: 400 days, the most that browsers allow.
const COOKIE_LIFE: u32 = 400 * 24 * 3_600;

/// Whoever asks, and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who(pub(crate) Option<TokenHash>, pub(crate) Option<Address>);

impl FromRequestParts<Site> for Who {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Error> {
        let address = parts.extensions.get::<Address>().copied();
        let bearer = bearer(&parts.headers)?;
        if let Some(token) = bearer {
            return match site.holder(token, true).await? {
                Some(holder) => Ok(Self(Some(holder), address)),
                None => Err(Error::WrongToken),
            };
        }
        // In a cookie, which people cannot see, what is no token is none: they get another one.
        for (token, may_be_new) in cookies(&parts.headers, &site.config) {
            if let Some(holder) = site.holder(token, may_be_new).await? {
                return Ok(Self(Some(holder), address));
            }
        }
        Ok(Self(None, address))
    }
}

impl Site {
    /// The holder of a token that was made here: it has our mark, or was made before there were marks and is somebody's
    /// at some table.
    async fn holder(&self, token: &str, may_be_new: bool) -> Result<Option<TokenHash>, Error> {
        let holder = TokenHash::of(token);
        if self.tokens.is_issued(token) {
            return Ok(may_be_new.then_some(holder));
        }
        let is_known = looks_like_one(token) && !self.hub.store().tables_of(holder, 1).await?.is_empty();
        Ok(is_known.then_some(holder))
    }
}

impl Who {
    /// Who pays for what they ask.
    pub(crate) fn payer(self) -> Payer {
        match self.1 {
            Some(Address(address)) => Payer::new(self.0, address),
            None => Payer { person: self.0, address: None },
        }
    }

    /// The holder of the token that came with the request, or of a new one, and the cookie that is to be set then.
    pub(super) fn or_new(self, site: &Site) -> (TokenHash, NewCookie) {
        if let Some(holder) = self.0 {
            return (holder, NewCookie(None));
        }
        let token = site.tokens.issue();
        (TokenHash::of(&token), NewCookie(cookie(&token, COOKIE_LIFE, &site.config)))
    }
}

/// A cookie for whoever had none.
pub(super) struct NewCookie(Option<HeaderValue>);

impl NewCookie {
    /// The answer, with the cookie.
    pub(super) fn with(self, answer: impl IntoResponse) -> Response {
        let header = self.0.map(|cookie| (header::SET_COOKIE, cookie));
        (AppendHeaders(header), answer).into_response()
    }

    /// A cookie that takes the old one away.
    pub(super) fn gone(config: &Config) -> Self {
        Self(cookie("", 0, config))
    }
}

fn cookie(token: &str, life: u32, config: &Config) -> Option<HeaderValue> {
    let (name, secure) = if config.is_https() { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
    let text = format!("{name}={token}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).ok()
}

/// Schemes by which people show themselves to a proxy that passes the header on. They are its business, not ours.
const OF_PROXIES: [&str; 4] = ["basic", "digest", "negotiate", "ntlm"];

/// What a script sends as its token. A script that means us is told when it does not say it right.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Error> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Error::WrongToken);
    }
    let text = value.to_str().map_err(|_| Error::WrongToken)?;
    // The name of a scheme is the same in capitals and in small letters (RFC 9110, 11.1).
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    if OF_PROXIES.iter().any(|theirs| scheme.eq_ignore_ascii_case(theirs)) {
        return Ok(None);
    }
    let token = token.trim_matches(' ');
    if !scheme.eq_ignore_ascii_case("bearer") || token.is_empty() {
        return Err(Error::WrongToken);
    }
    Ok(Some(token))
}

/// What stands in our cookies, and whether a token of today may stand there. Over HTTPS the plain name counts only for
/// those who had their token before there was another.
fn cookies<'a>(headers: &'a HeaderMap, config: &Config) -> Vec<(&'a str, bool)> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let named = |name: &str| pairs.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    if config.is_https() {
        let ours = named(HOST_COOKIE).map(|value| (value, true));
        ours.into_iter().chain(named(COOKIE).map(|value| (value, false))).collect()
    } else {
        named(COOKIE).map(|value| (value, true)).into_iter().collect()
    }
}

/// A body in JSON, with our own errors. An empty body is an empty object.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Site> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Error> {
        use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
        let bytes = axum::body::Bytes::from_request(request, site);
        let bytes = tokio::time::timeout(site.config.request_timeout, bytes).await;
        let bytes = bytes.map_err(|_| Error::TooSlow)?.map_err(|error| match error {
            BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
                Error::TooLarge(super::LARGEST_BODY)
            }
            other => Error::malformed(other),
        })?;
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes).map(Self).map_err(Error::malformed)
    }
}

/// The parts of a path that differ, with our own errors.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(Error::malformed)
    }
}

/// What stands after the question mark, with our own errors.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(Error::malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            // Not every header is text.
            let bytes: Vec<u8> = value.chars().map(|c| c as u8).collect();
            headers.append(name.clone(), HeaderValue::from_bytes(&bytes).expect("a header"));
        }
        headers
    }

    #[test]
    fn a_script_says_bearer_in_any_letters_and_is_told_when_it_says_anything_else() {
        for (value, token) in [
            ("Bearer abc", Some("abc")),
            ("bearer abc", Some("abc")),
            ("BEARER   abc ", Some("abc")),
            ("Basic abc", None),
            ("basic abc", None),
            ("Negotiate abc", None),
        ] {
            let headers = headers(&[(header::AUTHORIZATION, value)]);
            assert_eq!(bearer(&headers), Ok(token), "{value}");
        }
        for value in ["", "Bearer", "Bearer ", "Bearerabc", "abc", "Token abc", "\u{E9}", "Bearer \u{E9}"] {
            let headers = headers(&[(header::AUTHORIZATION, value)]);
            assert_eq!(bearer(&headers), Err(Error::WrongToken), "{value}");
        }
        let twice = headers(&[(header::AUTHORIZATION, "Bearer a"), (header::AUTHORIZATION, "Bearer b")]);
        assert_eq!(bearer(&twice), Err(Error::WrongToken));
        assert_eq!(bearer(&HeaderMap::new()), Ok(None));
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_neighbours_and_other_sites() {
        let https = Config { public_url: Some("https://frogs.example".to_owned()), ..Config::default() };
        let text = cookie("t", 1, &https).expect("a header");
        assert_eq!(text, "__Host-rainette=t; Path=/; Max-Age=1; HttpOnly; SameSite=Strict; Secure");
        let text = cookie("t", 1, &Config::default()).expect("a header");
        assert_eq!(text, "rainette=t; Path=/; Max-Age=1; HttpOnly; SameSite=Strict");

        let both =
            headers(&[(header::COOKIE, "x=1; rainette=old; y=2"), (header::COOKIE, "__Host-rainette=new")]);
        assert_eq!(cookies(&both, &https), [("new", true), ("old", false)]);
        assert_eq!(cookies(&both, &Config::default()), [("old", true)]);
        assert_eq!(cookies(&headers(&[(header::COOKIE, "rainette")]), &https), []);
    }
}
