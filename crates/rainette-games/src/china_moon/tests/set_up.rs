//! The course, and how a game begins.

use super::*;

#[test]
fn positions_and_actions_are_small() {
    assert_eq!(size_of::<ChinaMoon>(), 128);
    assert_eq!(size_of::<Action>(), 4);
}

#[test]
fn the_course_has_46_pads_and_three_forks() {
    for (from, routes) in ROUTES.iter().enumerate() {
        let mut next: Vec<_> = routes.iter().map(|route| route.trailing_zeros() as usize).collect();
        next.sort_unstable();
        next.dedup();
        assert_eq!(next, arrows(from), "from {from}");
        let stand = Pad::new(from as u8).map_or(Stand::Start(seat(0)), Stand::Pad);
        assert!(stand.arrows().map(Landing::index).eq(next), "from {from}");
        // Every route follows the arrows to the end.
        for &route in routes {
            let mut at = from;
            let mut rest = route;
            while rest != 0 {
                let next = rest.trailing_zeros() as usize;
                assert!(arrows(at).contains(&next), "from {from} by {at} to {next}");
                at = next;
                rest &= rest - 1;
            }
            assert_eq!(at, ARRIVAL);
        }
        let routes: BTreeSet<_> = routes.iter().collect();
        let forks = [6, 19, 33].iter().filter(|&&fork| from <= fork).count();
        assert_eq!(routes.len(), 1 << forks, "from {from}");
    }
}

#[test]
fn the_symbols_stand_where_the_rules_say() {
    let with = |symbol| Pad::all().filter(|pad| pad.symbol() == symbol).map(Pad::number).collect::<Vec<_>>();
    assert_eq!(with(Symbol::Lily), [3, 5, 8, 10, 13, 17, 20, 25, 30, 37, 39, 42]);
    assert_eq!(with(Symbol::BlackLily), [44]);
    assert_eq!(with(Symbol::Trickster), [15, 26, 33, 41]);
    assert_eq!(with(Symbol::Spring), [6, 18, 31, 43]);
    assert_eq!(with(Symbol::Butterfly), [9, 22, 35, 45]);
    assert_eq!(with(Symbol::Plain).len(), 21);
}

#[test]
fn three_to_five_play_with_three_frogs_each_on_start() {
    for seats in 3..=5 {
        let game = dealt(seats);
        assert_eq!(game.seats(), seats);
        for index in 0..5 {
            let frogs = if index < seats { 3 } else { 0 };
            assert_eq!(game.on_start(seat(index)), frogs);
            assert_eq!(game.on_arrival(seat(index)), 0);
            assert_eq!(game.frogs(seat(index)).count(), 0);
        }
    }
    assert!(Setup::<ChinaMoon>::new(2).is_err());
    assert!(Setup::<ChinaMoon>::new(6).is_err());
}

#[test]
fn the_lilies_are_laid_out_at_random_but_for_the_black_and_the_blue_one() {
    let game = dealt(3);
    let laid: String = Pad::all().filter_map(|pad| game.lily(pad)).map(Lily::letter).collect();
    assert_eq!(laid, "WYPWYPWYPWYPK");
    assert_eq!(game.lily(pad(3)), Some(Lily::White));
    assert_eq!(game.lily(pad(42)), Some(Lily::Pink));
    assert_eq!(game.lily(pad(44)), Some(Lily::Black));
    assert_eq!(game.places(), [Lily::Yellow, Lily::Pink, Lily::White, Lily::Blue].map(Some));
}

#[test]
fn the_set_up_draws_four_of_each_colour_for_the_pads_and_one_for_the_places() {
    let game = empty(3);
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(game.chance().total(), 34_650 * 6);
    assert_eq!(game.chance().count(), 34_650 * 6);
    let lilies: Lilies = LILIES.parse().expect("notation");
    let drawn = game.draw_from_chance(&lilies).expect("the game waits for this");
    assert_eq!(drawn[..], [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 0]);
    assert_eq!(game.chance_from_draw(&drawn), lilies);
    assert_eq!(dealt(3).draw_from_chance(&lilies), None);
    for impossible in ["lilies WWWWWPWYPWYP YPW", "lilies WYPWYPWYPWYP YYW"] {
        let error = game.try_chance(impossible.parse().expect("notation")).expect_err("an impossible set-up");
        assert!(matches!(error, PlayError::Impossible { .. }), "{error}");
    }
}

#[test]
fn the_set_up_is_seen_lily_by_lily() {
    let event = Event::Chance(LILIES.parse().expect("notation"));
    let told = empty(4).tell(&event, Observer::Seat(seat(1)));
    assert_eq!((told.seat, told.event.as_str(), told.hidden), (None, LILIES, false));
    let places = ["place.1", "place.2", "place.3", "place.4"];
    let spots = ["3", "5", "8", "10", "13", "17", "20", "25", "30", "37", "39", "42", "44"];
    let expected: Vec<_> = "WYPWYPWYPWYPKYPWB"
        .chars()
        .zip(spots.into_iter().chain(places))
        .map(|(letter, at)| Effect::Placed { piece: lily(letter), at: Name::of(at) })
        .collect();
    assert_eq!(told.effects, expected);
}

#[test]
fn seat_0_starts_and_the_others_follow_in_turn() {
    let mut game = dealt(3);
    for index in [0, 1, 2, 0] {
        assert_eq!((game.turn(), game.mover()), (Turn::Seat(seat(index)), seat(index)));
        for _ in 0..3 {
            let choices = actions(&game);
            let next =
                choices.iter().map(|&action| game.after(action)).find(|next| next.stage == Stage::Move);
            game = next.expect("some frog's move has no consequences");
        }
    }
}
