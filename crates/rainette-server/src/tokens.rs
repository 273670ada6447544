//! Tokens, which are made here and known again without being kept: each carries a mark that needs a key of the store.
//!
//! Without it anybody could make up a token, such as one that is easy to guess, and sit down with it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::random;

/// How many bytes of a token nobody can guess.
const SECRET: usize = 20;

/// How many bytes are the mark.
const MARK: usize = 12;

/// What a mark is for: no other use of the key gives the same.
const LABEL: &[u8] = b"rainette token 1";

/// A key of the store. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenKey(pub [u8; 32]);

impl TokenKey {
    /// A new one.
    pub fn fresh() -> Self {
        Self(random::bytes())
    }

    fn mac(&self, label: &[u8], what: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(label);
        mac.update(what);
        mac
    }

    /// Bytes by which somebody is known again, and which lead nowhere without the key: not even if everything that they
    /// could stand for is tried out.
    pub(crate) fn pseudonym(&self, label: &[u8], what: &[u8]) -> [u8; 32] {
        self.mac(label, what).finalize().into_bytes().into()
    }
}

impl std::fmt::Debug for TokenKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TokenKey(…)")
    }
}

/// Makes tokens with the first key, and knows those of all keys.
#[derive(Clone, Debug)]
pub struct Tokens(Vec<TokenKey>);

impl Tokens {
    /// With these keys, of which there is at least one.
    pub fn new(keys: Vec<TokenKey>) -> Self {
        assert!(!keys.is_empty(), "a store has a key");
        Self(keys)
    }

    /// A new token: 43 letters, digits, `-` and `_`.
    pub fn issue(&self) -> String {
        let secret: [u8; SECRET] = random::bytes();
        let mark = self.0[0].mac(LABEL, &secret).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode([&secret[..], &mark[..MARK]].concat())
    }

    /// Was this token made here?
    pub fn is_issued(&self, token: &str) -> bool {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(token) else { return false };
        let Some((secret, mark)) = bytes.split_at_checked(SECRET).filter(|(_, mark)| mark.len() == MARK)
        else {
            return false;
        };
        self.0.iter().any(|key| key.mac(LABEL, secret).verify_truncated_left(mark).is_ok())
    }
}

/// Does this look like a token? Those of earlier versions, which carry no mark, did too.
pub(crate) fn looks_like_one(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_that_were_made_here_are_known() {
        let (old, new) = (TokenKey::fresh(), TokenKey::fresh());
        let here = Tokens::new(vec![old.clone()]);
        let token = here.issue();
        assert!(looks_like_one(&token) && here.is_issued(&token), "{token}");
        assert_ne!(token, here.issue());
        assert!(Tokens::new(vec![new.clone(), old]).is_issued(&token), "a key stays good when another comes");
        assert!(!Tokens::new(vec![new]).is_issued(&token), "another store's");
        for made_up in [
            "",
            "a",
            &"a".repeat(43),
            &"A".repeat(43),
            &URL_SAFE_NO_PAD.encode(random::bytes::<32>()),
            &token[..42],
        ] {
            assert!(!here.is_issued(made_up), "{made_up}");
        }
        for at in 0..43 {
            let mut other = token.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).expect("letters");
            assert!(!here.is_issued(&other), "{other}");
        }
        assert_eq!(format!("{here:?}"), "Tokens([TokenKey(…)])", "keys are not written down");
    }
}
