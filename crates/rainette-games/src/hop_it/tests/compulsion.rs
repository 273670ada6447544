//! When a move owes a hop over an enemy, how it may pay, and what it may do before and after.

use rainette_core::{
    Actions, Block, Encode as _, Game as _, Name, Observer, Outcome, Random, Seat, Sheet, Turn,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::super::board::{Cell, each};
use super::super::{Action, HopIt, POND, Reason};
use super::{legal, pieces, play, pond, refused, start, why};

fn owes(game: &HopIt) -> bool {
    game.view(Observer::Spectator).must_hop_enemy
}

fn observed(game: &HopIt) -> Vec<f32> {
    let mut numbers = vec![0.0; HopIt::blocks(2).iter().map(Block::size).sum()];
    game.observe(Seat::new(0), &mut Sheet::new(&mut numbers));
    numbers
}

fn generator(seed: u64) -> impl Random {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u32()
}

/// Shows every position of random games with both set-ups, and the action that comes next.
fn each_move(games: u64, mut see: impl FnMut(&HopIt, Action)) {
    for seed in 0..games {
        let mut random = generator(seed);
        let mut game = start(seed as i64 % 2);
        let mut actions = Actions::new();
        while let Turn::Seat(_) = game.turn() {
            game.legal_actions(&mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            see(&game, action);
            game = game.after(action);
        }
    }
}

#[test]
fn a_move_owes_a_hop_over_an_enemy_if_any_frog_can_make_one_when_the_turn_begins() {
    let game = pond("c3F e3t i1F g1T j6t");
    assert!(owes(&game));
    assert_eq!(legal(&game), "c3>g3");
}

#[test]
fn an_enemy_that_cannot_be_hopped_over_compels_nothing() {
    let game = pond("c3F e3t g3t i1T j6t");
    assert!(!owes(&game));
    assert!(legal(&game).contains("c3-d4"));
}

#[test]
fn an_enemy_beside_a_tadpole_compels_nothing() {
    assert!(!owes(&pond("c3T e3t i1F j6t")));
}

#[test]
fn an_enemy_that_only_a_second_hop_could_go_over_compels_nothing_at_the_start() {
    // c1 over d2 and then over f4: the very next hop counts, and that one goes over an own piece.
    let game = pond("c1F d2T f4t j6t");
    assert!(!owes(&game));
    assert!(legal(&game).contains("c1-e1") && legal(&game).contains("c1>e3"));
}

#[test]
fn any_frog_may_pay_over_any_enemy() {
    assert_eq!(legal(&pond("c3F e3t g5t i5F a1T")), "c3>g3 i5>e5");
}

#[test]
fn while_a_move_owes_no_step_is_legal() {
    let game = pond("c3F e3t i1F g1T j6t");
    for step in ["c3-d4", "i1-h2", "g1-e1"] {
        refused(&game, step, Reason::MustHopEnemy);
    }
    assert_eq!(game.why_not(&[Name::of("g1")]), Some(Reason::MustHopEnemy));
}

#[test]
fn while_a_move_owes_no_pass_is_legal() {
    refused(&pond("c3F e3t i1F g1T j6t"), "pass", Reason::MustHopEnemy);
    let chain = play(pond("c1F d2T f4t f2T j6t"), "c1>e3");
    refused(&chain, "pass", Reason::ChainOwes);
}

#[test]
fn while_a_move_owes_no_stop_is_legal() {
    let game = play(pond("c1F d2T f4t f2T j6t"), "c1>e3");
    assert_eq!(legal(&game), "e3>g5");
    refused(&game, "stop", Reason::ChainOwes);
    refused(&pond("c3F e3t i1F g1T j6t"), "stop", Reason::NothingToStop);
}

#[test]
fn while_a_move_owes_no_hop_is_legal_that_leads_to_no_enemy() {
    let game = pond("c3F e3t i1F g1T j6t");
    refused(&game, "i1>e1", Reason::LeadsToNoEnemy);
    assert_eq!(game.why_not(&[Name::of("i1")]), Some(Reason::MustHopEnemy), "nor any other of its ways");
}

#[test]
fn an_owing_move_may_hop_over_own_pieces_first_with_a_frog_that_could_not_hop_over_an_enemy() {
    // The frog on i1 could pay at once. The one on c1 pays with its second hop instead.
    let game = pond("c1F d2T f4t i1F h2t c7F b6T j6t");
    assert_eq!(legal(&game), "c1>e3 i1>g3");
    refused(&game, "c7>a5", Reason::LeadsToNoEnemy);
    refused(&game, "d2-e3", Reason::MustHopEnemy);
    let chain = play(game, "c1>e3");
    assert!(owes(&chain));
    assert_eq!(legal(&chain), "e3>g5");
    refused(&chain, "stop", Reason::ChainOwes);
    refused(&chain, "i1>g3", Reason::OtherFrogHops);
    let paid = play(chain, "e3>g5");
    assert_eq!(paid.turn(), Turn::Seat(Seat::new(1)), "no further hop: the chain ends by itself");
    assert!(pieces(&paid).contains("d2F") && pieces(&paid).contains("f4f") && pieces(&paid).contains("h2t"));
}

#[test]
fn the_example_of_the_rules_page_is_right() {
    let game = pond("c1F i1F d2T f4f h2t j6t");
    assert_eq!(legal(&game), "c1>e3 i1>g3");
    let chain = play(game, "c1>e3");
    assert_eq!(legal(&chain), "e3>g5");
    assert_eq!(pieces(&play(chain, "e3>g5")), "d2F g5F h2t i1F j6t");
}

#[test]
fn an_owing_move_may_hop_over_several_own_pieces_first() {
    // c1 over d2, f2 and h2 to i3, and from there over the enemy on j4.
    let game = pond("c1F d2T f2T h2F j4t e7F f6t b6t");
    assert_eq!(legal(&game), "c1>e3 e7>g5");
    let chain = play(game, "c1>e3 e3>g1 g1>i3");
    assert!(owes(&chain));
    assert_eq!(legal(&chain), "i3>k5");
}

#[test]
fn the_printed_example_goes_over_an_own_tadpole_then_an_enemy_frog_then_an_enemy_tadpole() {
    // Black moves. The frog on i3 could hop over the enemy on j2 at once, so the move owes from its beginning.
    let mut game = pond("d4F b2T i1T j2T i3f g7f f6t");
    game.turn = Seat::new(1);
    assert_eq!(legal(&game), "g7>e5 i3>k1");
    let chain = play(game, "g7>e5");
    assert_eq!(legal(&chain), "e5>c3");
    let chain = play(chain, "e5>c3");
    assert_eq!(legal(&chain), "c3>a1 stop");
    let game = play(chain, "c3>a1");
    assert_eq!(pieces(&game), "a1f b2F f6f i1T i3f j2T");
    assert_eq!(game.view(Observer::Spectator).in_danger[0].as_str(), "a1");
}

#[test]
fn the_printed_example_is_legal_also_if_no_other_frog_can_hop_over_an_enemy() {
    let mut game = pond("d4F b2T i1T j2T g7f f6t");
    game.turn = Seat::new(1);
    assert!(!owes(&game));
    assert_eq!(pieces(&play(game, "g7>e5 e5>c3 c3>a1")), "a1f b2F f6f i1T j2T");
}

#[test]
fn a_chain_comes_to_owe_as_soon_as_its_frog_can_hop_over_an_enemy() {
    let game = pond("c1F d2T f4t f2T j6t");
    assert!(!owes(&game));
    let chain = play(game, "c1>e3");
    assert!(owes(&chain));
    assert_eq!(legal(&chain), "e3>g5");
    refused(&chain, "e3>g1", Reason::LeadsToNoEnemy);
}

#[test]
fn a_chain_that_has_come_to_owe_may_pay_elsewhere() {
    // After d2 the enemy on f4 could be hopped over; the own piece on f2 leads to the one on h2.
    let chain = play(pond("c1F d2T f4t f2T h2t"), "c1>e3");
    assert_eq!(legal(&chain), "e3>g1 e3>g5");
    let chain = play(chain, "e3>g1");
    assert!(owes(&chain));
    assert_eq!(legal(&chain), "g1>i3");
    assert_eq!(pieces(&play(chain, "g1>i3")), "d2F f2F f4t h2f i3F");
}

#[test]
fn a_chain_that_could_get_to_an_enemy_only_by_a_second_hop_owes_nothing() {
    // From e3 the frog could hop over f2 and then over the enemy on h2. It need not.
    let chain = play(pond("c1F d2T f2T h2t j6t"), "c1>e3");
    assert!(!owes(&chain));
    assert_eq!(legal(&chain), "e3>g1 stop");
    assert!(owes(&play(chain, "e3>g1")), "now it stands beside it");
}

#[test]
fn a_hop_over_an_enemy_frog_and_one_over_an_enemy_tadpole_pay_alike() {
    for kind in ["t", "f"] {
        let chain = play(pond(&format!("c1F d2{kind} f4t f2T j6t j4t")), "c1>e3");
        assert!(!owes(&chain));
        assert_eq!(legal(&chain), "e3>g1 e3>g5 stop", "{kind}");
    }
}

#[test]
fn once_an_enemy_has_been_hopped_over_any_hop_may_be_made_and_the_chain_may_be_stopped() {
    // Over an own piece, then an enemy; then another enemy and an own piece lie ahead.
    let chain = play(pond("c1F d2T f4t i1F h2t h6T f6t j2T"), "c1>e3 e3>g5");
    assert!(!owes(&chain));
    assert_eq!(legal(&chain), "g5>e7 g5>i7 stop");
    assert_eq!(play(chain, "stop").turn(), Turn::Seat(Seat::new(1)));
    assert!(pieces(&play(chain, "g5>i7")).contains("f6t"), "no second enemy is owed");
}

#[test]
fn a_chain_that_has_paid_never_comes_to_owe_again() {
    // After the enemy on d2, the own piece on f2 leads to where the enemy on h2 could be hopped over.
    let chain = play(pond("c1F d2f f2T h2t j6t j4t a7F"), "c1>e3 e3>g1");
    assert!(!owes(&chain));
    assert_eq!(legal(&chain), "g1>i3 stop");
}

#[test]
fn no_piece_is_hopped_over_twice_on_the_way_to_an_enemy() {
    // From e3 the frog would have to go back over d2, to where it could have hopped over the enemy on e1.
    let game = pond("c1F d2T e1t j6t");
    assert_eq!(legal(&game), "c1>g1");
    refused(&game, "c1>e3", Reason::LeadsToNoEnemy);
}

#[test]
fn no_piece_of_an_earlier_hop_is_hopped_over_on_the_way_to_an_enemy() {
    // A free chain that has gone over d2 and f2 to g1 comes to owe there, for h2. Over e1 it could come back to c1, but
    // from there to the enemy on b4 (by way of e3 and a3) only over d2 again.
    let chain = play(pond("c1F d2T f2T e1T h2t c3T b4t j6t"), "c1>e3 e3>g1");
    assert!(owes(&chain));
    assert_eq!(legal(&chain), "g1>i3");
    refused(&chain, "g1>c1", Reason::LeadsToNoEnemy);
}

#[test]
fn the_starting_cell_is_empty_on_the_way_to_an_enemy() {
    // Round the triangle of own pieces, either way, and from the starting cell over b2.
    let game = pond("c1F d2T f2T e1T b2t j6t");
    assert_eq!(legal(&game), "c1>a3 c1>e3 c1>g1");
    assert_eq!(legal(&play(game, "c1>e3 e3>g1 g1>c1")), "c1>a3");
}

#[test]
fn the_starting_cell_is_empty_behind_an_enemy() {
    // From g1 over f2 and d2 to c1; from there over the enemy on e1 back to g1.
    let game = pond("g1F f2T d2T e1t j6t");
    assert_eq!(legal(&game), "g1>c1 g1>e3");
    assert_eq!(pieces(&play(game, "g1>e3 e3>c1 c1>g1")), "d2F e1f f2F g1F j6t");
}

#[test]
fn the_way_to_an_enemy_may_lead_over_a_lily_pad() {
    let game = pond("e3F c3T b4t i1F h2t j6t");
    assert_eq!(legal(&game), "e3>a3 i1>g3");
    let chain = play(game, "e3>a3");
    assert!(owes(&chain), "it cannot rest there");
    assert_eq!(legal(&chain), "a3>c5");
}

#[test]
fn a_hop_over_an_enemy_may_land_on_a_lily_pad() {
    let game = play(pond("c1F d2T c3t i1F h2t j6t"), "c1>e3 e3>a3");
    assert_eq!(game.view(Observer::Spectator).in_danger[0].as_str(), "a3");
}

#[test]
fn a_frog_that_will_be_eaten_still_blocks_the_way_to_an_enemy() {
    // c1 over d2, c3 and then b4, unless the lily pad a3 is taken.
    let free = pond("c1F d2T c3T b4t i1F h2t j6t");
    assert_eq!(legal(&free), "c1>e3 i1>g3");
    let blocked = pond("c1F d2T c3T a3F b4t i1F h2t j6t");
    assert_eq!(legal(&blocked), "a3>c5 i1>g3");
    refused(&blocked, "c1>e3", Reason::LeadsToNoEnemy);
}

#[test]
fn a_lily_frog_left_behind_by_an_owing_move_is_eaten_at_its_end_only() {
    let chain = play(pond("c1F d2T f4t i1F h2t a5F j6t"), "c1>e3");
    assert!(pieces(&chain).contains("a5F"));
    assert!(!pieces(&play(chain, "e3>g5")).contains("a5F"));
}

#[test]
fn a_lily_frog_that_pays_late_counts_as_moved() {
    // From a3 over the own piece on b4 to c5, and over the enemy on d6.
    let game = pond("a3F b4T d6t i1F h2t j6t");
    assert_eq!(legal(&game), "a3>c5 i1>g3");
    assert!(pieces(&play(game, "a3>c5 c5>e7")).contains("e7F"));
}

#[test]
fn a_capture_that_pays_may_win_in_mid_chain() {
    let game = play(pond("c1F d2T f4f h6T i1T j2t"), "c1>e3 e3>g5");
    assert_eq!(game.result(), Some(Outcome::win(Seat::new(0))));
    assert_eq!(legal(&game), "");
    assert!(!owes(&game));
}

#[test]
fn a_move_that_pays_late_breaks_the_quiet() {
    let mut game = pond("c1F d2F f4t i1F h2t j6t");
    game.quiet = 49;
    let game = play(game, "c1>e3 e3>g5");
    assert_eq!((game.turn(), game.quiet), (Turn::Seat(Seat::new(1)), 0));
}

#[test]
fn that_a_chain_owes_does_not_follow_from_board_and_chain() {
    // Only a frog on d2 could have hopped over f2 at the start; once hopped over, the piece is a frog either way.
    let [owing, free] =
        ["d2F", "d2T"].map(|own| play(pond(&format!("c1F {own} f2t g1T c3T b4t j6t")), "c1>e3"));
    assert_eq!(pieces(&owing), pieces(&free));
    assert_eq!(legal(&owing), "e3>a3");
    assert_eq!(legal(&free), "e3>a3 stop");
    assert_ne!(owing, HopIt { chain: free.chain, ..owing }, "it is part of the position");
    assert_ne!(owing.view(Observer::Spectator), free.view(Observer::Spectator));
    assert_ne!(observed(&owing), observed(&free));
}

#[test]
fn an_owing_move_never_ends_and_a_chain_never_ends_by_itself_before_it_has_paid() {
    let (mut owing_chains, mut detours) = (0, 0);
    let mut actions = Actions::new();
    each_move(400, |game, _| {
        if !owes(game) {
            return;
        }
        owing_chains += u32::from(game.chain.is_some());
        game.legal_actions(&mut actions);
        for &action in actions.iter() {
            let Action::Hop { from, to } = action else {
                panic!("{action} while a hop over an enemy is owed")
            };
            let after = game.after(action);
            if from.halfway(to).is_in(game.own()) {
                detours += 1;
                assert_eq!(after.turn(), game.turn());
                assert!(owes(&after));
                assert_ne!(legal(&after), "");
            } else {
                assert!(after.turn() != game.turn() || !owes(&after));
            }
        }
    });
    assert!(owing_chains > 500 && detours > 100, "{owing_chains} owing chains, {detours} detours");
}

#[test]
fn left_and_right_are_alike_whatever_is_owed() {
    let across =
        |cell: Cell| Cell::at(10 - cell.file(), cell.row()).expect("the pond is as wide on both sides");
    let mirrored = |action: Action| match action {
        Action::Step { from, to } => Action::Step { from: across(from), to: across(to) },
        Action::Hop { from, to } => Action::Hop { from: across(from), to: across(to) },
        other => other,
    };
    let mut mirror = start(0);
    let mut owing_chains = 0;
    each_move(60, |game, action| {
        if *game == start(0) || *game == start(1) {
            mirror = *game;
        }
        let (mut ours, mut theirs) = (Actions::new(), Actions::new());
        game.legal_actions(&mut ours);
        mirror.legal_actions(&mut theirs);
        let mut ours: Vec<_> = ours.iter().map(|&action| mirrored(action)).collect();
        let mut theirs = theirs.to_vec();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs);
        assert_eq!(owes(game), owes(&mirror));
        owing_chains += u32::from(game.chain.is_some() && owes(game));
        mirror = mirror.after(mirrored(action));
    });
    assert!(owing_chains > 50, "{owing_chains}");
}

/// Can this frog pay by some chain of hops? By trying every one of them, hop by hop.
fn pays(frog: Cell, hopped: &mut Vec<Cell>, own: &[Cell], enemies: &[Cell]) -> bool {
    let is_free = |cell: Cell| !own.contains(&cell) && !enemies.contains(&cell);
    for to in Cell::all().filter(|&to| is_free(to) && frog.is_one_hop_from(to)) {
        let over = frog.halfway(to);
        if enemies.contains(&over) {
            return true;
        }
        if own.contains(&over) && !hopped.contains(&over) {
            hopped.push(over);
            let found = pays(to, hopped, own, enemies);
            hopped.pop();
            if found {
                return true;
            }
        }
    }
    false
}

#[test]
fn a_hop_leads_to_an_enemy_exactly_if_some_chain_of_hops_does() {
    let mut random = generator(1);
    let cells: Vec<_> = each(POND).collect();
    let mut seen = [0; 2];
    for _ in 0..4_000 {
        let mut game = start(0);
        (game.pieces, game.frogs) = ([0, 0], 0);
        for _ in 0..4 + random.below(14) {
            let cell = cells[random.below(cells.len() as u32) as usize];
            if cell.is_in(game.empty()) {
                // Own pieces are many, so that there are ways among them.
                game.pieces[usize::from(random.below(4) == 0)] |= cell.bit();
                game.frogs |= cell.bit();
            }
        }
        let [own, enemies] = game.pieces.map(|pieces| each(pieces).collect::<Vec<_>>());
        for from in &own {
            let others: Vec<_> = own.iter().copied().filter(|cell| cell != from).collect();
            for to in Cell::all().filter(|to| to.is_in(game.empty()) && from.is_one_hop_from(*to)) {
                let over = from.halfway(to);
                if others.contains(&over) {
                    let expected = pays(to, &mut vec![over], &others, &enemies);
                    assert_eq!(game.leads_to_enemy(*from, to), expected, "{from}>{to} in {}", pieces(&game));
                    seen[usize::from(expected)] += 1;
                    if owes(&game) {
                        let objection = why(&game, &format!("{from}>{to}"));
                        assert_eq!(objection, (!expected).then_some(Reason::LeadsToNoEnemy));
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 1_000), "{seen:?}");
}
