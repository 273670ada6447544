//! The rules once more, slowly: leaps found by trying every way to play the roll, on stacks that are lists.

use rainette_core::{Seat, Turn, playout};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};

use super::*;

/// The table as the seat to move meets it: one list of frogs per distance, `true` for own frogs.
#[derive(Clone)]
struct Plain {
    stacks: Vec<Vec<bool>>,
    root: u8,
    pond: u8,
    chief: usize,
}

impl Plain {
    fn of(game: &Abagio) -> Self {
        let me = game.mover();
        let stack = |distance: u8| {
            let position = Position::new(distance).expect("a position");
            game.stack(me, position).frogs().map(|frog| frog == me).collect()
        };
        Self {
            stacks: (0..27).map(stack).collect(),
            root: game.on_root(me),
            pond: game.in_pond(me),
            chief: game.chief().space().map_or(0, |space| space.distance().into()),
        }
    }

    fn may_leap(&self, from: usize, die: usize) -> bool {
        let has_frog = if from == 27 {
            self.root > 0
        } else {
            from != self.chief && self.stacks[from].last() == Some(&true)
        };
        has_frog && if die < from { self.may_land(from - die) } else { self.may_enter_pond(from, die) }
    }

    fn may_land(&self, to: usize) -> bool {
        let stack = &self.stacks[to];
        let limit = if to == 8 || to == 1 { 2 } else { 5 };
        let others = stack.iter().rev().take_while(|own| !**own).count();
        to != self.chief && stack.len() < limit && others < 3
    }

    fn may_enter_pond(&self, from: usize, die: usize) -> bool {
        let farthest = (1..27).rev().find(|&distance| self.stacks[distance].contains(&true));
        self.root == 0 && farthest <= Some(8) && (die == from || farthest == Some(from))
    }

    fn leap(&self, from: usize, die: usize) -> Self {
        let mut next = self.clone();
        if from == 27 {
            next.root -= 1;
        } else {
            next.stacks[from].pop();
        }
        if die >= from {
            next.pond += 1;
            return next;
        }
        let to = &mut next.stacks[from - die];
        let is_single = to.last() == Some(&false) && (to.len() < 2 || to[to.len() - 2]);
        if is_single {
            to.pop();
        }
        to.push(true);
        next
    }

    /// Every way to play these dice as far as they go, as lists of leaps.
    fn ways(&self, dice: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let mut ways = Vec::new();
        for (index, &die) in dice.iter().enumerate() {
            if dice[..index].contains(&die) {
                continue;
            }
            let mut rest = dice.to_vec();
            rest.remove(index);
            for from in (1..=27).filter(|&from| self.may_leap(from, die)) {
                for mut way in self.leap(from, die).ways(&rest) {
                    way.insert(0, (from, die));
                    ways.push(way);
                }
            }
        }
        if ways.is_empty() { vec![vec![]] } else { ways }
    }

    /// The legal leaps as positions and numbers.
    fn legal(&self, dice: &[usize]) -> Vec<(usize, usize)> {
        let ways = self.ways(dice);
        let most = ways.iter().map(Vec::len).max().unwrap_or(0);
        let mut first: Vec<_> =
            ways.iter().filter(|way| way.len() == most).filter_map(|way| way.first().copied()).collect();
        if most == 1 {
            let larger = first.iter().map(|leap| leap.1).max();
            first.retain(|leap| Some(leap.1) == larger);
        }
        for (from, die) in ways.iter().filter_map(|way| way.first().copied()) {
            if self.leap(from, die).pond == 12 {
                first.push((from, die));
            }
        }
        first.sort_unstable();
        first.dedup();
        first
    }
}

/// Random games, every position of which is handed to `each`.
fn watch(games: u64, mut each: impl FnMut(&Abagio)) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut random = || generator.next_u32();
    let mut actions = Actions::new();
    for _ in 0..games {
        let mut game = table();
        loop {
            each(&game);
            game = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.after_chance(game.chance_from_draw(&game.chance().sample(&mut random))),
                Turn::Seat(_) => {
                    game.legal_actions(&mut actions);
                    game.after(actions[random() as usize % actions.len()])
                }
            };
        }
    }
}

#[track_caller]
fn agrees(game: &Abagio) {
    let dice: Vec<usize> = game.dice().numbers().iter().map(|&die| die.into()).collect();
    let expected = Plain::of(game).legal(&dice);
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut found: Vec<(usize, usize)> = actions
        .iter()
        .map(|action| match action {
            Action::Leap(leap) => (leap.from().distance().into(), leap.die().into()),
            Action::Chief(_) => (0, 0),
        })
        .collect();
    found.sort_unstable();
    if game.phase() == Phase::Leaps {
        assert_eq!(found, expected, "{game:?}");
    } else {
        assert_eq!(expected, [], "{game:?}");
    }
}

#[test]
fn the_legal_leaps_are_those_found_by_trying_every_way_to_play_the_roll() {
    watch(100, agrees);
}

/// Crowded boards, on which few leaps are possible and their order matters; some cannot come about in play.
#[test]
fn the_legal_leaps_are_found_on_crowded_boards_too() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut below = move |n: u64| generator.next_u64() % n;
    let mut leaps = 0;
    for _ in 0..20_000 {
        let mut game = before_roll(Seat::new(below(2) as usize), "");
        let me = game.mover.index();
        let reach = [8, 13, 20, 26][below(4) as usize];
        // Heaps of the opponent first, then pairs and single frogs of both.
        for _ in 0..below(9) {
            let (seat, height) = if below(2) == 0 { (1 - me, 3) } else { (below(2) as usize, 1 + below(2)) };
            let position = Position::new(1 + below(reach) as u8).expect("a position");
            for _ in 0..height {
                let stack = game.stack(Seat::new(seat), position);
                let mixes = position.is_diamond() && stack.top().is_some_and(|top| top.index() != seat);
                let limit = if position.is_diamond() { 2 } else { 5 };
                if stack.height() < limit && !mixes && game.pond[seat] > 0 {
                    game.put(seat, position);
                    game.pond[seat] -= 1;
                    game.far[seat] += u8::from(position.is_far());
                }
            }
        }
        if game.pond[me] == 12 {
            continue;
        }
        if below(4) == 0 {
            game.chief = Chief::on(Position::new(9 + below(18) as u8).expect("a position")).expect("outer");
        }
        let chance = Chance::roll([1 + below(6) as u8, 1 + below(6) as u8]).expect("two dice");
        let game = game.after_chance(chance);
        agrees(&game);
        leaps += u32::from(game.phase() == Phase::Leaps);
    }
    assert!(leaps > 10_000, "{leaps}");
}

#[test]
fn what_is_kept_beside_the_stacks_follows_from_them() {
    watch(100, |game| {
        let all = (1..27).filter_map(Position::new);
        for seat in Seat::all(2) {
            let index = seat.index();
            let frogs =
                |position| game.stack(seat, position).frogs().filter(|&frog| frog == seat).count() as u8;
            let far =
                all.clone().filter(|position| position.is_far()).map(frogs).sum::<u8>() + game.root[index];
            assert_eq!(game.far[index], far);
            let total = all.clone().map(frogs).sum::<u8>() + game.root[index] + game.pond[index];
            assert_eq!(total, if game.phase == Phase::Start { 6 } else { 12 });
            for position in all.clone() {
                let stack = game.stack(seat, position);
                let is_top = stack.top() == Some(seat);
                assert_eq!(game.tops[index] & position.bit() != 0, is_top, "{position} {game:?}");
                let is_open = stack.landing(index, position).is_allowed();
                assert_eq!(game.open[index] & position.bit() != 0, is_open, "{position} {game:?}");
                let limit = if position.is_diamond() { 2 } else { 5 };
                assert!(stack.height() <= limit);
                if position.is_diamond() || position.is_safe() {
                    assert_eq!(stack.run(), stack.height(), "colours mix at {position}: {game:?}");
                }
            }
            assert_eq!(game.tops[index] & Position::ROOT.bit() != 0, game.root[index] > 0);
        }
        if let Turn::Seat(seat) = game.turn() {
            let under_chief = game.chief.space().map(|space| game.stack(seat, space));
            let is_own = under_chief.is_some_and(|stack| stack.top() == Some(seat));
            assert!(!is_own, "the opponent placed the chief frog on a frog of the mover: {game:?}");
        }
    });
}

#[test]
fn games_end_and_both_colours_win_some() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut random = || generator.next_u32();
    let mut actions = Actions::new();
    let mut wins = [0; 2];
    for _ in 0..1000 {
        let (end, _) = playout(table(), &mut random, &mut actions);
        let winners = end.result().expect("the game is over").winners;
        assert_eq!(winners.len(), 1, "there is no draw and no double win");
        let winner = winners.iter().next().expect("a winner");
        assert_eq!((end.in_pond(winner), end.turn()), (12, Turn::Over));
        assert!(end.in_pond(winner.next(2)) < 12);
        wins[winner.index()] += 1;
    }
    assert!(wins.iter().all(|&wins| wins > 400), "{wins:?}");
}

/// Every path of up to three spots, legal or not.
#[test]
fn why_not_is_none_exactly_for_paths_of_legal_actions_and_their_beginnings() {
    let mut names: Vec<Name> = (0..=27).filter_map(Position::new).map(Position::spot).collect();
    names.extend(["chief", "aside", "", "07", "0", "27", "pond(6)", "+5", "é"].map(Name::of));
    let mut looked = 0;
    watch(6, |game| {
        looked += 1;
        let mut paths = std::collections::HashSet::new();
        let mut actions = Actions::new();
        game.legal_actions(&mut actions);
        for &action in actions.iter() {
            for path in game.spots(action) {
                paths.extend((0..=path.len()).map(|length| path[..length].to_vec()));
            }
        }
        let check = |path: &[Name]| {
            let reason = game.why_not(path);
            assert_eq!(reason.is_none(), paths.contains(path), "{path:?} {reason:?} {game:?}");
        };
        check(&[]);
        for &first in &names {
            check(&[first]);
            for &second in &names {
                check(&[first, second]);
                // Longer paths are many: one position in forty is asked about all of them.
                let third: &[Name] = if looked % 40 == 0 || second == "pond" { &names } else { &names[..1] };
                for &third in third {
                    check(&[first, second, third]);
                }
            }
        }
        if let Some(path) = paths.iter().max_by_key(|path| path.len()) {
            for &more in &names {
                let longer: Vec<_> = path.iter().copied().chain([more, more]).collect();
                check(&longer);
            }
        }
    });
}
