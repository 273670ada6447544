//! The search: whole turns, then the other seat's replies to every roll, then our own.
//!
//! All ways to play the turn are evaluated; the most promising are looked at one turn deeper (all 21 rolls of the
//! other seat with the best reply to each), the best of these one turn deeper still, and so on. What was not looked at
//! as deeply is moved by the mean change of what was, so that all values can be compared.

use rainette_core::{Actions, Game as _, Guess as _, Seat, equally};
use rainette_games::abagio::{Abagio, Action, Phase};

use super::evaluation::Judge;
use super::turns::{Turns, key_after, rolls};
use crate::player::{Answer, Meter, Player, Question, Ranked, ThinkError, Values, check_turn};

/// Expectimax over whole turns with the trained evaluation. An iteration is one roll of the dice whose best reply is
/// sought.
pub(crate) struct Expectimax {
    pub(crate) judge: &'static Judge,
}

/// Candidates looked at two turns deep at most, and how far behind the best they may look.
const SECOND: (usize, f32) = (40, 0.12);
/// The same for each turn beyond.
const BEYOND: [(usize, f32); 2] = [(12, 0.04), (4, 0.015)];
/// How deep a search can go.
const DEPTHS: usize = 2 + BEYOND.len();
/// How many places of the chief frog are candidates beside the best, and how far behind it.
const CHIEFS: (usize, f32) = (3, 0.02);

/// A way to play the turn.
struct Candidate {
    /// The position after the whole turn.
    end: Abagio,
    /// The first actions that lead there, as a set of their numbers.
    firsts: u64,
    /// What our seat can expect, by depth.
    values: [Option<f32>; DEPTHS],
}

impl Player<Abagio> for Expectimax {
    fn think(&self, question: &Question<'_, Abagio>) -> Result<Answer<Abagio>, ThinkError> {
        let seat = question.seat()?;
        let position = Abagio::guess(question.story, &equally)?.draw(&mut || 0);
        check_turn(&position, seat)?;
        let meter = Meter::new(question.budget, &question.cancel);
        let mut search = Search { judge: self.judge, turns: Turns::new(), meter };
        Ok(search.answer(&position, seat))
    }
}

struct Search<'a> {
    judge: &'a Judge,
    turns: Turns,
    meter: Meter<'a>,
}

impl Search<'_> {
    fn answer(&mut self, position: &Abagio, seat: Seat) -> Answer<Abagio> {
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        let mut candidates = self.candidates(position, &actions);
        let is_won = candidates[0].end.phase() == Phase::Over;
        let depth = if is_won { 0 } else { self.deepen(&mut candidates) };
        let mut ranked: Vec<Ranked<Abagio>> = actions
            .iter()
            .enumerate()
            .map(|(number, &action)| {
                let mine = candidates.iter().filter(|candidate| candidate.firsts >> number & 1 == 1);
                let best = mine.max_by(|a, b| a.at(depth).total_cmp(&b.at(depth)));
                let best = best.expect("every action leads somewhere");
                let deepest = best.values.iter().rposition(Option::is_some).unwrap_or(0);
                Ranked { action, value: best.at(depth), visits: 21_u32.pow(deepest as u32) }
            })
            .collect();
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.visits.cmp(&a.visits)));
        let mut values = Values::default();
        values[seat.index()] = ranked[0].value;
        values[1 - seat.index()] = 1.0 - ranked[0].value;
        Answer { action: ranked[0].action, values, ranked, iterations: self.meter.spent }
    }

    /// All ways to play the turn, the most promising first.
    fn candidates(&mut self, position: &Abagio, actions: &Actions<Abagio>) -> Vec<Candidate> {
        let mut ends: Vec<(u64, Abagio, u64)> = Vec::new();
        for (number, &action) in actions.iter().enumerate() {
            let next = position.after(action);
            let key = match action {
                Action::Leap(_) => key_after(0, action, position, &next),
                Action::Chief(_) => number as u64,
            };
            let found = self.turns.ends(&next, key);
            ends.extend(found.iter().map(|&(end, key)| (key, end, 1 << number)));
        }
        ends.sort_by_key(|end| end.0);
        ends.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                first.2 |= later.2;
            }
            is_same
        });
        let mut candidates = Vec::with_capacity(ends.len());
        for (_, end, firsts) in ends {
            if end.phase() == Phase::Chief {
                let mut chiefs = Vec::new();
                self.judge.chiefs(&end, &mut |chief, value| chiefs.push((chief, value)));
                chiefs.sort_by(|a, b| b.1.total_cmp(&a.1));
                let value = self.judge.after_leaps(&end);
                let least = chiefs[0].1 - CHIEFS.1;
                let kept = chiefs.iter().take(CHIEFS.0).filter(|chief| chief.1 >= least);
                let shift = value - chiefs[0].1;
                candidates.extend(kept.map(|&(chief, value)| Candidate {
                    end: end.after(chief),
                    firsts,
                    values: only((value + shift).clamp(0.0, 1.0)),
                }));
            } else {
                let value = self.judge.after_leaps(&end);
                candidates.push(Candidate { end, firsts, values: only(value) });
            }
        }
        candidates.sort_by(|a, b| b.at(0).total_cmp(&a.at(0)));
        candidates
    }

    /// Looks deeper at the best candidates as long as the budget lasts, and says how deep.
    fn deepen(&mut self, candidates: &mut [Candidate]) -> usize {
        if candidates.len() == 1 {
            // Nothing to choose.
            candidates[0].values[1] = self.replies(&candidates[0].end, 0);
            return usize::from(candidates[0].values[1].is_some());
        }
        for (depth, (most, margin)) in (1..).zip([SECOND].into_iter().chain(BEYOND)) {
            candidates.sort_by(|a, b| b.at(depth - 1).total_cmp(&a.at(depth - 1)));
            let least = candidates[0].at(depth - 1) - margin;
            let promising =
                candidates.iter().take(most).filter(|candidate| candidate.at(depth - 1) >= least).count();
            if promising < 2 && depth > 1 {
                return depth - 1;
            }
            let mut done = 0;
            let mut change = 0.0;
            for candidate in &mut candidates[..promising] {
                let Some(value) = self.replies(&candidate.end, depth - 1) else { break };
                change += value - candidate.at(depth - 1);
                candidate.values[depth] = Some(value);
                done += 1;
            }
            if done < 2.min(promising) {
                // One alone cannot be compared.
                for candidate in candidates.iter_mut() {
                    candidate.values[depth] = None;
                }
                return depth - 1;
            }
            // The others are expected to change as much.
            let change = change / done as f32;
            for candidate in &mut candidates[done..] {
                let value = (candidate.at(depth - 1) + change).clamp(0.0, 1.0);
                candidate.values[depth] = None;
                candidate.values[depth - 1] = Some(value);
            }
            if done < promising {
                return depth;
            }
        }
        DEPTHS - 1
    }

    /// What the seat that has just moved can expect after the other's best replies to all rolls, so many turns deeper.
    fn replies(&mut self, position: &Abagio, deeper: usize) -> Option<f32> {
        if position.phase() == Phase::Over {
            return Some(1.0);
        }
        let mut sum = 0.0;
        for (roll, weight) in rolls() {
            if !self.meter.goes_on() {
                return None;
            }
            let (mut end, mut reply) = self.turns.best(self.judge, &position.after_chance(roll));
            if deeper > 0 && end.phase() != Phase::Over {
                if end.phase() == Phase::Chief {
                    end = end.after(self.best_chief(&end));
                }
                reply = self.replies(&end, deeper - 1)?;
            }
            sum += weight * (1.0 - reply);
        }
        Some(sum / 36.0)
    }

    fn best_chief(&self, position: &Abagio) -> Action {
        let mut best = None;
        self.judge.chiefs(position, &mut |chief, value| {
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((chief, value));
            }
        });
        best.expect("the chief frog can be left aside").0
    }
}

fn only(value: f32) -> [Option<f32>; DEPTHS] {
    let mut values = [None; DEPTHS];
    values[0] = Some(value);
    values
}

impl Candidate {
    /// The value at this depth, or the deepest there is above.
    fn at(&self, depth: usize) -> f32 {
        self.values[..=depth].iter().rev().find_map(|value| *value).expect("every candidate was evaluated")
    }
}
