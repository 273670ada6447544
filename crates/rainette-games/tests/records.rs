//! Records from before a rule was decided anew: what could be played then can be played now, to the same end.
//!
//! Hop It! once had a stricter compulsion: if an enemy could be hopped over, the very next hop had to do it. Now hops
//! over own pieces that lead to an enemy may come first. Nothing else has changed, so the edition is the same.

mod support;

use std::collections::BTreeSet;

use rainette_core::{Event, Match, Outcome, Seat, Setup, Turn};
use rainette_games::hop_it::{Action, Cell, Cells, HopIt, LILIES, each};
use support::{Generator, Trail, legal};

/// Random games that the engine played by the stricter rule. A line is a game: the option, who won, the actions.
const OLDER: &str = include_str!("records/hop-it-stricter-compulsion.txt");

fn setup(frogs: i64) -> Setup<HopIt> {
    Setup::with(1, 2, &[("frogs".to_owned(), frogs)]).expect("a set-up of edition 1")
}

fn winner(outcome: &Outcome) -> &'static str {
    match outcome.winners.iter().next().map(Seat::index) {
        Some(0) => "white",
        Some(_) => "black",
        None => "nobody",
    }
}

/// The chain under way as the stricter rule saw it: the frog, the pieces it has hopped over, an enemy among them or
/// not.
#[derive(Default)]
struct Chain {
    frog: Option<Cell>,
    hopped: Cells,
    over_enemy: bool,
}

impl Chain {
    /// Plays an action, which must still be legal, and keeps up with it.
    fn play(&mut self, game: &mut Match<HopIt>, seat: Seat, action: Action) {
        let enemies = game.position().pieces(seat.next(2));
        game.add(Event::Action(seat, action)).expect("what was legal is legal");
        *self = match action {
            Action::Hop { from, to } if game.turn() == Turn::Seat(seat) => {
                let over = halfway(from, to).bit();
                let over_enemy = self.over_enemy || over & enemies != 0;
                Self { frog: Some(to), hopped: self.hopped | over, over_enemy }
            }
            _ => Self::default(),
        };
    }
}

fn halfway(from: Cell, to: Cell) -> Cell {
    let middle = |one: u8, other: u8| u8::midpoint(one, other);
    Cell::at(middle(from.file(), to.file()), middle(from.row(), to.row())).expect("a cell between")
}

/// What was legal by the stricter rule.
fn once_legal(position: &HopIt, seat: Seat, chain: &Chain) -> Vec<Action> {
    let (own, enemies) = (position.pieces(seat), position.pieces(seat.next(2)));
    let empty: Vec<Cell> = Cell::all().filter(|cell| cell.bit() & (own | enemies) == 0).collect();
    let apart = |from: Cell, to: Cell| (from.file().abs_diff(to.file()), from.row().abs_diff(to.row()));
    let hopping = chain.frog.map_or(own & position.frogs(), Cell::bit);
    let mut hops = Vec::new();
    let mut over_enemies = Vec::new();
    for from in each(hopping) {
        for &to in empty.iter().filter(|&&to| matches!(apart(from, to), (4, 0) | (2, 2))) {
            let over = halfway(from, to).bit() & !chain.hopped;
            if over & (own | enemies) != 0 {
                hops.push(Action::Hop { from, to });
            }
            if over & enemies != 0 {
                over_enemies.push(Action::Hop { from, to });
            }
        }
    }
    if !chain.over_enemy && !over_enemies.is_empty() {
        return over_enemies;
    }
    if chain.frog.is_some() {
        hops.push(Action::Stop);
        return hops;
    }
    for from in each(own) {
        let near = empty.iter().filter(|&&to| matches!(apart(from, to), (2, 0) | (1, 1)));
        let water = near.filter(|to| to.bit() & LILIES == 0);
        hops.extend(water.map(|&to| Action::Step { from, to }));
    }
    if hops.is_empty() {
        hops.push(Action::Pass);
    }
    hops
}

#[test]
fn older_games_of_hop_it_replay_to_the_same_end() {
    let (mut games, mut events) = (0, 0);
    for line in OLDER.lines().filter(|line| !line.starts_with('#')) {
        let (head, actions) = line.split_once(": ").expect("a head, then actions");
        let (frogs, won) = head.split_once(' ').expect("an option, then who won");
        let frogs = frogs.strip_prefix("frogs=").and_then(|frogs| frogs.parse().ok()).expect("the option");
        let mut game = Match::new(setup(frogs));
        let mut chain = Chain::default();
        for action in actions.split(' ') {
            let _trail = Trail(&game.clone());
            let Turn::Seat(seat) = game.turn() else { panic!("over before {action}") };
            let action = action.parse().expect("notation");
            assert!(once_legal(game.position(), seat, &chain).contains(&action), "{action} was never legal");
            chain.play(&mut game, seat, action);
            events += 1;
        }
        assert_eq!(game.result().map(|outcome| winner(&outcome)), Some(won), "{line}");
        let again = Match::<HopIt>::replay(&game.record()).expect("a record replays");
        assert_eq!(again.position(), game.position());
        games += 1;
    }
    assert!(games >= 200 && events >= 10_000, "{games} games, {events} events");
}

#[test]
fn whatever_the_stricter_compulsion_allowed_is_allowed() {
    let (mut positions, mut wider) = (0, 0);
    for seed in 0.. {
        let mut random = Generator::new(seed);
        let mut game = Match::new(setup(seed as i64 % 2));
        let mut chain = Chain::default();
        while let Turn::Seat(seat) = game.turn() {
            let before = *game.position();
            let then = once_legal(&before, seat, &chain);
            let now: BTreeSet<Action> = legal(&before).into_iter().map(|(_, action)| action).collect();
            let trail = Trail(&game);
            for action in &then {
                assert!(now.contains(action), "{action} was legal");
            }
            drop(trail);
            wider += u32::from(now.len() > then.len());
            positions += 1;
            let action = *random.pick(&then);
            chain.play(&mut game, seat, action);
        }
        if positions >= 100_000 {
            break;
        }
    }
    assert!(wider > 1_000, "{wider} positions with more to choose from");
}
