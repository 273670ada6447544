//! Names and lines of chat: text of strangers that others read.
//!
//! What cannot be seen goes, and so does what changes how other text is seen; what Persian, Hindi, Japanese or an emoji
//! needs to look right stays where it does something, and only there. So two names that look the same to the eye do not
//! differ by something that has no look.

use icu_properties::CodePointMapData;
use icu_properties::props::{
    BinaryProperty as _, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, ExtendedPictographic,
    GeneralCategory, GeneralCategoryGroup, JoiningType, UnifiedIdeograph,
};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::Error;

/// The longest name: as many characters as a reader counts, and as many bytes.
const LONGEST_NAME: (usize, usize) = (30, 400);

/// The longest line of chat.
const LONGEST_LINE: (usize, usize) = (500, 4_000);

/// The longest text of a report.
const LONGEST_REPORT: (usize, usize) = (1_000, 8_000);

/// How many marks one letter may wear; towers of them hide the lines above.
const MOST_MARKS: usize = 8;

const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';
const KEYCAP: char = '\u{20E3}';

/// The flags that are written with tags: England's, Scotland's, Wales's.
const TAGGED_FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];

/// A name as it is shown.
pub(super) fn name(text: &str) -> Result<String, Error> {
    let groups =
        GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Number).union(GeneralCategoryGroup::Symbol);
    visible(text, groups, LONGEST_NAME).ok_or(Error::WrongName)
}

/// A line of chat as it is shown.
pub(super) fn line(text: &str) -> Result<String, Error> {
    let groups = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Symbol)
        .union(GeneralCategoryGroup::Punctuation);
    visible(text, groups, LONGEST_LINE).ok_or(Error::WrongText)
}

/// What somebody writes to whoever runs the server; it may be nothing.
pub(super) fn report(text: &str) -> Result<String, Error> {
    let (characters, bytes) = LONGEST_REPORT;
    let wrong = Error::WrongReport;
    if text.len() > bytes {
        return Err(wrong);
    }
    let text = clean(text);
    if text.graphemes(true).count() <= characters { Ok(text) } else { Err(wrong) }
}

/// The text without what cannot be seen; none if nothing of these groups is left, or too much.
fn visible(text: &str, groups: GeneralCategoryGroup, longest: (usize, usize)) -> Option<String> {
    let (characters, bytes) = longest;
    if text.len() > bytes {
        return None;
    }
    let text = clean(text);
    let has_something = text.chars().any(|c| groups.contains(category(c)));
    let is_short = text.graphemes(true).count() <= characters;
    (has_something && is_short).then_some(text)
}

/// Leaves out what cannot be seen and does nothing, and makes every run of blanks one space.
fn clean(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut kept: Vec<char> = Vec::with_capacity(letters.len());
    let (mut marks, mut at) = (0, 0);
    while let Some(&c) = letters.get(at) {
        let after = &letters[at + 1..];
        at += 1;
        if is_blank(c) {
            if kept.last().is_some_and(|last| *last != ' ') {
                kept.push(' ');
            }
        } else if let Some(tags) = flag_tags(c, after) {
            kept.push(c);
            kept.extend(&after[..tags]);
            at += tags;
        } else if is_mark(c) && !DefaultIgnorableCodePoint::for_char(c) {
            marks += 1;
            if marks <= MOST_MARKS && kept.last().is_some_and(|last| *last != ' ') {
                kept.push(c);
            }
            continue;
        } else if is_shown(c) || does_something(c, &kept, after) {
            kept.push(c);
        } else {
            // Marks after something that goes belong to what stood before it.
            continue;
        }
        marks = 0;
    }
    while kept.last() == Some(&' ') {
        kept.pop();
    }
    kept.into_iter().collect()
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(category(c))
}

/// Blanks, also those that count as letters or symbols: the blank of braille, of music and of hieroglyphs.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2800}' | '\u{1D159}' | '\u{13441}' | '\u{13442}')
}

/// Can this be seen by itself?
fn is_shown(c: char) -> bool {
    // Anchors of annotations, places for objects, and joiners of hieroglyphs: formats that are not to be ignored, and
    // yet show nothing.
    let is_hidden = matches!(c, '\u{FFF9}'..='\u{FFFC}' | '\u{13430}'..='\u{1343F}');
    let is_noncharacter = matches!(u32::from(c), 0xFDD0..=0xFDEF) || u32::from(c) & 0xFFFE == 0xFFFE;
    let is_odd = matches!(category(c), GeneralCategory::Control | GeneralCategory::PrivateUse);
    !(is_hidden || is_noncharacter || is_odd || DefaultIgnorableCodePoint::for_char(c))
}

/// Does something that cannot be seen change how its neighbours look, as they are meant to?
fn does_something(c: char, before: &[char], after: &[char]) -> bool {
    let Some(&last) = before.last() else { return false };
    let next = after.first().copied();
    match c {
        ZWJ if joins_emoji(before, next) => true,
        ZWNJ | ZWJ => {
            is_virama(last)
                || joins_cursive(before, after)
                || (c == ZWJ && next.is_some_and(is_virama) && !is_joiner(last))
        }
        // Text or picture? A digit is a picture only on a key.
        '\u{FE0E}' | '\u{FE0F}' => Emoji::for_char(last) && (!last.is_ascii() || next == Some(KEYCAP)),
        // Variants of ideographs, as in people's names.
        '\u{FE00}'..='\u{FE02}' | '\u{E0100}'..='\u{E01EF}' => UnifiedIdeograph::for_char(last),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => matches!(last, '\u{1820}'..='\u{18AA}'),
        _ => false,
    }
}

fn is_joiner(c: char) -> bool {
    matches!(c, ZWNJ | ZWJ)
}

/// The sign by which scripts of India bind letters together.
fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

/// A picture, perhaps with a colour of skin, and another one.
fn joins_emoji(before: &[char], next: Option<char>) -> bool {
    let is_dress = |c: &char| matches!(*c, '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
    let base = before.iter().rev().find(|c| !is_dress(c));
    let is_picture = |c: char| ExtendedPictographic::for_char(c);
    base.is_some_and(|base| is_picture(*base)) && next.is_some_and(is_picture)
}

/// Two letters that would be written together, or not, without it: the rule for names of hosts (RFC 5892, A.1).
fn joins_cursive(before: &[char], after: &[char]) -> bool {
    let joining = |c: &char| CodePointMapData::<JoiningType>::new().get(*c);
    let meets = |c: &&char| joining(c) != JoiningType::Transparent || is_joiner(**c);
    let left = before.iter().rev().find(meets).map(joining);
    let right = after.iter().find(meets).map(joining);
    matches!(left, Some(JoiningType::DualJoining | JoiningType::LeftJoining))
        && matches!(right, Some(JoiningType::DualJoining | JoiningType::RightJoining))
}

/// How many tags follow the black flag that make it another one.
fn flag_tags(c: char, after: &[char]) -> Option<usize> {
    if c != '\u{1F3F4}' {
        return None;
    }
    let tag = |letter: char| char::from_u32(0xE0000 + u32::from(letter));
    let follows = |flag: &&&str| {
        let tags = flag.chars().filter_map(tag).chain(['\u{E007F}']);
        after.len() > flag.len() && tags.zip(after).all(|(tag, letter)| tag == *letter)
    };
    TAGGED_FLAGS.iter().find(follows).map(|flag| flag.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_nobody_can_see_are_refused() {
        let nothing = [
            "",
            " ",
            "\t\n",
            "\u{0}\u{7}\u{1B}",
            "\u{A0}\u{2003}\u{3000}\u{1680}",
            "\u{AD}",
            "\u{34F}",
            "\u{61C}",
            "\u{115F}\u{1160}",
            "\u{17B4}\u{17B5}",
            "\u{180B}\u{180E}",
            "\u{200B}",
            "\u{200C}\u{200D}",
            "\u{200E}\u{200F}",
            "\u{2028}\u{2029}",
            "\u{202A}\u{202E}\u{2066}\u{2069}",
            "\u{2060}\u{2061}\u{2064}\u{206A}",
            "\u{2800}",
            "\u{2800} \u{2800}",
            "\u{3164}",
            "\u{FE00}\u{FE0F}",
            "\u{FEFF}",
            "\u{FFA0}",
            "\u{FFF9}\u{FFFA}\u{FFFB}\u{FFFC}",
            "\u{FDD0}\u{FFFF}",
            "\u{E000}\u{F8FF}\u{100000}",
            "\u{13430}\u{13441}\u{13442}",
            "\u{1BCA0}",
            "\u{1D159}",
            "\u{1D173}",
            "\u{E0001}\u{E0041}\u{E007F}",
            "\u{E0100}",
            "\u{301}\u{20DD}",
            "\u{16FE4}",
            "...",
            "!?",
        ];
        for text in nothing {
            assert_eq!(name(text), Err(Error::WrongName), "{}", text.escape_unicode());
        }
        // A line of chat may be nothing but a question mark.
        assert_eq!(line(" ?! "), Ok("?!".to_owned()));
        assert_eq!(line("\u{2800}\u{3164}\u{200B}"), Err(Error::WrongText));
    }

    #[test]
    fn whatever_shows_is_a_name() {
        for text in [
            "Ana",
            "Zoë",
            "Łukasz O’Neill-Åström",
            "李小龍",
            "しんじ",
            "김철수",
            "Ольга",
            "علی",
            "שרה",
            "สมชาย",
            "नरेन्द्र",
            "7",
            "€",
            "🐸",
            "👩🏽\u{200D}🚀",
            "👨\u{200D}👩\u{200D}👧\u{200D}👦",
            "🏳\u{FE0F}\u{200D}🌈",
            "❤\u{FE0F}\u{200D}🔥",
            "🇫🇷",
            "1\u{FE0F}\u{20E3}",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            // Persian, with a space that has no width between two letters that would join.
            "می\u{200C}خواهم",
            // Sinhala, Malayalam and Bengali, which join by a joiner.
            "ශ\u{0DCA}\u{200D}ර\u{0DD3}",
            "അവന\u{0D4D}\u{200D}",
            "র\u{200D}\u{09CD}য",
            // A family name that differs from another by the variant of an ideograph.
            "葛\u{E0100}城",
            // Mongolian.
            "ᠠ\u{180B}ᠮ",
        ] {
            assert_eq!(name(text).as_deref(), Ok(text), "{}", text.escape_unicode());
        }
    }

    #[test]
    fn what_cannot_be_seen_makes_no_other_name() {
        for (text, shown) in [
            ("  A \t na\u{3000}", "A na"),
            ("A\u{200B}n\u{AD}a", "Ana"),
            ("A\u{200D}n\u{200C}a", "Ana"),
            ("Ana\u{FE0F}", "Ana"),
            ("7\u{FE0F}", "7"),
            ("\u{202E}anA", "anA"),
            ("A\u{2066}na\u{2069}", "Ana"),
            ("Ana\u{E0041}\u{E007F}", "Ana"),
            ("\u{301}Ana", "Ana"),
            ("Ana \u{301}", "Ana"),
            ("Ana\u{3164}", "Ana"),
            ("김\u{115F}철", "김철"),
            ("علی\u{200C}", "علی"),
            ("می\u{200C}\u{200C}خواهم", "می\u{200C}خواهم"),
            ("🐸\u{200D}", "🐸"),
            ("🐸\u{200D}x", "🐸x"),
            ("🏴\u{E0061}\u{E007F}", "🏴"),
            ("葛\u{E0100}\u{E0100}", "葛\u{E0100}"),
            ("a\nb", "a b"),
            ("a\u{2028}b", "a b"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(shown), "{}", text.escape_unicode());
        }
        let tower = format!("a{}", "\u{301}".repeat(50));
        assert_eq!(name(&tower), Ok(format!("a{}", "\u{301}".repeat(MOST_MARKS))));
    }

    #[test]
    fn length_is_what_a_reader_counts() {
        for letter in ["a", "é", "e\u{301}", "李", "🐸", "🇫🇷", "각"] {
            assert!(name(&letter.repeat(30)).is_ok(), "{letter}");
            assert_eq!(name(&letter.repeat(31)), Err(Error::WrongName), "{letter}");
        }
        // A family is one character, but of 25 bytes.
        let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦";
        assert!(name(&family.repeat(16)).is_ok());
        assert_eq!(name(&family.repeat(17)), Err(Error::WrongName));
        assert!(line(&"é".repeat(500)).is_ok());
        assert_eq!(line(&"é".repeat(501)), Err(Error::WrongText));
    }
}
