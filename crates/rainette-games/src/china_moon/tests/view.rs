//! What can be seen and told.

use super::*;

#[test]
fn everybody_sees_everything() {
    let mut game = play(pond(3, "1@10 0@goal Y@12 K@44 2+WP"), "10-12");
    let view = game.view(Observer::Seat(seat(2)));
    assert_eq!(view, game.view(Observer::Spectator));
    assert_eq!(view.frogs, [Standing { at: Name::of("12"), seat: seat(1), moved: true }]);
    assert_eq!(view.lilies, [Lying { at: Name::of("44"), lily: Lily::Black }]);
    assert_eq!(view.places, [None, Some(Lily::Pink), Some(Lily::White), Some(Lily::Blue)]);
    let player = |on_start, on_arrival, lilies: &[Lily], score| Player {
        on_start,
        on_arrival,
        lilies: lilies.to_vec(),
        scoring: lilies.iter().map(|&lily| Bunch { lily, count: 1, points: 1 }).collect(),
        score,
    };
    let players =
        [player(2, 1, &[], 0), player(2, 0, &[Lily::Yellow], 1), player(3, 0, &[Lily::White, Lily::Pink], 2)];
    assert_eq!(view.players, players);
    assert_eq!((view.mover, view.turn, view.awaited), (Some(seat(0)), Some(seat(0)), Awaited::Move));
    assert_eq!((view.moves, view.must_move_others, view.winners), (1, false, None));
    game.moves = 2;
    game.moved_others = false;
    assert!(game.view(Observer::Spectator).must_move_others);
}

#[test]
fn a_score_is_seen_colour_by_colour() {
    let view = pond(3, "0+WWWYKB").view(Observer::Spectator);
    let [first, second, _] = &view.players[..] else { panic!("three play") };
    let bunch = |lily, count, points| Bunch { lily, count, points };
    let expected = [
        bunch(Lily::White, 3, 6),
        bunch(Lily::Yellow, 1, 1),
        bunch(Lily::Black, 1, -2),
        bunch(Lily::Blue, 1, 4),
    ];
    assert_eq!((&first.scoring[..], first.score), (&expected[..], 9));
    assert_eq!((&second.scoring[..], second.score), (&[][..], 0));
}

#[test]
fn the_view_says_what_is_awaited_of_whom() {
    let awaited = |game: &ChinaMoon| {
        let view = game.view(Observer::Spectator);
        (view.awaited, view.turn.map(Seat::index), view.mover.map(Seat::index))
    };
    assert_eq!(awaited(&empty(3)), (Awaited::SetUp, None, Some(0)));
    assert_eq!(awaited(&dealt(3)), (Awaited::Move, Some(0), Some(0)));
    let spring = play(pond(3, "1@4"), "4-6");
    assert_eq!(awaited(&spring), (Awaited::Spring { frog: Name::of("6") }, Some(0), Some(0)));
    let swap = play(pond(3, "1@13 1+W 2+Y"), "13-15");
    assert_eq!(awaited(&swap), (Awaited::Swap, Some(1), Some(0)));
    let drop = play(pond(3, "1@7 1+W W@8"), "7-9");
    assert_eq!(awaited(&drop), (Awaited::Drop { to: Name::of("7") }, Some(1), Some(0)));
    let over = play(pond(3, "0@goal 0@goal 1@goal 2@46"), "46-goal");
    assert_eq!(awaited(&over), (Awaited::Nothing, None, None));
    assert_eq!(over.view(Observer::Spectator).winners, Some(vec![seat(2)]));
}

#[test]
fn a_spring_move_is_not_held_to_another_players_frog_in_the_view() {
    let mut game = play(pond(3, "1@4 0@20 0@24"), "20-22, 24-26");
    assert!(game.view(Observer::Spectator).must_move_others);
    game = play(game, "4-6");
    assert!(!game.view(Observer::Spectator).must_move_others);
    assert_eq!(game.why_not(&path(&["6"])), None);
}

#[test]
fn a_view_travels_as_json() {
    let view = play(pond(3, "1@13 1+WY 0+P K@44"), "13-15").view(Observer::Spectator);
    let json = serde_json::to_value(&view).expect("views have string keys only");
    assert_eq!(json["frogs"][0], serde_json::json!({"at": "15", "seat": 1, "moved": true}));
    assert_eq!(json["lilies"][0], serde_json::json!({"at": "44", "lily": "K"}));
    assert_eq!(json["awaited"], serde_json::json!({"what": "swap"}));
    assert_eq!(json["places"], serde_json::json!(["Y", "P", "W", "B"]));
    assert_eq!(serde_json::from_value::<View>(json).expect("a view"), view);
}

#[test]
fn an_event_is_told_whole() {
    let event = Event::Action(seat(0), "s1-2".parse().expect("notation"));
    for observer in Observer::all(3) {
        let told = dealt(3).tell(&event, observer);
        assert_eq!((told.seat, told.event.as_str(), told.hidden), (Some(seat(0)), "s1-2", false));
        assert_eq!(told, Told::whole(&dealt(3), &event));
    }
}

#[test]
fn a_story_leads_to_its_position() {
    let mut game: Match<ChinaMoon> = Match::new(Setup::new(3).expect("a valid set-up"));
    game.add_text(None, LILIES).expect("a possible set-up");
    game.add_text(Some(seat(0)), "s1-2").expect("a legal action");
    let guess = ChinaMoon::guess(&game.story(Observer::Spectator), &equally).expect("a story that was told");
    assert_eq!(guess.0, *game.position());
}

#[test]
fn the_picture_shows_the_course_and_the_bouquets() {
    let game = play(pond(3, "0@5 1@7 1@goal 2@11 2@46 K@44 W@46 2+WWP 1+K"), "11-13");
    let expected = "\
1     2     3✿    4     5✿    6»    ┬─7     8✿    9ж
·     ·     ·     ·     ●0    ·     │ ●1    ·     ·
                                    └─10✿   11    12    13✿
                                      ·     ·     ·     ○2
14    15⇄   16    17✿   18»   19    ┬─20✿   21    22ж   23
·     ·     ·     ·     ·     ·     │ ·     ·     ·     ·
                                    └─24    25✿   26⇄   27
                                      ·     ·     ·     ·
28    29    30✿   31»   32    33⇄   ┬─34    35ж   36
·     ·     ·     ·     ·     ·     │ ·     ·     ·
                                    └─37✿   38    39✿   40
                                      ·     ·     ·     ·
41⇄   42✿   43»   44✿   45ж   46    → goal 1  2  3  4
·     ·     ·     K     ·     ●2W          ·  P  W  B
⇄ trickster  » spring  ж butterfly  ✿ lily pad  ● frog  ○ frog moved this turn

▶ seat 0   0 points  start 2  goal 0
  seat 1  -2 points  start 1  goal 1  K
  seat 2   4 points  start 1  goal 0  W W P
seat 0 moves a frog (turn of seat 0, 1 of 3 frogs moved)
";
    assert_eq!(game.view(Observer::Spectator).to_string(), expected);
}

#[test]
fn the_picture_says_what_is_awaited_and_who_won() {
    let last = |game: &ChinaMoon| {
        let picture = game.view(Observer::Spectator).to_string();
        assert!(picture.lines().all(|line| line.chars().count() <= 80), "{picture}");
        picture.lines().last().expect("a line").to_owned()
    };
    assert_eq!(last(&empty(3)), "the lilies are to be laid out");
    let spring = play(pond(3, "1@4"), "4-6");
    assert_eq!(last(&spring), "seat 0 moves the frog on 6 on (turn of seat 0, 0 of 3 frogs moved)");
    let swap = play(pond(3, "1@13 1+W 2+Y"), "13-15");
    assert_eq!(last(&swap), "seat 1 exchanges a lily (turn of seat 0, 1 of 3 frogs moved)");
    let loss = play(pond(3, "1@7 1+W"), "7-9");
    assert_eq!(last(&loss), "seat 1 drops a lily on 8 (turn of seat 0, 1 of 3 frogs moved)");
    let others = play(pond(3, "0@20 0@24"), "20-22, 24-26");
    assert_eq!(last(&others), "seat 0 moves another player's frog (turn of seat 0, 2 of 3 frogs moved)");
    let won = play(pond(3, "0@goal 0@goal 1@goal 2@46 1+WWP 0+WYK"), "46-goal");
    assert_eq!(last(&won), "won by seat 1 and seat 2");
    random_games(6, |game| drop(last(game)));
}

#[test]
fn computer_players_see_what_a_turn_has_come_to() {
    let game = pond(3, "0@4 1@8 W@20 W@6 Y@7 0+P");
    let on = |lily| game.lilies(lily).map(Pad::number).collect::<Vec<_>>();
    assert_eq!((on(Lily::White), on(Lily::Yellow), on(Lily::Pink)), (vec![6, 20], vec![7], vec![]));
    let landings: Vec<_> = game.landings(Stand::Pad(pad(8))).map(Landing::index).collect();
    assert_eq!(landings, [14]);
    let landings: Vec<_> = game.landings(Stand::Pad(pad(4))).map(Landing::index).collect();
    assert_eq!(landings, [6]);

    assert!(game.awaits_frog() && game.moves() == 0 && !game.was_moved(pad(8)));
    let game = play(game, "8-14");
    assert!(game.awaits_frog() && game.moves() == 1 && game.was_moved(pad(14)) && !game.was_moved(pad(4)));
    let game = play(game, "4-6");
    assert!(!game.awaits_frog() && game.moves() == 1, "the frog is still on its way");
    let game = play(game, "6-11");
    assert!(game.awaits_frog() && game.moves() == 2 && game.was_moved(pad(11)));
}
