//! Notation, spots, reasons, views and what is told.

use rainette_core::{Event, Match, Random as _, Told, Weyl, equally};

use super::super::{Kind, Leap, View};
use super::*;

#[test]
fn every_action_is_read_as_it_is_written() {
    let leaps = (1..=27)
        .filter_map(Position::new)
        .flat_map(|from| (1..=6).filter_map(move |die| Leap::new(from, die)));
    let chiefs = (9..=26).filter_map(Position::new).filter_map(Chief::on).chain([Chief::ASIDE]);
    let actions: Vec<_> = leaps.map(Action::Leap).chain(chiefs.map(Action::Chief)).collect();
    assert_eq!(actions.len(), 27 * 6 + 19);
    let texts: std::collections::BTreeSet<_> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "no two are written alike");
    for action in actions {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    for text in ["22/19", "root/24", "4/pond", "4/pond(6)", "chief 14", "chief aside"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn no_other_text_is_an_action() {
    for text in [
        "",
        "/",
        "22",
        "22/",
        "/19",
        "22/22",
        "19/22",
        "22/15",
        "22-19",
        "22/19 ",
        " 22/19",
        "022/19",
        "22/019",
        "+22/19",
        "27/24",
        "root/root",
        "root/20",
        "pond/1",
        "pond/pond",
        "8/pond",
        "7/pond",
        "8/pond(6)",
        "4/pond(4)",
        "4/pond(3)",
        "4/pond(7)",
        "4/pond(06)",
        "4/pond(6",
        "4/pond()",
        "4/pond(6))",
        "4/0",
        "0/0",
        "6/pond(66)",
        "22/19(3)",
        "chief",
        "chief ",
        "chief 8",
        "chief 27",
        "chief root",
        "chief pond",
        "chief 014",
        "chief  14",
        "Chief 14",
        "chief14",
        "é/é",
        "4/pond(é)",
        "chief é",
        "２/1",
        "99/98",
        "30/29",
        "20/20",
    ] {
        let error = text.parse::<Action>().expect_err(text);
        assert!(error.to_string().contains("expected a leap like `22/19`"), "{error}");
    }
}

#[test]
fn every_chance_event_is_read_as_it_is_written() {
    for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
        let start: Chance = format!("start {first} {second}").parse().expect("a start");
        assert_eq!((start.kind(), start.dice()), (Kind::Start, [first, second]));
        assert_eq!(start.to_string(), format!("start {first} {second}"));
        let text = format!("roll {first} {second}");
        let roll = text.parse::<Chance>();
        assert_eq!(roll.is_ok(), first >= second, "the larger die is named first");
        if let Ok(roll) = roll {
            assert_eq!((roll.kind(), roll.dice(), roll.to_string()), (Kind::Roll, [first, second], text));
        }
    }
    for text in [
        "",
        "roll",
        "roll 4",
        "roll 4 1 ",
        "roll 4  1",
        "roll 7 1",
        "roll 4 0",
        "start 2 5 1",
        "throw 4 1",
        "é",
        "roll 04 1",
    ] {
        let error = text.parse::<Chance>().expect_err(text);
        assert!(error.to_string().contains("expected dice like `start 2 5`"), "{error}");
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    for position in (0..=27).filter_map(Position::new) {
        assert_eq!(position.to_string().parse(), Ok(position));
    }
    for text in ["0", "27", "28", "29", "30", "00", "01", "1 ", "", "Root", "é"] {
        let error = text.parse::<Position>().expect_err(text);
        assert!(error.to_string().contains("`26` to `1`"), "{error}");
    }
}

#[test]
fn spots_are_the_places_of_a_leap_and_the_number_that_is_larger_than_needed() {
    for (action, spots) in [
        ("22/19", &["22", "19"][..]),
        ("root/24", &["root", "24"]),
        ("4/pond", &["4", "pond"]),
        ("4/pond(6)", &["4", "pond", "6"]),
        ("chief 14", &["chief", "14"]),
        ("chief aside", &["chief", "aside"]),
    ] {
        let paths = table().spots(action.parse().expect("notation"));
        assert_eq!(paths.len(), 1);
        assert_eq!(paths[0].iter().map(Name::as_str).collect::<Vec<_>>(), spots);
    }
}

#[track_caller]
fn why(game: &Abagio, path: &str) -> Option<Reason> {
    let spots: Vec<_> = path.split_whitespace().map(Name::of).collect();
    game.why_not(&spots)
}

#[test]
fn nobody_acts_while_the_dice_are_to_be_rolled() {
    for game in [table(), started("5 2")] {
        assert_eq!((why(&game, ""), why(&game, "22 19")), (Some(Reason::DiceFirst), Some(Reason::DiceFirst)));
    }
}

#[test]
fn a_frog_that_can_use_no_die_is_told_why() {
    // Both landings blocked in the same way, then in different ways.
    assert_eq!(why(&red("4 1", "26:r 20:r 22:ppp 25:ppp"), "26"), Some(Reason::Heap));
    assert_eq!(why(&red("4 1", "26:r 20:r 22:ppp chief:25"), "26"), Some(Reason::Stuck));
    assert_eq!(why(&red("4 1", "26:r 20:r 22:ppp"), "26"), None);
    assert_eq!(why(&red("4 1", "26:r 20:r 25:ppp"), "26"), None);
}

#[test]
fn a_frog_that_would_waste_a_die_is_told_so_whatever_else_is_wrong() {
    // By 6 the frog on 10 would waste the five, by 5 it cannot land.
    let game = red("6 5", "20:r 10:r 15:ppp 5:rrrrr");
    assert_eq!(legal(&game), "20/14");
    assert_eq!(why(&game, "10"), Some(Reason::MostDice));
    // The same with the numbers the other way round.
    let game = red("6 5", "20:r 10:r 14:ppp 4:rrrrr");
    assert_eq!(legal(&game), "20/15");
    assert_eq!(why(&game, "10"), Some(Reason::MostDice));
    // Both would land on 14, which has room for one; the frog on 19 cannot use the six.
    let game = red("6 5", "20:r 19:r 15:ppp 14:rrpp 13:ppp 8:pp chief:9");
    assert_eq!(legal(&game), "20/14");
    assert_eq!(
        (why(&game, "19 14"), why(&game, "19")),
        (Some(Reason::LargerNumber), Some(Reason::LargerNumber))
    );
}

#[test]
fn a_final_leap_may_be_pointed_at_without_its_number() {
    let game = red("6 5", "4:rr 2:r");
    assert_eq!((why(&game, "4 pond"), why(&game, "4 pond 6"), why(&game, "4 pond 5")), (None, None, None));
    assert_eq!(why(&game, "4 pond 4"), Some(Reason::NotRolled));
    assert_eq!(why(&game, "4 pond 3"), Some(Reason::TooShort));
    assert_eq!(why(&game, "4 pond 7"), Some(Reason::NoSuchNumber));
    assert_eq!(why(&game, "4 pond 6 6"), Some(Reason::Complete));
    assert_eq!(why(&game, "2 pond"), Some(Reason::NotFarthest));
    let exact = red("6 4", "4:rr 2:r");
    assert_eq!((why(&exact, "4 pond"), why(&exact, "4 pond 6")), (None, None));
    assert_eq!(why(&exact, "4 pond 4"), Some(Reason::ExactNumber));
    let far = red("6 4", "20:r 4:rr");
    assert_eq!(
        (why(&far, "4 pond"), why(&far, "4 pond 4")),
        (Some(Reason::NotAllInside), Some(Reason::NotAllInside))
    );
    // The exact number would waste the other die, the larger one does not fit.
    let wasteful = red("6 5", "6:r 5:r");
    assert_eq!((why(&wasteful, "5 pond"), why(&wasteful, "5 pond 6")), (None, Some(Reason::NotFarthest)));
}

#[test]
fn spots_that_make_no_sense_are_told_so() {
    let game = red("4 1", "20:r 10:p");
    assert_eq!(why(&game, "x"), Some(Reason::NoSuchSpot));
    assert_eq!(why(&game, "020"), Some(Reason::NoSuchSpot));
    assert_eq!(why(&game, "pond"), Some(Reason::Home));
    assert_eq!(why(&game, "20 x"), Some(Reason::NoSuchSpot));
    assert_eq!(why(&game, "20 chief"), Some(Reason::NoLanding));
    assert_eq!(why(&game, "20 aside"), Some(Reason::NoLanding));
    assert_eq!(why(&game, "20 16 15"), Some(Reason::Complete));
    let chief = play(game, "20/16, 16/15");
    assert_eq!(why(&chief, "chief x"), Some(Reason::NoSuchSpot));
    assert_eq!(why(&chief, "chief"), None);
    assert_eq!(why(&chief, "chief 14 14"), Some(Reason::Complete));
    assert_eq!(why(&chief, "chief aside 14"), Some(Reason::Complete));
    assert_eq!(why(&chief, "x"), Some(Reason::NoSuchSpot));
}

#[test]
fn a_view_shows_everything() {
    let view = play(started("5 2"), "roll 4 1, root/23").view(Observer::Spectator);
    assert_eq!((view.phase, view.turn, &view.dice[..]), (Phase::Leaps, Some(RED), &[1][..]));
    assert_eq!((view.root, view.pond, view.chief), ([5, 6], [0, 0], Name::of("aside")));
    assert_eq!(view.winners, None);
    let names: Vec<_> = view.spaces.iter().map(|space| space.at.as_str()).collect();
    let path = "26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 7 6 5 4 3 2 1";
    assert_eq!(names.join(" "), path);
    let owners = view.spaces.iter().map(|space| space.owner);
    let expected = [vec![None; 19], vec![Some(RED); 6], vec![Some(PURPLE); 6], vec![None]].concat();
    assert_eq!(owners.collect::<Vec<_>>(), expected);
    assert_eq!(view.spaces[4].frogs, [RED, PURPLE, RED, PURPLE]);
    assert_eq!(view.spaces[3].frogs, [RED]);
}

#[test]
fn a_view_tells_where_nobody_can_land() {
    let view = before_roll(RED, "20:rprp 19:prrr 18:rrprr 17:pp 8:rp 1:r 7:ppp").view(Observer::Spectator);
    let seen = |at: &str| {
        let space = view.spaces.iter().find(|space| space.at == at && !space.frogs.is_empty());
        space.map(|space| (space.is_full, space.heap)).expect("frogs stand there")
    };
    assert_eq!(seen("20"), (false, None), "four frogs by turns");
    assert_eq!(seen("19"), (false, Some(3)), "three of a colour on top");
    assert_eq!(seen("18"), (true, None), "five frogs are the limit");
    assert_eq!(seen("17"), (false, None), "a pair can be covered");
    assert_eq!(seen("8"), (true, None), "two frogs are the limit on a diamond");
    assert_eq!(seen("1"), (false, None));
    assert_eq!(seen("7"), (false, Some(3)), "a safe space has its heaps too");
}

#[test]
fn a_view_tells_whose_turn_it_is_and_who_has_won() {
    let seen = |game: &Abagio| game.view(Observer::Seat(PURPLE));
    assert_eq!((seen(&table()).turn, seen(&table()).winners), (None, None));
    assert_eq!(seen(&started("2 5")).turn, Some(PURPLE));
    let chief = red("6 5", "20:r 15:ppp 14:ppp chief:10");
    assert_eq!((seen(&chief).turn, seen(&chief).chief), (Some(RED), Name::of("10")));
    let over = play(purple("6 2", "2:p 26:r"), "2/pond(6)");
    assert_eq!((seen(&over).turn, seen(&over).winners), (None, Some(vec![PURPLE])));
    assert_eq!(seen(&over).pond, [11, 12]);
}

#[test]
fn a_view_is_the_same_for_everybody_and_survives_the_wire() {
    let game = red("4 4", "root:p 20:rprp 7:rr 7:pp 8:p 1:r chief:12");
    let views: Vec<View> = Observer::all(2).map(|observer| game.view(observer)).collect();
    assert!(views.iter().all(|view| *view == views[0]));
    let wire = serde_json::to_value(&views[0]).expect("a view has string keys only");
    assert_eq!(wire["phase"], "leaps");
    assert_eq!(wire["spaces"][6], serde_json::json!({"at": "20", "owner": null, "frogs": [0, 1, 0, 1]}));
    assert_eq!(wire["chief"], "12");
    assert_eq!(serde_json::from_value::<View>(wire).expect("a view"), views[0]);
}

#[test]
fn what_is_told_hides_nothing_and_leads_to_the_same_position() {
    let mut random = Weyl::default();
    let mut game = Match::<Abagio>::new(Setup::new(2).expect("two seats"));
    let mut actions = Actions::new();
    for _ in 0..200 {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                game.position().legal_actions(&mut actions);
                let action = actions[random.below(actions.len() as u32) as usize];
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
    for observer in Observer::all(2) {
        let story = game.story(observer);
        assert!(story.told.iter().all(|told| !told.hidden));
        let guess = Abagio::guess(&story, &equally).expect("a true story");
        assert_eq!(guess.0, *game.position());
    }
    let event = Event::Chance("start 3 3".parse().expect("notation"));
    let told = Told {
        seat: None,
        event: "start 3 3".to_owned(),
        hidden: false,
        effects: vec![Effect::Rolled { dice: vec![3, 3], by: None }],
    };
    assert_eq!(table().tell(&event, Observer::Spectator), told);
}

#[test]
fn the_picture_shows_the_board() {
    let game = red("4 1", "root:rpp 22:rprp 17:prprp 26:r 20:r 12:p 8:p 1:r 7:r 2:rr 2:pp chief:20");
    let picture = game.view(Observer::Spectator).to_string();
    assert_eq!(picture, include_str!("picture.txt"));
    assert!(picture.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_picture_says_what_the_game_waits_for() {
    let last = |game: &Abagio| {
        let picture = game.view(Observer::Spectator).to_string();
        picture.lines().last().expect("lines").to_owned()
    };
    assert_eq!(last(&table()), "both roll a die: the higher starts");
    assert_eq!(last(&started("2 5")), "purple rolls the dice");
    assert_eq!(last(&red("4 4", "20:r")), "red leaps, dice: 4 4 4 4");
    assert_eq!(last(&red("6 5", "20:r 15:ppp 14:ppp")), "red places the chief frog or leaves it aside");
    assert_eq!(last(&play(purple("6 2", "2:p 26:r"), "2/pond")), "purple has won");
}
