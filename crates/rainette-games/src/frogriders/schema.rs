//! What is written by its id, described: cards, colours, and where trophies come from.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{COMMONS, Card, Colour, Common, FrogCounts, PRIVILEGES, SECRETS, Secret, Source};
use crate::schema::{counts, ids};

ids!(Card, "A privilege card's id.", PRIVILEGES.iter().map(|privilege| privilege.id));
ids!(Common, "The id of one side of a common objective card.", COMMONS.iter().map(|side| side.id));
ids!(Secret, "A secret objective's id.", SECRETS.iter().map(|card| card.id));
ids!(Colour, "The colour of a frog: yellow, red, blue or brown.", Colour::ALL.iter().map(Colour::to_string));
ids!(
    Source,
    "Where trophies come from: `gained` during the game, `brown` frogs, or a card.",
    ["gained", "brown"].into_iter().chain(cards())
);

fn cards() -> impl Iterator<Item = &'static str> {
    let secrets = SECRETS.iter().map(|card| card.id);
    let commons = COMMONS.iter().map(|side| side.id);
    secrets.chain(commons).chain(PRIVILEGES.iter().map(|privilege| privilege.id))
}

impl JsonSchema for FrogCounts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FrogCounts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = counts::<Colour>(generator);
        schema.insert("description".to_owned(), "How many frogs of each colour.".into());
        let all: Vec<String> = Colour::ALL.iter().map(Colour::to_string).collect();
        schema.insert("required".to_owned(), all.into());
        schema
    }
}

/// How many cards of each kind; those of which there is none are left out.
pub(super) struct CardCounts;

impl JsonSchema for CardCounts {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CardCounts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        counts::<Card>(generator)
    }
}
