//! What a finished game was made of: luck and choices, gathered moment by moment.
//!
//! Luck is what the game's evaluation says of the position after a chance event, less the mean of what it says of all that
//! might have come: its mean is nothing whatever it says. The Judge looks deeper, but not at every outcome. By how much its
//! share moved otherwise is the *drift*, which is nobody's luck; it says how far luck may be off.

use rainette_core::Seat;

use super::review::{Chance, Decision, Next, Review};

/// So many choices of each seat are named, and so many times that chance gave or took.
const NAMED: usize = 4;

/// What moves less of a win than this is not named.
const LEAST: f64 = 0.005;

/// What a finished game was made of, as far as it has been looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    moments: Vec<(usize, Review)>,
    choices: Vec<Choice>,
    strokes: Vec<Luck>,
    luck: Vec<Sum>,
    drift: Vec<f64>,
    lost: Vec<Sum>,
}

/// A decision that might have been better.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The number of the event, counted from 0.
    pub step: usize,
    /// What was decided.
    pub decision: Decision,
}

/// What a chance event gave and took.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// The number of the event, counted from 0.
    pub step: usize,
    /// The event in notation.
    pub event: String,
    /// Each seat's share of the win after it, less the mean over all that might have come.
    pub given: Vec<f64>,
    /// By how much the Judge's share moved otherwise, of the seat of which this is the most.
    pub error: f64,
}

/// Something that turned a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Swing {
    /// A seat could have chosen better.
    Choice(Choice),
    /// Chance gave to some and took from others.
    Luck(Luck),
}

/// A sum of estimates.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Sum {
    total: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, value: f64, error: f64) {
        self.total += value;
        self.variance += error * error;
    }

    fn estimate(self) -> (f64, f64) {
        (self.total, self.variance.max(0.0).sqrt())
    }
}

impl Luck {
    /// The largest share of the win that it gave or took.
    pub fn size(&self) -> f64 {
        self.given.iter().fold(0.0, |most, share| share.abs().max(most))
    }
}

impl Swing {
    /// The share of the win that changed hands.
    pub fn size(&self) -> f64 {
        match self {
            Self::Choice(choice) => choice.decision.lost,
            Self::Luck(luck) => luck.size(),
        }
    }
}

impl Course {
    /// A game of which nothing has been looked at.
    pub fn new(seats: usize) -> Self {
        let none = vec![Sum::default(); seats];
        let (luck, drift, lost) = (none.clone(), vec![0.0; seats], none);
        Self { moments: Vec::new(), choices: Vec::new(), strokes: Vec::new(), luck, drift, lost }
    }

    /// Adds the moment after so many events. Moments come in order; whatever lies beside one that is left out is not
    /// called luck.
    pub fn add(&mut self, events: usize, moment: Review) {
        if let Some((step, before)) = self.moments.last()
            && step + 1 == events
            && let Some(Next::Chance(Chance { event, given })) = &before.next
        {
            let mut error = 0.0_f64;
            for (seat, &given) in given.iter().enumerate() {
                let drift = moment.shares[seat] - before.shares[seat] - given;
                self.luck[seat].add(given, drift);
                self.drift[seat] += drift;
                error = error.max(drift.abs());
            }
            self.strokes.push(Luck { step: *step, event: event.clone(), given: given.clone(), error });
        }
        if let Some(decision) = moment.decision() {
            if decision.is_mistake() {
                self.lost[decision.seat.index()].add(decision.lost, decision.error);
            }
            if decision.lost > 0.0 {
                self.choices.push(Choice { step: events, decision: decision.clone() });
            }
        }
        self.moments.push((events, moment));
    }

    /// The moments that have been looked at, in order, each with the number of events before it.
    pub fn moments(&self) -> &[(usize, Review)] {
        &self.moments
    }

    /// What chance gave a seat in all, and the standard error of that: as if the drift of each event were as likely to
    /// have been the other way.
    pub fn luck(&self, seat: Seat) -> (f64, f64) {
        self.luck[seat.index()].estimate()
    }

    /// By how much the Judge's share of a seat moved at chance events in all, other than by what chance gave it.
    pub fn drift(&self, seat: Seat) -> f64 {
        self.drift[seat.index()]
    }

    /// What a seat gave away by its mistakes in all, as far as it could know, and the standard error of that.
    pub fn lost(&self, seat: Seat) -> (f64, f64) {
        self.lost[seat.index()].estimate()
    }

    /// What turned the game, the largest first: of each seat's choices the four that cost most, mistakes before others,
    /// and the four times that chance gave or took most beyond twice the error.
    pub fn swings(&self) -> Vec<Swing> {
        let mut swings = Vec::new();
        for seat in Seat::all(self.lost.len()) {
            let is_own = |choice: &&Choice| choice.decision.seat == seat && choice.decision.lost >= LEAST;
            let mut choices: Vec<&Choice> = self.choices.iter().filter(is_own).collect();
            let rank = |choice: &Choice| (choice.decision.is_mistake(), choice.decision.lost);
            choices.sort_by(|a, b| {
                let ((a_is, a_lost), (b_is, b_lost)) = (rank(a), rank(b));
                b_is.cmp(&a_is).then(b_lost.total_cmp(&a_lost))
            });
            swings.extend(choices.into_iter().take(NAMED).cloned().map(Swing::Choice));
        }
        let is_sure = |luck: &&Luck| luck.size() >= LEAST && luck.size() > 2.0 * luck.error;
        let mut strokes: Vec<&Luck> = self.strokes.iter().filter(is_sure).collect();
        strokes.sort_by(|a, b| b.size().total_cmp(&a.size()));
        swings.extend(strokes.into_iter().take(NAMED).cloned().map(Swing::Luck));
        swings.sort_by(|a, b| b.size().total_cmp(&a.size()));
        swings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(first: f64, error: f64, next: impl Into<Option<Next>>) -> Review {
        let next = next.into();
        let (seen, seen_errors) = (Vec::new(), Vec::new());
        Review { shares: vec![first, 1.0 - first], errors: vec![error; 2], seen, seen_errors, next }
    }

    fn decision(seat: usize, lost: f64, error: f64) -> Next {
        let text = |text: &str| (text.to_owned(), vec![text.to_owned()]);
        let ((played, played_path), (best, best_path)) = (text("a"), text("b"));
        let seat = Seat::new(seat);
        Next::Decision(Decision { seat, played, played_path, best, best_path, lost, error })
    }

    /// A roll that gave the first seat so much.
    fn roll(given: f64) -> Next {
        Next::Chance(Chance { event: "roll".to_owned(), given: vec![given, -given] })
    }

    fn course(moments: impl IntoIterator<Item = Review>) -> Course {
        let mut course = Course::new(2);
        moments.into_iter().enumerate().for_each(|(events, moment)| course.add(events, moment));
        course
    }

    fn close(found: (f64, f64), wanted: (f64, f64)) -> bool {
        (found.0 - wanted.0).abs() < 1e-9 && (found.1 - wanted.1).abs() < 1e-9
    }

    #[test]
    fn luck_is_what_came_less_the_mean_and_the_drift_of_the_judge_is_none() {
        let course = course([
            moment(0.5, 0.0, roll(0.17)),
            moment(0.7, 0.0, decision(0, 0.0, 0.0)),
            // Between a decision and what follows nothing is luck.
            moment(0.9, 0.0, roll(-0.06)),
            moment(0.8, 0.0, None),
        ]);
        assert!(close(course.luck(Seat::new(0)), (0.11, 0.05)));
        assert!(close(course.luck(Seat::new(1)), (-0.11, 0.05)));
        assert!((course.drift(Seat::new(0)) - (0.03 - 0.04)).abs() < 1e-9);
        let swings = course.swings();
        let [Swing::Luck(first)] = &swings[..] else { panic!("{swings:?}") };
        assert_eq!(first.step, 0, "beyond twice its error is only this");
        assert!(close((first.size(), first.error), (0.17, 0.03)));
        assert!(first.given[0] > 0.0);
    }

    #[test]
    fn what_lies_beside_a_moment_that_is_left_out_is_not_called_luck() {
        let mut course = Course::new(2);
        course.add(0, moment(0.5, 0.0, roll(0.4)));
        course.add(2, moment(0.9, 0.0, decision(1, 0.3, 0.0)));
        assert!(close(course.luck(Seat::new(0)), (0.0, 0.0)));
        let swings = course.swings();
        assert!(matches!(&swings[..], [Swing::Choice(Choice { step: 2, .. })]), "{swings:?}");
    }

    #[test]
    fn only_mistakes_count_as_lost_and_only_luck_beyond_twice_its_error_is_named() {
        let course = course([
            moment(0.5, 0.0, decision(0, 0.2, 0.05)),
            moment(0.5, 0.0, decision(0, 0.3, 0.2)),
            moment(0.5, 0.0, roll(0.2)),
            moment(0.6, 0.0, decision(1, 0.004, 0.001)),
            moment(0.6, 0.0, None),
        ]);
        assert!(close(course.lost(Seat::new(0)), (0.2, 0.05)));
        assert!(close(course.lost(Seat::new(1)), (0.004, 0.001)));
        let named: Vec<_> = course
            .swings()
            .into_iter()
            .map(|swing| match swing {
                Swing::Choice(choice) => (choice.step, choice.decision.is_mistake()),
                Swing::Luck(luck) => panic!("{luck:?} may be nothing"),
            })
            .collect();
        assert_eq!(
            named,
            [(1, false), (0, true)],
            "what is too small is not named, what is unsure is said to be"
        );
    }

    #[test]
    fn every_seat_has_its_own_four_choices_mistakes_first() {
        let many = (0..6).map(|number| moment(0.5, 0.0, decision(0, 0.1 + 0.01 * f64::from(number), 0.0)));
        let unsure = moment(0.5, 0.0, decision(0, 0.9, 0.5));
        let other = moment(0.5, 0.0, decision(1, 0.01, 0.0));
        let course = course(many.chain([unsure, other]));
        let named: Vec<_> = course
            .swings()
            .into_iter()
            .map(|swing| match swing {
                Swing::Choice(Choice { step, decision }) => (decision.seat.index(), step),
                Swing::Luck(luck) => panic!("{luck:?} where nothing was random"),
            })
            .collect();
        assert_eq!(named, [(0, 5), (0, 4), (0, 3), (0, 2), (1, 7)]);
    }
}
