//! Rust source as far as tidy reads it: identifiers and string literals, without comments and unit tests.

use std::ops::Range;

/// A source file. Positions in it are those in the file.
pub(super) struct Source {
    /// The code, with spaces for comments, literals and everything under `#[cfg(test)]`.
    code: String,
    /// The string literals that are left, and where they begin.
    strings: Vec<(usize, String)>,
}

impl Source {
    pub(super) fn of(text: &str) -> Self {
        let mut source = Self { code: text.to_owned(), strings: Vec::new() };
        let mut at = 0;
        while at < text.len() {
            let found = Literal::at(text, at);
            match found {
                Some((kind, range)) => {
                    if let Literal::String(content) = kind {
                        source.strings.push((range.start, text[content].to_owned()));
                    }
                    at = range.end;
                    source.blank(range);
                }
                None => at += text[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        source.forget_tests();
        source
    }

    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// The string literals and the lines on which they begin.
    pub(super) fn strings(&self) -> impl Iterator<Item = (usize, &str)> {
        self.strings.iter().map(|(at, text)| (self.line(*at), text.as_str()))
    }

    /// The identifiers and keywords and where they begin.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + self.code[at..].find(is_word)?;
            let len = self.code[start..].find(|c| !is_word(c)).unwrap_or(self.code.len() - start);
            at = start + len;
            Some((start, &self.code[start..at]))
        })
    }

    /// The number of the line, counted from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }

    /// The modules of `std` that are used, and where: `io` in `std::io::Write` and in `use std::{fmt, io}`.
    pub(super) fn std_modules(&self) -> Vec<(usize, &str)> {
        let mut modules = Vec::new();
        for (at, _) in self.words().filter(|(_, word)| *word == "std") {
            let Some(path) = self.code[at + "std".len()..].trim_start().strip_prefix("::") else { continue };
            let path = path.trim_start();
            let offset = self.code.len() - path.len();
            match path.strip_prefix('{') {
                Some(group) => modules.extend(members(group).map(|(inner, name)| (offset + 1 + inner, name))),
                None => modules.extend(first_word(path).map(|name| (offset, name))),
            }
        }
        modules
    }

    /// Blanks every item that is compiled for tests only.
    fn forget_tests(&mut self) {
        const TEST: &str = "#[cfg(test)]";
        while let Some(start) = self.code.find(TEST) {
            let rest = &self.code[start + TEST.len()..];
            let length = match rest.find(['{', ';']) {
                Some(open) if rest[open..].starts_with('{') => {
                    open + closing_brace(&rest[open..]).unwrap_or(rest.len() - open)
                }
                Some(semicolon) => semicolon + 1,
                None => rest.len(),
            };
            let range = start..start + TEST.len() + length;
            self.strings.retain(|(at, _)| !range.contains(at));
            self.blank(range);
        }
    }

    fn blank(&mut self, range: Range<usize>) {
        let blank: String =
            self.code[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        self.code.replace_range(range, &blank);
    }
}

/// What hides code from tidy.
enum Literal {
    Comment,
    Char,
    /// The range of what stands between the quotes.
    String(Range<usize>),
}

impl Literal {
    /// The comment or literal that begins here, and how far it reaches.
    fn at(text: &str, at: usize) -> Option<(Self, Range<usize>)> {
        let rest = &text[at..];
        if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            return Some((Self::Comment, at..at + end));
        }
        if rest.starts_with("/*") {
            return Some((Self::Comment, at..at + block_comment(rest)));
        }
        if rest.starts_with('"') {
            let end = escaped_end(rest, '"');
            return Some((Self::String(at + 1..at + end - 1), at..at + end));
        }
        if let Some(quoted) = rest.strip_prefix('\'') {
            let is_char = quoted.starts_with('\\') || quoted.chars().nth(1) == Some('\'');
            // Anything else is a lifetime.
            return is_char.then(|| (Self::Char, at..at + escaped_end(rest, '\'')));
        }
        let is_start = !text[..at].ends_with(is_word);
        let raw = rest.strip_prefix('r').or_else(|| rest.strip_prefix("br"))?;
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw[hashes..].strip_prefix('"').filter(|_| is_start)?;
        let close = format!("\"{}", "#".repeat(hashes));
        let length = content.find(&close).unwrap_or(content.len());
        let start = text.len() - content.len();
        let end = (start + length + close.len()).min(text.len());
        Some((Self::String(start..start + length), at..end))
    }
}

/// How long a block comment is; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(next) = text[at..].find(['/', '*']) {
        at += next;
        match text.get(at..at + 2) {
            Some("/*") => (depth, at) = (depth + 1, at + 2),
            Some("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// How long a literal with escapes is, quotes included.
fn escaped_end(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// Where the brace that opens the text is closed.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at + 1)
    })
}

/// The first words of a group's members, up to the brace that closes it, and where they begin.
fn members(group: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0;
    let mut is_first = true;
    let mut at = 0;
    std::iter::from_fn(move || {
        while depth >= 0 {
            let c = group[at..].chars().next()?;
            if is_first && is_word(c) {
                is_first = false;
                let name = first_word(&group[at..])?;
                at += name.len();
                return Some((at - name.len(), name));
            }
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => is_first = true,
                _ => {}
            }
            at += c.len_utf8();
        }
        None
    })
}

fn first_word(text: &str) -> Option<&str> {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let source = Source::of(text);
        source.words().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        assert_eq!(words("a // b\n/* c /* d */ e */ f"), "a f");
        assert_eq!(words(r#"a "b \" c" d '"' e '\'' f"#), "a d e f");
        assert_eq!(words("a r#\"b \" c\"# d br\"e\" f"), "a d f");
        assert_eq!(words("fn a<'b>(c: &'b str) { 'é'; d }"), "fn a b c b str d");
        assert_eq!(words("for r in x"), "for r in x");
        assert_eq!(words("/* never closed"), "");
    }

    #[test]
    fn strings_are_kept_with_their_lines() {
        let source = Source::of("a\n\"b\" // \"c\"\nr#\"d\"#\n\"unclosed");
        let strings: Vec<_> = source.strings().collect();
        assert_eq!(&strings[..2], [(2, "b"), (3, "d")]);
    }

    #[test]
    fn unit_tests_are_no_code() {
        assert_eq!(words("a\n#[cfg(test)]\nmod tests { b { c \"}\" } }\nd"), "a d");
        assert_eq!(words("a\n#[cfg(test)]\nmod tests;\nd"), "a d");
        assert_eq!(words("a #[cfg(test)] b"), "a");
        assert!(Source::of("#[cfg(test)] mod tests { \"b\" }").strings().next().is_none());
    }

    #[test]
    fn modules_of_std_are_found_in_paths_and_groups() {
        let modules = |text: &str| {
            let source = Source::of(text);
            source.std_modules().iter().map(|(_, name)| (*name).to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(modules("use std::io::Write; std :: fs::read()"), "io fs");
        assert_eq!(modules("use std::{fmt, io::{self, Read}, time}; use core::fs;"), "fmt io time");
        assert_eq!(modules("use mystd::io; // std::io"), "");
        let source = Source::of("\nuse std::{\n fmt,\n io};");
        assert_eq!(source.line(source.std_modules()[1].0), 4);
    }
}
