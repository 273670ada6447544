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
use crate::log::Holder;
use crate::random;

/// The cookie's name.
const COOKIE: &str = "rainette";

/// How long a browser keeps it: 400 days, the most that browsers allow.
const COOKIE_LIFE: u32 = 400 * 24 * 3_600;

/// Whoever asks, and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who(pub(crate) Option<Holder>, pub(crate) Option<Address>);

impl<S: Sync> FromRequestParts<S> for Who {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let address = parts.extensions.get::<Address>().copied();
        Ok(Self(token(&parts.headers)?.map(Holder::of), address))
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
    pub(super) fn or_new(self, config: &Config) -> (Holder, NewCookie) {
        if let Some(holder) = self.0 {
            return (holder, NewCookie(None));
        }
        let token = random::token();
        (Holder::of(&token), NewCookie(cookie(&token, COOKIE_LIFE, config)))
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
    let secure = if config.is_https() { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).ok()
}

/// The token: 43 letters, digits, `-` and `_`. A script that sends anything else is told so; in a cookie, which people
/// cannot see, it is none.
fn token(headers: &HeaderMap) -> Result<Option<&str>, Error> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer")).map(str::trim_start);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let is_one = |token: &&str| {
        token.len() == 43 && token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    if let Some(token) = bearer {
        return Some(token).filter(is_one).map(Some).ok_or(Error::WrongToken);
    }
    Ok(pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value).filter(is_one))
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
            other => Error::Malformed(other.to_string()),
        })?;
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes).map(Self).map_err(|error| Error::Malformed(error.to_string()))
    }
}

/// What stands after the question mark, with our own errors.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|error| Error::Malformed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_in_a_cookie_or_a_header_and_look_like_tokens() {
        let good = "a".repeat(43);
        let from = |name: header::HeaderName, value: &str| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).expect("a header"))]);
            token(&headers).map(|token| token.map(str::to_owned))
        };
        assert_eq!(from(header::COOKIE, &format!("x=1; rainette={good}; y=2")), Ok(Some(good.clone())));
        assert_eq!(from(header::AUTHORIZATION, &format!("Bearer {good}")), Ok(Some(good.clone())));
        assert_eq!(from(header::COOKIE, "rainette=short"), Ok(None));
        assert_eq!(from(header::COOKIE, &format!("rainette={}!", "a".repeat(42))), Ok(None));
        assert_eq!(from(header::AUTHORIZATION, &format!("Bearer {good}!")), Err(Error::WrongToken));
        assert_eq!(from(header::AUTHORIZATION, &format!("Basic {good}")), Ok(None), "a proxy's own business");
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let https = Config { public_url: Some("https://frogs.example".to_owned()), ..Config::default() };
        let text = cookie("t", 1, &https).expect("a header");
        assert_eq!(text, "rainette=t; Path=/; Max-Age=1; HttpOnly; SameSite=Strict; Secure");
        assert!(
            !cookie("t", 1, &Config::default()).expect("a header").to_str().unwrap_or("").contains("Secure")
        );
    }
}
