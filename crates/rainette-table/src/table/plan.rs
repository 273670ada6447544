//! What a command stands on: who gives it, what must hold, and the plan that follows from it.

use std::collections::BTreeMap;

use rainette_core::{Seat, Table, Turn};

use super::history::{History, Kept, Place};
use super::machine::Machine;
use super::room::{Listener, ReplyTo, RoomChange};
use super::{Change, MOST_ROWS, Response};
use crate::Error;
use crate::fair::Seeds;
use crate::journal::{By, Event, Person, Row, TokenHash};
use crate::outcome::result_of;
use crate::protocol::{Millis, Number, Out, Sitter, Status, TableLine};

/// Who gives a command, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    pub(super) reply_to: ReplyTo,
    pub(super) holder: Option<TokenHash>,
    /// The seat that the caller's socket has in hand, at a shared screen.
    pub(super) hand: Option<Seat>,
    pub(super) now: Millis,
}

impl Caller {
    /// The caller's token.
    pub(super) fn holder(&self) -> Result<TokenHash, Error> {
        self.holder.ok_or(Error::NotSeated)
    }

    /// The caller's number among the people at the table.
    pub(super) fn person(&self, table: &Machine) -> Result<u32, Error> {
        table.history.first_person(self.holder()?).ok_or(Error::NotSeated)
    }

    /// The caller's seats.
    pub(super) fn seats(&self, table: &Machine) -> Vec<Seat> {
        self.holder.map(|holder| table.history.seats_of(holder)).unwrap_or_default()
    }

    /// The seat of the caller that a command is for: the one that it names, or the one in hand.
    pub(super) fn seat(&self, table: &Machine, named: Option<Seat>) -> Result<Seat, Error> {
        table.history.pick_seat(&self.seats(table), self.hand, named)
    }
}

/// What a command leads to.
#[derive(Default)]
pub(super) struct Plan {
    /// What is stored, before anybody is answered.
    pub(super) changes: Vec<Change>,
    /// Who is answered then.
    pub(super) replies: Vec<(ReplyTo, Reply)>,
    /// What changes in the room, at once.
    pub(super) room: Vec<RoomChange>,
}

impl Plan {
    /// Nothing changes, and this is the answer.
    pub(super) fn answer(caller: &Caller, answer: Response) -> Self {
        Self { replies: vec![(caller.reply_to, Reply::Response(answer))], ..Self::default() }
    }

    /// Nothing changes: the command was carried out before.
    pub(super) fn repeated(caller: &Caller, reply: Reply) -> Self {
        Self { replies: vec![(caller.reply_to, reply)], ..Self::default() }
    }

    /// These changes, then this answer.
    pub(super) fn store(caller: &Caller, changes: Vec<Change>, answer: Response) -> Self {
        Self { changes, replies: vec![(caller.reply_to, Reply::Response(answer))], ..Self::default() }
    }

    /// These events, then this answer.
    pub(super) fn draft(table: &Machine, caller: &Caller, draft: Draft, answer: Response) -> Self {
        Self::store(caller, table.history.changes_of(draft), answer)
    }

    /// These events, the first of which acknowledges the command with this id.
    pub(super) fn acknowledged(table: &Machine, caller: &Caller, id: String, draft: Draft) -> Self {
        let number = table.history.seq() + 1;
        let replies = vec![(caller.reply_to, Reply::Acked { id, number })];
        Self { changes: table.history.changes_of(draft), replies, ..Self::default() }
    }

    /// One event, which acknowledges a seat's command with this id.
    pub(super) fn event(table: &Machine, caller: &Caller, command: (Seat, String), event: Event) -> Self {
        let mut draft = table.history.draft(caller.now);
        draft.command = Some(command.clone());
        draft.add(event);
        Self::acknowledged(table, caller, command.1, draft)
    }
}

/// What somebody is answered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Reply {
    Acked { id: String, number: Number },
    Response(Response),
    Refused { id: Option<String>, error: Error },
}

/// What must hold before a seat does something.
impl History {
    /// An id that was used before gets the same answer again.
    pub(super) fn repeated(&self, seat: Seat, id: &str) -> Option<Reply> {
        let number = *self.log.commands.get(&(seat, id.to_owned()))?;
        Some(Reply::Acked { id: id.to_owned(), number })
    }

    pub(super) fn check_playing(&self) -> Result<(), Error> {
        match self.play.status {
            Status::Waiting | Status::Starting => Err(Error::NotStarted),
            Status::Playing => Ok(()),
            Status::Finished | Status::Abandoned => Err(Error::Over),
        }
    }

    /// A log has an end, however often something is taken back.
    pub(super) fn check_room(&self) -> Result<(), Error> {
        if self.log.rows.len() < MOST_ROWS { Ok(()) } else { Err(Error::LogFull) }
    }

    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        let place = &self.places[seat.index()];
        if place.out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        if place.stand_in.is_some() { Err(Error::ComputerSits(seat)) } else { Ok(()) }
    }

    /// Is it this seat's turn?
    pub(super) fn is_turn_of(&self, seat: Seat) -> bool {
        self.play.game.turn() == Turn::Seat(seat)
    }

    /// Has a seat seen all that its command could depend on, if this is the last event that it has seen? What others
    /// settle before their turn makes nobody's number stale.
    pub(super) fn check_seq(&self, seat: Seat, seq: Number) -> Result<(), Error> {
        let is_others = |kept: &Kept| matches!(kept.row.event, Event::Chose { seat: by, .. } if by != seat);
        let later = self.log.rows.get(seq as usize..).ok_or(Error::Ahead(self.seq()))?;
        if later.iter().all(is_others) { Ok(()) } else { Err(Error::Stale(self.seq())) }
    }

    /// The same for an action: one that the seat could settle early then is not stale because others have chosen.
    pub(super) fn check_act_seq(&self, seat: Seat, action: &str, seq: Number) -> Result<(), Error> {
        let stale = match self.check_seq(seat, seq) {
            Err(stale @ Error::Stale(_)) => stale,
            checked => return checked,
        };
        let is_others = |kept: &Kept| match kept.row.event {
            Event::Chose { seat: by, .. }
            | Event::Action { seat: by, .. }
            | Event::SatIn { seat: by, .. }
            | Event::TookBack { seat: by } => by != seat,
            Event::Resumed { .. } => true,
            _ => false,
        };
        if !self.log.rows[seq as usize..].iter().all(is_others) {
            return Err(stale);
        }
        let mut then = self.play.game.duplicate();
        then.truncate(self.play.numbers.partition_point(|number| *number <= seq));
        if then.check_early(seat, action).is_ok() { Ok(()) } else { Err(stale) }
    }

    /// The seat that a command is for: the one it names, or the one in hand.
    pub(super) fn pick_seat(
        &self,
        mine: &[Seat],
        hand: Option<Seat>,
        named: Option<Seat>,
    ) -> Result<Seat, Error> {
        if mine.is_empty() {
            return Err(Error::NotSeated);
        }
        match named {
            Some(seat) if seat.index() >= self.places.len() => Err(Error::NoSuchSeat(seat)),
            Some(seat) if !mine.contains(&seat) => Err(Error::NotYourSeat(seat)),
            Some(seat) => Ok(seat),
            None => {
                let turn = match self.play.game.turn() {
                    Turn::Seat(seat) => Some(seat).filter(|seat| mine.contains(seat)),
                    _ => None,
                };
                self.seat_in_hand(mine, hand).or(turn).ok_or(Error::NotSeated)
            }
        }
    }

    /// A shared screen acts for the seat in hand alone if seats have secrets: whether an action is legal would tell
    /// what another one holds. A script's requests show nothing, so that it needs no hand.
    pub(super) fn check_hand(
        &self,
        reply_to: ReplyTo,
        mine: &[Seat],
        hand: Option<Seat>,
        seat: Seat,
    ) -> Result<(), Error> {
        let is_screen = matches!(reply_to, ReplyTo::Socket(_));
        if is_screen && self.play.game.info().has_secrets && self.seat_in_hand(mine, hand) != Some(seat) {
            return Err(Error::NotInHand(seat));
        }
        Ok(())
    }

    /// The seat in hand of whoever listens at this socket.
    pub(super) fn hand_of(&self, listener: &Listener) -> Option<Seat> {
        let mine = self.seats_of(listener.holder?);
        // Without secrets there is nothing to hand over: the screen follows the turn.
        let hand = listener.hand.filter(|_| self.play.game.info().has_secrets);
        self.seat_in_hand(&mine, hand)
    }

    /// The seat whose knowledge somebody with these seats is shown. At a shared screen if seats have secrets that is
    /// the one taken in hand; if there are none, the one whose turn it is.
    pub(super) fn seat_in_hand(&self, mine: &[Seat], hand: Option<Seat>) -> Option<Seat> {
        match mine {
            [] => None,
            [only] => Some(*only),
            [first, ..] => hand.filter(|hand| mine.contains(hand)).or_else(|| {
                if self.play.game.info().has_secrets {
                    return None;
                }
                match self.play.game.turn() {
                    Turn::Seat(seat) if mine.contains(&seat) => Some(seat),
                    _ => Some(*first),
                }
            }),
        }
    }
}

/// Events that are planned, and the game as it will be after them.
pub(super) struct Draft {
    rows: Vec<Row>,
    pub(super) people: Vec<Person>,
    pub(super) game: Box<dyn Table>,
    pub(super) seeds: Option<Seeds>,
    /// How many chance events there were before.
    chances: u64,
    /// What seats have settled before their turn.
    chosen: BTreeMap<Seat, String>,
    next: Number,
    at: Millis,
    pub(super) command: Option<(Seat, String)>,
}

impl Draft {
    pub(super) fn add(&mut self, event: Event) {
        self.rows.push(Row { number: self.next, at: self.at, command: self.command.take(), event });
        self.next += 1;
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Lets happen what follows by itself: chance events, what seats have settled before their turn, and the end.
    pub(super) fn settle(&mut self, places: &[Place]) {
        loop {
            match self.game.turn() {
                Turn::Chance => {
                    let Some(seeds) = &self.seeds else { return };
                    let Ok(chance) = self.game.draw(&mut seeds.random(self.chances + 1)) else { return };
                    self.chances += 1;
                    self.add(Event::Chance { chance });
                }
                Turn::Seat(seat) => {
                    let Some(action) = self.chosen.remove(&seat) else { return };
                    if self.game.play(seat, &action).is_err() {
                        return;
                    }
                    self.add(Event::Action { seat, action, computer: false });
                }
                Turn::Over => {
                    let result = result_of(self.game.as_ref(), &outs(places));
                    return self.add(Event::Finished { result });
                }
            }
        }
    }

    pub(super) fn changes(self) -> Vec<Change> {
        let people = self.people.into_iter().map(Change::Person);
        self.rows.into_iter().map(Change::Row).chain(people).collect()
    }

    pub(super) fn ends(&self) -> Option<Status> {
        self.rows.iter().find_map(|row| match row.event {
            Event::Finished { .. } => Some(Status::Finished),
            Event::Abandoned { .. } => Some(Status::Abandoned),
            _ => None,
        })
    }
}

impl History {
    pub(super) fn draft(&self, now: Millis) -> Draft {
        let last = self.log.rows.last().map_or(now, |kept| kept.row.at);
        Draft {
            rows: Vec::new(),
            people: Vec::new(),
            game: self.play.game.duplicate(),
            seeds: self.dice.seeds.clone(),
            chances: self.dice.chances,
            chosen: self.play.chosen.clone(),
            next: self.seq() + 1,
            at: now.max(last),
            command: None,
        }
    }

    /// A seat gives up, or some run out of time at the same moment: with two seats the one that stays wins; with more,
    /// computer players take the seats over. If nobody is left who plays, the table is closed without a result.
    pub(super) fn going_out(
        &self,
        seats: &[Seat],
        out: Out,
        command: Option<(Seat, String)>,
        now: Millis,
    ) -> Draft {
        let mut draft = self.draft(now);
        draft.command = command;
        let mut places = self.places.clone();
        for &seat in seats {
            draft.add(match out {
                Out::Resigned => Event::Resigned { seat },
                Out::OutOfTime => Event::OutOfTime { seat },
            });
            places[seat.index()].out = Some(out);
            if places.len() > 2 {
                draft.add(Event::TakenOver { seat, level: self.settings.stand_in });
            }
        }
        let stays = |place: &Place| place.out.is_none();
        if places.len() == 2 && places.iter().any(stays) {
            let result = result_of(draft.game.as_ref(), &outs(&places));
            draft.add(Event::Finished { result });
        } else if !places.iter().any(|place| place.person().is_some() && stays(place)) {
            draft.add(Event::Abandoned { by: None });
        }
        draft
    }

    /// The time of these seats is up: at a strict table they are out, otherwise computer players sit in from this turn on.
    pub(super) fn missing_turn(&self, late: &[Seat], now: Millis) -> Draft {
        if self.opening.is_strict {
            return self.going_out(late, Out::OutOfTime, None, now);
        }
        let mut draft = self.draft(now);
        for &seat in late {
            draft.add(Event::SatIn { seat, level: self.settings.stand_in, missed: true });
        }
        draft
    }

    /// The changes that planned events are: with the end of a game changes what lists show.
    pub(super) fn changes_of(&self, draft: Draft) -> Vec<Change> {
        let ends = draft.ends();
        let mut changes = draft.changes();
        changes.extend(ends.map(|status| Change::Listed(Box::new(self.line(status)))));
        changes
    }

    /// The changes that events are which change who sits where, or what is arranged: lists show it too.
    pub(in crate::table) fn seating(&self, draft: Draft) -> Vec<Change> {
        let line = self.line_after(&draft, self.play.status);
        let mut changes = draft.changes();
        changes.push(Change::Listed(Box::new(line)));
        changes
    }

    /// The table as lists show it after these events, once it has this status.
    pub(super) fn line_after(&self, draft: &Draft, status: Status) -> TableLine {
        let mut line = self.line(status);
        let mut invited: Vec<bool> = self.places.iter().map(|place| place.is_invited).collect();
        let mut known = self.lobby.known.clone();
        for row in draft.rows() {
            known.note(&row.event);
            match &row.event {
                Event::Seated { .. } | Event::CameIn { .. } => {
                    let (seat, by) = match &row.event {
                        Event::CameIn { seat, person, .. } => (*seat, By::Person(*person)),
                        Event::Seated { seat, by, .. } => (*seat, *by),
                        _ => continue,
                    };
                    let mut sitter = self.sitter(seat, Some(by));
                    if let Sitter::Person { person, name } = &mut sitter
                        && let Some(new) = draft.people.iter().find(|new| new.number == *person)
                    {
                        name.clone_from(&new.name);
                    }
                    line.seats[seat.index()] = sitter;
                }
                Event::Left { seat, .. } => {
                    let is_invited = invited[seat.index()];
                    line.seats[seat.index()] = if is_invited { Sitter::Invited } else { Sitter::Open };
                }
                Event::Swapped { seats: [one, other], .. } => {
                    line.seats.swap(one.index(), other.index());
                    invited.swap(one.index(), other.index());
                }
                Event::Began { first, .. } => line.seats.rotate_left(first.index()),
                Event::Arranged { settings, .. } => {
                    line.clock = settings.clock;
                    line.options.clone_from(&settings.options);
                    if settings.is_public != self.settings.is_public {
                        let free = if settings.is_public { Sitter::Open } else { Sitter::Invited };
                        invited.fill(!settings.is_public);
                        let seats = line.seats.iter_mut();
                        seats
                            .filter(|sitter| matches!(sitter, Sitter::Open | Sitter::Invited))
                            .for_each(|sitter| sitter.clone_from(&free));
                    }
                }
                _ => {}
            }
            line.changed_at = row.at;
        }
        let sit = line.seats.iter().filter_map(|sitter| match sitter {
            Sitter::Person { person, .. } => Some(*person),
            _ => None,
        });
        line.marks = self.marks_of(&known, sit, &draft.people);
        line
    }
}

/// Why each seat can no longer win.
fn outs(places: &[Place]) -> Vec<Option<Out>> {
    places.iter().map(|place| place.out).collect()
}
