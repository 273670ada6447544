//! Hop It!: alpha-beta over whole turns.
//!
//! An iteration is a hundred positions searched.

pub(crate) mod endgames;
pub(crate) mod evaluation;
mod judge;
pub(crate) mod search;
#[cfg(test)]
mod tests;
mod turns;

use std::sync::Arc;

use rainette_core::{Actions, Game, Guess as _, Seat, Turn, equally};
use rainette_games::hop_it::{Action, HopIt};

use self::endgames::{Endgames, Known};
use self::search::{Findings, Lessons, Limits, NODES_PER_ITERATION, PROVEN, Search};
use super::Brain;
use crate::endgames::EndgameTables;
use crate::judge::{Judge, Judgement, Whole};
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};
use crate::player::{Answer, Memory, Player, Question, Ranked, ThinkError, Values, check_turn, worth};
use crate::random::Generator;
use crate::references::best_1;

impl Brain for HopIt {
    fn best(seats: usize) -> Box<dyn Player<Self>> {
        Self::best_knowing(seats, &EndgameTables::built_in())
    }

    fn best_knowing(_: usize, tables: &EndgameTables) -> Box<dyn Player<Self>> {
        Box::new(AlphaBeta { endgames: Arc::clone(tables.hop_it()) })
    }

    fn at_level(number: u8, seats: usize) -> (Level, Box<dyn Player<Self>>) {
        Self::at_level_knowing(number, seats, &EndgameTables::built_in())
    }

    /// Only the highest level knows solved endgames: the others would err nowhere in them.
    fn at_level_knowing(number: u8, seats: usize, tables: &EndgameTables) -> (Level, Box<dyn Player<Self>>) {
        let tables = if number < 8 { &EndgameTables::none() } else { tables };
        (Self::LEVELS[usize::from(number) - 1], Self::best_knowing(seats, tables))
    }

    fn solved(position: &Self, tables: &EndgameTables) -> Option<Values> {
        let Turn::Seat(seat) = position.turn() else { return None };
        Some(for_both(seat, tables.hop_it().value(position)?))
    }

    fn frozen(_: usize) -> Box<dyn Player<Self>> {
        best_1::hop_it::best()
    }

    fn greedy() -> Box<dyn Player<Self>> {
        best_1::hop_it::greedy()
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(0.7), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Knowledge
    }

    fn book(seats: usize) -> Option<&'static str> {
        (seats == 2).then_some(include_str!("../../../books/hop-it-2.txt"))
    }

    const LEVELS: [Level; 8] = [
        Level { iterations: 10, temperature: 0.042, cap: 0.22 },
        Level { iterations: 20, temperature: 0.038, cap: 0.19 },
        Level { iterations: 60, temperature: 0.036, cap: 0.17 },
        Level { iterations: 60, temperature: 0.023, cap: 0.13 },
        Level { iterations: 60, temperature: 0.013, cap: 0.1 },
        Level { iterations: 60, temperature: 0.0, cap: 0.0 },
        Level { iterations: 180, temperature: 0.0, cap: 0.0 },
        Level { iterations: 700, temperature: 0.0, cap: 0.0 },
    ];

    fn judge(whole: &Whole<Self>, judge: &Judge) -> Judgement {
        judge::judge(whole, judge)
    }
}

/// The strongest player: alpha-beta over whole turns, and endgames that are solved.
#[derive(Clone, Debug)]
struct AlphaBeta {
    endgames: Arc<Endgames>,
}

impl Player<HopIt> for AlphaBeta {
    fn think(&self, question: &Question<'_, HopIt>) -> Result<Answer<HopIt>, ThinkError> {
        self.search(question, None).map(|(answer, _)| answer)
    }

    fn think_on(
        &self,
        question: &Question<'_, HopIt>,
        memory: &mut Memory,
    ) -> Result<Answer<HopIt>, ThinkError> {
        let kept = memory.take::<Lessons>();
        if question.budget.time().is_none() {
            return self.think(question);
        }
        let (answer, lessons) = self.search(question, kept.map(|lessons| *lessons))?;
        if let Some(lessons) = lessons {
            memory.keep(Box::new(lessons));
        }
        Ok(answer)
    }

    fn is_proven_win(&self, worth: f32) -> bool {
        worth >= value(PROVEN)
    }
}

impl AlphaBeta {
    /// Searches on from what was learned before, if anything was, and hands back what is known now. A solved position is
    /// not searched.
    fn search(
        &self,
        question: &Question<'_, HopIt>,
        kept: Option<Lessons>,
    ) -> Result<(Answer<HopIt>, Option<Lessons>), ThinkError> {
        let limits = Limits::of(question.budget, &question.cancel);
        let seat = question.seat()?;
        let mut random = Generator::new(question.seed);
        let position = HopIt::guess(question.story, &equally)?.draw(&mut random);
        check_turn(&position, seat)?;
        if let Some(known) = self.endgames.ranked(&position) {
            return Ok((looked_up(&known, seat), None));
        }
        let mut search = Search::after(kept, limits, seat, random.next_u64()).knowing(&self.endgames);
        let findings = search.run(&position);
        Ok((answer(&findings, seat), Some(search.lessons())))
    }
}

/// What the tables say of the actions of a seat.
fn looked_up(known: &[Known], seat: Seat) -> Answer<HopIt> {
    let ranked: Vec<_> = known
        .iter()
        .map(|known| Ranked { action: known.action, value: known.value, visits: known.looks })
        .collect();
    let looks = known.iter().map(|known| u64::from(known.looks)).sum::<u64>();
    let values = for_both(seat, ranked[0].value);
    Answer { action: ranked[0].action, values, ranked, iterations: looks.div_ceil(NODES_PER_ITERATION) }
}

/// The values of both seats, if one has this one.
fn for_both(seat: Seat, value: f32) -> Values {
    let mut values = Values::default();
    values[seat.index()] = value;
    values[seat.next(2).index()] = 1.0 - value;
    values
}

fn answer(findings: &Findings, seat: Seat) -> Answer<HopIt> {
    let ranked: Vec<_> = findings
        .actions
        .iter()
        .map(|finding| Ranked {
            action: finding.action,
            value: value(finding.worth),
            visits: u32::try_from(finding.nodes).unwrap_or(u32::MAX),
        })
        .collect();
    let values = for_both(seat, ranked[0].value);
    let iterations = findings.nodes.div_ceil(NODES_PER_ITERATION);
    Answer { action: ranked[0].action, values, ranked, iterations }
}

/// What a worth lets expect: 1 for a proven win, 0 for a proven loss.
fn value(worth: i32) -> f32 {
    match worth {
        PROVEN.. => 1.0,
        _ if worth <= -PROVEN => 0.0,
        _ => evaluation::share(worth).clamp(0.002, 0.998),
    }
}

/// The evaluation, for players that look one action ahead or search a tree at random.
#[derive(Clone, Copy, Debug)]
struct Knowledge;

impl Hints<HopIt> for Knowledge {
    fn horizon(&self) -> Option<u32> {
        Some(6)
    }

    fn evaluate(&self, position: &HopIt) -> Values {
        let Turn::Seat(seat) = position.turn() else { return Values::default() };
        // In mid-chain the frog might as well stop.
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        let stops = actions.contains(&Action::Stop);
        let position = if stops { position.after(Action::Stop) } else { *position };
        let share = match position.turn() {
            Turn::Seat(turn) if turn == seat => value(evaluation::evaluate(&position, &evaluation::WEIGHTS)),
            Turn::Seat(_) => 1.0 - value(evaluation::evaluate(&position, &evaluation::WEIGHTS)),
            _ => return worth(&position.result().expect("the game is over"), 2),
        };
        for_both(seat, share)
    }
}
