//! What a report about somebody, or about a table, is kept with.

use super::History;
use crate::Error;
use crate::protocol::ChatLine;
use crate::table::text;

/// How many lines of chat a report is kept with: the last ones.
const LINES: usize = 50;

/// What a report is kept with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The game's id.
    pub game: String,
    /// What the person calls themselves.
    pub name: Option<String>,
    /// By what the person is known at public tables.
    pub mark: Option<String>,
    /// What whoever reports wrote, without what cannot be seen.
    pub text: String,
    /// What was said last: by the person, or by everybody if it is about the table.
    pub chat: Vec<ChatLine>,
}

impl History {
    /// What a report about this person, or about the table, is kept with.
    pub fn evidence(&self, person: Option<u32>, text: &str) -> Result<Evidence, Error> {
        let about = match person {
            Some(number) => Some(self.beside.people.get(&number).ok_or(Error::NoSuchPerson(number))?),
            None => None,
        };
        let is_meant = |line: &&ChatLine| person.is_none_or(|person| line.person == person);
        let mut chat: Vec<ChatLine> = self.beside.chat.iter().filter(is_meant).cloned().collect();
        chat.drain(..chat.len().saturating_sub(LINES));
        Ok(Evidence {
            game: self.opening.game.clone(),
            name: about.and_then(|person| person.name.clone()),
            mark: about.and_then(|person| person.holder).map(|holder| holder.mark()),
            text: text::report(text)?,
            chat,
        })
    }
}
