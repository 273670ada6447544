//! Handing all one's seats to the holder of another token: another device.

use crate::Error;
use crate::journal::{Person, TokenHash};
use crate::protocol::TableLine;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller, to: TokenHash) -> Result<Plan, Error> {
    let history = &table.history;
    // Another device is no way back in.
    if caller.holder.is_some_and(|holder| history.is_removed(holder)) {
        return Err(Error::Removed);
    }
    let from = caller.holder()?;
    let here = history.persons_of(from).filter_map(|number| history.beside.people.get(&number));
    // Whoever has no name is kept back of an earlier move, and stays.
    let (mine, kept_back): (Vec<&Person>, Vec<&Person>) = here.partition(|person| person.name.is_some());
    if mine.is_empty() {
        return Err(Error::NotSeated);
    }
    let moved = |person: &Person| Person { holder: Some(to), ..person.clone() };
    let people: Vec<Person> = mine.into_iter().map(moved).collect();
    let marks = history.marks_with(&people);
    // From now on they are known by another token, on lists too.
    let line = TableLine { marks, ..history.line(history.play.status) };
    let is_listed_anew = line.marks != history.marks();
    let mut changes: Vec<Change> = people.into_iter().map(Change::Person).collect();
    // The old device has seen what the seats were told, and does not come in as somebody new.
    let is_known = kept_back.is_empty() && from != to && history.knows_more(from);
    if history.takes_newcomers() && is_known {
        changes.push(Change::Person(Person {
            number: history.next_person(),
            name: None,
            holder: Some(from),
        }));
    }
    if is_listed_anew {
        changes.push(Change::Listed(Box::new(line)));
    }
    Ok(Plan::store(caller, changes, Response::Seated(caller.seats(table))))
}
