//! Somebody at the table: plays at random, repeats what was not answered, and writes down what it was told.

use std::collections::BTreeMap;

use rainette_core::Seat;
use rainette_table::fair::Seed;
use rainette_table::journal::TokenHash;
use rainette_table::protocol::{Choices, Position, Status, TableEvent, TableState, ToClient, ToServer, You};

/// A command that was not answered yet.
#[derive(Clone)]
pub(super) struct Unanswered {
    pub(super) id: String,
    pub(super) seat: Seat,
    pub(super) message: ToServer,
    pub(super) sent_at: i64,
}

/// Somebody at the table.
pub(super) struct Client {
    pub(super) holder: TokenHash,
    pub(super) seed: Seed,
    /// The socket it talks through, if it has one.
    pub(super) socket: Option<u64>,
    pub(super) has_joined: bool,
    /// Is it away for a while?
    pub(super) away_until: i64,
    pub(super) you: You,
    pub(super) table: Option<TableState>,
    pub(super) position: Option<Position>,
    /// The last number up to which it knows everything.
    pub(super) seq: u64,
    /// Since when it has waited for a `welcome`.
    pub(super) greeting_since: Option<i64>,
    pub(super) unanswered: Option<Unanswered>,
    pub(super) ids: u32,
    /// The journal: which command was acknowledged as which event.
    pub(super) acknowledged: BTreeMap<String, (Seat, u64)>,
    /// How often an acknowledgement came once more.
    pub(super) repeated: u32,
    /// How often something could not be stored.
    pub(super) refused_for_now: u32,
    /// How often it wanted a seat back too early.
    pub(super) warned: u32,
    /// The journal: every event as it was told.
    pub(super) told: BTreeMap<u64, String>,
}

/// What a client wants after it has heard something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// Nothing.
    Nothing,
    /// To hear what it has missed.
    Hello,
}

impl Client {
    pub(super) fn new(number: usize, seed: Seed) -> Self {
        Self {
            holder: TokenHash::of(&format!("token {number}")),
            seed,
            socket: None,
            has_joined: false,
            away_until: 0,
            you: You::default(),
            table: None,
            position: None,
            seq: 0,
            greeting_since: None,
            unanswered: None,
            ids: 0,
            acknowledged: BTreeMap::new(),
            repeated: 0,
            refused_for_now: 0,
            warned: 0,
            told: BTreeMap::new(),
        }
    }

    /// Where it stands, for messages.
    pub(super) fn account(&self) -> String {
        let unanswered = self.unanswered.as_ref().map(|unanswered| &unanswered.message);
        let undo = self.table.as_ref().map(|table| &table.undo);
        let (seq, socket, turn) =
            (self.seq, self.socket, self.position.as_ref().map(|position| position.turn));
        format!(
            "at {seq}, socket {socket:?}, {:?}, turn {turn:?}, {} actions, unanswered {unanswered:?}, undo {undo:?}, {:?}",
            self.status(),
            self.actions().len(),
            self.you,
        )
    }

    pub(super) fn status(&self) -> Status {
        self.table.as_ref().map_or(Status::Waiting, |table| table.status)
    }

    /// Hears something, in whatever order it comes.
    pub(super) fn hear(&mut self, message: ToClient) -> Wish {
        match message {
            ToClient::Welcome(welcome) => {
                self.greeting_since = None;
                self.note(&welcome.events);
                let is_complete = welcome.events.first().is_none_or(|first| first.number <= self.seq + 1);
                if welcome.seq < self.seq || !is_complete {
                    return Wish::Nothing;
                }
                self.seq = welcome.seq;
                self.you = welcome.you;
                self.table = Some(welcome.table);
                self.position = welcome.position;
                Wish::Nothing
            }
            ToClient::Update(update) => {
                self.note(&update.events);
                if update.seq < self.seq {
                    return Wish::Nothing;
                }
                let follows = update
                    .events
                    .first()
                    .map_or(update.seq == self.seq, |event| event.number <= self.seq + 1);
                if !follows {
                    return Wish::Hello;
                }
                self.seq = update.seq;
                if let Some(you) = update.you {
                    self.you = you;
                }
                if let Some(table) = update.table {
                    self.table = Some(table);
                }
                if update.position.is_some() {
                    self.position = update.position;
                }
                Wish::Nothing
            }
            ToClient::Acked { id, number } => {
                if let Some(unanswered) = self.unanswered.take_if(|unanswered| unanswered.id == id) {
                    self.acknowledged.insert(id, (unanswered.seat, number));
                } else if let Some((_, before)) = self.acknowledged.get(&id) {
                    self.repeated += 1;
                    assert_eq!(*before, number, "command {id} was acknowledged as two events");
                }
                Wish::Nothing
            }
            ToClient::Refused(refusal) => {
                assert_ne!(refusal.code, "ahead", "the table has forgotten an event that it told");
                assert_ne!(refusal.code, "internal", "{}", refusal.message);
                if refusal.code == "storage" {
                    // It is said again with the same id, as what was never answered is.
                    self.refused_for_now += 1;
                    return Wish::Nothing;
                }
                self.warned += u32::from(refusal.code == "turn-missed");
                if let Some(id) = refusal.id {
                    assert!(
                        !self.acknowledged.contains_key(&id),
                        "command {id} was acknowledged, then refused"
                    );
                    self.unanswered.take_if(|unanswered| unanswered.id == id);
                }
                // Whoever is refused has missed something.
                Wish::Hello
            }
            ToClient::Reconnect { .. } => {
                self.socket = None;
                Wish::Nothing
            }
            ToClient::Chat(_) | ToClient::Because { .. } | ToClient::Rematch { .. } | ToClient::Pong => {
                Wish::Nothing
            }
        }
    }

    /// Writes down events. One that was told before must be the same again.
    fn note(&mut self, events: &[TableEvent]) {
        for event in events {
            let told = serde_json::to_string(&(event.at, &event.head, &event.what)).expect("JSON");
            let before = self.told.entry(event.number).or_insert_with(|| told.clone());
            assert_eq!(*before, told, "event {} was told in two ways", event.number);
        }
        assert!(events.windows(2).all(|pair| pair[0].number + 1 == pair[1].number), "events with a gap");
    }

    /// The actions that the choices say.
    pub(super) fn actions(&self) -> Vec<String> {
        fn collect(choices: &Choices, actions: &mut Vec<String>) {
            actions.extend(choices.action.clone());
            choices.next.values().for_each(|next| collect(next, actions));
        }
        let mut actions = Vec::new();
        if let Some(choices) = self.position.as_ref().and_then(|position| position.choices.as_ref()) {
            collect(choices, &mut actions);
        }
        actions
    }

    /// A new command's id, unlike any other of this client.
    pub(super) fn next_id(&mut self) -> String {
        self.ids += 1;
        format!("c{}", self.ids)
    }
}
