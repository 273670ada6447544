//! What can be seen of every game, described, so that the types of other languages are written from it.

use rainette_core::{Encode, Reason as _};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Visitor, games, visit};

/// The view of every game: the game's id, and the schema with the definitions that it needs.
pub fn views(settings: &SchemaSettings) -> Vec<(&'static str, Schema)> {
    struct Describe(SchemaSettings);

    impl Visitor for Describe {
        type Output = Schema;

        fn visit<G: Encode>(self) -> Schema {
            self.0.into_generator().into_root_schema_for::<G::View>()
        }
    }

    let view =
        |id| visit(id, Describe(settings.clone())).expect("the registry knows the games that it lists");
    games().into_iter().map(|info| (info.id, view(info.id))).collect()
}

/// The codes of the rules that forbid something, of every game by its id.
pub fn reasons() -> Vec<(&'static str, Vec<&'static str>)> {
    struct Codes;

    impl Visitor for Codes {
        type Output = Vec<&'static str>;

        fn visit<G: Encode>(self) -> Self::Output {
            G::Reason::ALL.iter().map(|reason| reason.code()).collect()
        }
    }

    let codes = |id| visit(id, Codes).expect("the registry knows the games that it lists");
    games().into_iter().map(|info| (info.id, codes(info.id))).collect()
}

/// Describes a type that is written as one of some ids.
macro_rules! ids {
    ($type:ty, $about:literal, $ids:expr $(,)?) => {
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                let ids: Vec<_> = $ids.collect();
                ::schemars::json_schema!({ "type": "string", "enum": ids, "description": $about })
            }
        }
    };
}

pub(crate) use ids;

/// How many there are of each kind, by its id.
pub(crate) fn counts<K: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let (kind, count) = (generator.subschema_for::<K>(), generator.subschema_for::<u8>());
    json_schema!({ "type": "object", "propertyNames": kind, "additionalProperties": count })
}
