//! Turns that are missed: a computer player sits in, and whoever comes back plays on, unless the table is strict.

use rainette_core::Seat;
use rainette_table::fair::verify;
use rainette_table::journal::Event;
use rainette_table::protocol::{ClockKind, OpenTable, Out, Resign, Status, TableEventKind, ToServer};
use rainette_table::table::{Input, Socket};

use crate::sitting::{FRIEND, ME, Sitting, wish};

const SECONDS: u32 = 30;

fn clocks() -> [ClockKind; 3] {
    [
        ClockKind::PerMove { seconds: SECONDS },
        ClockKind::Bank { seconds: SECONDS, increment: 0 },
        ClockKind::Days { days: 1, weekends_off: None },
    ]
}

fn full(clock: ClockKind) -> i64 {
    match clock {
        ClockKind::Days { days, .. } => i64::from(days) * 86_400_000,
        _ => i64::from(SECONDS) * 1_000,
    }
}

fn sitting(seats: usize, clock: ClockKind, is_strict: bool) -> Sitting {
    let (game, wishes) =
        if seats == 2 { ("hop-it", vec![ME, FRIEND]) } else { ("pool-party", vec![ME, FRIEND, FRIEND]) };
    Sitting::new(&OpenTable { is_strict, ..wish(game, &wishes, clock) })
}

fn turn(sitting: &Sitting) -> usize {
    sitting.table().seats.iter().position(|seat| seat.may_choose).expect("somebody is waited for")
}

#[test]
fn whoever_misses_a_turn_is_sat_in_for_and_comes_back() {
    for (seats, clock) in [2, 3].into_iter().flat_map(|seats| clocks().map(|clock| (seats, clock))) {
        let mut sitting = sitting(seats, clock, false);
        let late = turn(&sitting);
        sitting.pass(full(clock) - 1);
        assert!(!sitting.table().seats.iter().any(|seat| seat.stand_in.is_some()));
        sitting.pass(1);
        assert_eq!(sitting.machine.status(), Status::Playing, "{clock:?}");
        let level = sitting.table().stand_in;
        let seat = Seat::new(late);
        assert_eq!(sitting.events().last(), Some(&&Event::SatIn { seat, level, missed: true }));
        let told = sitting.seen(late).events.last().map(|event| event.what.clone());
        assert_eq!(told, Some(TableEventKind::SatIn { seat, level, missed: true }), "they are told why");
        let shown = &sitting.table().seats[late];
        assert!(shown.out.is_none() && shown.stand_in == Some(level) && !shown.may_take_back);
        // The turn that was missed is the computer player's: nobody misses and takes back for ever.
        sitting.take_back(late);
        assert_eq!(sitting.answer(late), Err("turn-missed".to_owned()));
        while !sitting.table().seats[late].may_take_back {
            sitting.think();
        }
        sitting.take_back(late);
        assert!(sitting.answer(late).is_ok(), "{:?}", sitting.answer(late));
        assert_eq!(sitting.table().seats[late].stand_in, None);
        assert_eq!(
            sitting.left(late).0,
            full(clock),
            "a whole turn, or what the bank held, which is less than a minute"
        );
        for seat in 0..seats {
            sitting.say(seat, ToServer::Resign(Resign { id: "enough".to_owned(), seat: None }));
        }
        verify(&sitting.machine.history().proof().expect("a proof")).expect("it holds");
    }
}

#[test]
fn at_a_strict_table_whoever_is_late_is_out_for_good() {
    for clock in clocks() {
        let mut two = sitting(2, clock, true);
        assert!(two.table().is_strict);
        let late = turn(&two);
        two.pass(full(clock));
        assert_eq!(two.machine.status(), Status::Finished);
        assert_eq!(two.table().result.map(|result| result.winners), Some(vec![Seat::new(1 - late)]));

        let mut three = sitting(3, clock, true);
        let late = turn(&three);
        three.pass(full(clock));
        assert_eq!(
            (three.machine.status(), three.table().seats[late].out),
            (Status::Playing, Some(Out::OutOfTime))
        );
        three.think();
        three.take_back(late);
        assert_eq!(three.answer(late), Err("seat-out".to_owned()));
        assert!(!three.table().seats[late].may_take_back);
    }
}

/// While everybody settles a secret all clocks run, and whose time is up at the same moment is late alike.
#[test]
fn nobody_wins_because_another_was_late_at_the_same_moment() {
    let secrets = |seats: &[_], is_strict| {
        let clock = ClockKind::PerMove { seconds: SECONDS };
        Sitting::new(&OpenTable { is_strict, ..wish("frogriders", seats, clock) })
    };
    let time = i64::from(SECONDS) * 1_000;
    let outs = |sitting: &Sitting| sitting.table().seats.iter().map(|seat| seat.out).collect::<Vec<_>>();
    let [first, second] = [0, 1].map(|seat| Event::OutOfTime { seat: Seat::new(seat) });

    let mut two = secrets(&[ME, FRIEND], true);
    let before = two.stored.rows.len();
    two.pass(time);
    assert_eq!(two.events()[before..], [&first, &second, &Event::Abandoned { by: None }]);
    assert_eq!((two.machine.status(), two.table().result), (Status::Abandoned, None), "nobody has won");
    assert_eq!(outs(&two), [Some(Out::OutOfTime); 2]);
    verify(&two.machine.history().proof().expect("a proof")).expect("it holds");
    two.restart();
    assert_eq!(outs(&two), [Some(Out::OutOfTime); 2], "the log says it");

    // Whoever has settled something is not late, whenever that was.
    let mut one = secrets(&[ME, FRIEND], true);
    one.act(1);
    one.pass(time);
    assert_eq!(one.table().result.map(|result| result.winners), Some(vec![Seat::new(1)]));
    verify(&one.machine.history().proof().expect("a proof")).expect("it holds");

    let mut three = secrets(&[ME, FRIEND, FRIEND], true);
    three.act(2);
    three.pass(time);
    assert_eq!(outs(&three), [Some(Out::OutOfTime), Some(Out::OutOfTime), None]);
    assert_eq!(three.machine.status(), Status::Playing, "somebody is left who plays");
    let mut nobody = secrets(&[ME, FRIEND, FRIEND], true);
    nobody.pass(time);
    assert_eq!(nobody.events().last(), Some(&&Event::Abandoned { by: None }));
    for mut over in [three, nobody] {
        over.say(2, ToServer::Resign(Resign { id: "enough".to_owned(), seat: None }));
        verify(&over.machine.history().proof().expect("a proof")).expect("it holds");
    }

    let mut sat_in = secrets(&[ME, FRIEND], false);
    let before = sat_in.stored.rows.len();
    sat_in.pass(time);
    let level = sat_in.table().stand_in;
    let missed = [0, 1].map(|seat| Event::SatIn { seat: Seat::new(seat), level, missed: true });
    assert_eq!(sat_in.events()[before..], [&missed[0], &missed[1]]);
}

#[test]
fn a_table_that_everybody_has_left_stands_still_until_somebody_comes_back() {
    let mut sitting = sitting(2, ClockKind::Days { days: 1, weekends_off: None }, false);
    (0..2).for_each(|seat| drop(sitting.give(Input::Detach(Socket(seat)))));
    let first = turn(&sitting);
    sitting.pass(86_400_000);
    while sitting.table().seats.iter().all(|seat| !seat.may_choose) {
        sitting.think();
    }
    sitting.jobs.clear();
    sitting.pass(86_400_000);
    assert!(sitting.table().seats.iter().all(|seat| seat.stand_in.is_some()));
    assert!(sitting.jobs.is_empty(), "computer players do not play on by themselves");
    sitting.come(first);
    assert!(sitting.table().seats[first].may_take_back);
}

#[test]
fn tables_from_before_this_could_be_chosen_are_strict() {
    let mut sitting = sitting(2, ClockKind::PerMove { seconds: SECONDS }, false);
    let Event::Opened(opening) = &sitting.stored.rows[0].event else {
        panic!("a log begins with the opening")
    };
    let mut json = serde_json::to_value(opening).expect("JSON");
    json.as_object_mut().expect("an object").remove("is_strict");
    let old = serde_json::from_value(json).expect("it can still be read");
    sitting.stored.rows[0].event = Event::Opened(old);
    sitting.restart();
    sitting.pass(full(ClockKind::PerMove { seconds: SECONDS }));
    assert_eq!(sitting.machine.status(), Status::Finished);
}
