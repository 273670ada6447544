//! Writing the golden files afresh.

use anyhow::Result;

use crate::command::{cargo, program, run};

/// Lets the tests write what they would otherwise compare with, and says what has changed.
pub(crate) fn bless() -> Result<()> {
    let mut tests = cargo("test --package rainette-games --test playthroughs --test perft --test page_cards");
    run(tests.env("RAINETTE_BLESS", "1"))?;
    let mut types = cargo("test --package rainette-table --test types");
    run(types.env("RAINETTE_BLESS", "1"))?;
    let mut proofs = cargo("test --package rainette-table --test proofs page");
    run(proofs.env("RAINETTE_BLESS", "1"))?;
    let mut words = cargo("test --package rainette-words --test page");
    run(words.env("RAINETTE_BLESS", "1"))?;
    let mut judged = cargo("test --package rainette-players --test judge judgements");
    run(judged.env("RAINETTE_BLESS", "1"))?;
    println!("\nChanged golden files:");
    let golden = [
        "crates/rainette-games/tests/playthroughs",
        "crates/rainette-games/tests/perft",
        "crates/rainette-players/tests/judge/judged",
        "web/src/protocol",
        "web/tests/fair.json",
        "web/src/words/generated",
        "web/tests/words.json",
        "crates/rainette-python/python/rainette",
    ];
    run(program("git").args(["status", "--short", "--"]).args(golden))
}
