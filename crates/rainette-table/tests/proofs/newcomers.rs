//! People who come when the game is on: who may, what they can do, and what the proof says of it.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::{Line, Seat, Turn};
use rainette_table::Error;
use rainette_table::fair::{Entry, Proof, Verdict, Wrong, verify};
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    Act, AnswerUndo, ClockKind, Join, OpenTable, SeatWish, Sitter, Status, ToServer, Undo,
};
use rainette_table::table::{Change, Input, Output, Request, Response, Ticket};

use crate::played::{Dice, Sitting, actions_of, holder, wish};

const COMPUTER: SeatWish = SeatWish::Computer { level: 1 };

/// A game that is on, at a table that takes newcomers, or not.
fn game(id: &str, seats: &[SeatWish], takes_newcomers: bool, clock: ClockKind) -> Sitting {
    let wish = OpenTable { takes_newcomers, clock, ..wish(id, seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&wish, None, &mut Dice::new(3));
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.reveal(0);
    assert_eq!(sitting.machine.status(), Status::Playing);
    sitting
}

fn join(sitting: &mut Sitting, who: usize, seat: Option<usize>) -> Result<Response, Error> {
    let (seat, commitment) = (seat.map(Seat::new), Some("ab".repeat(32)));
    let join = Join { name: format!("newcomer {who}"), seat, commitment, agrees_to_opening: false };
    sitting.ask(who, Request::Join { join, is_invited: false })
}

#[test]
fn only_a_table_that_was_opened_so_takes_newcomers() {
    let mut sitting = game("hop-it", &[SeatWish::Me, COMPUTER], false, ClockKind::None);
    assert_eq!(join(&mut sitting, 1, None), Err(Error::AlreadyStarted));
    let mut sitting = game("hop-it", &[SeatWish::Me, COMPUTER], true, ClockKind::None);
    assert!(sitting.look(0).table.takes_newcomers);
    let rows = sitting.stored.rows.len();
    assert_eq!(join(&mut sitting, 1, Some(0)), Err(Error::SeatTaken(Seat::new(0))), "a person's seat");
    assert_eq!(join(&mut sitting, 1, Some(5)), Err(Error::NoSuchSeat(Seat::new(5))));
    assert_eq!(join(&mut sitting, 1, None), Ok(Response::Seated(vec![Seat::new(1)])));
    let [.., came] = &sitting.stored.rows[..] else { panic!("something happened") };
    assert_eq!(came.event, Event::CameIn { seat: Seat::new(1), person: 2, agreed_to_opening: false });
    assert_eq!(sitting.stored.rows.len(), rows + 1, "no commitment is taken any more");
    assert_eq!(
        join(&mut sitting, 1, None),
        Ok(Response::Seated(vec![Seat::new(1)])),
        "whoever sits comes back"
    );
    assert_eq!(join(&mut sitting, 2, None), Err(Error::Full));
    assert_eq!((Error::KnowsMore.code(), Error::MidTurn(Seat::new(1)).code()), ("knows-more", "mid-turn"));
    let state = sitting.look(1);
    assert_eq!(state.you.in_hand, Some(Seat::new(1)));
    assert!(
        matches!(&state.table.seats[1].sitter, Sitter::Person { person: 2, name: Some(name) } if name == "newcomer 1")
    );
    sitting.give_up(&[0, 1]);
    assert_eq!(join(&mut sitting, 2, None), Err(Error::Over));
}

/// The id of a table is in addresses that are shown around; a seat at a table that is not on the list needs the link.
#[test]
fn nobody_comes_in_at_a_private_table_without_its_link() {
    let seats = [SeatWish::Me, COMPUTER];
    let private =
        OpenTable { takes_newcomers: true, is_public: false, ..wish("hop-it", &seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&private, None, &mut Dice::new(3));
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.reveal(0);
    let rows = sitting.stored.rows.len();
    assert_eq!(join(&mut sitting, 1, None), Err(Error::Full));
    assert_eq!(sitting.stored.rows.len(), rows);
    let join = Join { name: "friend".to_owned(), ..Join::default() };
    let seated = sitting.ask(1, Request::Join { join, is_invited: true });
    assert_eq!(seated, Ok(Response::Seated(vec![Seat::new(1)])), "with the link");
}

/// Whoever has held a seat knows more than another seat was told: also at the device that the seat was moved away from.
#[test]
fn whoever_has_held_a_seat_does_not_come_in_at_another() {
    let seats = [SeatWish::Me, SeatWish::Open, COMPUTER];
    let wish = OpenTable { takes_newcomers: true, ..wish("frogriders", &seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&wish, None, &mut Dice::new(4));
    sitting.join(1);
    sitting.ask(1, Request::Leave(None)).expect("a guest may leave");
    join(&mut sitting, 2, Some(1)).expect("a seat");
    sitting.ask(0, Request::Start).expect("the host may start");
    // The guest shows no seed, and the game starts without it.
    sitting.reveal(0);
    sitting.now += 20_000;
    sitting.feed(Input::Tick);
    assert_eq!(sitting.machine.status(), Status::Playing);
    assert_eq!(join(&mut sitting, 1, None), Err(Error::KnowsMore), "who left a seat");
    assert_eq!(
        join(&mut sitting, 0, Some(2)),
        Ok(Response::Seated(vec![Seat::new(0)])),
        "who sits has a seat"
    );
    let phone = TokenHash::of("a phone");
    sitting.ask(0, Request::MoveTo(phone)).expect("seats can be moved");
    assert_eq!(
        join(&mut sitting, 0, None),
        Err(Error::KnowsMore),
        "the device that showed the seat until now"
    );
    assert!(join(&mut sitting, 7, None).is_ok(), "somebody new");
}

/// A host who opens a table from a record knows every secret in it, with a seat or without, at whatever device.
#[test]
fn a_host_who_gave_the_opening_does_not_come_in() {
    let mut dice = Dice::new(5);
    let mut table = rainette_games::table("frogriders", 3, &[]).expect("a game");
    let is_kept = |line: &Line| line.event.starts_with("keep ");
    while table.record().events.iter().filter(|line| is_kept(line)).count() < 3 {
        match table.turn() {
            Turn::Seat(seat) => {
                let action = table.choices()[0].0.clone();
                table.play(seat, &action).expect("it was listed");
            }
            _ => drop(table.draw(&mut dice)),
        }
    }
    let seats = [COMPUTER, SeatWish::Open, COMPUTER];
    let wish = OpenTable { takes_newcomers: true, ..wish("frogriders", &seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&wish, Some(table.record()), &mut dice);
    sitting.join(1);
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.reveal(1);
    assert_eq!(sitting.machine.status(), Status::Playing);
    let come = |sitting: &mut Sitting, who: usize| {
        let join = Join { name: format!("newcomer {who}"), agrees_to_opening: true, ..Join::default() };
        sitting.ask(who, Request::Join { join, is_invited: true })
    };
    assert_eq!(come(&mut sitting, 0), Err(Error::KnowsMore));
    sitting.ask(0, Request::MoveTo(holder(6))).expect("it moves");
    assert_eq!([0, 6].map(|who| come(&mut sitting, who)), [Err(Error::KnowsMore), Err(Error::KnowsMore)]);
    assert_eq!(come(&mut sitting, 7), Ok(Response::Seated(vec![Seat::new(0)])), "a stranger may");
    sitting.give_up(&[1, 7]);

    // Nor does a proof hold that says so.
    let proof = sitting.machine.history().proof().expect("a proof");
    assert_eq!(verify(&proof).expect("it holds").verdict(), Verdict::NotDrawn);
    let mut log = proof.log.clone();
    let entry = log.iter_mut().find(|entry| entry.kind() == "came-in").expect("somebody did");
    set(entry, None, Some(1), None);
    let mut json = serde_json::to_value(Proof { log, ..proof }).expect("JSON");
    crate::seal(&mut json);
    let forged: Proof = serde_json::from_value(json).expect("it can be read");
    assert!(matches!(verify(&forged), Err(Wrong::Misplaced { kind: "came-in", .. })));
    let (_, said) = crate::run_script("opening-host", &forged, &[]);
    assert!(said.contains("nobody can come in there"), "{said}");
}

/// Each device is kept in mind once, however often a seat is handed to and fro, and only who has a name goes along.
#[test]
fn a_seat_that_is_handed_to_and_fro_keeps_one_device_in_mind_for_each() {
    let mut sitting = game("hop-it", &[SeatWish::Me, COMPUTER], true, ClockKind::None);
    for round in 0..20 {
        let (from, to) = (holder(round % 2), holder(1 - round % 2));
        let outputs =
            sitting.machine.handle(Input::Request(Ticket(5), Some(from), Request::MoveTo(to)), sitting.now);
        let [Output::Store(batch)] = &outputs[..] else { panic!("it is stored: {outputs:?}") };
        let people = batch.changes.iter().filter(|change| matches!(change, Change::Person(_))).count();
        assert_eq!(people, if round < 2 { 2 } else { 1 }, "who sits, and once each device");
        sitting.stored.add(batch);
        sitting.machine.stored(sitting.now);
        assert_eq!(join(&mut sitting, round % 2, None), Err(Error::KnowsMore));
        assert_eq!(sitting.look(1 - round % 2).you.person, Some(1));
    }
    assert_eq!(sitting.stored.beside.people.len(), 3);
}

/// Whoever was asked to leave for good hears that, and not that they would know too much.
#[test]
fn whoever_was_removed_does_not_come_in() {
    let seats = [SeatWish::Me, SeatWish::Open, COMPUTER];
    let wish = OpenTable { takes_newcomers: true, ..wish("frogriders", &seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&wish, None, &mut Dice::new(4));
    sitting.join(1);
    sitting.ask(0, Request::Remove(Seat::new(1))).expect("the host may");
    join(&mut sitting, 2, Some(1)).expect("a seat");
    sitting.ask(0, Request::Start).expect("the host may start");
    assert_eq!(join(&mut sitting, 1, None), Err(Error::Removed), "while seeds are shown");
    sitting.reveal(0);
    sitting.now += 20_000;
    sitting.feed(Input::Tick);
    assert_eq!(sitting.machine.status(), Status::Playing);
    assert_eq!(join(&mut sitting, 1, None), Err(Error::Removed), "while the game is on");
    assert!(sitting.look(1).you.is_removed && !sitting.look(2).you.is_removed);
    assert!(join(&mut sitting, 3, None).is_ok(), "somebody new");
}

/// Feeds a table without letting computer players answer, and gives what comes out.
fn step(sitting: &mut Sitting, input: Input) -> Vec<Output> {
    let mut rest = Vec::new();
    let mut outputs = VecDeque::from(sitting.machine.handle(input, sitting.now));
    while let Some(output) = outputs.pop_front() {
        match output {
            Output::Store(batch) => {
                sitting.stored.add(&batch);
                outputs.extend(sitting.machine.stored(sitting.now));
            }
            other => rest.push(other),
        }
    }
    rest
}

fn ask(sitting: &mut Sitting, who: usize, ask: Request) -> (Result<Response, Error>, Vec<Output>) {
    let outputs = step(sitting, Input::Request(Ticket(5), Some(holder(who)), ask));
    let answer = outputs.iter().find_map(|output| match output {
        Output::Reply(Ticket(5), answer) => Some(answer.clone()),
        _ => None,
    });
    (answer.expect("every question is answered"), outputs)
}

/// What somebody may do now.
fn choices(sitting: &Sitting, who: usize) -> Vec<String> {
    let seen = sitting.machine.seen(Some(holder(who)), 0, None, sitting.now).expect("anybody may look");
    seen.position
        .and_then(|position| position.choices)
        .map(|choices| actions_of(&choices))
        .unwrap_or_default()
}

/// A turn of China Moon has several actions: nobody comes in before it is over. Between turns somebody may, also while
/// the computer player thinks; the thought is dropped then, and the newcomer decides.
#[test]
fn somebody_comes_in_between_turns_and_a_thought_is_dropped() {
    let mut sitting = game("china-moon", &[SeatWish::Me, COMPUTER, COMPUTER], true, ClockKind::None);
    let seat = Seat::new(1);
    let join = || {
        let join = Join { name: "late".to_owned(), seat: Some(seat), ..Join::default() };
        Request::Join { join, is_invited: false }
    };
    let mut refused = 0;
    for id in 0..200 {
        let seq = sitting.machine.seq();
        let thinks = sitting.machine.table_state(sitting.now).thinking.map(|thinking| thinking.seat);
        if thinks.is_none() {
            let action = choices(&sitting, 0)[0].clone();
            let act = ToServer::Act(Act { id: format!("a{id}"), seq, seat: None, action });
            ask(&mut sitting, 0, Request::Say(act)).0.expect("it was listed");
            continue;
        }
        let acted = sitting.stored.rows.iter().rev().find_map(|row| match &row.event {
            Event::Action { seat, .. } => Some(*seat),
            _ => None,
        });
        if thinks == Some(seat) && acted == Some(seat) {
            assert_eq!(ask(&mut sitting, 1, join()).0, Err(Error::MidTurn(seat)));
            assert_eq!(sitting.machine.seq(), seq);
            refused += 1;
        } else if thinks == Some(seat) && refused > 0 {
            let (answer, outputs) = ask(&mut sitting, 1, join());
            assert_eq!(answer, Ok(Response::Seated(vec![seat])));
            assert!(outputs.contains(&Output::StopThinking), "{outputs:?}");
            assert_eq!(step(&mut sitting, Input::Thought(seq, None)), [], "the thought comes too late");
            assert_eq!(sitting.machine.seq(), seq + 1);
            assert!(!choices(&sitting, 1).is_empty(), "the newcomer decides");
            return;
        }
        step(&mut sitting, Input::Thought(seq, None));
    }
    panic!("nobody came in: {refused} were refused");
}

/// A clock that never ran begins when somebody comes, whatever a computer player has earned by its turns.
#[test]
fn a_newcomer_has_the_time_of_everybody_at_the_beginning() {
    let clock = ClockKind::Bank { seconds: 60, increment: 10 };
    let mut sitting = game("hop-it", &[SeatWish::Me, COMPUTER], true, clock);
    let mut dice = Dice::new(1);
    for _ in 0..6 {
        sitting.act(&mut dice);
    }
    let earned = sitting.look(0).table.seats[1].clock.expect("a clock").left_ms;
    assert!(earned > 60_000, "{earned}");
    join(&mut sitting, 1, None).expect("a seat");
    assert_eq!(sitting.look(1).table.seats[1].clock.expect("a clock").left_ms, 60_000);
}

/// What the computer player did is not the newcomer's to take back, and nothing is taken back without the newcomer.
#[test]
fn a_newcomer_takes_back_only_what_is_their_own_and_is_asked_like_everybody() {
    let mut sitting = game("abagio", &[SeatWish::Me, COMPUTER], true, ClockKind::None);
    let mut dice = Dice::new(2);
    while sitting.stored.rows.len() < 25 {
        assert!(sitting.act(&mut dice));
    }
    join(&mut sitting, 1, None).expect("a seat");
    let seq = sitting.machine.seq();
    let undo = sitting.say(1, |id| ToServer::Undo(Undo { id, seq, seat: None }));
    assert_eq!(undo, Err(Error::NothingToUndo));
    // The host's last action, over dice: refused before, now a matter of the two of them.
    assert_eq!(sitting.say(0, |id| ToServer::Undo(Undo { id, seq, seat: None })), Ok(Response::Done));
    let wanted = sitting.look(1).table.undo.expect("it is shown");
    assert_eq!((wanted.waits_for.clone(), wanted.is_over_chance), (vec![2], true), "{wanted:?}");
    sitting.say(1, |id| ToServer::AnswerUndo(AnswerUndo { id, agree: true })).expect("one may agree");
    let is_agreed = |event: &Event| matches!(event, Event::Undone { agreed, .. } if *agreed == [1, 2]);
    assert!(sitting.stored.rows.iter().any(|row| is_agreed(&row.event)));
    sitting.give_up(&[0, 1]);
    let verified = verify(&sitting.machine.history().proof().expect("a proof")).expect("it holds");
    assert_eq!((verified.verdict(), verified.redraws), (Verdict::Fair, 1));
}

/// The proof names event and person, and holds only where somebody may come.
#[test]
fn the_proof_names_who_came_in_and_when() {
    let mut sitting = game("abagio", &[SeatWish::Me, COMPUTER], true, ClockKind::None);
    let mut dice = Dice::new(2);
    while sitting.stored.rows.len() < 25 {
        assert!(sitting.act(&mut dice));
    }
    join(&mut sitting, 1, None).expect("a seat");
    let number = sitting.machine.seq();
    for _ in 0..4 {
        sitting.act(&mut dice);
    }
    sitting.give_up(&[1, 0]);
    let proof = sitting.machine.history().proof().expect("a proof");
    let verified = verify(&proof).expect("it holds");
    assert_eq!(verified.came_in, [(number, Seat::new(1), 2)]);
    assert_eq!(verified.verdict(), Verdict::Fair, "no seed changes");
    assert_eq!(verified.shown, 1);
    let (code, said) = crate::run_script("newcomers", &proof, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("; person 2 came in at event {number} for seat ")), "{said}");
    let changed = |change: fn(&mut Entry)| {
        let mut log = proof.log.clone();
        change(&mut log[number as usize - 1]);
        Proof::new(proof.header(), proof.server.seed, log).and_then(|proof| verify(&proof).map(drop))
    };
    let misplaced =
        |result: Result<(), Wrong>| matches!(result, Err(Wrong::Misplaced { kind: "came-in", .. }));
    assert!(misplaced(changed(|entry| set(entry, None, Some(1), None))), "who sits already");
    assert!(misplaced(changed(|entry| set(entry, Some(0), None, None))), "a person's seat");
    assert!(misplaced(changed(|entry| set(entry, Some(5), None, None))), "no seat at all");
    assert!(misplaced(changed(|entry| set(entry, None, None, Some(true)))), "nothing to agree to");
    // Without it somebody acts for whom a computer player should.
    let mut log = proof.log.clone();
    log.remove(number as usize - 1);
    for (index, entry) in log.iter_mut().enumerate() {
        crate::forge::renumber(entry, index as u64 + 1);
    }
    let without = Proof::new(proof.header(), proof.server.seed, log);
    assert!(without.and_then(|proof| verify(&proof).map(drop)).is_err());
}

fn set(entry: &mut Entry, to: Option<usize>, whom: Option<u32>, agreed: Option<bool>) {
    let Entry::CameIn { seat, person, agreed_to_opening, .. } = entry else { panic!("{entry:?}") };
    *seat = to.map_or(*seat, Seat::new);
    *person = whom.unwrap_or(*person);
    *agreed_to_opening = agreed.unwrap_or(*agreed_to_opening);
}
