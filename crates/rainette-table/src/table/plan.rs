//! What a command stands on: who gives it, what must hold, and the plan that follows from it.

use rainette_core::{Seat, Table, Turn};

use super::history::{History, Place};
use super::machine::Machine;
use super::room::{ReplyTo, RoomChange};
use super::{Change, MOST_ROWS, Response};
use crate::Error;
use crate::fair::Seeds;
use crate::journal::{By, Event, Person, Row, TokenHash};
use crate::outcome::result_of;
use crate::protocol::{Millis, Number, Out, Sitter, Status};

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

    pub(super) fn check_seq(&self, seq: Number) -> Result<(), Error> {
        match seq.cmp(&self.seq()) {
            std::cmp::Ordering::Less => Err(Error::Stale(self.seq())),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Error::Ahead(self.seq())),
        }
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

    /// Lets happen what follows by itself: chance events, and the end.
    pub(super) fn settle(&mut self, places: &[Place]) {
        while self.game.turn() == Turn::Chance {
            let Some(seeds) = &self.seeds else { return };
            let Ok(chance) = self.game.draw(&mut seeds.random(self.chances + 1)) else { return };
            self.chances += 1;
            self.add(Event::Chance { chance });
        }
        if self.game.turn() == Turn::Over {
            let result = result_of(self.game.as_ref(), &outs(places));
            self.add(Event::Finished { result });
        }
    }

    pub(super) fn changes(self) -> Vec<Change> {
        let people = self.people.into_iter().map(Change::Person);
        self.rows.into_iter().map(Change::Row).chain(people).collect()
    }

    pub(super) fn ends(&self) -> Option<Status> {
        self.rows.iter().find_map(|row| match row.event {
            Event::Finished { .. } => Some(Status::Finished),
            Event::Abandoned => Some(Status::Abandoned),
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
            next: self.seq() + 1,
            at: now.max(last),
            command: None,
        }
    }

    /// A seat gives up or runs out of time: with two seats the other wins; with more, a computer player takes the seat
    /// over, unless nobody is left who could win.
    pub(super) fn going_out(
        &self,
        seat: Seat,
        out: Out,
        command: Option<(Seat, String)>,
        now: Millis,
    ) -> Draft {
        let mut draft = self.draft(now);
        draft.command = command;
        draft.add(match out {
            Out::Resigned => Event::Resigned { seat },
            Out::OutOfTime => Event::OutOfTime { seat },
        });
        let mut places = self.places.clone();
        places[seat.index()].out = Some(out);
        if places.len() == 2 {
            let result = result_of(draft.game.as_ref(), &outs(&places));
            draft.add(Event::Finished { result });
            return draft;
        }
        draft.add(Event::TakenOver { seat, level: self.opening.stand_in });
        if !places.iter().any(|place| place.person().is_some() && place.out.is_none()) {
            draft.add(Event::Abandoned);
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

    /// The changes that events are which change who sits where: lists show it too.
    pub(in crate::table) fn seating(&self, draft: Draft) -> Vec<Change> {
        let mut line = self.line(self.play.status);
        for row in draft.rows() {
            match row.event {
                Event::Seated { seat, by: By::Person(number), .. } => {
                    let name = draft.people.iter().find(|person| person.number == number);
                    let name = name.and_then(|person| person.name.clone());
                    line.seats[seat.index()] = Sitter::Person { person: number, name };
                }
                Event::Left { seat } if self.opening.invited[seat.index()] => {
                    line.seats[seat.index()] = Sitter::Invited;
                }
                Event::Left { seat } => line.seats[seat.index()] = Sitter::Open,
                _ => {}
            }
            line.changed_at = row.at;
        }
        let mut changes = draft.changes();
        changes.push(Change::Listed(Box::new(line)));
        changes
    }
}

/// Why each seat can no longer win.
fn outs(places: &[Place]) -> Vec<Option<Out>> {
    places.iter().map(|place| place.out).collect()
}
