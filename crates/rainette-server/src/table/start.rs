//! Starting: commitments, seeds, and the first events.

use super::commands::{Reply, commitment};
use super::state::{Machine, Voice};
use super::{Answer, Word};
use crate::error::Error;
use crate::fair::Seed;
use crate::log::{Event, Holder};
use crate::protocol::{Millis, Status};

impl Machine {
    pub(super) fn commit(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        text: &str,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let is_late = self.starting.is_some() && self.commitments.contains_key(&person);
        if self.status != Status::Waiting || is_late {
            return Err(Error::AlreadyStarted);
        }
        let commitment = commitment(text)?;
        let mut draft = self.draft(now);
        draft.add(Event::Committed { person, commitment });
        let number = self.seq() + 1;
        let done = Reply::Answer(Answer::Acked(number));
        self.submit(draft, vec![(voice, done)]);
        Ok(None)
    }

    pub(super) fn reveal(&mut self, holder: Option<Holder>, text: &str) -> Result<(), Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let seed: Seed = text.parse().map_err(|_| Error::WrongSeed("a seed is 64 hexadecimal digits"))?;
        let Some(starting) = &mut self.starting else {
            let is_early = self.status == Status::Waiting;
            return Err(if is_early { Error::NotStarted } else { Error::AlreadyStarted });
        };
        if self.commitments.get(&person) != Some(&seed.commitment()) {
            return Err(Error::WrongSeed("this is not the seed that was committed to"));
        }
        starting.seeds.insert(person, seed);
        self.tell(Word::Shown { person, seed });
        Ok(())
    }

    pub(super) fn start(
        &mut self,
        holder: Option<Holder>,
        seed: Option<&str>,
        now: Millis,
    ) -> Result<(), Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        if self.status != Status::Waiting {
            return Err(Error::AlreadyStarted);
        }
        if self.starting.is_none() {
            if self.host() != Some(person) {
                return Err(Error::NotHost);
            }
            if self.places.iter().any(|place| place.by.is_none()) {
                return Err(Error::NotFull);
            }
            self.begin_start(now);
        }
        let shown = seed.map_or(Ok(()), |seed| self.reveal(holder, seed));
        self.start_when_ready(now);
        shown
    }
}
