//! Why something is not allowed.

use std::fmt;

/// Why something is not allowed: an enum with one variant per rule, made by [`reasons!`](crate::reasons).
pub trait Reason: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Every reason of the game.
    const ALL: &'static [Self];

    /// The name by which the page and the terminal look up their own words for it.
    fn code(self) -> &'static str;
}

/// Defines a game's `Reason` enum: per variant its documentation, its code, and a message in English, lower case and
/// without a full stop.
///
/// ```
/// rainette_core::reasons! {
///     /// Why something is not allowed in this game.
///     pub enum Reason {
///         /// The rules give each seat frogs of its own.
///         NotYours = "not-yours": "that frog is not yours",
///     }
/// }
/// use rainette_core::Reason as _;
/// assert_eq!(Reason::NotYours.code(), "not-yours");
/// assert_eq!(Reason::NotYours.to_string(), "that frog is not yours");
/// ```
#[macro_export]
macro_rules! reasons {
    ($(#[$about:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $code:literal : $message:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $crate::Reason for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $message),+ })
            }
        }
    };
}
