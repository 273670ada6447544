//! Handing all one's seats to the holder of another token: another device.

use crate::Error;
use crate::journal::{Person, TokenHash};
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
    let moved = |person: &Person| Change::Person(Person { holder: Some(to), ..person.clone() });
    let mut people: Vec<Change> = mine.into_iter().map(moved).collect();
    // The old device has seen what the seats were told, and does not come in as somebody new.
    let is_known = kept_back.is_empty() && from != to && history.knows_more(from);
    if history.takes_newcomers() && is_known {
        people.push(Change::Person(Person { number: history.next_person(), name: None, holder: Some(from) }));
    }
    Ok(Plan::store(caller, people, Response::Seated(caller.seats(table))))
}
