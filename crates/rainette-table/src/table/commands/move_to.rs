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
    let mine = history.persons_of(caller.holder()?).filter_map(|number| history.beside.people.get(&number));
    let moved = |person: &Person| Change::Person(Person { holder: Some(to), ..person.clone() });
    let mut people: Vec<Change> = mine.map(moved).collect();
    if people.is_empty() {
        return Err(Error::NotSeated);
    }
    // The old device has seen what the seats were told, and does not come in as somebody new.
    if history.takes_newcomers() && caller.holder != Some(to) && !caller.seats(table).is_empty() {
        let number = history.next_person();
        people.push(Change::Person(Person { number, name: None, holder: caller.holder }));
    }
    Ok(Plan::store(caller, people, Response::Seated(caller.seats(table))))
}
