//! Secrets that all choose at once.

use rainette_core::Seat;
use rainette_table::fair::{Proof, Wrong, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::{
    Act, ClockKind, Hello, Resign, Status, TableEventKind, ToClient, ToServer, Welcome, WhyNot,
};

use crate::sitting::{COMPUTER, FRIEND, ME, Sitting, holder, wish};

fn dealt(clock: ClockKind) -> Sitting {
    Sitting::new(&wish("frogriders", &[ME, FRIEND, FRIEND], clock))
}

/// The first thing that somebody who sees this can choose.
fn first_choice(seen: Welcome) -> String {
    let choices = seen.position.and_then(|position| position.choices).expect("it may choose");
    choices.next.into_values().next().and_then(|node| node.action).expect("an action")
}

fn chosen(sitting: &Sitting) -> Vec<bool> {
    sitting.table().seats.iter().map(|seat| seat.has_chosen).collect()
}

#[test]
fn all_choose_at_once_and_the_game_keeps_the_order_of_the_seats() {
    let mut sitting = dealt(ClockKind::None);
    let begun = sitting.machine.seq();
    for seat in 0..sitting.seats() {
        assert!(!sitting.choices(seat).is_empty(), "seat {seat} may choose");
        assert!(sitting.table().seats[seat].may_choose);
    }
    // Everybody has seen the deal and nothing after it: nobody's number is stale because others chose.
    let last = sitting.act_at(2, begun);
    assert_eq!(sitting.answer(2), Ok(begun + 1));
    assert_eq!(chosen(&sitting), [false, false, true]);
    assert!(sitting.acted().is_empty(), "its turn has not come");
    let position = sitting.seen(2).position.expect("a position");
    assert!(position.chosen.is_some() && position.choices.is_none(), "its seat is shown what it chose");
    for other in [0, 1] {
        let seen = sitting.seen(other);
        assert_eq!(seen.position.expect("a position").chosen, None, "and nobody else");
        let told = seen.events.last().map(|event| event.what.clone());
        assert_eq!(told, Some(TableEventKind::Chose { seat: Seat::new(2), is_taken_back: false }));
    }
    sitting.act_at(0, begun);
    assert_eq!(sitting.answer(0), Ok(begun + 2));
    assert_eq!(sitting.acted(), [0]);
    // Its turn has come meanwhile, and with its action comes the one that was settled before.
    sitting.act_at(1, begun);
    assert_eq!(sitting.answer(1), Ok(begun + 3));
    assert_eq!(sitting.acted(), [0, 1, 2]);
    assert_eq!(chosen(&sitting), [false; 3]);
    // A command that is repeated is answered as before, and nothing happens twice.
    let rows = sitting.stored.rows.len();
    sitting.say(2, last);
    assert_eq!(sitting.answer(2), Ok(begun + 1));
    assert_eq!(sitting.stored.rows.len(), rows);
    let kept =
        |seat: usize| sitting.seen(seat).position.expect("a position").view["players"][seat]["kept"].clone();
    assert!((0..3).all(|seat| kept(seat).is_string()));
}

#[test]
fn who_has_seen_nothing_of_the_deal_is_stale_and_who_has_chosen_has_no_turn() {
    let mut sitting = dealt(ClockKind::None);
    let begun = sitting.machine.seq();
    sitting.act_at(1, 2);
    assert_eq!(sitting.answer(1), Err("stale".to_owned()));
    sitting.act_at(1, begun + 5);
    assert_eq!(sitting.answer(1), Err("ahead".to_owned()));
    let action = sitting.choices(1)[0].clone();
    sitting.act(1);
    let again = |id: &str, action: &str, seq| {
        let (id, action) = (id.to_owned(), action.to_owned());
        ToServer::Act(Act { id, seq, seat: None, action })
    };
    sitting.say(1, again("x", &action, begun + 1));
    assert_eq!(sitting.answer(1), Err("not-your-turn".to_owned()));
    sitting.say(1, again("y", &action, begun));
    assert_eq!(sitting.answer(1), Err("stale".to_owned()), "it has not seen what it did itself");
    // What is not among one's own secrets is refused with the rule.
    let others = sitting.choices(0).into_iter().chain(["keep RYBN".to_owned(), "keep 2R".to_owned()]);
    let foreign = { others }.find(|action| !sitting.choices(2).contains(action)).expect("another secret");
    sitting.say(2, again("z", &foreign, begun));
    assert_eq!(sitting.answer(2), Err("illegal".to_owned()));
    let spot = foreign.replace("keep ", "secret.");
    sitting.say(2, ToServer::WhyNot(WhyNot { spots: vec![spot] }));
    let because = |(to, message): &(usize, ToClient)| match message {
        ToClient::Because { objection, .. } if *to == 2 => objection.clone(),
        _ => None,
    };
    let objection = sitting.heard.iter().rev().find_map(because).expect("why not");
    assert_eq!(objection.code, "not-dealt");
}

#[test]
fn a_choice_is_taken_back_until_its_turn_comes_and_outlives_a_restart() {
    let mut sitting = dealt(ClockKind::None);
    sitting.act(1);
    sitting.restart();
    (0..3).for_each(|seat| sitting.come(seat));
    assert_eq!(chosen(&sitting), [false, true, false]);
    let undo = sitting.undo(1);
    assert_eq!(chosen(&sitting), [false; 3]);
    let number = sitting.answer(1);
    assert!(sitting.table().undo.is_none(), "nobody has to agree");
    let before = sitting.choices(1)[0].clone();
    sitting.act(1);
    // The network brings it once more: it is answered, not done.
    sitting.say(1, undo);
    assert_eq!(sitting.answer(1), number);
    assert_eq!(chosen(&sitting), [false, true, false]);
    sitting.act(0);
    assert_eq!(sitting.acted(), [0, 1]);
    // What is taken back after it was played is chosen anew; what others have settled stands.
    sitting.act(2);
    assert_eq!(sitting.acted(), [0, 1, 2]);
    let mut sitting = dealt(ClockKind::None);
    sitting.act(2);
    sitting.act(0);
    sitting.undo(0);
    assert_eq!(chosen(&sitting), [false, false, true], "`{before}`");
    assert!(sitting.table().seats[0].may_choose && sitting.table().seats[1].may_choose);
}

#[test]
fn clocks_run_for_all_who_have_not_chosen() {
    let mut sitting = dealt(ClockKind::Bank { seconds: 100, increment: 0 });
    sitting.pass(10_000);
    assert_eq!([0, 1, 2].map(|seat| sitting.left(seat)), [(90_000, true); 3]);
    sitting.act(2);
    sitting.pass(10_000);
    sitting.restart();
    assert_eq!([0, 1, 2].map(|seat| sitting.left(seat)), [(80_000, true), (80_000, true), (90_000, false)]);
    (0..3).for_each(|seat| sitting.come(seat));
    // Two have slept through it: computer players sit in for both, and keep something for them in their turn.
    sitting.pass(80_000);
    let missed = |event: &&Event| matches!(event, Event::SatIn { missed: true, .. });
    assert_eq!(sitting.events().into_iter().filter(missed).count(), 2);
    while sitting.acted().len() < 3 {
        sitting.think();
    }
    assert_eq!(sitting.acted()[..3], [0, 1, 2]);
    assert_eq!(sitting.left(2), (90_000, false));
}

#[test]
fn whoever_gives_up_has_settled_nothing() {
    let mut sitting = dealt(ClockKind::None);
    sitting.act(2);
    sitting.say(2, ToServer::Resign(Resign { id: "enough".to_owned(), seat: None }));
    assert_eq!(chosen(&sitting), [false; 3]);
    sitting.act(1);
    sitting.act(0);
    assert_eq!(sitting.acted(), [0, 1]);
    sitting.think();
    assert_eq!(sitting.acted(), [0, 1, 2]);
    let by_computer = |event: &&Event| matches!(event, Event::Action { computer: true, .. });
    assert_eq!(sitting.events().into_iter().filter(by_computer).count(), 1);
}

#[test]
fn what_a_computer_player_thinks_about_counts_although_somebody_chooses_meanwhile() {
    let mut sitting = Sitting::new(&wish("frogriders", &[COMPUTER, ME, FRIEND], ClockKind::None));
    assert_eq!(sitting.jobs.len(), 1);
    // The host has seat 1 and talks through the socket of seat 0.
    let seen = sitting.machine.seen(Some(holder(0)), 0, Some(Seat::new(1)), sitting.now);
    let action = first_choice(seen.expect("it is the host's"));
    let (id, seq) = ("a".to_owned(), sitting.machine.seq());
    sitting.say(0, ToServer::Act(Act { id, seq, seat: None, action }));
    assert!(sitting.answer(0).is_ok());
    assert_eq!(sitting.jobs.len(), 1, "nothing is thought about twice");
    sitting.think();
    assert_eq!(sitting.acted(), [0, 1]);
}

#[test]
fn a_shared_screen_is_handed_to_each_who_has_to_choose() {
    let mut sitting = Sitting::new(&wish("frogriders", &[ME, FRIEND, ME], ClockKind::None));
    let seen = |sitting: &Sitting, seat: Option<usize>| {
        sitting.machine.seen(Some(holder(0)), 0, seat.map(Seat::new), sitting.now).expect("it is theirs")
    };
    assert_eq!(seen(&sitting, None).you.hand_over, Some(Seat::new(0)));
    assert_eq!(seen(&sitting, Some(2)).you.hand_over, None, "whoever has the screen may choose");
    sitting.say(0, ToServer::Hello(Hello { after: 0, seat: Some(Seat::new(0)) }));
    let action = first_choice(seen(&sitting, Some(0)));
    let (id, seq) = ("a".to_owned(), sitting.machine.seq());
    sitting.say(0, ToServer::Act(Act { id, seq, seat: None, action }));
    assert_eq!(sitting.acted(), [0]);
    // The friend takes their time; meanwhile the screen goes to the third seat, whose clock would run too.
    assert_eq!(seen(&sitting, Some(0)).you.hand_over, Some(Seat::new(2)));
    let hidden = seen(&sitting, None).position.expect("a position");
    assert!(hidden.choices.is_none() && hidden.chosen.is_none());
}

#[test]
fn the_proof_shows_what_was_settled_and_holds_everybody_to_it() {
    let mut sitting = dealt(ClockKind::None);
    let other = sitting.choices(2).into_iter().nth(1).expect("two different secrets");
    sitting.act(2);
    sitting.undo(2);
    sitting.act(2);
    sitting.act(0);
    sitting.act(1);
    for (turn, seat) in [0, 1, 2].into_iter().enumerate() {
        let id = format!("r{turn}");
        sitting.say(seat, ToServer::Resign(Resign { id, seat: None }));
    }
    assert_eq!(sitting.machine.status(), Status::Abandoned);
    let proof = sitting.machine.history().proof().expect("a proof");
    verify(&proof).expect("it holds");
    let chose = proof.log.iter().rposition(|entry| entry.kind() == "chose").expect("it is there");
    // Whoever changes what was settled, or leaves it out, is found out by the rules alone.
    let json = serde_json::to_value(&proof).expect("JSON");
    for event in [serde_json::Value::Null, "keep 2Z".into(), other.into()] {
        let mut forged = json.clone();
        forged["log"][chose]["event"] = event;
        let forged: Proof = serde_json::from_value(forged).expect("it can be read");
        let wrong = verify(&forged).expect_err("it was changed");
        assert!(matches!(wrong, Wrong::Misplaced { .. } | Wrong::Event { .. }), "{wrong}");
    }
}
