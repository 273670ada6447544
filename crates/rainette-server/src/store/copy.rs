//! Moving everything from one store to another.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::{KeptReport, Store, StoreError};
use crate::protocol::Number;
use crate::table::{Batch, Change, Stored};

/// How many tables are listed at a time.
const PAGE: u32 = 500;

/// What was moved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// How many tables there are.
    pub tables: u64,
    /// How many of them changed or were not there yet.
    pub changed: u64,
    /// How many events there are.
    pub events: u64,
    /// How many of them were not there yet.
    pub new_events: u64,
    /// How many people there are.
    pub people: u64,
    /// How many lines of chat there are.
    pub lines: u64,
    /// The SHA-256 over all tables, the same on both sides.
    pub hash: String,
}

/// Why not everything is there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CopyError {
    /// A store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table has gone another way over there.
    #[error("table {0} has other events over there: it was played on after an earlier move")]
    Parted(String),
    /// A table is not the same on both sides after all.
    #[error("table {0} is not the same on both sides; where games go on, stop the server and move again")]
    Different(String),
}

/// Moves everything that is not there yet, and checks that both sides are the same.
///
/// The source may be in use: what changes meanwhile is moved the next time, which is quick. Nothing is ever erased over
/// there, except what people have had erased.
pub async fn copy(from: &dyn Store, to: &dyn Store) -> Result<Copied, CopyError> {
    let mut copied = Copied::default();
    for (began, seen) in from.runs().await? {
        to.keep_run(began, seen).await?;
    }
    for key in from.token_keys() {
        to.keep_token_key(key).await?;
    }
    let known: Vec<_> = to.reports(0).await?.into_iter().map(|kept| kept.report).collect();
    for KeptReport { report, .. } in from.reports(0).await? {
        if !known.contains(&report) {
            match to.keep_report(report).await {
                // There is no room for it over there.
                Ok(()) | Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let mut after = String::new();
    loop {
        let page = from.list(&after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.line.id);
        for listed in page {
            let id = &listed.line.id;
            let Some(here) = whole(from, id).await? else { continue };
            let there = whole(to, id).await?;
            copied.tables += 1;
            copied.events += here.rows.len() as u64;
            copied.people += here.beside.people.len() as u64;
            copied.lines += here.beside.chat.len() as u64;
            if there.as_ref() == Some(&here) {
                continue;
            }
            let known = there.as_ref().map_or(0, |there| there.rows.len());
            if there.as_ref().is_some_and(|there| !here.rows.starts_with(&there.rows)) {
                return Err(CopyError::Parted(id.clone()));
            }
            copied.changed += 1;
            copied.new_events += (here.rows.len() - known) as u64;
            let batch = difference(&here, there.as_ref(), &listed);
            to.append(batch).await?;
            if let Some(analysis) = from.analysis(id).await? {
                to.keep_analysis(id, &analysis).await?;
            }
        }
    }
    copied.hash = same(from, to).await?;
    Ok(copied)
}

/// Everything of a table, with all that was ever said.
async fn whole(store: &dyn Store, id: &str) -> Result<Option<Stored>, StoreError> {
    let Some(mut stored) = store.load(id).await? else { return Ok(None) };
    stored.beside.chat = store.chat(id).await?;
    Ok(Some(stored))
}

/// What is missing over there.
fn difference(here: &Stored, there: Option<&Stored>, listed: &super::Listed) -> Batch {
    let opened = || Change::Opened { is_public: listed.is_public, invite: here.invite.clone() };
    let known = there.map_or(0, |there| there.rows.len());
    let beside = here.beside.since(&there.map(|there| there.beside.clone()).unwrap_or_default());
    let mut changes: Vec<Change> = there.is_none().then(opened).into_iter().collect();
    changes.extend(here.rows[known..].iter().cloned().map(Change::Row));
    changes.extend(beside);
    changes.push(Change::Listed(Box::new(listed.line.clone())));
    Batch::new(here.id.clone(), changes)
}

/// The SHA-256 over all tables here, if each is the same over there.
async fn same(from: &dyn Store, to: &dyn Store) -> Result<String, CopyError> {
    let mut hash = Sha256::new();
    let mut after = String::new();
    loop {
        let page = from.list(&after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.line.id);
        for listed in page {
            let id = &listed.line.id;
            let (here, there) = (whole(from, id).await?, whole(to, id).await?);
            let (Some(here), Some(there)) = (here, there) else {
                return Err(CopyError::Different(id.clone()));
            };
            let digest = digest(&here)?;
            if digest != self::digest(&there)? {
                return Err(CopyError::Different(id.clone()));
            }
            hash.update(digest);
        }
    }
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// The SHA-256 of everything that is stored of a table.
fn digest(stored: &Stored) -> Result<[u8; 32], StoreError> {
    let broken = |error: serde_json::Error| StoreError::Broken(error.to_string());
    let mut hash = Sha256::new();
    let mut add = |kind: &str, text: &str| {
        hash.update((kind.len() as u64).to_le_bytes());
        hash.update(kind);
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    add("id", &stored.id);
    add("invite", &stored.invite);
    for row in &stored.rows {
        let (number, at, command): (Number, _, _) = (row.number, row.at, &row.command);
        add("row", &serde_json::to_string(&(number, at, command, &row.event)).map_err(broken)?);
    }
    for person in stored.beside.people.values() {
        let holder = person.holder.map(|holder| holder.0);
        add("person", &serde_json::to_string(&(person.number, &person.name, holder)).map_err(broken)?);
    }
    for muted in &stored.beside.muted {
        add("muted", &serde_json::to_string(muted).map_err(broken)?);
    }
    add("wish", &serde_json::to_string(&stored.beside.wish).map_err(broken)?);
    for (aside, payload) in &stored.beside.asides {
        add("aside", &format!("{aside} {payload}"));
    }
    for line in &stored.beside.chat {
        add("chat", &serde_json::to_string(line).map_err(broken)?);
    }
    Ok(hash.finalize().into())
}
