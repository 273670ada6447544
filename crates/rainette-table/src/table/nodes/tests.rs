//! What nodes tell each other of a table.

use super::super::{Request, Socket, Stored, Ticket, fixture};
use super::*;
use crate::protocol::{ClockKind, Hello, SeatWish, ToServer};

const NOW: Millis = 1_000_000;

fn load(stored: &Stored) -> Machine {
    let mut machine = Machine::load(stored.clone(), NOW, 0).expect("what was stored can be loaded");
    machine.share(NOW);
    machine
}

fn words(outputs: &[Output]) -> Vec<PeerMessage> {
    let told = outputs.iter().filter_map(|output| match output {
        Output::Tell(word) => Some(word.clone()),
        _ => None,
    });
    told.collect()
}

#[test]
fn who_thinks_elsewhere_is_shown_in_whatever_order_it_is_told() {
    let wish = fixture::wish(vec![SeatWish::Computer { level: 1 }, SeatWish::Me], ClockKind::None);
    let mut stored = Stored::default();
    stored.add(&fixture::opened(&wish, NOW));
    let mut here = load(&stored);
    // Computer players think for somebody.
    let mut outputs = here.handle(Input::Attach(Socket(1), None), NOW);
    let hello = ToServer::Hello(Hello { after: 0, seat: None });
    outputs.extend(here.handle(Input::Say(Socket(1), hello), NOW));
    let started = outputs.iter().find_map(|output| match output {
        Output::Store(batch) => Some(batch.clone()),
        _ => None,
    });
    stored.add(&started.expect("the table starts"));
    outputs.extend(here.stored(NOW));
    let number = here.seq();
    let waits = PeerMessage::Thinking { number, is_waiting: true };
    assert!(words(&outputs).contains(&waits), "{outputs:?}");

    let mut there = load(&stored);
    assert_eq!(there.table_state(NOW).thinking, None);
    there.handle(Input::Heard(1, waits.clone()), NOW);
    let shown = there.table_state(NOW).thinking;
    assert_eq!(shown, here.table_state(NOW).thinking);
    assert!(shown.is_some_and(|thinking| thinking.is_waiting));

    let begun = words(&here.handle(Input::Thinking(number), NOW));
    assert_eq!(begun, [PeerMessage::Thinking { number, is_waiting: false }]);
    let old = PeerMessage::Thinking { number: number - 1, is_waiting: false };
    for word in [begun[0].clone(), waits, old] {
        there.handle(Input::Heard(1, word), NOW);
        let shown = there.table_state(NOW).thinking;
        assert!(shown.is_some_and(|thinking| !thinking.is_waiting), "{shown:?}");
    }
    // Whoever comes later asks.
    let told = words(&here.handle(Input::Heard(2, PeerMessage::WhoIsThere), NOW));
    assert!(told.contains(&begun[0]), "{told:?}");
}
#[test]
fn whoever_polls_at_one_node_is_there_at_all_of_them() {
    let me = TokenHash::of("me");
    let wish = fixture::wish(vec![SeatWish::Me, SeatWish::Friend], ClockKind::None);
    let mut stored = Stored::default();
    stored.add(&fixture::opened(&wish, NOW));
    let (mut here, mut there) = (load(&stored), load(&stored));
    here.handle(Input::Tick, NOW);
    let look = Request::Look { after: 0, seat: None };
    let told = words(&here.handle(Input::Request(Ticket(1), Some(me), look), NOW));
    assert_eq!(told, [PeerMessage::Present { holders: vec![me.0], spectators: 0 }]);
    there.handle(Input::Heard(1, told[0].clone()), NOW);
    assert!(there.table_state(NOW).seats[0].is_present);
    // They are gone everywhere once they have been silent for long enough.
    let mut now = NOW;
    while let Some(alarm) = here.alarm().filter(|alarm| *alarm <= NOW + 60_000) {
        now = alarm;
        for word in words(&here.handle(Input::Tick, now)) {
            there.handle(Input::Heard(1, word), now);
        }
    }
    assert!(!here.table_state(now).seats[0].is_present);
    assert!(!there.table_state(now + 5_000).seats[0].is_present);
}
