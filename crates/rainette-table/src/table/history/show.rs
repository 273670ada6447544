//! What an observer may know of a table: what it was told, and nothing else.

use rainette_core::{Observer, Seat, Told, Turn};

use super::History;
use crate::fair::{Promise, Showing};
use crate::journal::{By, Event};
use crate::protocol::{
    Choices, FrozenPromise, Number, Position, Settings, ShownSeed, Sitter, Status, TableEvent,
    TableEventKind, TableLine, TurnState,
};
use crate::table::EVENTS_TOLD;

impl History {
    pub(in crate::table) fn sitter(&self, seat: Seat, by: Option<By>) -> Sitter {
        match by {
            Some(By::Computer(level)) => Sitter::Computer { level },
            Some(By::Person(person)) => Sitter::Person {
                person,
                name: self.beside.people.get(&person).and_then(|person| person.name.clone()),
            },
            None if self.places[seat.index()].is_invited => Sitter::Invited,
            None => Sitter::Open,
        }
    }

    pub(in crate::table) fn position(&self, observer: Observer) -> Option<Position> {
        if matches!(self.play.status, Status::Waiting | Status::Starting) {
            return None;
        }
        Some(Position {
            view: self.play.game.view(observer),
            turn: self.turn_state(self.play.game.turn()),
            choices: match observer {
                Observer::Seat(seat) if self.may_choose(seat) => Some(trie(&self.choices(seat))),
                _ => None,
            },
            chosen: match observer {
                Observer::Seat(seat) => self.play.chosen.get(&seat).cloned(),
                Observer::Spectator => None,
            },
        })
    }

    pub(in crate::table) fn turn_state(&self, turn: Turn) -> TurnState {
        match turn {
            _ if self.play.status == Status::Abandoned => TurnState::Over,
            Turn::Seat(seat) => TurnState::Seat { seat },
            Turn::Chance => TurnState::Chance,
            Turn::Over => TurnState::Over,
        }
    }

    /// What an observer may know of the events after this number, or of the first of them where they are too many for
    /// one message.
    pub(in crate::table) fn happened(&self, observer: Observer, after: Number) -> Vec<TableEvent> {
        let rows = self.log.rows.get(after as usize..).unwrap_or_default();
        let is_cut = rows.len() > EVENTS_TOLD;
        let rows = &rows[..rows.len().min(EVENTS_TOLD)];
        let first = self.play.numbers.partition_point(|&number| number <= after);
        let told = if is_cut {
            let mut game = self.play.game.duplicate();
            game.truncate(
                self.play.numbers.partition_point(|&number| number <= after + EVENTS_TOLD as Number),
            );
            game.told_from(observer, first)
        } else {
            self.play.game.told_from(observer, first)
        };
        let mut told = told.into_iter();
        let place = match observer {
            Observer::Seat(seat) => seat.index(),
            Observer::Spectator => self.places.len(),
        };
        let happened = rows.iter().filter_map(|kept| {
            let told = match (&kept.row.event, &kept.undone) {
                (Event::Action { .. } | Event::Chance { .. }, None) => Some(told.next()?),
                (_, Some(undone)) => Some(undone.get(place)?.clone()),
                _ => None,
            };
            Some(TableEvent {
                number: kept.row.number,
                at: kept.row.at,
                head: kept.head.to_string(),
                is_undone: kept.undone.is_some(),
                what: self.what(&kept.row.event, told)?,
            })
        });
        happened.collect()
    }

    pub(in crate::table) fn what(&self, event: &Event, told: Option<Told>) -> Option<TableEventKind> {
        Some(match event {
            Event::Opened(opening) => TableEventKind::Opened {
                settings: Settings { options: self.opening.options.clone(), ..opening.settings() },
                practice: opening.is_practice,
                strict: opening.is_strict,
                newcomers: opening.takes_newcomers,
                rematch_of: opening.rematch_of.clone(),
            },
            Event::Seated { seat, by, agreed_to_opening } => TableEventKind::Seated {
                seat: *seat,
                sitter: self.sitter(*seat, Some(*by)),
                agreed_to_opening: *agreed_to_opening,
            },
            Event::Left { seat, is_removed } => TableEventKind::Left { seat: *seat, is_removed: *is_removed },
            Event::Arranged { person, settings } => {
                TableEventKind::Arranged { person: *person, settings: settings.clone() }
            }
            Event::Swapped { person, seats } => TableEventKind::Swapped { person: *person, seats: *seats },
            Event::Ready { person, is_ready, seq } => {
                TableEventKind::Ready { person: *person, is_ready: *is_ready, seq: *seq }
            }
            Event::Coloured { seat, colour } => TableEventKind::Coloured { seat: *seat, colour: *colour },
            Event::Began { first, is_lot } => TableEventKind::Began { first: *first, is_lot: *is_lot },
            Event::Committed { person, commitment } => {
                TableEventKind::Committed { person: *person, commitment: commitment.to_string() }
            }
            Event::Frozen { players } => {
                let frozen = |promise: &Promise| FrozenPromise {
                    person: promise.person,
                    seats: promise.seats.clone(),
                    commitment: promise.commitment.to_string(),
                };
                TableEventKind::Frozen { players: players.iter().map(frozen).collect() }
            }
            Event::Started { seeds } => {
                let shown = |shown: &Showing| ShownSeed { person: shown.person, seed: shown.seed.reveal() };
                TableEventKind::Started { seeds: seeds.iter().map(shown).collect() }
            }
            Event::Action { computer, .. } => TableEventKind::Played { told: told?, by_computer: *computer },
            Event::Chance { .. } => TableEventKind::Played { told: told?, by_computer: false },
            Event::Chose { seat, action } => {
                TableEventKind::Chose { seat: *seat, is_taken_back: action.is_none() }
            }
            Event::Undone { seat, from, agreed } => {
                TableEventKind::Undone { seat: *seat, from: *from, agreed: agreed.clone() }
            }
            Event::Resigned { seat } => TableEventKind::Resigned { seat: *seat },
            Event::OutOfTime { seat } => TableEventKind::OutOfTime { seat: *seat },
            Event::SatIn { seat, level, missed } => {
                TableEventKind::SatIn { seat: *seat, level: *level, missed: *missed }
            }
            Event::TookBack { seat } => TableEventKind::TookBack { seat: *seat },
            Event::TakenOver { seat, level } => TableEventKind::TakenOver { seat: *seat, level: *level },
            Event::CameIn { seat, person, agreed_to_opening } => TableEventKind::CameIn {
                seat: *seat,
                person: *person,
                name: self.beside.people.get(person).and_then(|person| person.name.clone()),
                agreed_to_opening: *agreed_to_opening,
            },
            Event::Resumed { lost_ms } => TableEventKind::Resumed { lost_ms: *lost_ms },
            Event::Finished { result } => TableEventKind::Finished { result: result.clone() },
            Event::Abandoned { by } => TableEventKind::Abandoned { by: *by },
            Event::Rematch { table } => TableEventKind::Rematch { table: table.clone() },
        })
    }

    /// The table as lists show it, once it has this status.
    pub(in crate::table) fn line(&self, status: Status) -> TableLine {
        TableLine {
            id: self.id.clone(),
            game: self.opening.game.clone(),
            status,
            seats: Seat::all(self.places.len())
                .map(|seat| self.sitter(seat, self.places[seat.index()].by))
                .collect(),
            clock: self.settings.clock,
            options: self.settings.options.clone(),
            takes_newcomers: self.opening.takes_newcomers,
            opening_events: self.opening_events() as u32,
            is_practice: self.opening.is_practice,
            mine: Vec::new(),
            present: None,
            created_at: self.log.rows.first().map_or(0, |kept| kept.row.at),
            changed_at: self.log.rows.last().map_or(0, |kept| kept.row.at),
            turn: None,
            marks: self.marks(),
        }
    }

    pub(in crate::table) fn new_rematch(&self, first: Number) -> Option<String> {
        self.log.rows[first as usize - 1..].iter().find_map(|kept| match &kept.row.event {
            Event::Rematch { table } => Some(table.clone()),
            _ => None,
        })
    }
}

/// Legal actions as a trie of spots.
pub fn trie(choices: &rainette_core::Choices) -> Choices {
    let mut root = Choices::default();
    for (action, paths) in choices {
        for path in paths {
            let mut node = &mut root;
            for spot in path {
                node = node.next.entry(spot.to_string()).or_default();
            }
            node.action = Some(action.clone());
        }
    }
    mark(&mut root, 0, false);
    root
}

/// Marks where the only way on is taken without being pointed at: once a step is said, until there is a choice again.
fn mark(node: &mut Choices, spots: usize, follows: bool) {
    let is_forced = node.action.is_none() && node.next.len() == 1;
    node.follows = is_forced && (follows || rainette_core::is_step(spots));
    for next in node.next.values_mut() {
        mark(next, spots + 1, node.follows);
    }
}

#[cfg(test)]
mod tests {
    use rainette_core::{Name, Path};

    use super::*;

    fn trie_of(actions: &[(&str, &[&str])]) -> Choices {
        let path = |text: &&str| text.split(' ').map(Name::of).collect::<Path>();
        let choice = |(action, paths): &(&str, &[&str])| {
            ((*action).to_owned(), paths.iter().map(path).collect::<Vec<_>>())
        };
        trie(&actions.iter().map(choice).collect())
    }

    /// Does the way on follow by itself after these spots?
    fn follows(choices: &Choices, spots: &str) -> bool {
        spots.split_whitespace().fold(choices, |node, spot| &node.next[spot]).follows
    }

    #[test]
    fn a_frog_just_picked_up_never_moves_by_itself() {
        let step = trie_of(&[("b2-c3", &["b2 c3"])]);
        assert!(!follows(&step, ""), "nothing is said yet");
        assert!(!follows(&step, "b2"), "the only place of a frog is still pointed at");
        assert!(!follows(&step, "b2 c3"), "the action is said");
    }

    #[test]
    fn what_leaves_no_choice_follows_once_a_step_is_said() {
        let jump = trie_of(&[
            ("e3-e4-e5", &["e3 e5 e4"]),
            ("e3-e4-e5!", &["e3 e5 e4 e5"]),
            ("a1-a2-a3", &["a1 a3 a2"]),
            ("a1-b2-a3", &["a1 a3 b2"]),
        ]);
        assert!(follows(&jump, "e3 e5"), "there is one frog to jump over");
        assert!(!follows(&jump, "e3 e5 e4"), "the action is said, and another goes on");
        assert!(!follows(&jump, "a1 a3"), "there are two frogs to jump over");
    }

    #[test]
    fn a_whole_step_that_is_forced_follows_too() {
        let hops = trie_of(&[("3+4", &["3.0 3.4"]), ("3+4 5+1", &["3.0 3.4 5.0 5.1", "5.0 5.1 3.0 3.4"])]);
        assert!(!follows(&hops, "3.0 3.4"), "one may stop here");
        assert!(!follows(&hops, "3.0 3.4 5.0"), "this frog was picked up by hand");
        assert!(follows(&hops, "5.0 5.1") && follows(&hops, "5.0 5.1 3.0"), "the other frog has to go on");
    }
}
