//! What numbers and texts may be, as the interface's description says it. The types stand for fields in the description
//! alone; nothing of them goes over the wire.

use std::borrow::Cow;
use std::collections::BTreeMap;

use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

macro_rules! numbers {
    ($($(#[doc = $about:literal])+ $name:ident = $least:expr, $most:expr;)+) => {$(
        $(#[doc = $about])+
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let (least, most): (i64, i64) = ($least, $most);
                let fits = i32::try_from(most).is_ok();
                let format = if fits { KnownFormat::Int32 } else { KnownFormat::Int64 };
                let number = ObjectBuilder::new()
                    .schema_type(Type::Integer)
                    .format(Some(SchemaFormat::KnownFormat(format)))
                    .minimum(Some(least))
                    .maximum(Some(most))
                    .description(Some(concat!($($about),+).trim()));
                RefOr::T(Schema::Object(number.build()))
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )+};
}

numbers! {
    /// A seat, counted from 0 in turn order.
    SeatIndex = 0, most_seats() - 1;
    /// How many sit at a table.
    SeatCount = 2, most_seats();
    /// A level of a computer player, the weakest first.
    Level = 1, 8;
    /// Somebody's number at a table.
    PersonNumber = 1, u32::MAX.into();
    /// How many, or which one.
    Count = 0, u32::MAX.into();
    /// The edition of the rules data.
    Edition = 1, u16::MAX.into();
    /// Points.
    Points = i32::MIN.into(), i32::MAX.into();
}

/// The most that can sit at any game.
fn most_seats() -> i64 {
    rainette_games::games().iter().map(|info| *info.seats.end()).max().unwrap_or(0) as i64
}

macro_rules! texts {
    ($($(#[doc = $about:literal])+ $name:ident = $least:literal, $most:literal, $pattern:expr;)+) => {$(
        $(#[doc = $about])+
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let pattern: Option<&str> = $pattern;
                let text = ObjectBuilder::new()
                    .schema_type(Type::String)
                    .min_length(Some($least))
                    .max_length(Some($most))
                    .pattern(pattern)
                    .description(Some(concat!($($about),+).trim()));
                RefOr::T(Schema::Object(text.build()))
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )+};
}

texts! {
    /// A name: 1 to 30 characters as a reader counts them, 400 bytes at most.
    PersonName = 1, 400, None;
    /// Chosen by the client, unlike any other of its seat.
    CommandId = 1, 64, None;
    /// An action in notation.
    ActionText = 1, 1_000, None;
    /// A spot of the board.
    SpotName = 1, 64, None;
    /// 32 bytes in hexadecimal digits, in small letters.
    Hex = 64, 64, Some("^[0-9a-f]{64}$");
    /// The id of a game, of a table or of an option.
    Id = 1, 64, None;
    /// A code that people can read out.
    Code = 1, 64, None;
    /// A line of chat: 1 to 500 characters as a reader counts them, 4,000 bytes at most.
    ChatText = 1, 4_000, None;
    /// By what somebody is known again at public tables.
    Mark = 24, 24, Some("^[0-9a-f]{24}$");
    /// A record.
    RecordText = 1, 262_144, None;
}

/// Something of each person, by their numbers. JSON has texts for keys, and inside of a message that says its own type
/// serde leaves them as they are.
pub(crate) fn by_person<'de, D: serde::Deserializer<'de>>(map: D) -> Result<BTreeMap<u32, String>, D::Error> {
    let texts: BTreeMap<String, String> = serde::Deserialize::deserialize(map)?;
    let number = |text: &str| {
        let expected = "the number of a person";
        text.parse().map_err(|_| serde::de::Error::invalid_value(serde::de::Unexpected::Str(text), &expected))
    };
    texts.into_iter().map(|(key, value)| Ok((number(&key)?, value))).collect()
}

/// The most spots that one can point at: more than any action has.
const MOST_SPOTS: usize = 32;

/// Refuses a long list while it is read: thousands of spots would take several times the memory of their message.
pub(crate) fn few_spots<'de, D: serde::Deserializer<'de>>(spots: D) -> Result<Vec<String>, D::Error> {
    struct FewSpots;

    impl<'de> serde::de::Visitor<'de> for FewSpots {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "a list of at most {MOST_SPOTS} spots")
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut spots = Vec::new();
            while let Some(spot) = list.next_element()? {
                if spots.len() == MOST_SPOTS {
                    return Err(serde::de::Error::invalid_length(MOST_SPOTS + 1, &self));
                }
                spots.push(spot);
            }
            Ok(spots)
        }
    }

    spots.deserialize_seq(FewSpots)
}
