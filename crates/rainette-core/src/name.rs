//! Short names of places, pieces and cards, held inline.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

use crate::NotationError;

/// The short name of a place, piece or card: `c1`, `root`, `diagonal`. At most 23 bytes, held inline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(transparent)]
pub struct Name(ArrayString<23>);

impl Name {
    /// Writes what is displayed as a name.
    ///
    /// # Panics
    /// If the text is longer than a name can be: names are made by the rules, never from input.
    ///
    /// ```
    /// use rainette_core::Name;
    /// assert_eq!(Name::of(format_args!("{}.{}", 3, 17)).as_str(), "3.17");
    /// ```
    pub fn of(text: impl fmt::Display) -> Self {
        use fmt::Write as _;
        let mut name = ArrayString::new();
        write!(name, "{text}").expect("a name has at most 23 bytes");
        Self(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Name {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        ArrayString::from(text).map(Self).map_err(|_| NotationError::new(text, "a name of at most 23 bytes"))
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
