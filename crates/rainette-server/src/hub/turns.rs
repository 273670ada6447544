//! Whom games wait for, kept for lists: noted as soon as it changes, and written together with others a moment later, so
//! that no action waits for it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Hub, Running, lock};
use crate::error::Error;
use crate::journal::TokenHash;
use crate::protocol::{Status, TableLine};
use crate::store::{KeptTurn, StoreError};
use crate::table::Machine;

/// How long what is noted waits to be written.
const TOGETHER: Duration = Duration::from_secs(1);

/// How much of it is written at once: an action that is committed together with it waits for no more.
const CHUNK: usize = 100;

/// What is not written yet, by table.
#[derive(Default)]
pub(super) struct NotedTurns(Mutex<HashMap<String, KeptTurn>>);

impl NotedTurns {
    /// Notes whom a game waits for, unless something later is known.
    fn note(&self, turn: KeptTurn) {
        match lock(&self.0).entry(turn.table.clone()) {
            Entry::Occupied(mut known) => {
                if known.get().number < turn.number {
                    known.insert(turn);
                }
            }
            Entry::Vacant(place) => drop(place.insert(turn)),
        }
    }

    /// The tables of which something is not written yet.
    fn tables(&self) -> Vec<String> {
        lock(&self.0).keys().cloned().collect()
    }

    fn take(&self, tables: &[String]) -> Vec<KeptTurn> {
        let mut noted = lock(&self.0);
        tables.iter().filter_map(|table| noted.remove(table)).collect()
    }

    /// What is known of a table that is not written yet.
    fn of(&self, table: &str) -> Option<KeptTurn> {
        lock(&self.0).get(table).cloned()
    }
}

impl Running {
    /// Notes whom the game waits for, if that has changed since it was last noted.
    pub(super) fn note_turn(&mut self, machine: &Machine) {
        let number = machine.seq();
        if self.last.turn.as_ref().is_some_and(|(known, _)| *known == number) {
            return;
        }
        let turn = machine.history().turn_line();
        let is_same = self.last.turn.as_ref().is_some_and(|(_, known)| *known == turn);
        // A table that is loaded while no game is on has nothing to say; one that was, has once more.
        let is_nothing = self.last.turn.is_none() && machine.status() != Status::Playing;
        if !is_same && !is_nothing {
            self.inner.lists.turns.note(KeptTurn { table: self.id.clone(), number, turn: turn.clone() });
        }
        self.last.turn = Some((number, turn));
    }
}

impl Hub {
    /// Somebody's tables, the newest first, each with whom its game waits for.
    pub async fn tables_of(&self, holder: TokenHash, most: u32) -> Result<Vec<TableLine>, Error> {
        let mut tables = self.0.store.tables_of(holder, most).await?;
        if tables.iter().all(|table| table.status != Status::Playing) {
            return Ok(tables);
        }
        let mut turns = self.0.store.turns_of(holder).await?;
        for table in &mut tables {
            if table.status == Status::Playing {
                let written = turns.remove(&table.id);
                table.turn = self.0.lists.turns.of(&table.id).map_or(written, |kept| kept.turn);
            }
        }
        Ok(tables)
    }

    /// Writes what was noted, a part after the other, so that actions in between wait for none but one. If it cannot be
    /// written it is tried again, and a table that is loaded notes it anew.
    pub(super) async fn write_turns(&self) -> Result<(), StoreError> {
        for tables in self.0.lists.turns.tables().chunks(CHUNK) {
            let turns = self.0.lists.turns.take(tables);
            if let Err(error) = self.0.store.keep_turns(turns.clone()).await {
                for turn in turns {
                    self.0.lists.turns.note(turn);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Writes now and then what was noted, as long as there is anybody who could note something.
    pub(super) fn heed_turns(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TOGETHER).await;
                let Some(hub) = inner.upgrade().map(Hub) else { return };
                if let Err(error) = hub.write_turns().await {
                    tracing::debug!(%error, "whom games wait for was not written");
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::InProcess;
    use crate::protocol::TurnLine;
    use crate::store::Database;
    use crate::thinkers::Thinkers;

    #[test]
    fn what_was_true_earlier_does_not_replace_what_is_true() {
        let noted = NotedTurns::default();
        let turn = |number| KeptTurn {
            table: "pond".to_owned(),
            number,
            turn: Some(TurnLine { seats: Vec::new(), until: None, moved: None, number }),
        };
        noted.note(turn(7));
        noted.note(turn(6));
        assert_eq!(noted.of("pond").and_then(|kept| kept.turn).map(|turn| turn.number), Some(7));
        noted.note(KeptTurn { turn: None, ..turn(8) });
        assert_eq!((noted.of("pond").map(|kept| kept.turn), noted.of("lake")), (Some(None), None));
        assert_eq!(noted.take(&noted.tables()), [KeptTurn { turn: None, ..turn(8) }]);
        assert_eq!(noted.of("pond"), None);
    }

    #[tokio::test]
    async fn turns_are_written_in_parts_so_that_no_action_waits_for_all_of_them() {
        let folder = std::env::temp_dir().join(format!("rainette-turns-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
        let hub = Hub::new(store, Arc::new(InProcess::default()), Thinkers::new(0).expect("none"));
        let turn = |number: usize| KeptTurn {
            table: format!("table-{number:04}"),
            number: 1,
            turn: Some(TurnLine { seats: Vec::new(), until: None, moved: None, number: 1 }),
        };
        let all = 10 * CHUNK;
        (0..all).for_each(|number| hub.0.lists.turns.note(turn(number)));
        let mut writing = std::pin::pin!(hub.write_turns());
        // Each part is on its way by itself: the rest is still known here.
        assert!(futures_util::poll!(writing.as_mut()).is_pending());
        assert_eq!(hub.0.lists.turns.tables().len(), all - CHUNK);
        writing.await.expect("it is written");
        assert_eq!(hub.0.lists.turns.tables(), [] as [String; 0]);
        let _ = std::fs::remove_dir_all(folder);
    }
}
