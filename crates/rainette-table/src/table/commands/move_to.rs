//! Handing all one's seats to the holder of another token: another device.

use crate::Error;
use crate::journal::{Person, TokenHash};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller, to: TokenHash) -> Result<Plan, Error> {
    let history = &table.history;
    let mine = history.persons_of(caller.holder()?).filter_map(|number| history.beside.people.get(&number));
    let moved = |person: &Person| Change::Person(Person { holder: Some(to), ..person.clone() });
    let people: Vec<Change> = mine.map(moved).collect();
    if people.is_empty() {
        return Err(Error::NotSeated);
    }
    Ok(Plan::store(caller, people, Response::Seated(caller.seats(table))))
}
