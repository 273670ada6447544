//! How many people are here, and how many play: counted once each, at all nodes together.
//!
//! Whoever has a socket open is here, and so is whoever has asked for the list of tables lately. People who have a socket
//! or a seat are known by their token. All others at one address count as one: tokens are free. Whoever gets a socket or
//! a seat was perhaps counted by the address before, so that nobody else is for a while. Nodes tell each other whom they
//! know of, as numbers that lead to nobody without a key of the store, every few seconds; what a node told is forgotten if
//! nothing more is heard of it.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::{Hub, Running, lock};
use crate::budgets::Payer;
use crate::protocol::{Presence, Status};
use crate::table::Machine;
use crate::tokens::TokenKey;

/// How long somebody who asked for the list counts as here: a page asks every ten seconds while it can be seen.
const SEEN_FOR: Duration = Duration::from_secs(30);

/// How long somebody's seat is remembered: a page asks for one's own tables at least once a minute.
const SEATED_FOR: Duration = Duration::from_mins(2);

/// How often other nodes are told, if something has changed.
const TELL: Duration = Duration::from_secs(2);

/// How often they are told in any case, in case that it was lost.
const TELL_AGAIN: Duration = Duration::from_secs(10);

/// How long a node is believed.
const BELIEVE: Duration = Duration::from_secs(25);

/// Somebody, as a number.
pub type Face = u64;

/// Whom a node knows of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// The node.
    pub node: u64,
    /// Everybody who is here and has a socket or a seat.
    pub here: BTreeSet<Face>,
    /// The addresses of those who look at the list and have neither.
    pub looking: BTreeSet<Face>,
    /// The addresses at which somebody has come to a socket or a seat lately.
    pub came: BTreeSet<Face>,
    /// Those of them who sit at a game that is on.
    pub playing: BTreeSet<Face>,
    /// Who of those who sit at a table on the list is there.
    pub tables: HashMap<String, BTreeSet<Face>>,
}

/// Who of those who sit at a table is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sitters {
    people: BTreeSet<Face>,
    is_playing: bool,
    is_listed: bool,
}

/// Everybody who is here.
pub(super) struct Crowd {
    key: TokenKey,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// How many sockets somebody has.
    sockets: HashMap<Face, u32>,
    /// Until when somebody counts who has asked for the list and has a socket or a seat.
    seen: Lately,
    /// Until when an address counts at which somebody has asked for the list.
    looking: Lately,
    /// Until when an address does not count, since somebody there is known by a token now.
    came: Lately,
    /// Until when somebody is known to have a seat.
    seated: Lately,
    tables: HashMap<String, Sitters>,
    /// What other nodes told, and until when that is believed.
    others: HashMap<u64, (Seen, Instant)>,
}

/// What has happened lately, and until when that counts.
#[derive(Default)]
struct Lately {
    until: HashMap<Face, Instant>,
    /// When it is worth looking for what counts no more.
    sweep: Option<Instant>,
}

impl Lately {
    fn note(&mut self, face: Face, now: Instant, lasts: Duration) {
        if self.sweep.is_none_or(|sweep| sweep <= now) {
            self.forget(now);
            self.sweep = Some(now + lasts);
        }
        self.until.insert(face, now + lasts);
    }

    fn has(&self, face: Face, now: Instant) -> bool {
        self.until.get(&face).is_some_and(|until| *until > now)
    }

    fn forget(&mut self, now: Instant) {
        self.until.retain(|_, until| *until > now);
    }

    fn faces(&mut self, now: Instant) -> impl Iterator<Item = &Face> {
        self.forget(now);
        self.until.keys()
    }
}

impl Known {
    /// Has this person a socket or a seat, here or at another node?
    fn is_known(&self, person: Face, now: Instant) -> bool {
        let has_other = |(seen, until): &(Seen, Instant)| *until > now && seen.here.contains(&person);
        self.sockets.contains_key(&person)
            || self.seated.has(person, now)
            || self.others.values().any(has_other)
    }
}

impl Crowd {
    /// Nobody is here yet. All nodes that count together have the same key.
    pub(super) fn new(key: TokenKey) -> Self {
        Self { key, known: Mutex::default() }
    }

    /// By what an address is known again.
    pub(super) fn place(&self, address: IpAddr) -> [u8; 32] {
        self.key.pseudonym(b"rainette address 1", address.to_string().as_bytes())
    }

    /// The number of the holder of a token.
    fn person(&self, payer: &Payer) -> Option<Face> {
        Some(number(&self.key.pseudonym(b"rainette person 1", &payer.person?.0)))
    }

    /// The number of an address.
    fn address(&self, payer: &Payer) -> Option<Face> {
        Some(number(&self.place(payer.address?)))
    }

    /// Somebody has opened a socket.
    pub(super) fn come(&self, payer: &Payer, now: Instant) {
        let (person, address) = (self.person(payer), self.address(payer));
        let mut known = lock(&self.known);
        if let Some(face) = person.or(address) {
            *known.sockets.entry(face).or_default() += 1;
        }
        if let (Some(_), Some(address)) = (person, address) {
            known.came.note(address, now, SEEN_FOR);
        }
    }

    /// A socket of theirs is gone.
    pub(super) fn go(&self, payer: &Payer) {
        let Some(face) = self.person(payer).or_else(|| self.address(payer)) else { return };
        let mut known = lock(&self.known);
        if let Some(sockets) = known.sockets.get_mut(&face) {
            *sockets -= 1;
            if *sockets == 0 {
                known.sockets.remove(&face);
            }
        }
    }

    /// Somebody has a seat at a table whose game is not over.
    pub(super) fn know_seated(&self, payer: &Payer, now: Instant) {
        let Some(person) = self.person(payer) else { return };
        let mut known = lock(&self.known);
        if !known.is_known(person, now)
            && let Some(address) = self.address(payer)
        {
            known.came.note(address, now, SEEN_FOR);
        }
        known.seated.note(person, now, SEATED_FOR);
    }

    /// Somebody has asked for the list.
    pub(super) fn see(&self, payer: &Payer, now: Instant) {
        let (person, address) = (self.person(payer), self.address(payer));
        let mut known = lock(&self.known);
        match (person.filter(|person| known.is_known(*person, now)), address) {
            (Some(person), _) => known.seen.note(person, now, SEEN_FOR),
            (None, Some(address)) => known.looking.note(address, now, SEEN_FOR),
            (None, None) => {}
        }
    }

    /// Who of those who sit at a table is there; nobody if the table is gone.
    fn seat(&self, table: &str, sitters: &Sitters) {
        let mut known = lock(&self.known);
        if sitters.people.is_empty() {
            known.tables.remove(table);
        } else {
            known.tables.insert(table.to_owned(), sitters.clone());
        }
    }

    /// Another node tells whom it knows of.
    pub(super) fn hear(&self, seen: Seen, now: Instant) {
        lock(&self.known).others.insert(seen.node, (seen, now + BELIEVE));
    }

    /// Whom this node knows of.
    fn own(&self, node: u64, now: Instant) -> Seen {
        let mut known = lock(&self.known);
        let mut own = Seen { node, ..Seen::default() };
        own.here.extend(known.sockets.keys());
        own.here.extend(known.seen.faces(now));
        own.looking.extend(known.looking.faces(now));
        own.came.extend(known.came.faces(now));
        for (table, sitters) in &known.tables {
            own.here.extend(&sitters.people);
            if sitters.is_playing {
                own.playing.extend(&sitters.people);
            }
            if sitters.is_listed {
                own.tables.insert(table.clone(), sitters.people.clone());
            }
        }
        own
    }

    /// Whom all nodes know of, everybody once.
    pub(super) fn all(&self, node: u64, now: Instant) -> Seen {
        let mut all = self.own(node, now);
        let mut known = lock(&self.known);
        known.others.retain(|_, (_, until)| *until > now);
        for (other, _) in known.others.values() {
            all.here.extend(&other.here);
            all.looking.extend(&other.looking);
            all.came.extend(&other.came);
            all.playing.extend(&other.playing);
            for (table, people) in &other.tables {
                all.tables.entry(table.clone()).or_default().extend(people);
            }
        }
        all
    }
}

/// The first bytes as a number.
fn number(bytes: &[u8; 32]) -> Face {
    bytes.first_chunk().copied().map_or(0, Face::from_be_bytes)
}

impl Seen {
    /// How many they are.
    pub(super) fn presence(&self) -> Presence {
        // Without a token a socket is known by its address.
        let uncounted = |it: &&Face| !self.came.contains(it) && !self.here.contains(it);
        let looking = self.looking.iter().filter(uncounted).count();
        Presence { here: (self.here.len() + looking) as u32, playing: self.playing.len() as u32 }
    }
}

impl Hub {
    /// Somebody has asked for the list of tables, and counts as here for a while.
    pub fn note_visitor(&self, payer: &Payer) {
        self.0.lists.crowd.see(payer, Instant::now());
    }

    /// Somebody has a seat at a table whose game is not over, and counts as themselves for a while.
    pub fn note_seated(&self, payer: &Payer) {
        self.0.lists.crowd.know_seated(payer, Instant::now());
    }

    /// Tells other nodes who is here, again and again.
    pub(super) fn spread_crowd(&self) {
        if !self.0.bus.is_shared() {
            return;
        }
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut told = (Seen::default(), Instant::now());
            loop {
                tokio::time::sleep(TELL).await;
                let Some(inner) = inner.upgrade() else { return };
                let own = inner.lists.crowd.own(inner.node, Instant::now());
                if own != told.0 || told.1.elapsed() >= TELL_AGAIN {
                    inner.bus.tell_crowd(own.clone());
                    told = (own, Instant::now());
                }
            }
        });
    }
}

impl Running {
    /// Notes who of those who sit here is there, if that has changed.
    pub(super) fn note_sitters(&mut self, machine: &Machine) {
        let history = machine.history();
        let seated = history.holders_seated();
        let sits = |payer: &Payer| payer.person.is_some_and(|person| seated.contains(&person));
        let there = self.lines.values().map(|line| &line.payer).filter(|payer| sits(payer));
        let sitters = Sitters {
            people: there.filter_map(|payer| self.inner.lists.crowd.person(payer)).collect(),
            is_playing: history.status() == Status::Playing,
            is_listed: history.is_public(),
        };
        if sitters != self.last.sitters {
            self.inner.lists.crowd.seat(&self.id, &sitters);
            self.last.sitters = sitters;
        }
    }

    /// The table leaves memory.
    pub(super) fn forget_sitters(&mut self) {
        self.inner.lists.crowd.seat(&self.id, &Sitters::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::TokenHash;

    const KEY: TokenKey = TokenKey([7; 32]);

    fn person(name: &str) -> Payer {
        Payer { person: Some(TokenHash::of(name)), address: Some([10, 0, 0, 1].into()) }
    }

    fn stranger(last: u8) -> Payer {
        Payer { person: None, address: Some([10, 0, 0, last].into()) }
    }

    fn at(crowd: &Crowd, people: &[&Payer], is_playing: bool) -> Sitters {
        let people = people.iter().filter_map(|it| crowd.person(it)).collect();
        Sitters { people, is_playing, is_listed: true }
    }

    #[test]
    fn everybody_is_counted_once_wherever_they_are() {
        let (here, there) = (Crowd::new(KEY), Crowd::new(KEY));
        let (ana, bob) = (person("ana"), person("bob"));
        let now = Instant::now();
        let count = |at: Instant| here.all(1, at).presence();
        assert_eq!(count(now), Presence { here: 0, playing: 0 });
        here.come(&ana, now);
        here.come(&ana, now);
        here.see(&ana, now);
        here.see(&stranger(7), now);
        here.see(&stranger(7), now);
        here.see(&Payer::default(), now);
        assert_eq!(count(now), Presence { here: 2, playing: 0 }, "nobody is made up");
        here.seat("table", &at(&here, &[&ana], true));
        there.come(&ana, now);
        there.come(&bob, now);
        there.seat("table", &at(&there, &[&ana, &bob], true));
        there.seat("lobby", &at(&there, &[&bob], false));
        here.hear(there.own(2, now), now);
        assert_eq!(count(now), Presence { here: 3, playing: 2 });
        let all = here.all(1, now);
        assert_eq!((all.tables["table"].len(), all.tables["lobby"].len()), (2, 1));
        here.go(&ana);
        assert_eq!(count(now).here, 3, "another socket is open");
        assert_eq!(count(now + BELIEVE).here, 2, "a node of which nothing is heard is forgotten");
        here.go(&ana);
        here.seat("table", &Sitters::default());
        assert_eq!(count(now + SEEN_FOR), Presence { here: 0, playing: 0 });
        let known = lock(&here.known);
        let is_empty = [&known.seen, &known.looking, &known.came].iter().all(|it| it.until.is_empty());
        assert!(is_empty && known.sockets.is_empty(), "and nothing is kept");
    }

    #[test]
    fn whoever_gets_a_token_is_not_counted_twice() {
        let (here, there) = (Crowd::new(KEY), Crowd::new(KEY));
        let now = Instant::now();
        let count = |at: Instant| {
            here.hear(there.own(2, at), at);
            here.all(1, at).presence().here
        };
        // Somebody looks at the list, sits down with a new token, and looks at it once more: at another node each time.
        here.see(&stranger(1), now);
        assert_eq!(count(now), 1);
        there.come(&person("ana"), now);
        assert_eq!(count(now), 1, "known by the token instead");
        here.see(&person("ana"), now);
        assert_eq!(count(now), 1);
        there.go(&person("ana"));
        // The game goes on while its player looks at the list.
        here.know_seated(&person("ana"), now);
        let later = now + SEEN_FOR;
        here.see(&person("ana"), later);
        here.see(&stranger(1), later);
        assert_eq!(count(later), 2, "somebody else at the same address");
    }

    #[test]
    fn tokens_without_a_seat_count_as_one_address() {
        let crowd = Crowd::new(KEY);
        let now = Instant::now();
        for number in 0..1_000 {
            crowd.see(&person(&number.to_string()), now);
        }
        assert_eq!(crowd.all(1, now).presence().here, 1);
    }

    #[test]
    fn whoever_asks_for_the_list_is_forgotten_though_nobody_counts() {
        let crowd = Crowd::new(KEY);
        let mut now = Instant::now();
        for number in 0..2_000_u32 {
            let address = IpAddr::from((0x0a00_0000 + number).to_be_bytes());
            crowd.see(&Payer { person: None, address: Some(address) }, now);
            now += Duration::from_secs(1);
        }
        let known = lock(&crowd.known).looking.until.len();
        assert!(known <= 61, "{known}");
    }

    #[test]
    fn a_number_leads_nowhere_without_the_key() {
        let (one, other) = (Crowd::new(KEY), Crowd::new(TokenKey([8; 32])));
        assert_ne!(one.address(&stranger(1)), other.address(&stranger(1)));
        assert_ne!(one.person(&person("ana")), other.person(&person("ana")));
        assert_eq!(
            one.address(&stranger(1)),
            Crowd::new(KEY).address(&stranger(1)),
            "at every node the same"
        );
    }
}
