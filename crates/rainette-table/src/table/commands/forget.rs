//! Erasing somebody's name, token and chat; the events remain.

use crate::Error;
use crate::journal::Person;
use crate::protocol::Sitter;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller) -> Result<Plan, Error> {
    let history = &table.history;
    let mine: Vec<u32> = history.persons_of(caller.holder()?).collect();
    if mine.is_empty() {
        return Err(Error::NotSeated);
    }
    let mut line = history.line(history.play.status);
    for sitter in &mut line.seats {
        if let Sitter::Person { person, name } = sitter
            && mine.contains(person)
        {
            *name = None;
        }
    }
    line.marks.retain(|person, _| !mine.contains(person));
    let forgotten = |number| Change::Person(Person { number, name: None, holder: None });
    let mut changes: Vec<Change> = mine.iter().copied().map(forgotten).collect();
    changes.extend(mine.into_iter().map(Change::Silenced));
    changes.push(Change::Listed(Box::new(line)));
    Ok(Plan::store(caller, changes, Response::Done))
}
