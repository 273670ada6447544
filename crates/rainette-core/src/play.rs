//! A game being played.

use crate::story::{follow, parse_event};
use crate::{
    Actions, End, Event, Game, Line, NoEffects, Observer, Outcome, PlayError, Random, Record, RecordError,
    Seat, Setup, Story, Turn,
};

/// A game being played: its set-up, its events so far, and the position they lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match<G: Game> {
    setup: Setup<G>,
    events: Vec<Event<G>>,
    position: G,
    end: Option<End>,
}

impl<G: Game> Match<G> {
    /// A game about to begin.
    pub fn new(setup: Setup<G>) -> Self {
        Self { setup, events: Vec::new(), position: G::new(setup), end: None }
    }

    /// The set-up with which the game began, which is never changed.
    pub fn setup(&self) -> Setup<G> {
        self.setup
    }

    /// The events so far.
    pub fn events(&self) -> &[Event<G>] {
        &self.events
    }

    /// The position after all events so far. An end outside the rules leaves it as it is.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// How the game ended outside its rules, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Who the game waits for.
    pub fn turn(&self) -> Turn {
        if self.end.is_some() { Turn::Over } else { self.position.turn() }
    }

    /// How the game came out, once it is over.
    pub fn result(&self) -> Option<Outcome> {
        self.end.map_or_else(|| self.position.result(), |end| Some(end.outcome(self.setup.seats())))
    }

    /// Adds an event, once it is found legal or possible.
    pub fn add(&mut self, event: Event<G>) -> Result<(), PlayError> {
        if self.end.is_some() {
            return Err(PlayError::Over);
        }
        self.position = follow(self.position, event)?.0;
        self.events.push(event);
        Ok(())
    }

    /// Adds an event in notation.
    pub fn add_text(&mut self, seat: Option<Seat>, text: &str) -> Result<(), PlayError> {
        self.add(parse_event(seat, text)?)
    }

    /// Draws the chance event that the game waits for.
    pub fn draw(&mut self, random: &mut dyn Random) -> Result<Event<G>, PlayError> {
        match self.turn() {
            Turn::Over => return Err(PlayError::Over),
            Turn::Seat(turn) => return Err(PlayError::WaitsForSeat { turn }),
            Turn::Chance => {}
        }
        let chance = self.position.chance_from_draw(&self.position.chance().sample(random));
        self.position = self.position.after_chance(chance);
        self.events.push(Event::Chance(chance));
        Ok(Event::Chance(chance))
    }

    /// Ends the game outside its rules.
    pub fn stop(&mut self, end: End) -> Result<(), PlayError> {
        if self.turn() == Turn::Over {
            return Err(PlayError::Over);
        }
        self.end = Some(end);
        Ok(())
    }

    /// Takes back everything from this event on; also an end outside the rules.
    pub fn truncate(&mut self, len: usize) {
        self.end = None;
        self.events.truncate(len);
        self.position = self.positions().last().unwrap_or_else(|| G::new(self.setup));
    }

    /// Every position from the empty table to now, one more than there are events.
    pub fn positions(&self) -> impl Iterator<Item = G> {
        let first = G::new(self.setup);
        let later = self.events.iter().scan(first, |position, event| {
            *position = match *event {
                Event::Action(_, action) => position.after(action),
                Event::Chance(chance) => position.after_chance(chance),
            };
            Some(*position)
        });
        std::iter::once(first).chain(later)
    }

    /// All that an observer was told.
    pub fn story(&self, observer: Observer) -> Story<G> {
        let told = self.positions().zip(&self.events).map(|(position, event)| position.tell(event, observer));
        Story { setup: self.setup, observer, told: told.collect(), view: self.position.view(observer) }
    }

    /// The whole game as text.
    pub fn record(&self) -> Record {
        let options = self.setup.options().map(|(name, value)| (name.to_owned(), value));
        Record {
            game: G::INFO.id.to_owned(),
            edition: self.setup.edition(),
            seats: self.setup.seats(),
            options: options.collect(),
            events: self.events.iter().map(|event| Line::new(event.seat(), event.to_string())).collect(),
            end: self.end,
        }
    }

    /// Plays a record. Every event must be legal or possible where it stands.
    pub fn replay(record: &Record) -> Result<Self, RecordError> {
        let setup = Setup::with(record.edition, record.seats, &record.options)?;
        let mut game = Self::new(setup);
        for line in &record.events {
            let added = game.add_text(line.seat, &line.event);
            added.map_err(|error| RecordError::Event {
                line: line.number,
                event: line.event.clone(),
                error,
            })?;
        }
        if let Some(end) = record.end {
            if end.seat.index() >= record.seats {
                return Err(RecordError::EndSeat { seat: end.seat, seats: record.seats });
            }
            game.stop(end).map_err(|_| RecordError::EndAfterOver)?;
        }
        Ok(game)
    }
}

/// Plays a position to its end, every legal action equally likely, and gives the final position and the number of
/// actions.
#[inline]
pub fn playout<G: Game, R: Random>(mut position: G, random: &mut R, actions: &mut Actions<G>) -> (G, u64) {
    let mut count = 0;
    loop {
        match position.turn() {
            Turn::Over => return (position, count),
            Turn::Chance => {
                let chance = position.chance_from_draw(&position.chance().sample(random));
                position.apply_chance(chance, &mut NoEffects);
            }
            Turn::Seat(_) => {
                position.legal_actions(actions);
                position.act(actions[random.below(actions.len() as u32) as usize], &mut NoEffects);
                count += 1;
            }
        }
    }
}
