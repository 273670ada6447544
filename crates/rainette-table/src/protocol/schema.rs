//! What a message carries of a game, described: its types follow from the game that is played.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The id of a game that is played here.
pub(crate) struct GameId;

impl JsonSchema for GameId {
    fn schema_name() -> Cow<'static, str> {
        "GameId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<_> = rainette_games::games().into_iter().map(|info| info.id).collect();
        json_schema!({ "type": "string", "enum": ids, "description": "The id of a game." })
    }
}

/// The id of the game that a table plays: it says of which game all views at that table are.
pub(crate) struct TableGame;

impl JsonSchema for TableGame {
    fn schema_name() -> Cow<'static, str> {
        "TableGame".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<GameId>()
    }
}

/// The view of the game that a table plays.
pub(crate) struct AnyView;

impl JsonSchema for AnyView {
    fn schema_name() -> Cow<'static, str> {
        "AnyView".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}
