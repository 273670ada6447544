//! One test per rule, named after it.

mod compulsion;

use rainette_core::{
    Actions, Effect, Event, Game, Observer, Outcome, PlayError, Reason as _, Seat, Setup, Told, Turn,
};

use super::board::{Cell, POND, WATER};
use super::{Action, HopIt, Reason};

/// A position from words such as `c1F b2T d6f e5t`: a cell and what stands there, capitals for white, `F` for frogs
/// and `T` for tadpoles. White moves.
fn pond(pieces: &str) -> HopIt {
    let mut game = start(0);
    game.pieces = [0, 0];
    game.frogs = 0;
    for word in pieces.split_whitespace() {
        let cell: Cell = word[..2].parse().expect("a cell");
        let kind = word[2..].chars().next().expect("a piece");
        game.pieces[usize::from(kind.is_lowercase())] |= cell.bit();
        if kind.eq_ignore_ascii_case(&'f') {
            game.frogs |= cell.bit();
        }
    }
    game
}

fn start(frogs: i64) -> HopIt {
    HopIt::new(Setup::with(1, 2, &[("frogs".to_owned(), frogs)]).expect("a valid set-up"))
}

fn legal(game: &HopIt) -> String {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut names: Vec<_> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    names.join(" ")
}

/// Plays actions in notation, each by the seat whose turn it is.
fn play(mut game: HopIt, actions: &str) -> HopIt {
    for action in actions.split_whitespace() {
        let Turn::Seat(seat) = game.turn() else { panic!("over before {action}") };
        game = game.play(seat, action.parse().expect("notation")).expect("a legal action");
    }
    game
}

/// The pieces in the form that `pond` reads, sorted.
fn pieces(game: &HopIt) -> String {
    let view = game.view(Observer::Spectator);
    let mut words: Vec<_> = view
        .pieces
        .iter()
        .map(|piece| {
            let kind = if piece.frog { "F" } else { "T" };
            let kind = if piece.seat.index() == 0 { kind.to_owned() } else { kind.to_lowercase() };
            format!("{}{kind}", piece.at)
        })
        .collect();
    words.sort();
    words.join(" ")
}

fn why(game: &HopIt, action: &str) -> Option<Reason> {
    let action: Action = action.parse().expect("notation");
    game.spots(action).iter().find_map(|path| game.why_not(path))
}

#[track_caller]
fn refused(game: &HopIt, action: &str, reason: Reason) {
    let Turn::Seat(seat) = game.turn() else { panic!("over") };
    let error = game.play(seat, action.parse().expect("notation")).expect_err("an illegal action");
    assert!(matches!(error, PlayError::Illegal { code, .. } if code == reason.code()), "{error}");
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<HopIt>() <= 64, "{}", size_of::<HopIt>());
    assert_eq!(size_of::<Action>(), 3);
}

#[test]
fn the_pond_has_seven_rows_of_six_and_five_cells() {
    let names: Vec<_> = Cell::all().map(|cell| cell.to_string()).collect();
    let rows = [
        "a1 c1 e1 g1 i1 k1",
        "b2 d2 f2 h2 j2",
        "a3 c3 e3 g3 i3 k3",
        "b4 d4 f4 h4 j4",
        "a5 c5 e5 g5 i5 k5",
        "b6 d6 f6 h6 j6",
        "a7 c7 e7 g7 i7 k7",
    ];
    assert_eq!(names.join(" "), rows.join(" "));
    assert_eq!((POND.count_ones(), WATER.count_ones()), (39, 31));
}

#[test]
fn the_ends_of_the_long_rows_are_lily_pads() {
    let lilies: Vec<_> = Cell::all().filter(|cell| cell.is_lily()).map(|cell| cell.to_string()).collect();
    assert_eq!(lilies.join(" "), "a1 k1 a3 k3 a5 k5 a7 k7");
}

#[test]
fn neighbours_are_two_files_away_in_the_row_and_one_in_the_rows_beside() {
    for cell in Cell::all() {
        for other in Cell::all() {
            let files = cell.file().abs_diff(other.file());
            let rows = cell.row().abs_diff(other.row());
            assert_eq!(
                cell.touches(other),
                (files, rows) == (2, 0) || (files, rows) == (1, 1),
                "{cell} {other}"
            );
            let in_line = matches!((files, rows), (4, 0) | (2, 2));
            assert_eq!(cell.is_one_hop_from(other), in_line, "{cell} {other}");
        }
    }
}

#[test]
fn white_starts_with_four_frogs_behind_five_tadpoles() {
    let expected = "b2T b6t c1F c7f d2T d6t e1F e7f f2T f6t g1F g7f h2T h6t i1F i7f j2T j6t";
    assert_eq!(pieces(&start(0)), expected);
    assert_eq!(start(0).turn(), Turn::Seat(Seat::new(0)));
}

#[test]
fn with_option_frogs_the_five_in_front_are_the_frogs() {
    let expected = "b2F b6f c1T c7t d2F d6f e1T e7t f2F f6f g1T g7t h2F h6f i1T i7t j2F j6f";
    assert_eq!(pieces(&start(1)), expected);
}

#[test]
fn the_first_turn_offers_steps_to_water_and_hops_of_frogs() {
    let steps = "b2-c3 d2-c3 d2-e3 f2-e3 f2-g3 h2-g3 h2-i3 j2-i3";
    let hops = "c1>a3 c1>e3 e1>a1 e1>c3 e1>g3 g1>e3 g1>i3 g1>k1 i1>g3 i1>k3";
    let mut expected: Vec<_> = steps.split(' ').chain(hops.split(' ')).collect();
    expected.sort_unstable();
    assert_eq!(legal(&start(0)), expected.join(" "));
}

#[test]
fn tadpoles_and_frogs_step_to_an_empty_neighbouring_water_cell() {
    assert_eq!(legal(&pond("b4T f6t f2t")), "b4-c3 b4-c5 b4-d4");
    assert_eq!(legal(&pond("f4F a1T b6t j6t")).matches("f4-").count(), 6);
}

#[test]
fn a_lily_pad_is_not_entered_by_a_step() {
    let game = pond("b2T d4T j6f h6f");
    assert!(!legal(&game).contains("b2-a"));
    assert_eq!(why(&game, "b2-a1"), Some(Reason::LilyByHop));
    refused(&game, "b2-a3", Reason::LilyByHop);
}

#[test]
fn a_frog_on_a_lily_pad_may_step_off_it() {
    assert_eq!(legal(&pond("a3F i1T f6f h6f")), "a3-b2 a3-b4 a3-c3 i1-g1 i1-h2 i1-j2");
}

#[test]
fn a_tadpole_never_hops() {
    let game = pond("c3T e3T j6f h6f");
    assert!(!legal(&game).contains('>'));
    assert_eq!(why(&game, "c3>g3"), Some(Reason::TadpolesSwim));
}

#[test]
fn a_frog_hops_over_a_piece_of_either_colour() {
    assert!(legal(&pond("c3F e3T j6f h6f")).contains("c3>g3"));
    assert_eq!(legal(&pond("c3F e3t j6f h6f a1T")), "c3>g3");
}

#[test]
fn a_hop_lands_on_an_empty_cell_straight_behind() {
    let game = pond("c3F e3T g3T j6f h6f");
    assert!(!legal(&game).contains('>'), "{}", legal(&game));
    assert_eq!(why(&game, "c3>g3"), Some(Reason::Occupied));
    assert_eq!(why(&game, "c3>e5"), Some(Reason::NothingToHopOver));
    assert_eq!(why(&game, "c3>g5"), Some(Reason::TooFar));
}

#[test]
fn a_hop_may_land_on_a_lily_pad() {
    assert!(legal(&pond("e3F c3T j6f h6f")).contains("e3>a3"));
}

#[test]
fn a_tadpole_hopped_over_becomes_a_frog_whatever_its_colour() {
    assert_eq!(pieces(&play(pond("e3F c3T j6t h6t"), "e3>a3")), "a3F c3F h6t j6t");
    assert_eq!(pieces(&play(pond("e3F c3t j6t a7T"), "e3>a3")), "a3F c3f j6t");
}

#[test]
fn an_enemy_frog_hopped_over_is_removed() {
    assert_eq!(pieces(&play(pond("e3F c3f j6t h6t i1T"), "e3>a3")), "a3F h6t i1T j6t");
}

#[test]
fn an_own_frog_hopped_over_is_unharmed() {
    assert_eq!(pieces(&play(pond("e3F c3F j6t h6t"), "e3>a3")), "a3F c3F h6t j6t");
}

#[test]
fn a_frog_may_hop_on_or_stop() {
    // Over its own tadpole first; then another own piece lies ahead.
    let game = play(pond("c1F d2T f4T j6t j4t"), "c1>e3");
    assert_eq!(legal(&game), "e3>g5 stop");
    assert_eq!(game.turn(), Turn::Seat(Seat::new(0)));
    assert_eq!(play(game, "stop").turn(), Turn::Seat(Seat::new(1)));
    assert_eq!(
        play(game, "e3>g5").turn(),
        Turn::Seat(Seat::new(1)),
        "no further hop: the chain ends by itself"
    );
}

#[test]
fn no_other_piece_moves_in_a_chain_and_the_frog_only_hops() {
    let game = play(pond("c1F d2T f4T j6t j4t"), "c1>e3");
    refused(&game, "f4-f2", Reason::OtherFrogHops);
    refused(&game, "e3-c3", Reason::HopsOnly);
}

#[test]
fn no_piece_is_hopped_over_twice_in_a_chain() {
    let game = play(pond("c1F d2T f4T j6t j4t"), "c1>e3");
    assert_eq!(why(&game, "e3>c1"), Some(Reason::HoppedAlready));
}

#[test]
fn a_tadpole_that_has_just_become_a_frog_is_safe_in_the_chain() {
    // The black tadpole on d2 becomes a frog; it cannot be scared on the way back.
    let game = play(pond("c1F d2t f4T j6t j4t"), "c1>e3");
    assert_eq!(legal(&game), "e3>g5 stop");
    assert!(pieces(&game).contains("d2f"));
}

#[test]
fn the_starting_cell_can_be_used_in_the_same_chain() {
    // Round a triangle: c1 over d2 to e3, over e1's neighbour f2 to g1, over e1 back to c1.
    let game = play(pond("c1F d2T f2T e1T j6t j4t"), "c1>e3 e3>g1 g1>c1");
    assert_eq!(pieces(&game), "c1F d2F e1F f2F j4t j6t");
    assert_eq!(game.turn(), Turn::Seat(Seat::new(1)));
}

#[test]
fn a_move_may_pass_over_a_lily_pad() {
    let game = play(pond("e3F c3T b4T j6t j4t"), "e3>a3");
    assert_eq!(legal(&game), "a3>c5 stop");
    assert!(pieces(&play(game, "a3>c5")).contains("c5F"));
}

#[test]
fn a_frog_left_on_its_lily_pad_is_eaten_at_the_end_of_its_players_next_turn() {
    let game = play(pond("e3F c3T i1T j6t j4t"), "e3>a3 j6-i5");
    assert!(pieces(&game).contains("a3F"), "it is safe in the other's turn");
    assert_eq!(game.view(Observer::Spectator).in_danger[0].as_str(), "a3");
    assert_eq!(pieces(&play(game, "i1-g1")), "c3F g1T i5t j4t");
    assert!(pieces(&play(game, "a3-b2")).contains("b2F"));
}

#[test]
fn the_lily_frog_is_eaten_also_when_its_player_was_compelled_to_move_something_else() {
    let game = pond("a3F g1F i1T h2t b6t j6t");
    assert_eq!(legal(&game), "g1>i3");
    assert_eq!(pieces(&play(game, "g1>i3")), "b6t h2f i1T i3F j6t");
}

#[test]
fn ending_on_a_lily_pad_again_starts_anew() {
    // From a3 over b4... and on to another pad: a3 > c5 needs b4; then c5 > a7 needs b6.
    let game = pond("a3F b4T b6T i1T j2t j4t");
    let game = play(game, "a3>c5 c5>a7 j2-h2");
    assert!(pieces(&game).contains("a7F"), "it moved, so it was not eaten");
    assert!(!pieces(&play(game, "i1-g1")).contains("a7F"), "now it was left behind");
}

#[test]
fn returning_to_the_same_lily_pad_starts_anew() {
    // a3 over c3 to e3, over d4 to c5, over b4 back to a3.
    let game = play(pond("a3F c3T d4T b4T j2t j4t"), "a3>e3 e3>c5 c5>a3");
    assert!(pieces(&game).contains("a3F"));
}

#[test]
fn a_player_without_a_legal_move_passes() {
    // A tadpole on c1 and one on e1, walled in by black tadpoles.
    let game = pond("c1T b2T e1t d2t c3t");
    assert_eq!(legal(&game), "pass");
    let told = Told::whole(&game, &Event::Action(Seat::new(0), Action::Pass));
    assert_eq!(told.effects, [Effect::Passed { seat: Seat::new(0) }]);
    assert_eq!(play(game, "pass").turn(), Turn::Seat(Seat::new(1)));
}

#[test]
fn passing_feeds_a_lily_frog_to_the_cranes() {
    let game = pond("a1F b2T c1T e1t d2t c3t a3f e3f g1t f2t");
    assert_eq!(legal(&game), "pass");
    assert_eq!(pieces(&play(game, "pass")).matches(['F', 'T']).count(), 2);
}

#[test]
fn who_can_move_cannot_pass() {
    refused(&start(0), "pass", Reason::CanMove);
    refused(&start(0), "stop", Reason::NothingToStop);
}

#[test]
fn a_player_reduced_to_one_piece_loses_at_once_even_in_mid_chain() {
    // After scaring e3, white could hop on over h4; the game is over before.
    let game = play(pond("c3F e3f h4t f2T"), "c3>g3");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.result(), Some(Outcome::win(Seat::new(0))));
    assert_eq!(legal(&game), "");
    assert_eq!(game.why_not(&[]), Some(Reason::Over));
}

#[test]
fn captures_are_judged_before_eaten_frogs() {
    // White's last but one piece would be eaten, but its capture has won before.
    let game = play(pond("c3F a5F e3f h4t"), "c3>g3");
    assert_eq!(game.result(), Some(Outcome::win(Seat::new(0))));
    assert!(pieces(&game).contains("a5F"));
}

#[test]
fn a_player_loses_by_an_eaten_frog() {
    let game = play(pond("a3F i1T j6t j4t"), "i1-g1");
    assert_eq!(game.result(), Some(Outcome::win(Seat::new(1))));
}

#[test]
fn fifty_quiet_turns_are_a_draw() {
    let mut game = pond("c1T e1T c7t e7t");
    for turn in 0..50 {
        assert_eq!(game.turn(), Turn::Seat(Seat::new(turn % 2)), "turn {turn}");
        game = play(game, ["c1-b2", "c7-b6", "b2-c1", "b6-c7"][turn % 4]);
    }
    assert_eq!(game.result(), Some(Outcome::draw()));
}

#[test]
fn passes_count_as_quiet_turns() {
    let mut game = pond("c1T b2T e1t d2t c3t");
    game.quiet = 49;
    assert_eq!(play(game, "pass").result(), Some(Outcome::draw()));
}

#[test]
fn a_maturing_tadpole_a_capture_and_an_eaten_frog_break_the_quiet() {
    for (pieces, action) in
        [("e3F c3T j6t j4t", "e3>a3"), ("e3F c3f j6t j4t i1T", "e3>a3"), ("a3F c1T i1T j6t j4t", "i1-g1")]
    {
        let mut game = pond(pieces);
        game.quiet = 49;
        let game = play(game, action);
        assert_eq!((game.turn(), game.quiet), (Turn::Seat(Seat::new(1)), 0), "{action}");
    }
}

#[test]
fn hopping_over_an_own_frog_is_quiet() {
    let mut game = pond("e3F c3F j6t j4t");
    game.quiet = 49;
    assert_eq!(play(game, "e3>a3").result(), Some(Outcome::draw()));
}

#[test]
fn effects_come_in_the_order_in_which_they_are_seen() {
    let game = pond("c1F d2f a5F j6t j4t i1T");
    let told = Told::whole(&game, &Event::Action(Seat::new(0), "c1>e3".parse().expect("notation")));
    let json = serde_json::to_string(&told.effects).expect("effects serialise");
    let expected = concat!(
        r#"[{"effect":"hopped","piece":{"kind":"frog","owner":0},"from":"c1","over":["d2"],"to":"e3"},"#,
        r#"{"effect":"captured","piece":{"kind":"frog","owner":1},"at":"d2","by":null},"#,
        r#"{"effect":"eaten","piece":{"kind":"frog","owner":0},"at":"a5"}]"#,
    );
    assert_eq!(json, expected);
}

#[test]
fn why_not_answers_for_anything_one_can_point_at() {
    let game = start(0);
    for (spots, reason) in [
        (&["c3"][..], Some(Reason::NoPiece)),
        (&["c7"], Some(Reason::NotYours)),
        (&["z9"], Some(Reason::NoSuchSpot)),
        (&["c1"], None),
        (&["c1", "e3"], None),
        (&["c1", "zz"], Some(Reason::NoSuchSpot)),
        (&["c1", "e3", "g5"], Some(Reason::Complete)),
        (&["c1", "b2"], Some(Reason::Occupied)),
        (&["stop", "stop"], Some(Reason::NothingToStop)),
    ] {
        let path: Vec<_> = spots.iter().map(rainette_core::Name::of).collect();
        assert_eq!(game.why_not(&path), reason, "{spots:?}");
    }
    let stuck = pond("c1T b2T a3t e1t d2t c3t e5T");
    assert_eq!(stuck.why_not(&[rainette_core::Name::of("c1")]), Some(Reason::Stuck));
}
