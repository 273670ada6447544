//! Boards as text for a terminal, in the reader's language.
//!
//! A board is drawn from a view, so it shows what its observer may know and no more. Every sign has an [`Ink`], for
//! whoever can colour it; ink never says anything that a sign does not say too, so a board without colours is
//! complete. What just moved is marked: `( )` where it left, `[ ]` where it came to.

mod abagio;
mod china_moon;
mod frogriders;
mod hop_it;
mod look;
mod marks;
mod pool_party;
mod sheet;

use std::fmt;

use rainette_core::Seat;
use serde_json::Value;

use crate::say::Words;
use sheet::Sheet;

pub use look::{Ink, Look, look};
pub use marks::Marks;

/// What is drawn, and for whom.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The game's id.
    pub game: &'a str,
    /// What the observer may know, as the table gives it.
    pub view: &'a Value,
    /// What to call the player of a seat.
    pub names: &'a dyn Fn(Seat) -> String,
    /// The seat of the reader, who is spoken to as `you`.
    pub you: Option<Seat>,
    /// What has just moved.
    pub marks: &'a Marks,
}

/// A board: rows of signs, each with its ink.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Board {
    /// Row by row, the texts of one ink each.
    pub fn rows(&self) -> impl Iterator<Item = Vec<(String, Ink)>> {
        self.rows.iter().map(|row| {
            let mut runs: Vec<(String, Ink)> = Vec::new();
            for &(sign, ink) in row {
                match runs.last_mut() {
                    Some((text, of)) if *of == ink => text.push(sign),
                    _ => runs.push((sign.to_string(), ink)),
                }
            }
            runs
        })
    }
}

/// Without colours.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|(sign, _)| sign).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl Words {
    /// The board of a game; none if no board is drawn for this game or the view is not one of it.
    pub fn board(&self, scene: Scene<'_>) -> Option<Board> {
        let mut sheet = Sheet::new(self, scene);
        match scene.game {
            "hop-it" => hop_it::draw(&mut sheet, &view(scene)?),
            "abagio" => abagio::draw(&mut sheet, &view(scene)?),
            "pool-party" => pool_party::draw(&mut sheet, &view(scene)?),
            "china-moon" => china_moon::draw(&mut sheet, &view(scene)?),
            "frogriders" => frogriders::draw(&mut sheet, &view(scene)?),
            _ => return None,
        }
        Some(Board { rows: sheet.into_rows() })
    }

    /// What the ids and letters of an action mean, for those who do not know them by heart; empty if the notation
    /// speaks for itself.
    ///
    /// ```
    /// use rainette_words::Language;
    /// let gloss = |action| Language::En.words().gloss("frogriders", action);
    /// assert_eq!(gloss("keep 2R"), "Two reds: Five trophies for every two red frogs.");
    /// assert_eq!(gloss("e3-e4-e5"), "");
    /// ```
    pub fn gloss(&self, game: &str, action: &str) -> String {
        let mut words = action.split(' ');
        let parts = (words.next().unwrap_or_default(), words.next(), words.next(), words.next());
        match (game, parts) {
            ("frogriders", ("keep", Some(secret), None, None)) => self.card_with_about(secret),
            ("frogriders", ("send", Some("B"), Some("take"), Some(card))) => self.card_with_about(card),
            ("frogriders", ("send", Some("Y"), Some("take"), Some(frog))) => {
                self.say("board.frogriders.fetch", &[("colour", &self.say(&format!("frog.{frog}"), &[]))])
            }
            ("frogriders", ("send", Some("R"), None, None)) => self.say("board.frogriders.again", &[]),
            ("frogriders", ("stay", None, None, None)) => self.say("place.stay", &[]),
            ("frogriders", (jump, None, None, None)) if jump.ends_with('!') => {
                self.say("board.frogriders.choose", &[])
            }
            ("china-moon", ("swap", Some(given), Some(_), Some(taken))) => {
                let lily = |letter: &str| self.say(&format!("lily.{letter}"), &[]);
                self.say("board.china-moon.swap", &[("given", &lily(given)), ("taken", &lily(taken))])
            }
            ("china-moon", ("drop", Some(lily), None, None)) => self.say(&format!("lily.{lily}"), &[]),
            (_, ("stop" | "pass", None, None, None)) => {
                let said = self.say(&format!("place.{action}"), &[]);
                if said == action { String::new() } else { said }
            }
            _ => String::new(),
        }
    }

    /// A card's name and what it does.
    fn card_with_about(&self, id: &str) -> String {
        let Some(name) = self.card(id) else { return String::new() };
        match self.about_card(id) {
            Some(about) => self.say("board.now", &[("who", &name), ("what", &about)]),
            None => name,
        }
    }
}

fn view<V: serde::de::DeserializeOwned>(scene: Scene<'_>) -> Option<V> {
    V::deserialize(scene.view).ok()
}
