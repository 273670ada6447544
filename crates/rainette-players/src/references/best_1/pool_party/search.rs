//! Looking ahead: every candidate is played on many times, both sides choosing by the evaluation.
//!
//! First every action is judged by the position it leads to, and with enough iterations by all replies to all 21
//! rolls. The better half of the candidates is then played on from, over and over, and halved again, until two are
//! left (sequential halving). All candidates meet the same dice, and the first two rolls go through all their
//! combinations evenly, so that luck does not decide.
//!
//! One iteration is one roll looked at: all actions of the seat that rolled, each judged by the position it leads to.

use rainette_core::{Actions, Certain, Game as _, Random as _, Seat};
use rainette_games::pool_party::{Action, PoolParty, Roll};

use super::evaluation::{JUDGE, Judge};
use crate::player::{Answer, Budget, Meter, Player, Question, Ranked, ThinkError, Values, check_turn};
use crate::random::Generator;
use crate::stopwatch::Stopwatch;

/// Plays on from the candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead {
    /// After so many turns the position is judged.
    pub(super) horizon: u32,
    /// How many candidates are played on from at first.
    pub(super) width: usize,
}

/// The 21 rolls and in how many of 36 ways each comes.
pub(super) fn rolls() -> impl Iterator<Item = (Roll, u8)> {
    (1..=6).flat_map(|larger| (1..=larger).map(move |smaller| (larger, smaller))).map(|(larger, smaller)| {
        let roll = Roll::new(larger, smaller).expect("the dice are in order");
        (roll, if roll.is_double() { 1 } else { 2 })
    })
}

/// One of 36 rolls.
#[inline]
fn roll(number: u32) -> Roll {
    let (one, other) = ((number / 6 % 6) as u8 + 1, (number % 6) as u8 + 1);
    Roll::new(one.max(other), one.min(other)).expect("the dice are in order")
}

/// The position after the best action of the seat that rolled, and what it is worth.
#[inline]
pub(crate) fn best_reply(
    judge: &Judge,
    position: &PoolParty,
    actions: &mut Actions<PoolParty>,
) -> (PoolParty, Values) {
    let own = position.mover().index();
    position.legal_actions(actions);
    let scene = judge.scene(position);
    let mut best: Option<(PoolParty, Values)> = None;
    for &action in actions.iter() {
        let next = position.after(action);
        let values = judge.values_in(&judge.scene_after(&scene, &next), &next);
        if best.as_ref().is_none_or(|(_, best)| values[own] > best[own]) {
            best = Some((next, values));
            if values[own] >= 1.0 {
                break;
            }
        }
    }
    best.expect("there is always an action")
}

/// An action that may be taken.
struct Candidate {
    action: Action,
    position: PoolParty,
    /// The sum of what it was found to be worth, and how much was found.
    sum: [f64; Seat::MAX],
    weight: f64,
    /// How often it was played on from.
    rounds: u32,
}

/// What all replies to all rolls tell weighs as much as so many games played on.
const REPLIES: f64 = 36.0;

impl Candidate {
    fn add(&mut self, values: &Values, weight: f64) {
        for (sum, value) in self.sum.iter_mut().zip(values) {
            *sum += weight * f64::from(*value);
        }
        self.weight += weight;
    }

    fn value(&self, seat: Seat) -> f64 {
        self.sum[seat.index()] / self.weight
    }
}

impl Player<PoolParty> for Lookahead {
    fn think(&self, question: &Question<'_, PoolParty>) -> Result<Answer<PoolParty>, ThinkError> {
        let seat = question.seat()?;
        let Certain(position) = Certain::from_story(question.story)?;
        check_turn(&position, seat)?;
        let mut thought = Thought {
            player: self,
            seat,
            seed: question.seed,
            budget: question.budget,
            watch: Stopwatch::start(question.budget),
            meter: Meter::new(question.budget, &question.cancel),
            actions: Actions::new(),
        };
        let mut candidates = candidates(&position);
        sort(&mut candidates, seat);
        let is_settled = candidates.len() == 1 || candidates[0].value(seat) >= 1.0;
        if !is_settled && thought.look_at_replies(&mut candidates) {
            sort(&mut candidates, seat);
            thought.play_on(&mut candidates);
        }
        Ok(thought.answer(&candidates))
    }
}

/// Every action, judged by the position it leads to.
fn candidates(position: &PoolParty) -> Vec<Candidate> {
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    let candidate = |&action: &Action| {
        let position = position.after(action);
        let mut candidate = Candidate { action, position, sum: [0.0; Seat::MAX], weight: 0.0, rounds: 0 };
        candidate.add(&JUDGE.values(&position), 1.0);
        candidate
    };
    actions.iter().map(candidate).collect()
}

fn sort(candidates: &mut [Candidate], seat: Seat) {
    candidates.sort_by(|a, b| b.value(seat).total_cmp(&a.value(seat)));
}

/// The answer to one question in the making.
struct Thought<'a> {
    player: &'a Lookahead,
    seat: Seat,
    seed: u64,
    budget: Budget,
    watch: Stopwatch,
    meter: Meter<'a>,
    actions: Actions<PoolParty>,
}

impl Thought<'_> {
    /// The part of the budget that is used.
    fn used(&self) -> f64 {
        match self.budget {
            Budget::Iterations(most) => self.meter.spent as f64 / f64::from(most),
            Budget::Time(most) | Budget::CoreTime(most) => {
                self.watch.elapsed().as_secs_f64() / most.as_secs_f64()
            }
        }
    }

    /// Judges the candidates by all replies to all rolls. Says whether there was enough of the budget for all; if not,
    /// they stay as they were, since a judgement before a reply does not compare with one after it.
    fn look_at_replies(&mut self, candidates: &mut [Candidate]) -> bool {
        let mut looked = Vec::with_capacity(candidates.len());
        for candidate in candidates.iter() {
            let mut sum = candidate.sum.map(|sum| sum * REPLIES);
            if !candidate.position.is_over() {
                sum.fill(0.0);
                for (roll, ways) in rolls() {
                    if !self.meter.goes_on() {
                        return false;
                    }
                    let rolled = candidate.position.after_chance(roll);
                    let (_, values) = best_reply(&JUDGE, &rolled, &mut self.actions);
                    for (sum, value) in sum.iter_mut().zip(values) {
                        *sum += f64::from(ways) / 36.0 * REPLIES * f64::from(value);
                    }
                }
            }
            looked.push(sum);
        }
        for (candidate, sum) in candidates.iter_mut().zip(looked) {
            (candidate.sum, candidate.weight) = (sum, REPLIES);
        }
        true
    }

    /// Plays on from the best candidates, and halves them until two are left.
    fn play_on(&mut self, candidates: &mut [Candidate]) {
        let is_open = |candidate: &Candidate| !candidate.position.is_over();
        // If the game ends there is nothing to play: only candidates before the first such one are compared.
        let open =
            candidates.iter().take(self.player.width).take_while(|candidate| is_open(candidate)).count();
        if open < 2 {
            return;
        }
        let mut left = open;
        let mut round = 0;
        let stages = (open - 1).ilog2() + 1;
        for stage in 1..=stages {
            let until = f64::from(stage) / f64::from(stages);
            while stage == stages || self.used() < until {
                for candidate in &mut candidates[..left] {
                    let Some(values) = self.once(candidate.position, round) else {
                        sort(&mut candidates[..left], self.seat);
                        return;
                    };
                    candidate.add(&values, 1.0);
                    candidate.rounds += 1;
                }
                round += 1;
            }
            sort(&mut candidates[..left], self.seat);
            left = left.div_ceil(2).max(2);
        }
    }

    /// Plays on once. None if the budget is spent.
    fn once(&mut self, mut position: PoolParty, round: u32) -> Option<Values> {
        let mut random = Generator::of(self.seed, u64::from(round));
        let mut values = Values::default();
        for turn in 0..self.player.horizon {
            if position.is_over() {
                break;
            }
            if !self.meter.goes_on() {
                return None;
            }
            let roll = match turn {
                0 => roll(round % 36),
                // Each of these goes with each of the first within 36 times 36 rounds.
                1 => roll((round / 36 + 7 * round) % 36),
                _ => roll(random.below(36)),
            };
            (position, values) = best_reply(&JUDGE, &position.after_chance(roll), &mut self.actions);
        }
        Some(values)
    }

    /// The best candidate comes first. One that was dropped on the way was found worse at the time, however it stands
    /// now beside those that were looked at for longer: it is not said to be worth more than they are.
    fn answer(&self, candidates: &[Candidate]) -> Answer<PoolParty> {
        let mut least = f32::INFINITY;
        let ranked: Vec<_> = candidates
            .iter()
            .map(|candidate| {
                least = least.min(candidate.value(self.seat) as f32);
                Ranked { action: candidate.action, value: least, visits: candidate.rounds }
            })
            .collect();
        let best = &candidates[0];
        let values = best.sum.map(|sum| (sum / best.weight) as f32);
        Answer { action: best.action, values, ranked, iterations: self.meter.spent }
    }
}
