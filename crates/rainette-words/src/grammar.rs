//! Languages, and the little grammar that their messages need.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A language that Rainette speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    /// English, the language of codes and records too.
    En,
    /// French, with its elisions and contractions.
    Fr,
}

/// Rainette does not speak this language.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a language known here, only `{known}`", known = Language::ALL.map(Language::code).join("`, `"))]
pub struct UnknownLanguage(String);

impl Language {
    /// Every language, in the order of the enum.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// Its ISO 639 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }

    /// The language that a locale such as `fr_CH.UTF-8` asks for, if it is one of ours.
    ///
    /// ```
    /// use rainette_words::Language;
    /// assert_eq!(Language::of_locale("fr_CH.UTF-8"), Some(Language::Fr));
    /// assert_eq!(Language::of_locale("de_CH.UTF-8"), None);
    /// ```
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// `a, b and c`.
    pub fn list<T: fmt::Display>(self, items: &[T]) -> String {
        let and = match self {
            Self::En => "and",
            Self::Fr => "et",
        };
        match items {
            [] => String::new(),
            [one] => one.to_string(),
            [first @ .., last] => {
                let first: Vec<_> = first.iter().map(ToString::to_string).collect();
                format!("{} {and} {last}", first.join(", "))
            }
        }
    }

    /// Does a thing stand in the singular with this number? In French nought does too.
    pub(crate) fn is_singular(self, count: i64) -> bool {
        match self {
            Self::En => count.abs() == 1,
            Self::Fr => count.abs() < 2,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let found = Self::ALL.into_iter().find(|language| language.code() == text);
        found.ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

/// The text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// What a language does to a word because of those around it. The page has the same in
/// `web/src/words/grammar`, and tests compare both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Helper {
    /// The first letter as a capital, at the beginning of a sentence.
    Capital,
    /// Whose it is, or where from: `de la racine`, `du Départ`, `d’Ada`.
    Of,
    /// Where it is: `sur la case 14`, `en c1`.
    On,
    /// Where to, or to whom: `à la racine`, `au Départ`, `à Ada`.
    To,
}

impl Helper {
    const ALL: [(&'static str, Self); 4] =
        [("capital", Self::Capital), ("of", Self::Of), ("on", Self::On), ("to", Self::To)];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(of, _)| *of == name).map(|(_, helper)| *helper)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, of)| *of == self).map_or("", |(name, _)| name)
    }

    pub(crate) fn names() -> String {
        Self::ALL.map(|(name, _)| format!("`{name}`")).join(", ")
    }

    pub(crate) fn apply(self, language: Language, text: &str) -> String {
        match (self, language) {
            (Self::Capital, _) => capital(text),
            (Self::Of, Language::En) => format!("of {text}"),
            (Self::On, Language::En) => format!("on {text}"),
            (Self::To, Language::En) => format!("to {text}"),
            (Self::Of, Language::Fr) => of_in_french(text),
            (Self::On, Language::Fr) if is_coordinate(text) => format!("en {text}"),
            (Self::On, Language::Fr) => format!("sur {text}"),
            (Self::To, Language::Fr) => match text.strip_prefix("le ") {
                Some(rest) => format!("au {rest}"),
                None => format!("à {text}"),
            },
        }
    }
}

fn of_in_french(text: &str) -> String {
    match text.strip_prefix("le ") {
        Some(rest) => format!("du {rest}"),
        None if is_elided_before(text) => format!("d’{text}"),
        None => format!("de {text}"),
    }
}

/// A place that is called by its coordinates alone: `c1`.
fn is_coordinate(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'k', b'1'..=b'9'])
}

/// Does `de` lose its vowel before this? Coordinates are spelt out, a `y` before a vowel is a consonant (`de Yann`,
/// `d’Yves`), and an `h` is mute in most names, but hardly ever before an `a` (`d’Hélène`, `de Hassan`).
fn is_elided_before(text: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    let (first, second) = (letters.next(), letters.next());
    let is_vowel =
        |letter: Option<char>| letter.is_some_and(|letter| "aàâäeéèêëiîïoôöuùûüœæ".contains(letter));
    match first {
        _ if is_coordinate(text) => false,
        Some('y') => second.is_some() && !is_vowel(second),
        Some('h') => {
            second == Some('y') || is_vowel(second) && !matches!(second, Some('a' | 'à' | 'â' | 'ä'))
        }
        first => is_vowel(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_code() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        let error = "de".parse::<Language>().expect_err("not spoken");
        assert_eq!(error.to_string(), "`de` is not a language known here, only `en`, `fr`");
        assert_eq!(Language::of_locale("C"), None);
        assert_eq!(Language::of_locale("frisian"), None);
        assert_eq!(Language::of_locale("fr"), Some(Language::Fr));
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(Language::Fr.list(&["Ada", "Basile", "Cyprien"]), "Ada, Basile et Cyprien");
        assert_eq!(Language::En.list(&[4, 1]), "4 and 1");
        assert_eq!(Language::En.list(&["Ada"]), "Ada");
        assert_eq!(Language::Fr.list::<u8>(&[]), "");
    }

    #[test]
    fn french_elides_before_a_vowel_and_contracts_its_articles() {
        let of = |text| Helper::Of.apply(Language::Fr, text);
        for name in ["Ada", "Émile", "Œdipe", "Yves", "Hélène", "Hugo", "Ondine", "Hypatie"] {
            assert_eq!(of(name), format!("d’{name}"));
        }
        for name in ["Basile", "Yann", "Hassan", "Y", "c1", "a3", "la racine", "l’étang", "8", "Le Corbusier"]
        {
            assert_eq!(of(name), format!("de {name}"));
        }
        assert_eq!(of("le Départ"), "du Départ");
        assert_eq!(Helper::To.apply(Language::Fr, "le Départ"), "au Départ");
        assert_eq!(Helper::To.apply(Language::Fr, "Ada"), "à Ada");
        assert_eq!(Helper::On.apply(Language::Fr, "c1"), "en c1");
        assert_eq!(Helper::On.apply(Language::Fr, "la case 14"), "sur la case 14");
    }
}
