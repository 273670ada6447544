//! What happened, in the reader's language.
//!
//! The rules say what happened as data (effects, reason codes); the sentences are made here, in English and French.

mod effects;
mod french;

use rainette_core::{Choice, End, How, Info, PlayError, Seat, Table};

/// A language of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Lang {
    /// English.
    En,
    /// Français.
    Fr,
}

impl Lang {
    /// The language that the environment asks for.
    pub(crate) fn of_environment() -> Self {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| {
            let value = std::env::var(name).unwrap_or_default();
            (!value.is_empty()).then_some(value)
        });
        if asked.is_some_and(|lang| lang.starts_with("fr")) { Self::Fr } else { Self::En }
    }

    /// The text in this language.
    pub(crate) fn say(self, english: &'static str, french: &'static str) -> &'static str {
        match self {
            Self::En => english,
            Self::Fr => french,
        }
    }

    /// A seat's name at the beginning of a sentence.
    pub(crate) fn seat(self, seat: Seat) -> String {
        format!("{} {seat}", self.say("Seat", "Siège"))
    }

    /// The game in one line.
    pub(crate) fn about(self, info: &Info) -> &'static str {
        match self {
            Self::En => info.about,
            Self::Fr => french::about(info.id).unwrap_or(info.about),
        }
    }

    /// An option in one line.
    pub(crate) fn about_option(self, game: &str, option: &Choice) -> &'static str {
        match self {
            Self::En => option.about,
            Self::Fr => french::about_option(game, option.name).unwrap_or(option.about),
        }
    }

    /// How a game came out.
    pub(crate) fn result(self, table: &dyn Table) -> String {
        let Some(result) = table.result() else {
            return self.say("The game is not over.", "La partie n’est pas finie.").to_owned();
        };
        let mut parts = Vec::new();
        if let Some(End { how, seat }) = table.record().end {
            let how = match how {
                How::Resigned => self.say("resigned", "abandonne"),
                How::OutOfTime => self.say("ran out of time", "a dépassé son temps"),
            };
            parts.push(format!("{} {how}.", self.seat(seat)));
        }
        if let Some(scores) = &result.scores {
            let scores: Vec<_> =
                scores.iter().enumerate().map(|(seat, score)| format!("{seat}: {score}")).collect();
            parts.push(format!("Scores {}.", scores.join(", ")));
        }
        let winners: Vec<_> = result.winners.iter().collect();
        parts.push(format!("{}.", effects::capital(&effects::won(self, &winners))));
        parts.join(" ")
    }

    /// Why an event was refused.
    pub(crate) fn refusal(self, game: &str, error: &PlayError) -> String {
        match (self, error) {
            (Self::Fr, PlayError::Illegal { action, code, why }) => {
                let why = french::reason(game, code).unwrap_or(why);
                format!("« {action} » n’est pas permis : {why}")
            }
            (Self::Fr, PlayError::Notation(_)) => {
                "ce n’est ni un coup ni une commande ; « help » donne la liste".to_owned()
            }
            _ => error.to_string(),
        }
    }
}
