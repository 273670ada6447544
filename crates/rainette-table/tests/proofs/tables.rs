//! What a table does so that a proof can hold: when commitments count, what moves the dice, what is shown.

use std::collections::BTreeMap;

use rainette_core::{Random as _, Seat};
use rainette_table::Error;
use rainette_table::fair::{Chain, Entry, Header, Proof, Seed, Seeds, Verdict, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::{
    Act, Chat, ClockKind, Commit, GameResult, Hello, Join, Mute, OpenTable, Out, Reveal, SeatWish, Settings,
    SitIn, Starts, Status, TableEventKind, TakeBack, ToServer, Undo,
};
use rainette_table::table::{Input, Output, Request, Response, Socket, Ticket};

use crate::played::{Dice, Kind, Sitting, holder, play, started, wish};

// --------------------------------------------------------------------------------------------- what moves the dice

/// The rolls and cards of a table in the order in which they came.
fn chances(sitting: &Sitting) -> Vec<String> {
    let chance = |event: &Event| match event {
        Event::Chance { chance } => Some(chance.clone()),
        _ => None,
    };
    sitting.stored.rows.iter().filter_map(|row| chance(&row.event)).collect()
}

/// Restarts, pauses, chat, stand-ins: whatever happens beside the game, the next roll is the same.
#[test]
fn nothing_after_the_start_can_change_a_roll() {
    let clock = ClockKind::Bank { seconds: 86_400, increment: 0 };
    for seed in 0..6 {
        for disturbance in 0..6 {
            let [mut quiet, mut loud] =
                [(); 2].map(|()| started(1, Kind::People, clock, &mut Dice::new(seed)).0);
            let mut hands = [Dice::new(seed), Dice::new(seed)];
            for step in 0..6 {
                match disturbance {
                    0 => loud.restart(1_000),
                    1 => (0..3).for_each(|_| loud.restart(60_000)),
                    2 => drop(loud.say(0, |_| ToServer::Chat(Chat { text: format!("{step}") }))),
                    3 => drop(loud.say(1, |_| ToServer::Mute(Mute { person: 1, muted: step % 2 == 0 }))),
                    4 => {
                        let (seat, _) = loud.turn().expect("somebody's turn");
                        loud.now += 121_000;
                        let at = Seat::new(seat);
                        let sits = |id| ToServer::SitIn(SitIn { id, seat: at, level: None });
                        // The thought is not waited for: the owner is back at once.
                        let outputs = loud.machine.handle(
                            Input::Request(
                                Ticket(1),
                                Some(holder(1 - seat)),
                                Request::Say(sits(format!("s{step}"))),
                            ),
                            loud.now,
                        );
                        for output in outputs {
                            if let Output::Store(batch) = output {
                                loud.stored.add(&batch);
                                loud.machine.stored(loud.now);
                            }
                        }
                        loud.say(seat, |id| ToServer::TakeBack(TakeBack { id, seat: at }))
                            .expect("the seat is back");
                    }
                    _ => {
                        // Refused commands, and an undo that nothing random follows, change nothing either.
                        let seq = loud.machine.seq();
                        let nonsense = "nonsense".to_owned();
                        assert!(
                            loud.say(0, |id| ToServer::Act(Act { id, seq, seat: None, action: nonsense }))
                                .is_err()
                        );
                        let late = Seed::new([1; 32]);
                        let commitment = late.commitment().to_string();
                        assert_eq!(
                            loud.say(0, |_| ToServer::Commit(Commit { commitment })).err(),
                            Some(Error::AlreadyStarted)
                        );
                    }
                }
                for (sitting, hand) in [&mut quiet, &mut loud].into_iter().zip(&mut hands) {
                    assert!(sitting.act(hand));
                }
            }
            assert!(loud.stored.rows.len() >= quiet.stored.rows.len());
            assert_eq!(chances(&quiet), chances(&loud), "disturbance {disturbance}, seed {seed}");
        }
    }
}

/// A roll that was taken back does not come again: its number is used.
#[test]
fn what_was_taken_back_is_drawn_with_another_number() {
    let mut dice = Dice::new(5);
    let (mut sitting, people) = started(1, Kind::People, ClockKind::None, &mut dice);
    let mut redrawn = 0;
    while redrawn < 3 {
        let before = chances(&sitting).len();
        let Some((seat, _)) = sitting.turn() else { break };
        assert!(sitting.act(&mut dice));
        if chances(&sitting).len() > before && sitting.undo(seat, &people) {
            redrawn += 1;
        }
    }
    sitting.give_up(&people);
    let proof = sitting.machine.history().proof().expect("a proof");
    let numbers: Vec<u64> = proof
        .log
        .iter()
        .filter_map(|entry| match entry {
            Entry::Chance { chance_number, .. } => Some(*chance_number),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let verified = verify(&proof).expect("it holds");
    assert_eq!((verified.redraws, verified.verdict()), (3, Verdict::Fair));
    let agreed = proof.log.iter().find_map(|entry| match entry {
        Entry::Undo { agreed, .. } => Some(agreed.clone()),
        _ => None,
    });
    assert_eq!(agreed, Some(vec![1, 2]), "everybody is named");
}

#[test]
fn a_roll_is_not_taken_back_against_a_computer_player() {
    let mut dice = Dice::new(2);
    let (mut sitting, people) = started(1, Kind::Computers, ClockKind::None, &mut dice);
    while sitting.machine.seq() < 20 {
        sitting.act(&mut dice);
    }
    let seq = sitting.machine.seq();
    let undo = sitting.say(0, |id| ToServer::Undo(Undo { id, seq, seat: None }));
    assert_eq!(undo.err(), Some(Error::UndoAgainstComputer));
    assert_eq!(Error::UndoAgainstComputer.code(), "undo-against-computer");
    // Without dice in between it goes on as ever.
    let (mut sitting, _) = started(0, Kind::Computers, ClockKind::None, &mut dice);
    for _ in 0..3 {
        sitting.act(&mut dice);
    }
    assert!(sitting.undo(0, &people));
    // And people can do it only together.
    let (mut sitting, people) = started(1, Kind::People, ClockKind::None, &mut dice);
    sitting.act(&mut dice);
    sitting.act(&mut dice);
    let seq = sitting.machine.seq();
    let (seat, _) = sitting.turn().expect("somebody's turn");
    let asked = sitting.say(1 - seat, |id| ToServer::Undo(Undo { id, seq, seat: Some(Seat::new(1 - seat)) }));
    assert_eq!(asked, Ok(Response::Done), "the other one is asked");
    assert_eq!(sitting.machine.seq(), seq);
    let wanted = sitting.look(0).table.undo.expect("it is shown");
    assert!(wanted.is_over_chance && wanted.agreed.len() == 1 && wanted.waits_for.len() == 1, "{wanted:?}");
    assert!(people.len() == 2);
}

// ------------------------------------------------------------------------------------------------------- the freeze

fn lobby(game: &str, seats: &[SeatWish], dice: &mut Dice) -> Sitting {
    Sitting::open(&wish(game, seats, BTreeMap::new()), None, dice)
}

fn commit(sitting: &mut Sitting, seat: usize, seed: Seed) -> Result<Response, Error> {
    let commitment = seed.commitment().to_string();
    sitting.say(seat, |_| ToServer::Commit(Commit { commitment }))
}

#[test]
fn after_the_freeze_nobody_commits_comes_or_goes() {
    let mut dice = Dice::new(1);
    let mut sitting =
        lobby("pool-party", &[SeatWish::Me, SeatWish::Open, SeatWish::Computer { level: 1 }], &mut dice);
    let own = sitting.seeds[0].reveal();
    assert_eq!(
        sitting.say(0, |_| ToServer::Reveal(Reveal { seed: own.clone() })).err(),
        Some(Error::NotStarted),
        "too early"
    );
    sitting.join(1);
    sitting.ask(0, Request::Start).expect("the host may start");
    let Some(Event::Frozen { players }) = sitting.stored.rows.last().map(|row| row.event.clone()) else {
        panic!("the commitments are stored as frozen before anything else");
    };
    assert_eq!(players.iter().map(|promise| promise.person).collect::<Vec<_>>(), [1, 2]);
    let shown = sitting.look(1);
    assert_eq!(shown.table.status, Status::Starting);
    assert!(shown.you.is_seed_wanted && shown.table.waits_until.is_some());
    assert!(
        matches!(shown.events.last().map(|event| &event.what), Some(TableEventKind::Frozen { players }) if players.len() == 2)
    );

    sitting.reveal(0);
    let rows = sitting.stored.rows.len();
    let other = dice.seed();
    assert_eq!(commit(&mut sitting, 1, other).err(), Some(Error::Frozen), "a changed commitment");
    let join = Join { name: "late".to_owned(), commitment: None, ..Join::default() };
    assert_eq!(sitting.ask(2, Request::Join { join, is_invited: true }).err(), Some(Error::Frozen));
    assert_eq!(sitting.ask(1, Request::Leave(None)).err(), Some(Error::Frozen));
    assert_eq!(sitting.ask(0, Request::Remove(Seat::new(1))).err(), Some(Error::Frozen));
    let seed = other.reveal();
    assert!(
        matches!(sitting.say(1, |_| ToServer::Reveal(Reveal { seed })), Err(Error::WrongSeed(_))),
        "fits nothing frozen"
    );
    assert_eq!(sitting.stored.rows.len(), rows, "nothing of this happened");
    // It outlives a restart, and seeds are shown again.
    sitting.restart(1_000);
    assert_eq!(commit(&mut sitting, 1, other).err(), Some(Error::Frozen));
    assert!(sitting.look(0).you.is_seed_wanted, "what was shown before the restart is wanted again");
    sitting.reveal(0);
    sitting.reveal(1);
    assert_eq!(sitting.machine.status(), Status::Playing);
}

#[test]
fn a_table_that_is_about_to_start_can_be_abandoned() {
    let mut dice = Dice::new(1);
    let mut sitting = lobby("abagio", &[SeatWish::Me, SeatWish::Open], &mut dice);
    sitting.join(1);
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.ask(0, Request::Abandon).expect("the host may close it");
    let verified = verify(&sitting.machine.history().proof().expect("a proof")).expect("it holds");
    assert_eq!((verified.verdict(), verified.chances), (Verdict::NotProved, 0), "no seed was shown");
    sitting.now += 60_000;
    sitting.feed(Input::Tick);
    assert_eq!(sitting.machine.status(), Status::Abandoned, "and does not start any more");
}

#[test]
fn a_seed_that_is_not_shown_is_named() {
    let proof = play(1, Kind::Withheld, 3);
    let verified = verify(&proof).expect("it holds");
    assert_eq!(verified.verdict(), Verdict::NotProved);
    let named: Vec<u32> = verified.withheld.iter().map(|player| player.person).collect();
    assert_eq!(named, [2]);
    // Without any seed but the server's the server could have chosen.
    let mut dice = Dice::new(1);
    let mut sitting = lobby("abagio", &[SeatWish::Me, SeatWish::Computer { level: 1 }], &mut dice);
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.now += 20_000;
    sitting.feed(Input::Tick);
    sitting.give_up(&[0]);
    let verified = verify(&sitting.machine.history().proof().expect("a proof")).expect("it holds");
    assert!(verified.is_server_alone());
    assert_eq!(verified.verdict(), Verdict::NotProved);
}

#[test]
fn commitments_are_bounded() {
    let mut dice = Dice::new(1);
    let mut sitting = lobby("abagio", &[SeatWish::Me, SeatWish::Open], &mut dice);
    let rows = sitting.stored.rows.len();
    let same = sitting.seeds[0];
    for _ in 0..50 {
        assert!(matches!(commit(&mut sitting, 0, same), Ok(Response::Acked(_))), "it is answered");
    }
    assert_eq!(sitting.stored.rows.len(), rows, "the same once more is no event");
    let taken = (0..50).filter(|_| commit(&mut sitting, 0, dice.seed()).is_ok()).count();
    assert_eq!(taken, 7, "eight with the first");
    assert_eq!(sitting.stored.rows.len(), rows + 7);
    assert_eq!(commit(&mut sitting, 0, dice.seed()).err(), Some(Error::TooManyCommitments(8)));
    // Leaving and coming back is no way around it.
    for _ in 0..8 {
        sitting.seeds[1] = dice.seed();
        sitting.join(1);
        sitting.ask(1, Request::Leave(None)).expect("one may leave");
    }
    let join = Join {
        name: "guest".to_owned(),
        seat: None,
        commitment: Some(dice.seed().commitment().to_string()),
        ..Join::default()
    };
    let refused = sitting.ask(1, Request::Join { join, is_invited: true });
    assert_eq!(refused.err(), Some(Error::TooManyCommitments(8)));
}

/// In a rematch nobody has committed: the table asks for commitments first, freezes them, and asks for seeds then.
#[test]
fn a_rematch_collects_commitments_before_any_seed() {
    let mut dice = Dice::new(4);
    let (mut first, people) = started(1, Kind::People, ClockKind::None, &mut dice);
    first.give_up(&people);
    for is_silent in [false, true] {
        let mut sitting = first.rematch(0, &mut dice);
        for seat in [0, 1] {
            sitting.feed(Input::Attach(Socket(seat as u64), Some(holder(seat))));
            sitting.feed(Input::Say(Socket(seat as u64), ToServer::Hello(Hello { after: 0, seat: None })));
        }
        let seeds = [dice.seed(), dice.seed()];
        sitting.seeds = seeds.to_vec();
        let seen = sitting.look(1);
        assert!(seen.you.is_commitment_wanted && !seen.you.is_seed_wanted, "{:?}", seen.you);
        assert!(seen.table.waits_until.is_some(), "everybody is there: it waits");
        commit(&mut sitting, 0, seeds[0]).expect("it counts");
        assert!(!sitting.look(0).you.is_seed_wanted, "no seed before all commitments are frozen");
        let own = seeds[0].reveal();
        assert_eq!(sitting.say(0, |_| ToServer::Reveal(Reveal { seed: own })).err(), Some(Error::NotStarted));
        if is_silent {
            sitting.now += 20_000;
            sitting.feed(Input::Tick);
        } else {
            commit(&mut sitting, 1, seeds[1]).expect("it counts");
        }
        assert_eq!(sitting.look(0).table.status, Status::Starting);
        sitting.reveal(0);
        if is_silent {
            assert_eq!(commit(&mut sitting, 1, seeds[1]).err(), Some(Error::AlreadyStarted), "too late");
        } else {
            assert_eq!(commit(&mut sitting, 1, dice.seed()).err(), Some(Error::Frozen));
            sitting.reveal(1);
        }
        assert_eq!(sitting.machine.status(), Status::Playing);
        sitting.give_up(&people);
        let proof = sitting.machine.history().proof().expect("a proof");
        assert_eq!(verify(&proof).expect("it holds").verdict(), Verdict::Fair);
        assert_eq!(proof.players.len(), if is_silent { 1 } else { 2 });
    }
}

/// People at a shared screen have one commitment together, and a screen that changes hands can commit anew.
#[test]
fn commitments_belong_to_people_not_to_seats() {
    let mut dice = Dice::new(6);
    let names = BTreeMap::from([(1_u8, "Bo".to_owned())]);
    let shared = OpenTable {
        names,
        ..wish("pool-party", &[SeatWish::Me, SeatWish::Me, SeatWish::Open], BTreeMap::new())
    };
    let mut sitting = Sitting::open(&shared, None, &mut dice);
    sitting.join(2);
    // The guest's seat moves to another device, where the seed is not known.
    sitting.ask(2, Request::MoveTo(holder(7))).expect("it moves");
    sitting.seeds.resize(8, dice.seed());
    assert!(commit(&mut sitting, 7, dice.seed()).is_ok());
    let seed = dice.seed();
    sitting.seeds[7] = seed;
    assert!(commit(&mut sitting, 7, seed).is_ok());
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.reveal(7);
    sitting.reveal(0);
    assert_eq!(sitting.machine.status(), Status::Playing);
    let frozen = sitting.stored.rows.iter().find_map(|row| match &row.event {
        Event::Frozen { players } => Some(players.clone()),
        _ => None,
    });
    let seats: Vec<Vec<usize>> = frozen
        .expect("it was frozen")
        .iter()
        .map(|promise| promise.seats.iter().map(|seat| seat.index()).collect())
        .collect();
    assert_eq!(seats, [vec![0, 1], vec![2]]);
}

/// Two whose time was up at the same moment: nobody has won, and it is said in no other way.
#[test]
fn nobody_wins_a_game_in_which_both_were_late_at_once() {
    let mut dice = Dice::new(9);
    let clock = ClockKind::PerMove { seconds: 60 };
    let seats = [SeatWish::Me, SeatWish::Open];
    let strict = OpenTable { clock, is_strict: true, ..wish("frogriders", &seats, BTreeMap::new()) };
    let mut sitting = Sitting::open(&strict, None, &mut dice);
    sitting.join(1);
    sitting.ask(0, Request::Start).expect("the host may start");
    (0..2).for_each(|who| sitting.reveal(who));
    sitting.now += 60_000;
    sitting.feed(Input::Tick);
    let proof = sitting.machine.history().proof().expect("it is over");
    let verified = verify(&proof).expect("it holds");
    assert_eq!((verified.verdict(), verified.outcome), (Verdict::Fair, None));
    let (code, said) = crate::run_script("late", &proof, &[]);
    assert_eq!(code, Some(0), "{said}");
    let kinds: Vec<&str> = proof.log.iter().rev().take(3).map(Entry::kind).collect();
    assert_eq!(kinds, ["abandoned", "out-of-time", "out-of-time"]);
    let at = proof.log.len() - 2;
    let finished = |number: usize| {
        let result = GameResult { winners: vec![Seat::new(1)], scores: None, out: Some(Out::OutOfTime) };
        Entry::Finished { number: number as u64, result }
    };
    let resigned = Entry::Resigned { number: at as u64, seat: Seat::new(0) };
    for (what, changes) in [
        ("one wins all the same", vec![(at + 1, finished(at + 2))]),
        (
            "the table is closed for one alone",
            vec![(at, Entry::Abandoned { number: at as u64 + 1, by: None })],
        ),
        ("one of them gave up before", vec![(at - 1, resigned)]),
    ] {
        let mut log = proof.log.clone();
        for (place, entry) in changes {
            log.truncate(if place < at { log.len() } else { place + 1 });
            log[place] = entry;
        }
        let forged = Proof { log, ..proof.clone() };
        assert!(verify(&forged).is_err(), "{what}");
        let mut json = serde_json::to_value(&forged).expect("JSON");
        crate::seal(&mut json);
        let forged: Proof = serde_json::from_value(json).expect("it can be read");
        assert!(verify(&forged).is_err(), "{what}");
        let (code, said) = crate::run_script("late-forged", &forged, &[]);
        assert!(code == Some(1) && said.contains(": WRONG: "), "{what}: {said}");
    }
}

// ------------------------------------------------------------------------------------------------------- openings

/// A host who gives a deal knows it: guests are shown that it was given, and have to agree.
#[test]
fn guests_are_shown_an_opening_and_agree_to_it() {
    let mut dice = Dice::new(8);
    let mut table = rainette_games::table("frogriders", 2, &[]).expect("it can be set up");
    while table.turn() == rainette_core::Turn::Chance {
        table.draw(&mut dice).expect("it waits for chance");
    }
    let record = table.record();
    let given = record.events.len();
    let wish = wish("frogriders", &[SeatWish::Me, SeatWish::Open], BTreeMap::new());
    let mut sitting = Sitting::open(&wish, Some(record.clone()), &mut dice);
    let seen = sitting.look(1);
    assert_eq!(seen.table.opening_events as usize, given);
    assert_eq!(seen.opening.len(), given);
    assert!(seen.opening.iter().any(|line| line.starts_with("chance deal 0 ?")), "{:?}", seen.opening);
    assert!(sitting.stored.rows.len() == 3, "opened, seated, committed");
    let join = Join { name: "guest".to_owned(), ..Join::default() };
    let refused =
        sitting.ask(1, Request::Join { join: join.clone(), is_invited: true }).expect_err("not agreed");
    assert_eq!(refused.code(), "opening-not-agreed");
    assert!(refused.to_string().contains(&format!("{given} events that were not drawn")), "{refused}");
    let join = Join { agrees_to_opening: true, ..join };
    sitting.ask(1, Request::Join { join, is_invited: true }).expect("agreed");
    sitting.ask(0, Request::Start).expect("the host may start");
    sitting.reveal(0);
    sitting.give_up(&[0, 1]);
    let proof = sitting.machine.history().proof().expect("a proof");
    let agreed =
        proof.log.iter().filter(|entry| matches!(entry, Entry::Seated { agreed_to_opening: true, .. }));
    assert_eq!(agreed.count(), 2);
    let verified = verify(&proof).expect("it holds");
    assert_eq!((verified.verdict(), verified.opening), (Verdict::NotDrawn, given));
    // A rematch begins from nothing, so that there is nothing to agree to.
    assert_eq!(sitting.rematch(0, &mut dice).look(0).table.opening_events, 0);
}

// ------------------------------------------------------------------------------------------------------- heads

#[test]
fn every_observer_is_told_the_same_head_with_every_event() {
    let mut dice = Dice::new(9);
    let (mut sitting, people) = started(4, Kind::People, ClockKind::None, &mut dice);
    for _ in 0..12 {
        sitting.act(&mut dice);
    }
    let heads = |sitting: &mut Sitting, seat: usize| -> Vec<String> {
        let seen = sitting.look(seat);
        assert_eq!(Some(&seen.head), seen.events.last().map(|event| &event.head));
        seen.events.into_iter().map(|event| event.head).collect()
    };
    let told = heads(&mut sitting, 0);
    assert_eq!(told, heads(&mut sitting, 1));
    assert_eq!(told, heads(&mut sitting, 99), "somebody who looks on");
    sitting.restart(1_000);
    assert_eq!(told, heads(&mut sitting, 1)[..told.len()], "a restart changes nothing");
    sitting.give_up(&people);
    let proof = sitting.machine.history().proof().expect("a proof");
    let chained: Vec<String> = proof.heads()[1..].iter().map(ToString::to_string).collect();
    assert_eq!(told, chained[..told.len()]);
}

/// A head hides what it is made of: with every card guessed right, it still cannot be checked without the server's seed.
#[test]
fn a_head_cannot_be_checked_against_guesses() {
    let mut dice = Dice::new(10);
    let (mut sitting, people) = started(4, Kind::People, ClockKind::None, &mut dice);
    let told = sitting.look(0).events;
    sitting.give_up(&people);
    let proof = sitting.machine.history().proof().expect("a proof");
    // Whoever guesses knows all but the server's seed, the whole log included, and tries what can be tried: the true
    // entries chained without a salt, or with one that is made from anything that is known.
    let truth: Vec<&str> = told.iter().map(|event| event.head.as_str()).collect();
    for guess in [Seed::new([0; 32]), proof.players[0].seed.expect("it was shown"), dice.seed()] {
        let mut chain = Chain::new(guess, &proof.header());
        for (entry, head) in proof.log.iter().zip(&truth) {
            assert_ne!(chain.add(entry).to_string(), *head, "{entry:?}");
        }
    }
    // With it they fit, so that the guesses above fail for want of the seed alone.
    let mut chain = Chain::new(proof.server.seed, &proof.header());
    for (entry, head) in proof.log.iter().zip(&truth) {
        assert_eq!(chain.add(entry).to_string(), *head);
    }
}

/// The example of docs/fair-dice.md: its numbers are computed there with other tools, and stand there as they are here.
#[test]
fn the_example_of_the_documentation_comes_out() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair-dice.md");
    let docs = std::fs::read_to_string(docs).expect("the page is there");
    let server = Seed::new([7; 32]);
    let table = rainette_games::table("hop-it", 2, &[]).expect("it is played by two");
    let header = Header::new("example".to_owned(), &table.record(), server.commitment());
    let header = Header { edition: 1, ..header };
    let mut chain = Chain::new(server, &header);
    let settings = Settings {
        options: BTreeMap::new(),
        clock: ClockKind::None,
        starts: Starts::default(),
        is_public: false,
        start_when_full: false,
        grace_ms: 60_000,
        stand_in: 4,
    };
    let (practice, strict, newcomers) = (false, false, false);
    let opened = Entry::Opened { number: 1, settings, practice, strict, newcomers, rematch_of: None };
    let mut shown = vec![
        crate::sorted(&serde_json::to_value(&header).expect("JSON")),
        crate::sorted(&serde_json::to_value(&opened).expect("JSON")),
        format!("head 0    {}", chain.head()),
    ];
    shown.push(format!("head 1    {}", chain.add(&opened)));
    for seed in [server, Seed::new([1; 32]), Seed::new([2; 32])] {
        shown.push(seed.commitment().to_string());
    }
    let seeds = Seeds::new(server, vec![Seed::new([1; 32]), Seed::new([2; 32])]);
    for seats in [3, 4] {
        shown.push(format!("by lot, seat {} of {seats} starts", seeds.lot(seats)));
    }
    let mut random = seeds.random(12);
    let block: Vec<String> = (0..8).map(|_| format!("{:08x}", random.next_u32())).collect();
    shown.push(block.join(" "));
    for line in shown {
        assert!(docs.contains(&line), "{line} does not stand in the documentation");
    }
}
