//! What the command says in the reader's language. What happens in the games is worded by `rainette-words`.

use rainette_core::{Choice, End, How, PlayError, Seat, Table};
use rainette_words::capital;

use crate::terminal::Audience;

pub(crate) use rainette_words::Language;

/// The language that the environment asks for.
pub(crate) fn language_of_environment() -> Language {
    let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| {
        let value = std::env::var(name).unwrap_or_default();
        (!value.is_empty()).then_some(value)
    });
    asked.and_then(|locale| Language::of_locale(&locale)).unwrap_or(Language::En)
}

/// A language on the command line.
pub(crate) fn language_parser() -> impl clap::builder::TypedValueParser<Value = Language> {
    use clap::builder::TypedValueParser as _;
    let codes = Language::ALL.map(Language::code);
    clap::builder::PossibleValuesParser::new(codes).try_map(|code| code.parse::<Language>())
}

/// What the command itself has to say.
pub(crate) trait Speak {
    /// The text in this language.
    fn say(self, english: &'static str, french: &'static str) -> &'static str;

    /// A seat's name by itself.
    fn seat(self, seat: Seat) -> String;

    /// An option in one line.
    fn about_option(self, game: &str, option: &Choice) -> String;

    /// A seat within a sentence.
    fn seat_in_sentence(self, seat: Seat) -> String;

    /// What a computer player on this seat is called, as on the page.
    fn name_of_computer(self, seat: Seat) -> &'static str;

    /// A person at the keyboard who has given no name.
    fn person(self, seat: Seat) -> String;

    /// How a game came out.
    fn result(self, table: &dyn Table, audience: &Audience) -> String;

    /// Why an event was refused.
    fn refusal(self, game: &str, error: &PlayError) -> String;
}

impl Speak for Language {
    fn say(self, english: &'static str, french: &'static str) -> &'static str {
        match self {
            Self::En => english,
            Self::Fr => french,
        }
    }

    fn seat(self, seat: Seat) -> String {
        format!("{} {seat}", self.say("Seat", "Siège"))
    }

    fn about_option(self, game: &str, option: &Choice) -> String {
        let colon = self.say(": ", " : ");
        let words = self.words();
        let value = |value: &i64| format!("{value}{colon}{}", words.option_value(game, option.name, *value));
        let values: Vec<_> = option.values.iter().map(value).collect();
        format!("{} ({})", words.option(game, option.name), values.join(self.say("; ", " ; ")))
    }

    fn seat_in_sentence(self, seat: Seat) -> String {
        format!("{} {seat}", self.say("seat", "le siège"))
    }

    fn name_of_computer(self, seat: Seat) -> &'static str {
        const NAMES: [&str; Seat::MAX] = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];
        NAMES[seat.index()]
    }

    fn person(self, seat: Seat) -> String {
        format!("{} {}", self.say("Player", "Joueur"), seat.index() + 1)
    }

    fn result(self, table: &dyn Table, audience: &Audience) -> String {
        let Some(result) = table.result() else {
            return self.say("The game is not over.", "La partie n’est pas finie.").to_owned();
        };
        let mut parts = Vec::new();
        if let Some(End { how, seat }) = table.record().end {
            let is_you = audience.you == Some(seat);
            let how = match (how, is_you) {
                (How::Resigned, false) => self.say("gave up", "abandonne"),
                (How::Resigned, true) => self.say("gave up", "abandonnez"),
                (How::OutOfTime, false) => self.say("ran out of time", "est à court de temps"),
                (How::OutOfTime, true) => self.say("ran out of time", "êtes à court de temps"),
            };
            parts.push(format!("{} {how}.", audience.who(seat)));
        }
        if let Some(scores) = &result.scores {
            let scores = Seat::all(table.seats()).zip(scores);
            let score = |(seat, score)| format!("{} {score}", audience.who(seat));
            let scores: Vec<_> = scores.map(score).collect();
            parts.push(format!("{}{}.", self.say("Score: ", "Score : "), scores.join(", ")));
        }
        let winners: Vec<_> = result.winners.iter().collect();
        let names = |seat| audience.name(seat);
        parts.push(capital(&self.words().won_told_to(audience.you, &winners, &names)));
        parts.join(" ")
    }

    fn refusal(self, game: &str, error: &PlayError) -> String {
        match (self, error) {
            (Self::Fr, PlayError::Illegal { action, code, why }) => {
                let why = self.words().reason(game, code).unwrap_or_else(|| why.clone());
                format!("« {action} » n’est pas permis. {why}")
            }
            (Self::Fr, PlayError::Notation(_)) => {
                "Ce n’est ni un coup ni une commande ; « aide » donne la liste.".to_owned()
            }
            _ => error.to_string(),
        }
    }
}
