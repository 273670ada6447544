//! What is chained and proved of a table: each row of the log as a line of the proof.

use rainette_core::{Record, Table};

use super::{History, begin};
use crate::Error;
use crate::fair::{Chain, Drawing, Entry, Header, Proof, Seeds, Who, Wrong, written};
use crate::journal::{By, Event, Opening, Row};
use crate::protocol::Settings;

/// What the chain of a table begins with; `game` is as the table found it.
pub(in crate::table) fn header(id: &str, opening: &Opening, game: &dyn Table) -> Header {
    let record = Record { end: None, ..game.record() };
    Header::new(id.to_owned(), &record, opening.seed.commitment())
}

/// A row of the log as the proof has it. `game` is the game before it, `chances` how many chance events there were.
pub(in crate::table) fn entry(
    row: &Row,
    game: &dyn Table,
    seeds: Option<&Seeds>,
    chances: u64,
) -> Result<Entry, String> {
    let number = row.number;
    Ok(match &row.event {
        Event::Opened(opening) => {
            let options = game.record().options.into_iter().collect();
            let settings = Settings { options, ..opening.settings() };
            Entry::Opened {
                number,
                settings,
                practice: opening.is_practice,
                strict: opening.is_strict,
                newcomers: opening.takes_newcomers,
                rematch_of: opening.rematch_of.clone(),
            }
        }
        Event::Seated { seat, by, agreed_to_opening } => {
            let by = match *by {
                By::Person(person) => Who::Person(person),
                By::Computer(level) => Who::Computer(level),
            };
            Entry::Seated { number, seat: *seat, by, agreed_to_opening: *agreed_to_opening }
        }
        Event::Left { seat, is_removed } => Entry::Left { number, seat: *seat, is_removed: *is_removed },
        Event::Arranged { person, settings } => {
            Entry::Arranged { number, person: *person, settings: settings.clone() }
        }
        Event::Swapped { person, seats } => Entry::Swapped { number, person: *person, seats: *seats },
        Event::Ready { person, is_ready, seq } => {
            Entry::Ready { number, person: *person, is_ready: *is_ready, seq: *seq }
        }
        Event::Coloured { seat, colour } => Entry::Coloured { number, seat: *seat, colour: *colour },
        Event::Committed { person, commitment } => {
            Entry::Committed { number, person: *person, commitment: *commitment }
        }
        Event::Frozen { players } => Entry::Frozen { number, players: players.clone() },
        Event::Started { seeds } => Entry::Started { number, seeds: seeds.clone() },
        Event::Began { first, is_lot } => Entry::Began { number, first: *first, is_lot: *is_lot },
        Event::Action { seat, action, computer } => {
            Entry::Action { number, seat: *seat, event: action.clone(), by_computer: *computer }
        }
        Event::Chose { seat, action } => Entry::Chose { number, seat: *seat, event: action.clone() },
        Event::Chance { chance } => {
            let draw = game.chance().ok_or("the game does not wait for chance")?;
            let seeds = seeds.ok_or("nothing is random before the start")?;
            let chance_number = chances + 1;
            let drawn = draw.sample(&mut seeds.random(chance_number)).to_vec();
            let (event, draw) = (chance.clone(), Drawing::from(&draw));
            Entry::Chance { number, chance_number, event, draw, drawn }
        }
        Event::Undone { seat, from, agreed } => {
            Entry::Undo { number, seat: *seat, from: *from, agreed: agreed.clone() }
        }
        Event::Resigned { seat } => Entry::Resigned { number, seat: *seat },
        Event::OutOfTime { seat } => Entry::OutOfTime { number, seat: *seat },
        Event::SatIn { seat, level, missed } => {
            Entry::SatIn { number, seat: *seat, level: *level, missed: *missed }
        }
        Event::TookBack { seat } => Entry::TookBack { number, seat: *seat },
        Event::TakenOver { seat, level } => Entry::TakenOver { number, seat: *seat, level: *level },
        Event::CameIn { seat, person, agreed_to_opening } => {
            Entry::CameIn { number, seat: *seat, person: *person, agreed_to_opening: *agreed_to_opening }
        }
        Event::Resumed { lost_ms } => Entry::Resumed { number, lost_ms: *lost_ms },
        Event::Finished { result } => Entry::Finished { number, result: result.clone() },
        Event::Abandoned { by } => Entry::Abandoned { number, by: *by },
        Event::Rematch { table } => Entry::Rematch { number, table: table.clone() },
    })
}

/// The chain of a table at which nothing has happened yet.
pub(in crate::table) fn chain(id: &str, opening: &Opening, game: &dyn Table) -> Chain {
    Chain::new(opening.seed, &header(id, opening, game))
}

impl History {
    /// The events that the table began from as lines of a record, with `?` for what a spectator may not know.
    pub fn opening_lines(&self) -> Vec<String> {
        let mut game = self.play.game.duplicate();
        game.truncate(self.opening_events());
        let told = game.told(rainette_core::Observer::Spectator).into_iter();
        told.map(|told| written(&rainette_core::Line::new(told.seat, told.event))).collect()
    }

    /// What proves that the dice were fair, once the game is over.
    pub fn proof(&self) -> Result<Proof, Error> {
        self.record()?;
        let log = self.entries().map_err(|what| {
            tracing::error!(table = self.id, what, "a log cannot be proved");
            Error::Internal
        })?;
        let header = header(&self.id, &self.opening, begin(&self.opening, &self.opening.options)?.as_ref());
        Proof::new(header, self.opening.seed, log).map_err(|wrong: Wrong| {
            tracing::error!(table = self.id, %wrong, "a game cannot be proved");
            Error::Internal
        })
    }

    /// The whole log as the proof has it: the game is played once more, since what a card was drawn from depends on it.
    pub(in crate::table) fn entries(&self) -> Result<Vec<Entry>, String> {
        let mut game = begin(&self.opening, &self.opening.options).map_err(|error| error.to_string())?;
        let mut numbers = vec![0; game.len()];
        let mut chances = 0;
        let mut entries = Vec::with_capacity(self.log.rows.len());
        for kept in &self.log.rows {
            let row = &kept.row;
            entries.push(entry(row, game.as_ref(), self.dice.seeds.as_ref(), chances)?);
            let played = match &row.event {
                Event::Arranged { settings, .. } => {
                    game = begin(&self.opening, &settings.options).map_err(|error| error.to_string())?;
                    continue;
                }
                Event::Action { seat, action, .. } => game.play(*seat, action),
                Event::Chance { chance } => {
                    chances += 1;
                    game.try_chance(chance)
                }
                Event::Undone { from, .. } => {
                    numbers.truncate(numbers.partition_point(|number| number < from));
                    game.truncate(numbers.len());
                    continue;
                }
                _ => continue,
            };
            played.map_err(|error| error.to_string())?;
            numbers.push(row.number);
        }
        Ok(entries)
    }
}
