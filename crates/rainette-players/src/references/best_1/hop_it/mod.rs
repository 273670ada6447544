//! Hop It!: alpha-beta over whole turns.
//!
//! An iteration is a hundred positions searched.

mod evaluation;
mod search;
mod turns;

use rainette_core::{Actions, Game as _, Guess as _, Seat, Turn, equally};
use rainette_games::hop_it::{Action, HopIt};

use self::search::{Findings, Lessons, Limits, NODES_PER_ITERATION, PROVEN, Search};
use crate::greedy::Greedy;
use crate::mcts::Hints;
use crate::player::{Answer, Memory, Player, Question, Ranked, ThinkError, Values, check_turn, worth};
use crate::random::Generator;

pub(crate) fn best() -> Box<dyn Player<HopIt>> {
    Box::new(AlphaBeta)
}

pub(crate) fn greedy() -> Box<dyn Player<HopIt>> {
    Box::new(Greedy(Knowledge))
}

/// The strongest player: alpha-beta over whole turns.
#[derive(Clone, Copy, Debug)]
struct AlphaBeta;

impl Player<HopIt> for AlphaBeta {
    fn think(&self, question: &Question<'_, HopIt>) -> Result<Answer<HopIt>, ThinkError> {
        search(question, None).map(|(answer, _)| answer)
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
        let (answer, lessons) = search(question, kept.map(|lessons| *lessons))?;
        memory.keep(Box::new(lessons));
        Ok(answer)
    }

    fn is_proven_win(&self, worth: f32) -> bool {
        worth >= value(PROVEN)
    }
}

/// Searches on from what was learned before, if anything was, and hands back what is known now.
fn search(
    question: &Question<'_, HopIt>,
    kept: Option<Lessons>,
) -> Result<(Answer<HopIt>, Lessons), ThinkError> {
    let limits = Limits::of(question.budget, &question.cancel);
    let seat = question.seat()?;
    let mut random = Generator::new(question.seed);
    let position = HopIt::guess(question.story, &equally)?.draw(&mut random);
    check_turn(&position, seat)?;
    let mut search = Search::after(kept, limits, seat, random.next_u64());
    let findings = search.run(&position);
    Ok((answer(&findings, seat), search.lessons()))
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
    let mut values = Values::default();
    values[seat.index()] = ranked[0].value;
    values[seat.next(2).index()] = 1.0 - ranked[0].value;
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

/// The evaluation, for the player that looks one action ahead.
struct Knowledge;

impl Hints<HopIt> for Knowledge {
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
        let mut values = Values::default();
        values[seat.index()] = share;
        values[seat.next(2).index()] = 1.0 - share;
        values
    }
}
