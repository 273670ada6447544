//! How a node tells others who is there: in as many messages as it takes, since a bus carries none of any length.

use std::collections::{BTreeSet, HashMap};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Seen;
use crate::hub::Face;

/// How many bytes a message has, more or less: half of what NATS takes unless somebody sets something else.
const MOST: usize = 500_000;

/// How many bytes of it a face takes.
const FACE: usize = 11;

/// How many bytes a table takes beside its id and its faces.
const TABLE: usize = 8;

/// From how many nodes something may be missing before all that is kept of them is given up: some are gone for good.
const WAITED_FOR: usize = 64;

/// People as text: eight bytes of each, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Packed(BTreeSet<Face>);

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|face| face.to_be_bytes()).collect();
        serializer.serialize_str(&STANDARD_NO_PAD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD_NO_PAD.decode(text).map_err(D::Error::custom)?;
        let (faces, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(D::Error::custom("a face has eight bytes"));
        }
        Ok(Self(faces.iter().map(|face| Face::from_be_bytes(*face)).collect()))
    }
}

/// Part of what a node tells at a time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Part {
    node: u64,
    /// How often the node has told something before.
    round: u64,
    /// Which part it is, and of how many.
    number: u32,
    of: u32,
    here: Packed,
    looking: Packed,
    came: Packed,
    playing: Packed,
    tables: HashMap<String, Packed>,
}

/// What a node tells, as messages.
pub(super) fn split(seen: &Seen, round: u64) -> Vec<Part> {
    let mut parts = Parts { all: vec![Part::default()], size: 0 };
    for (faces, of) in [
        (&seen.here, (|part| &mut part.here) as fn(&mut Part) -> &mut Packed),
        (&seen.looking, |part| &mut part.looking),
        (&seen.came, |part| &mut part.came),
        (&seen.playing, |part| &mut part.playing),
    ] {
        for face in faces {
            of(parts.with_room(FACE)).0.insert(*face);
        }
    }
    for (table, faces) in &seen.tables {
        for face in faces {
            let part = parts.with_room(FACE + TABLE + table.len());
            part.tables.entry(table.clone()).or_default().0.insert(*face);
        }
    }
    let count = parts.all.len() as u32;
    for (number, part) in (0..).zip(&mut parts.all) {
        (part.node, part.round, part.number, part.of) = (seen.node, round, number, count);
    }
    parts.all
}

struct Parts {
    all: Vec<Part>,
    /// How many bytes the last one has.
    size: usize,
}

impl Parts {
    /// A part that has room for so many bytes more.
    fn with_room(&mut self, bytes: usize) -> &mut Part {
        if self.size + bytes > MOST {
            self.all.push(Part::default());
            self.size = 0;
        }
        self.size += bytes;
        self.all.last_mut().expect("there is one from the beginning")
    }
}

/// What was heard of nodes that have not told everything yet.
#[derive(Default)]
pub(super) struct Gathering(HashMap<u64, Gathered>);

struct Gathered {
    round: u64,
    heard: BTreeSet<u32>,
    seen: Seen,
}

impl Gathering {
    /// Adds a part, and gives everything that its node told if it was the last that was missing. A part that is lost is
    /// not waited for: soon the node tells everything again.
    pub(super) fn add(&mut self, part: Part) -> Option<Seen> {
        let Part { node, round, number, of, here, looking, came, playing, tables } = part;
        if self.0.len() >= WAITED_FOR && !self.0.contains_key(&node) {
            self.0.clear();
        }
        let fresh = || Gathered { round, heard: BTreeSet::new(), seen: Seen { node, ..Seen::default() } };
        let gathered = self.0.entry(node).or_insert_with(fresh);
        if gathered.round > round {
            return None;
        }
        if gathered.round < round {
            *gathered = fresh();
        }
        gathered.heard.insert(number);
        let seen = &mut gathered.seen;
        seen.here.extend(here.0);
        seen.looking.extend(looking.0);
        seen.came.extend(came.0);
        seen.playing.extend(playing.0);
        for (table, faces) in tables {
            seen.tables.entry(table).or_default().extend(faces.0);
        }
        let is_all = gathered.heard.len() as u64 >= u64::from(of);
        if is_all { self.0.remove(&node).map(|gathered| gathered.seen) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What NATS takes at most, unless somebody sets something else.
    const LARGEST: usize = 1_048_576;

    /// Numbers as spread out as those of people are.
    fn faces(count: u64, of: u64) -> BTreeSet<Face> {
        (0..count).map(|number| (number * 8 + of).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
    }

    fn told(seen: &Seen, round: u64) -> Vec<Part> {
        let parts = split(seen, round);
        let texts = parts.iter().map(|part| serde_json::to_vec(part).expect("JSON"));
        let texts: Vec<Vec<u8>> = texts.collect();
        let longest = texts.iter().map(Vec::len).max().expect("one at least");
        assert!(longest < LARGEST / 2 + 10_000, "{longest} bytes");
        texts.iter().map(|text| serde_json::from_slice(text).expect("a part")).collect()
    }

    #[test]
    fn a_hundred_thousand_people_are_told_in_messages_that_the_bus_takes() {
        let here = faces(100_000, 0);
        let tables = here.iter().map(|face| (format!("{face:022x}"), [*face].into())).collect();
        let (playing, came) = (here.clone(), faces(100_000, 1));
        let seen = Seen { node: 7, here, looking: faces(100_000, 2), came, playing, tables };
        let parts = told(&seen, 1);
        assert!(parts.len() > 8, "{}", parts.len());
        let mut gathering = Gathering::default();
        let (last, first) = parts.split_last().expect("one at least");
        // In whatever order they come, and if one comes twice.
        for part in first.iter().rev().chain(&first[..1]) {
            assert_eq!(gathering.add(part.clone()), None, "one is missing");
        }
        assert_eq!(gathering.add(last.clone()), Some(seen));
        assert!(gathering.0.is_empty(), "and nothing is kept");
    }

    #[test]
    fn what_is_lost_is_told_the_next_time() {
        let seen = |people| Seen { node: 7, here: faces(people, 0), ..Seen::default() };
        let (old, new) = (told(&seen(60_000), 1), told(&seen(50_000), 2));
        assert_eq!((old.len(), new.len()), (2, 2));
        let mut gathering = Gathering::default();
        assert_eq!(gathering.add(old[0].clone()), None);
        assert_eq!(gathering.add(new[0].clone()), None);
        assert_eq!(gathering.add(old[1].clone()), None, "parts of two rounds are not put together");
        assert_eq!(gathering.add(new[1].clone()), Some(seen(50_000)));
        let few = Seen { tables: [("pond".to_owned(), faces(2, 0))].into(), ..seen(3) };
        assert_eq!(told(&few, 3).into_iter().find_map(|part| gathering.add(part)), Some(few));
        assert_eq!(told(&Seen::default(), 4).len(), 1, "that nobody is there is told too");
        for node in 0..1_000 {
            gathering.add(Part { node, of: 2, ..Part::default() });
        }
        assert!(gathering.0.len() <= WAITED_FOR, "nodes that are gone are forgotten");
    }
}
