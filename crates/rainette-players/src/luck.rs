//! Luck taken out of results, by control variates in the manner of AIVAT.
//!
//! At every chance event an evaluator says what the position reached is worth, and what the position would have been
//! worth on average over all outcomes. The difference is luck, and it is taken out of the result. Its mean is zero
//! whatever the evaluator says, since the mean is taken over the very outcomes that were drawn from: the result without
//! luck is as unbiased as the result itself, and a good evaluator only makes it vary less. The same is done at the
//! choices of a player that says with which chance it takes each action.
//!
//! For that the evaluator may look at the whole position, hidden cards included, but at nothing else: neither at what
//! was drawn before it was drawn, nor at the players. A mean over too many outcomes is that of a sample, drawn with
//! random numbers of its own, so that it does not depend on what happened.

use rainette_core::{Game, Seat};

use crate::evaluator::Evaluator;
use crate::player::{Values, worth};
use crate::random::Generator;

/// Up to so many outcomes all of them are looked at.
const MOST_OUTCOMES: u128 = 500;

/// Of more outcomes, so many are drawn for their mean.
const SAMPLES: u32 = 64;

/// Sets the random numbers of sampled means apart from those of the dice.
const OWN_STREAM: u64 = 0x51DE_CA57_0DD5_EED5;

/// The generator for the samples of this chance event, in a game whose dice come from this seed.
pub(crate) fn own_generator(seed: u64, chances: u64) -> Generator {
    Generator::of(seed ^ OWN_STREAM, chances)
}

/// The luck of each seat in one game.
pub(crate) struct Luck<G: Game> {
    evaluator: Box<dyn Evaluator<G>>,
    /// What each seat got from luck so far, in shares of the win.
    pub(crate) sums: [f64; Seat::MAX],
}

impl<G: Game> Luck<G> {
    pub(crate) fn new(evaluator: Box<dyn Evaluator<G>>) -> Self {
        Self { evaluator, sums: [0.0; Seat::MAX] }
    }

    /// Takes down a chance event that met `before` and led to `after`. The generator is for samples, and must not be the
    /// one that the event was drawn with.
    pub(crate) fn chance(&mut self, before: &G, after: &G, own: &mut Generator) {
        let draw = before.chance();
        let next = |drawn: &_| before.after_chance(before.chance_from_draw(drawn));
        let mut look = Look::at(after);
        match draw.count() {
            1 => return,
            2..=MOST_OUTCOMES => {
                draw.each(|drawn, weight| look.add(self, &next(drawn), weight as f64));
            }
            _ => (0..SAMPLES).for_each(|_| look.add(self, &next(&draw.sample(own)), 1.0)),
        }
        self.book(&look);
    }

    /// Takes down a choice of a player that takes each of these actions with this chance.
    pub(crate) fn choice(&mut self, before: &G, after: &G, policy: &[(G::Action, f64)]) {
        let possible = || policy.iter().filter(|(_, chance)| *chance > 0.0);
        if possible().count() < 2 {
            return;
        }
        let mut look = Look::at(after);
        for &(action, chance) in possible() {
            look.add(self, &before.after(action), chance);
        }
        self.book(&look);
    }

    fn book(&mut self, look: &Look<'_, G>) {
        let reached = look.reached.unwrap_or_else(|| self.values(look.after));
        for ((sum, reached), expected) in self.sums.iter_mut().zip(reached).zip(look.sums) {
            *sum += f64::from(reached) - expected / look.weight;
        }
    }

    /// What a position is worth to each seat.
    pub(crate) fn values(&mut self, position: &G) -> Values {
        match position.result() {
            Some(outcome) => worth(&outcome, position.seats()),
            None => self.evaluator.shares(position),
        }
    }
}

/// What was reached, and a mean in the making of what could have been.
struct Look<'a, G> {
    after: &'a G,
    /// What the position that was reached is worth, once it came up among the others.
    reached: Option<Values>,
    sums: [f64; Seat::MAX],
    weight: f64,
}

impl<'a, G: Game> Look<'a, G> {
    fn at(after: &'a G) -> Self {
        Self { after, reached: None, sums: [0.0; Seat::MAX], weight: 0.0 }
    }

    fn add(&mut self, luck: &mut Luck<G>, position: &G, weight: f64) {
        let values = luck.values(position);
        if position == self.after {
            self.reached = Some(values);
        }
        for (sum, value) in self.sums.iter_mut().zip(values) {
            *sum += weight * f64::from(value);
        }
        self.weight += weight;
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hasher as _};

    use rainette_core::{Actions, Random as _, Setup, Turn};
    use rainette_games::china_moon::ChinaMoon;

    use super::*;
    use crate::brains::{Brain, Spec, Visitor, visit};
    use crate::player::{Budget, Question};

    /// An evaluator with an opinion of its own on every position, and no idea of any: luck has to come to nothing
    /// whatever it says.
    struct Whim;

    impl<G: Game> Evaluator<G> for Whim {
        fn shares(&mut self, position: &G) -> Values {
            let mut hasher = DefaultHasher::new();
            position.hash(&mut hasher);
            let mut random = Generator::new(hasher.finish());
            std::array::from_fn(|_| random.unit())
        }
    }

    /// Positions of random games in which the game waits for this.
    fn met<G: Brain>(seats: usize, games: u64, is_asked: impl Fn(&G) -> bool) -> Vec<G> {
        let setup = Setup::<G>::new(seats).expect("a number of seats of the game");
        let mut met = Vec::new();
        let mut actions = Actions::new();
        for seed in 0..games {
            let mut random = Generator::new(seed);
            let mut position = G::new(setup);
            for event in 0_u64..120 {
                // Not all of them: neighbours are alike.
                if is_asked(&position) && (event < 12 || (event + seed).is_multiple_of(9)) {
                    met.push(position);
                }
                position = match position.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = position.chance_from_draw(&position.chance().sample(&mut random));
                        position.after_chance(chance)
                    }
                    Turn::Seat(_) => {
                        position.legal_actions(&mut actions);
                        position.after(actions[random.below(actions.len() as u32) as usize])
                    }
                };
            }
        }
        met
    }

    /// The mean over all outcomes of the luck that is booked for each seat, and how large that luck is.
    fn mean_luck<G: Brain>(
        position: &G,
        outcomes: &[(G, f64)],
        book: &dyn Fn(&mut Luck<G>, &G),
    ) -> (f64, f64) {
        let mut means = [0.0; Seat::MAX];
        let mut size = 0.0_f64;
        let all: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
        for (after, weight) in outcomes {
            let mut luck = Luck::new(Box::new(Whim));
            book(&mut luck, after);
            for (mean, sum) in means.iter_mut().zip(luck.sums) {
                *mean += weight / all * sum;
                size = size.max(sum.abs());
            }
        }
        assert_eq!(position.seats(), outcomes[0].0.seats());
        (means.iter().fold(0.0, |most, mean| most.max(mean.abs())), size)
    }

    #[test]
    fn over_all_outcomes_of_a_chance_event_luck_comes_to_exactly_nothing() {
        struct Check;
        impl Visitor for Check {
            type Output = (usize, bool);
            fn visit<G: Brain>(self) -> (usize, bool) {
                let is_small = |position: &G| {
                    position.turn() == Turn::Chance && position.chance().count() <= MOST_OUTCOMES
                };
                let met = met::<G>(*G::INFO.seats.end(), 3, is_small);
                let mut lucky = 0;
                let is_drawn = met.iter().any(|before| before.chance().count() > 1);
                for before in met.iter().take(40) {
                    let mut outcomes = Vec::new();
                    before.chance().each(|drawn, weight| {
                        outcomes.push((before.after_chance(before.chance_from_draw(drawn)), weight as f64));
                    });
                    let book = |luck: &mut Luck<G>, after: &G| {
                        luck.chance(before, after, &mut Generator::new(1));
                    };
                    let (mean, size) = mean_luck(before, &outcomes, &book);
                    assert!(mean < 1e-6, "{}: {mean} in {before:?}", G::INFO.id);
                    lucky += usize::from(size > 1e-3);
                }
                (lucky, is_drawn)
            }
        }
        let mut drawn = 0;
        for info in rainette_games::games() {
            // Elsewhere nothing is drawn, or too much at once to look at all of it.
            let (lucky, is_drawn) = visit(info.id, Check).expect("every game has a brain");
            assert_eq!(lucky > 0, is_drawn, "{}", info.id);
            drawn += usize::from(is_drawn);
        }
        assert!(drawn > 0, "no game has dice or small draws");
    }

    #[test]
    fn over_all_choices_of_a_player_whose_chances_are_known_luck_comes_to_exactly_nothing() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Brain>(self) {
                let seats = *G::INFO.seats.start();
                let is_choice = |position: &G| matches!(position.turn(), Turn::Seat(_));
                let mut lucky = 0;
                for before in met::<G>(seats, 2, is_choice).iter().take(20) {
                    let mut actions = Actions::new();
                    before.legal_actions(&mut actions);
                    let policy: Vec<(G::Action, f64)> = {
                        let all: usize = (1..=actions.len()).sum();
                        actions
                            .iter()
                            .copied()
                            .zip((1..).map(|place| f64::from(place) / all as f64))
                            .collect()
                    };
                    let outcomes: Vec<_> =
                        policy.iter().map(|&(action, chance)| (before.after(action), chance)).collect();
                    let book = |luck: &mut Luck<G>, after: &G| luck.choice(before, after, &policy);
                    let (mean, size) = mean_luck(before, &outcomes, &book);
                    assert!(mean < 1e-6, "{}: {mean} in {before:?}", G::INFO.id);
                    lucky += usize::from(size > 1e-3);
                }
                assert!(lucky > 0, "{}", G::INFO.id);
            }
        }
        for info in rainette_games::games() {
            visit(info.id, Check).expect("every game has a brain");
        }
    }

    #[test]
    fn a_sampled_mean_does_not_lean_either_way() {
        const DRAWS: u64 = 600;
        let before = ChinaMoon::new(Setup::new(3).expect("a set-up"));
        assert!(before.chance().count() > MOST_OUTCOMES);
        let mut sums = [[0.0; 2]; 3];
        for draw in 0..DRAWS {
            let drawn = before.chance().sample(&mut Generator::of(5, draw));
            let after = before.after_chance(before.chance_from_draw(&drawn));
            let mut luck = Luck::new(Box::new(Whim));
            luck.chance(&before, &after, &mut Generator::of(6, draw));
            for ([sum, squares], luck) in sums.iter_mut().zip(luck.sums) {
                *sum += luck;
                *squares += luck * luck;
            }
        }
        for [sum, squares] in sums {
            let n = DRAWS as f64;
            let (mean, error) = (sum / n, (squares / n / n).sqrt());
            assert!(error > 0.0 && mean.abs() < 3.0 * error, "{mean} with a standard error of {error}");
        }
    }

    /// What a player says of its chances is how often it takes each action.
    #[test]
    fn players_take_actions_as_often_as_they_say() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Brain>(self) {
                let seats = *G::INFO.seats.start();
                for spec in [Spec::Random, Spec::Level(1)] {
                    let mut game = rainette_core::Match::new(Setup::<G>::new(seats).expect("a set-up"));
                    let mut random = Generator::new(4);
                    let mut actions = Actions::new();
                    let seat = loop {
                        match game.turn() {
                            Turn::Seat(seat) => {
                                game.position().legal_actions(&mut actions);
                                if actions.len() > 2 {
                                    break seat;
                                }
                                let event = rainette_core::Event::Action(seat, actions[0]);
                                game.add(event).expect("a legal action");
                            }
                            _ => drop(game.draw(&mut random).expect("the game waits for chance")),
                        }
                    };
                    let story = game.story(rainette_core::Observer::Seat(seat));
                    let player = spec.player::<G>(seats);
                    let Budget::Iterations(iterations) = player.own_budget() else { panic!("{spec} counts") };
                    // Chances differ with what the player thinks, and that with its seed: their sum is what to expect.
                    let mut sums = std::collections::HashMap::<G::Action, [f64; 3]>::new();
                    for seed in 0..400 {
                        let question = Question::new(&story, Budget::Iterations(iterations.min(20)), seed);
                        let answer = player.think(&question).expect("an answer");
                        sums.entry(answer.action).or_default()[0] += 1.0;
                        let known = player.policy(&answer).unwrap_or_else(|| vec![(answer.action, 1.0)]);
                        for (action, chance) in known {
                            let [_, expected, variance] = sums.entry(action).or_default();
                            *expected += chance;
                            *variance += chance * (1.0 - chance);
                        }
                    }
                    for (action, [taken, expected, variance]) in sums {
                        let most = 4.0 * variance.sqrt() + 1e-3;
                        assert!((taken - expected).abs() <= most, "{spec} {action}: {taken} for {expected}");
                    }
                }
            }
        }
        for info in rainette_games::games() {
            visit(info.id, Check).expect("every game has a brain");
        }
    }
}
