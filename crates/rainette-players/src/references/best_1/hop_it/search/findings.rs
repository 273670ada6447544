//! What a search finds out about the actions of a seat.

use rainette_games::hop_it::Action;

use super::PROVEN;
use crate::references::best_1::hop_it::turns::WholeTurn;

/// What was found out about a first action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) action: Action,
    /// The worth for the seat to move.
    pub(crate) worth: i32,
    /// Positions searched below it.
    pub(crate) nodes: u64,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// The first actions, the best first.
    pub(crate) actions: Vec<Finding>,
    pub(crate) nodes: u64,
}

/// A turn at the root.
pub(super) struct Root {
    pub(super) turn: WholeTurn,
    pub(super) worth: i32,
    pub(super) nodes: u64,
}

/// Each first action with the best of its turns, the best first.
pub(super) fn by_action(roots: &[Root]) -> Vec<Finding> {
    let mut actions: Vec<Finding> = Vec::new();
    for root in roots {
        match actions.iter_mut().find(|finding| finding.action == root.turn.first) {
            Some(finding) => {
                finding.worth = finding.worth.max(root.worth);
                finding.nodes += root.nodes;
            }
            None => {
                actions.push(Finding { action: root.turn.first, worth: root.worth, nodes: root.nodes });
            }
        }
    }
    actions.sort_by_key(|finding| -finding.worth);
    actions
}

/// The first actions with their worth. Of those that are not the best, the deep search knows only that they are not
/// better; how much worse they are is taken from the last depth at which all were searched to their true worth.
pub(super) fn answer(roots: &[Root], ranking: &[Finding]) -> Vec<Finding> {
    let mut actions = by_action(roots);
    let (action, worth) = (roots[0].turn.first, roots[0].worth);
    let shallow = |action: Action| ranking.iter().find(|finding| finding.action == action).map(|f| f.worth);
    let shallow_best = shallow(action).unwrap_or(worth);
    for finding in &mut actions {
        if finding.action == action {
            finding.worth = worth;
            continue;
        }
        let guess = match shallow(finding.action) {
            Some(proven) if proven.abs() >= PROVEN => proven,
            Some(shallow) if shallow_best.abs() < PROVEN => {
                (worth - (shallow_best - shallow).max(0)).clamp(1 - PROVEN, PROVEN - 1)
            }
            _ => finding.worth,
        };
        finding.worth = guess.min(finding.worth).min(worth);
    }
    actions.sort_by_key(|finding| (finding.action != action, -finding.worth));
    actions
}
