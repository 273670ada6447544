//! The face of a [`Match`] for those who do not name a game: everything in notation and wire types.

use serde_json::Value;

use crate::{
    Actions, Draw, End, Game, Info, Match, Observer, Outcome, Path, PlayError, Random, Reason as _, Record,
    Seat, Spot, StoryText, Told, Turn,
};

/// The legal actions in notation, each with the paths of spots that say it, sorted by notation.
pub type Choices = Vec<(String, Vec<Path>)>;

/// Why something is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The code of the rule, by which one looks up one's own words.
    pub code: &'static str,
    /// The rule in plain English.
    pub why: String,
}

/// A game being played, whichever it is.
pub trait Table: Send + Sync {
    /// What is known of the game without playing it.
    fn info(&self) -> Info;
    /// The number of seats that play, fixed from the set-up on.
    fn seats(&self) -> usize;
    /// Who the game waits for.
    fn turn(&self) -> Turn;
    /// The legal actions of the seat whose turn it is.
    fn choices(&self) -> Choices;
    /// The actions that a seat may settle before its turn comes; none in most games.
    fn early_choices(&self, seat: Seat) -> Choices;
    /// May a seat settle this action before its turn comes? If not, what stands against it.
    fn check_early(&self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Why a seat that may settle its action before its turn comes cannot point at these spots.
    fn early_why_not(&self, seat: Seat, spots: &[Spot]) -> Option<Objection>;
    /// The chance outcomes in notation with their weights and the sum of these, or none if there are more than
    /// `most` or the game does not wait for chance.
    fn chances(&self, most: usize) -> Option<(Vec<(String, u128)>, u128)>;
    /// How the chance event that the game waits for is drawn, if it waits for one.
    fn chance(&self) -> Option<Draw>;
    /// Plays a seat's action.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Lets a chance event happen.
    fn try_chance(&mut self, chance: &str) -> Result<(), PlayError>;
    /// Draws the chance event that the game waits for and gives it in notation.
    fn draw(&mut self, random: &mut dyn Random) -> Result<String, PlayError>;
    /// Ends the game outside its rules.
    fn stop(&mut self, end: End) -> Result<(), PlayError>;
    /// The number of events so far.
    fn len(&self) -> usize;
    /// Has nothing happened yet?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Takes back everything from this event on.
    fn truncate(&mut self, len: usize);
    /// What an observer may know.
    fn view(&self, observer: Observer) -> Value;
    /// What an observer may know, as a picture for a terminal.
    fn picture(&self, observer: Observer) -> String;
    /// All that an observer was told.
    fn told(&self, observer: Observer) -> Vec<Told>;
    /// What an observer was told from this event on.
    fn told_from(&self, observer: Observer, first: usize) -> Vec<Told>;
    /// All that an observer knows, for a computer player.
    fn story(&self, observer: Observer) -> StoryText;
    /// Why the seat whose turn it is cannot point at these spots.
    fn why_not(&self, spots: &[Spot]) -> Option<Objection>;
    /// How the game came out, once it is over.
    fn result(&self) -> Option<Outcome>;
    /// The whole game as text.
    fn record(&self) -> Record;
    /// The same game once more.
    fn duplicate(&self) -> Box<dyn Table>;
}

impl<G: Game> Table for Match<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn seats(&self) -> usize {
        self.setup().seats()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn choices(&self) -> Choices {
        choices(self.position())
    }

    fn early_choices(&self, seat: Seat) -> Choices {
        let early = self.position().early(seat).filter(|_| matches!(self.turn(), Turn::Seat(_)));
        early.map(|early| choices(&early)).unwrap_or_default()
    }

    fn check_early(&self, seat: Seat, action: &str) -> Result<(), PlayError> {
        let action: G::Action = action.parse()?;
        match (self.position().early(seat), self.turn()) {
            (Some(early), Turn::Seat(_)) => early.play(seat, action).map(|_| ()),
            (None, Turn::Seat(turn)) => Err(PlayError::NotYourTurn { seat, turn }),
            (_, Turn::Chance) => Err(PlayError::WaitsForChance),
            (_, Turn::Over) => Err(PlayError::Over),
        }
    }

    fn early_why_not(&self, seat: Seat, spots: &[Spot]) -> Option<Objection> {
        let reason = self.position().early(seat)?.why_not(spots)?;
        Some(Objection { code: reason.code(), why: reason.to_string() })
    }

    fn chances(&self, most: usize) -> Option<(Vec<(String, u128)>, u128)> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let draw = self.position().chance();
        if draw.count() > most as u128 {
            return None;
        }
        let mut chances = Vec::new();
        draw.each(|drawn, weight| {
            chances.push((self.position().chance_from_draw(drawn).to_string(), weight));
        });
        chances.sort();
        Some((chances, draw.total()))
    }

    fn chance(&self) -> Option<Draw> {
        (self.turn() == Turn::Chance).then(|| self.position().chance())
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.add_text(Some(seat), action)
    }

    fn try_chance(&mut self, chance: &str) -> Result<(), PlayError> {
        self.add_text(None, chance)
    }

    fn draw(&mut self, random: &mut dyn Random) -> Result<String, PlayError> {
        self.draw(random).map(|event| event.to_string())
    }

    fn stop(&mut self, end: End) -> Result<(), PlayError> {
        self.stop(end)
    }

    fn len(&self) -> usize {
        self.events().len()
    }

    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }

    fn view(&self, observer: Observer) -> Value {
        serde_json::to_value(self.position().view(observer)).expect("views have string keys only")
    }

    fn picture(&self, observer: Observer) -> String {
        self.position().view(observer).to_string()
    }

    fn told(&self, observer: Observer) -> Vec<Told> {
        self.story(observer).told
    }

    fn told_from(&self, observer: Observer, first: usize) -> Vec<Told> {
        let told = self.positions().zip(self.events()).skip(first);
        told.map(|(position, event)| position.tell(event, observer)).collect()
    }

    fn story(&self, observer: Observer) -> StoryText {
        self.story(observer).to_text()
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Objection> {
        let reason = self.position().why_not(spots)?;
        Some(Objection { code: reason.code(), why: reason.to_string() })
    }

    fn result(&self) -> Option<Outcome> {
        self.result()
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn duplicate(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

/// The legal actions of the seat whose turn it is.
fn choices<G: Game>(position: &G) -> Choices {
    let mut actions = Actions::new();
    if matches!(position.turn(), Turn::Seat(_)) {
        position.legal_actions(&mut actions);
    }
    let choice = |action: &G::Action| (action.to_string(), position.spots(*action).into_iter().collect());
    let mut choices: Choices = actions.iter().map(choice).collect();
    choices.sort();
    choices
}
