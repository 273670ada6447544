//! What the player for Hop It! knows and finds.

use std::collections::HashSet;
use std::time::Duration;

use rainette_core::{Actions, Game as _, Match, Observer, Random as _, Seat, Setup, Turn};
use rainette_games::hop_it::{Action, Cell, Cells, HopIt, POND, WATER, each};

use super::super::{Brain as _, Spec};
use super::evaluation::{WEIGHTS, evaluate, is_compelled};
use super::search::{DRAW, Limits, PROVEN, Search, WIN};
use super::turns::{Lister, key};
use crate::player::{Budget, Cancel, Memory, Question};
use crate::random::Generator;

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

/// A game of so many random actions at most.
fn random_game(random: &mut Generator, most: usize) -> Match<HopIt> {
    let mut game = Match::<HopIt>::new(Setup::new(2).expect("two may play"));
    let mut actions = Actions::new();
    while let (Turn::Seat(seat), true) = (game.turn(), game.events().len() < most) {
        game.position().legal_actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        game.add(rainette_core::Event::Action(seat, action)).expect("a legal action");
    }
    game
}

/// Positions at the start of a turn from random games.
fn random_positions(seed: u64, games: u64) -> Vec<HopIt> {
    any_positions(seed, games).into_iter().filter(|position| !is_in_chain(position)).collect()
}

/// Positions from random games, also those in mid-chain.
fn any_positions(seed: u64, games: u64) -> Vec<HopIt> {
    let games = (0..games).map(|number| random_game(&mut Generator::of(seed, number), 400));
    let positions = games.flat_map(|game| game.positions().collect::<Vec<_>>());
    positions.filter(|position| position.turn() != Turn::Over).collect()
}

fn is_in_chain(position: &HopIt) -> bool {
    position.view(Observer::Spectator).hopping.is_some()
}

fn turned(cells: Cells, cell: impl Fn(Cell) -> Option<Cell>) -> Cells {
    each(cells).fold(0, |all, from| all | cell(from).expect("a cell").bit())
}

/// Left and right exchanged.
fn mirrored(position: &HopIt) -> HopIt {
    let mirror = |cells| turned(cells, |cell| Cell::at(10 - cell.file(), cell.row()));
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    let pieces = [WHITE, BLACK].map(|seat| mirror(position.pieces(seat)));
    HopIt::composed(pieces, mirror(position.frogs()), seat, position.quiet_turns())
}

/// The pond turned round and the colours exchanged.
fn swapped(position: &HopIt) -> HopIt {
    let turn = |cells| turned(cells, |cell| Cell::at(10 - cell.file(), 6 - cell.row()));
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    let pieces = [BLACK, WHITE].map(|seat| turn(position.pieces(seat)));
    HopIt::composed(pieces, turn(position.frogs()), seat.next(2), position.quiet_turns())
}

/// A position from words such as `c1F b2T d6f e5t`, capitals for white, which is to move.
fn pond(text: &str) -> HopIt {
    let (mut pieces, mut frogs) = ([0, 0], 0);
    for word in text.split_whitespace() {
        let (cell, kind) = word.split_at(2);
        let bit = cell.parse::<Cell>().expect("a cell").bit();
        pieces[usize::from(kind == kind.to_lowercase())] |= bit;
        frogs |= if kind.eq_ignore_ascii_case("f") { bit } else { 0 };
    }
    HopIt::composed(pieces, frogs, WHITE, 0)
}

fn worth_at_depth(position: &HopIt, depth: i32) -> i32 {
    let cancel = Cancel::default();
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    Search::new(Limits::depth(depth, &cancel), seat, 1).run(position).actions[0].worth
}

#[test]
fn evaluation_is_the_same_left_and_right_and_for_both_colours() {
    for position in random_positions(1, 20) {
        let worth = evaluate(&position, &WEIGHTS);
        assert_eq!(worth, evaluate(&mirrored(&position), &WEIGHTS), "{position:?}");
        assert_eq!(worth, evaluate(&swapped(&position), &WEIGHTS), "{position:?}");
    }
}

#[test]
fn a_piece_more_is_worth_more() {
    let even = pond("c1F e1F b2T d2T f2T g1F g7f e7f j6t h6t f6t i7f");
    let ahead = pond("c1F e1F b2T d2T f2T g1F g7f e7f j6t h6t f6t");
    let far_ahead = pond("c1F e1F b2T d2T f2T g1F g7f e7f j6t");
    let worths = [even, ahead, far_ahead].map(|position| evaluate(&position, &WEIGHTS));
    assert!(worths.is_sorted() && worths[0] < worths[2], "{worths:?}");
}

#[test]
fn compulsion_is_seen_as_the_rules_see_it() {
    for position in random_positions(2, 20) {
        assert_eq!(is_compelled(&position), position.view(Observer::Spectator).must_hop_enemy);
    }
}

#[test]
fn positions_have_keys_of_their_own() {
    let positions: HashSet<_> = random_positions(3, 200).into_iter().collect();
    let far_from_draw = positions.iter().filter(|position| position.quiet_turns() == 0).copied();
    let positions: Vec<HopIt> = far_from_draw.collect();
    let keys: HashSet<_> = positions.iter().map(key).collect();
    assert_eq!(keys.len(), positions.len());
}

#[test]
fn whole_turns_are_all_turns() {
    fn end(position: &HopIt, seat: Seat, ends: &mut HashSet<HopIt>) {
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        for &action in actions.iter() {
            let after = position.after(action);
            if after.turn() == Turn::Seat(seat) {
                end(&after, seat, ends);
            } else {
                ends.insert(after);
            }
        }
    }
    let (mut lister, mut turns) = (Lister::default(), Vec::new());
    let mut owing_chains = 0;
    for position in any_positions(4, 12) {
        let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
        owing_chains +=
            u32::from(is_in_chain(&position) && position.view(Observer::Spectator).must_hop_enemy);
        let mut expected = HashSet::new();
        end(&position, seat, &mut expected);
        lister.list(&position, &mut turns);
        assert_eq!(turns.len(), expected.len(), "{position:?}");
        assert_eq!(turns.iter().map(|turn| turn.after).collect::<HashSet<_>>(), expected);
        assert!(turns.iter().all(|turn| !is_in_chain(&turn.after)), "whole turns end between turns");
    }
    assert!(owing_chains > 20, "{owing_chains} chains that owe");
}

#[test]
fn a_win_over_an_own_piece_is_seen_though_another_frog_could_pay_at_once() {
    // Over j6 a tadpole would grow up. Over the own piece on d2, and then over f4, the last frog but one is gone.
    let position = pond("c1F d2T i5F f4f j6t");
    let cancel = Cancel::default();
    let best = Search::new(Limits::depth(2, &cancel), WHITE, 1).run(&position).actions[0];
    assert_eq!((best.action.to_string().as_str(), best.worth), ("c1>e3", WIN - 1));
}

/// All positions with two frogs each, solved backwards from the end.
struct TwoFrogsEach {
    /// The number of each pair of cells.
    pairs: Vec<Cells>,
    /// Turns to a win of the seat to move (positive) or to its loss (negative); 0 if neither can be forced.
    turns: Vec<i8>,
}

impl TwoFrogsEach {
    fn solved() -> Self {
        let cells: Vec<_> = each(POND).collect();
        let pairs: Vec<Cells> = (0..cells.len())
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .map(|(a, b)| cells[a].bit() | cells[b].bit())
            .collect();
        let mut solution = Self { turns: vec![0; pairs.len() * pairs.len()], pairs };
        // For each position: is there a turn that wins at once, and where do the others lead?
        let (mut lister, mut list) = (Lister::default(), Vec::new());
        let places: Vec<_> = (0..solution.turns.len()).filter(|&place| solution.fits(place)).collect();
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); solution.turns.len()];
        for &place in &places {
            lister.list(&solution.position(place), &mut list);
            let mut only_losses = true;
            for turn in &list {
                match turn.after.result().map(|result| result.winners.contains(WHITE)) {
                    Some(true) => solution.turns[place] = 1,
                    Some(false) => {}
                    None => next[place].push(solution.place(&swapped(&turn.after)) as u32),
                }
                only_losses &= turn.after.result().is_some();
            }
            if only_losses && solution.turns[place] == 0 {
                solution.turns[place] = -1;
            }
        }
        for distance in 2..i8::MAX {
            let before = solution.turns.clone();
            for &place in places.iter().filter(|&&place| before[place] == 0) {
                let mut ways = next[place].iter().map(|&next| before[next as usize]);
                if ways.clone().any(|turns| turns < 0) {
                    solution.turns[place] = distance;
                } else if ways.all(|turns| turns > 0) {
                    solution.turns[place] = -distance;
                }
            }
            if solution.turns == before {
                break;
            }
        }
        solution
    }

    fn fits(&self, place: usize) -> bool {
        self.pairs[place / self.pairs.len()] & self.pairs[place % self.pairs.len()] == 0
    }

    fn position(&self, place: usize) -> HopIt {
        let pieces = [self.pairs[place / self.pairs.len()], self.pairs[place % self.pairs.len()]];
        HopIt::composed(pieces, pieces[0] | pieces[1], WHITE, 0)
    }

    fn place(&self, position: &HopIt) -> usize {
        let [white, black] = [WHITE, BLACK].map(|seat| Self::pair(position.pieces(seat)));
        white * self.pairs.len() + black
    }

    fn pair(cells: Cells) -> usize {
        let rank = |cell: Cell| (POND & (cell.bit() - 1)).count_ones() as usize;
        let mut ranks = each(cells).map(rank);
        let (low, high) = (ranks.next().expect("a frog"), ranks.next().expect("a frog"));
        high * (high - 1) / 2 + low
    }
}

#[test]
fn two_frogs_each_are_played_as_solved_backwards() {
    let solution = TwoFrogsEach::solved();
    let mut random = Generator::new(5);
    let mut seen = [0; 3];
    let mut checked = 0;
    while checked < 400 {
        let place = random.below(solution.turns.len() as u32) as usize;
        if !solution.fits(place) {
            continue;
        }
        let truth = i32::from(solution.turns[place]);
        // Any kind a third of the time, however rare it is.
        let kind = (truth.signum() + 1) as usize;
        if seen[kind] > checked / 3 + 10 || truth.abs() > 8 {
            continue;
        }
        (seen[kind], checked) = (seen[kind] + 1, checked + 1);
        let position = solution.position(place);
        let depth = if truth == 0 { 6 } else { truth.abs() + 2 };
        let worth = worth_at_depth(&position, depth);
        match truth {
            0 => assert!(worth.abs() < PROVEN, "{position:?} is a draw, not {worth}"),
            1.. => {
                assert!(worth >= PROVEN, "{position:?} is won in {truth}, not {worth}");
                assert!(WIN - worth >= truth, "{position:?} is won in {truth}, not {worth}");
            }
            _ => {
                assert!(worth <= -PROVEN, "{position:?} is lost in {}, not {worth}", -truth);
                assert!(WIN + worth <= -truth, "{position:?} is lost in {}, not {worth}", -truth);
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen >= 50), "{seen:?}");
}

/// Can the seat to move force a win within so many turns? By trying everything.
fn wins_within(position: &HopIt, turns: i32) -> bool {
    ends_within(position, turns, true)
}

fn loses_within(position: &HopIt, turns: i32) -> bool {
    ends_within(position, turns, false)
}

fn ends_within(position: &HopIt, turns: i32, wins: bool) -> bool {
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    let mut list = Vec::new();
    Lister::default().list(position, &mut list);
    let mut ends = list.iter().map(|turn| match turn.after.result() {
        Some(result) => result.winners.contains(if wins { seat } else { seat.next(2) }),
        None => turns > 1 && ends_within(&turn.after, turns - 1, !wins),
    });
    if wins { ends.any(|end| end) } else { ends.all(|end| end) }
}

#[test]
fn endgames_with_tadpoles_are_judged_as_by_trying_everything() {
    let mut random = Generator::new(6);
    let water: Vec<_> = each(WATER).collect();
    let mut proven = 0;
    for _ in 0..300 {
        let (mut pieces, mut frogs) = ([0, 0], 0);
        let count = 4 + random.below(3);
        for number in 0..count {
            let cell = water[random.below(water.len() as u32) as usize];
            if cell.bit() & (pieces[0] | pieces[1]) == 0 {
                pieces[number as usize % 2] |= cell.bit();
                frogs |= if random.below(3) > 0 { cell.bit() } else { 0 };
            }
        }
        if pieces.iter().any(|pieces| pieces.count_ones() < 2) {
            continue;
        }
        let position = HopIt::composed(pieces, frogs, WHITE, 0);
        let worth = worth_at_depth(&position, 5);
        let depth = WIN - worth.abs();
        if wins_within(&position, 3) {
            assert!(worth >= PROVEN, "{position:?} {worth}");
        } else if loses_within(&position, 3) {
            assert!(worth <= -PROVEN, "{position:?} {worth}");
        } else if worth.abs() >= PROVEN && depth <= 4 {
            assert!(ends_within(&position, depth, worth > 0), "{position:?} {worth}");
        }
        proven += u32::from(worth.abs() >= PROVEN);
    }
    assert!(proven > 50, "{proven}");
}

/// Random games cut off before the last turn, which wins.
fn won_in_one(seed: u64) -> impl Iterator<Item = Match<HopIt>> {
    (0..).filter_map(move |number| {
        let mut game = random_game(&mut Generator::of(seed, number), 1000);
        let winner = game.result()?.winners.iter().next()?;
        let mut first = game.events().len();
        let seat_of = |game: &Match<HopIt>, number: usize| match game.events()[number] {
            rainette_core::Event::Action(seat, _) => seat,
            rainette_core::Event::Chance(never) => match never {},
        };
        if seat_of(&game, first - 1) != winner {
            return None;
        }
        while seat_of(&game, first - 1) == winner {
            first -= 1;
        }
        game.truncate(first);
        Some(game)
    })
}

/// Plays the levels from 3 up until so many turns of their own are over: they must have won.
fn check_won(game: &Match<HopIt>, own_turns: u32) {
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    for level in 3..=8 {
        let player = Spec::Level(level).player::<HopIt>(2);
        let (mut game, mut turns) = (game.clone(), 0);
        let mut random = Generator::new(u64::from(level));
        let mut actions = Actions::new();
        let mut last = None;
        while let Turn::Seat(turn) = game.turn() {
            turns += u32::from(turn == seat && last != Some(turn));
            last = Some(turn);
            assert!(turns <= own_turns, "level {level} missed a win: {:?}", game.record().to_string());
            let action = if turn == seat {
                let story = game.story(Observer::Seat(seat));
                let answer = player.think(&Question::new(&story, player.own_budget(), random.next_u64()));
                answer.expect("it is its turn").action
            } else {
                game.position().legal_actions(&mut actions);
                actions[random.below(actions.len() as u32) as usize]
            };
            game.add(rainette_core::Event::Action(turn, action)).expect("a legal action");
        }
        assert!(game.result().expect("the game is over").winners.contains(seat), "level {level}");
    }
}

#[test]
fn levels_from_3_up_win_in_one_turn_where_they_can() {
    for game in won_in_one(7).take(12) {
        check_won(&game, 1);
    }
}

#[test]
fn levels_from_3_up_win_in_two_turns_where_they_can() {
    let mut found = 0;
    for mut game in won_in_one(8).take(200) {
        let Some(at) = game.positions().collect::<Vec<_>>().iter().rposition(|position| {
            !position.is_over()
                && position.view(Observer::Spectator).hopping.is_none()
                && !wins_within(position, 1)
                && position.pieces(WHITE).count_ones() + position.pieces(BLACK).count_ones() < 9
                && wins_within(position, 3)
        }) else {
            continue;
        };
        game.truncate(at);
        check_won(&game, 2);
        found += 1;
        if found == 8 {
            return;
        }
    }
    panic!("only {found} such positions");
}

#[test]
fn answers_are_legal_complete_and_the_same_again() {
    let player = HopIt::best(2);
    let mut actions = Actions::new();
    for number in 0..60_u64 {
        let game = random_game(&mut Generator::of(9, number), number as usize * 3);
        let Turn::Seat(seat) = game.turn() else { continue };
        let story = game.story(Observer::Seat(seat));
        let question = Question::new(&story, Budget::Iterations(1 + number as u32 % 40), number);
        let answer = player.think(&question).expect("it is its turn");
        assert_eq!(player.think(&question).as_ref(), Ok(&answer));
        game.position().legal_actions(&mut actions);
        let ranked: HashSet<Action> = answer.ranked.iter().map(|ranked| ranked.action).collect();
        assert_eq!(ranked, actions.iter().copied().collect());
        assert_eq!(ranked.len(), answer.ranked.len());
        assert_eq!(answer.action, answer.ranked[0].action);
        assert!(answer.ranked.iter().all(|ranked| (0.0..=1.0).contains(&ranked.value)));
        assert!(answer.ranked.is_sorted_by(|a, b| a.value >= b.value), "{:?}", answer.ranked);
        assert!((answer.values[0] + answer.values[1] - 1.0).abs() < 1e-6);
    }
}

#[test]
fn the_coming_draw_is_seen() {
    let even = |quiet| {
        let position = pond("c1T e1T b2F c7t e7t b6f i7f");
        let pieces = [WHITE, BLACK].map(|seat| position.pieces(seat));
        HopIt::composed(pieces, position.frogs(), WHITE, quiet)
    };
    assert_eq!(worth_at_depth(&even(49), 4), DRAW);
    assert_ne!(worth_at_depth(&even(0), 4), DRAW);
}

#[test]
fn a_cancelled_or_late_player_stops_and_answers() {
    let player = HopIt::best(2);
    let game = random_game(&mut Generator::new(10), 6);
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    let story = game.story(Observer::Seat(seat));
    let question = Question::new(&story, Budget::Iterations(u32::MAX), 1);
    question.cancel.cancel();
    player.think(&question).expect("it is its turn");
    let question = Question::new(&story, Budget::Time(Duration::from_millis(20)), 1);
    let answer = player.think(&question).expect("it is its turn");
    assert!(answer.iterations > 0);
}

#[test]
fn what_was_learned_is_used_again_in_time_mode_only() {
    let player = HopIt::best(2);
    let game = random_game(&mut Generator::new(11), 8);
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    let story = game.story(Observer::Seat(seat));
    let mut memory = Memory::default();
    let counted = Question::new(&story, Budget::Iterations(30), 1);
    let fresh = player.think(&counted).expect("it is its turn");
    let timed = Question::new(&story, Budget::CoreTime(Duration::from_millis(30)), 1);
    player.think_on(&timed, &mut memory).expect("it is its turn");
    assert!(!memory.is_empty());
    assert_eq!(player.think_on(&counted, &mut memory), Ok(fresh));
    assert!(memory.is_empty());
}

#[test]
fn a_search_that_goes_on_needs_fewer_positions() {
    let cancel = Cancel::default();
    let game = random_game(&mut Generator::new(12), 8);
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    let mut first = Search::new(Limits::depth(4, &cancel), seat, 1);
    let fresh = first.run(game.position()).nodes;
    let mut again = Search::after(Some(first.lessons()), Limits::depth(4, &cancel), seat, 2);
    assert!(again.run(game.position()).nodes < fresh / 2);
    // What was learned for the other seat is of no use: it counts draws the other way round.
    let turned = swapped(game.position());
    let mut other = Search::after(Some(again.lessons()), Limits::depth(4, &cancel), seat.next(2), 1);
    let mut alone = Search::new(Limits::depth(4, &cancel), seat.next(2), 1);
    assert_eq!(other.run(&turned).nodes, alone.run(&turned).nodes);
}
