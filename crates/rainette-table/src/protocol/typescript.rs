//! The types once more, for the page.

use rainette_core::Told;
use ts_rs::TS;

#[allow(clippy::wildcard_imports, reason = "all of them are exported; in tests the lint is silent")]
use super::*;

/// The types of the protocol as one TypeScript module, for the page.
pub fn typescript() -> String {
    fn declared<T: TS>(config: &ts_rs::Config) -> String {
        let docs = T::docs().unwrap_or_default();
        format!("\n{docs}export {}\n", T::decl(config))
    }

    macro_rules! declare {
        ($($name:ty),+ $(,)?) => {{
            let config = ts_rs::Config::new().with_large_int("number");
            [$(declared::<$name>(&config)),+].concat()
        }};
    }

    let declarations = declare!(
        rainette_core::Seat,
        rainette_core::Name,
        rainette_core::Piece,
        rainette_core::Effect,
        Told,
        Hello,
        Act,
        Resign,
        Undo,
        AnswerUndo,
        SitIn,
        TakeBack,
        TakeHand,
        Commit,
        Reveal,
        Chat,
        Mute,
        WhyNot,
        ToServer,
        ToClient,
        Welcome,
        Update,
        You,
        Status,
        TableState,
        SeatState,
        Sitter,
        Out,
        ClockKind,
        ClockState,
        UndoState,
        Thinking,
        GameResult,
        Position,
        TurnState,
        Choices,
        Happened,
        What,
        FrozenPromise,
        ShownSeed,
        ChatLine,
        Objection,
        Refusal,
        ReachedLimit,
        GameInfo,
        OptionInfo,
        Games,
        SeatWish,
        OpenTable,
        PlayOn,
        Seated,
        Join,
        Invitation,
        SeatBody,
        Leave,
        DeviceCode,
        ClaimDevice,
        TableLine,
        TableList,
        Token,
        Erased,
        Rematch,
        Replay,
        Step,
        Analysis,
        Chances,
        Swing,
    );
    format!(
        "// Generated from crates/rainette-table/src/protocol by `cargo xtask bless`. Do not edit.\n{declarations}"
    )
}
