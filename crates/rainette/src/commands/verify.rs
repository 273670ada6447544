//! `rainette verify`: were the dice fair?

use std::io::Write as _;

use anyhow::{Context as _, ensure};
use rainette_server::fair::{Commitment, Proof, verify};

use super::read;
use crate::words::Lang;

/// Check the proof of a game: commitments, seeds, every action, every roll and card.
///
/// How dice follow from seeds is written down in docs/fair-dice.md, and docs/verify.py checks them without this
/// program. Compare the commitment with the one that you were shown before the game, or name it and have it compared.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The proof, as the server gives it after the game; `-` reads standard input.
    #[arg(value_name = "PROOF")]
    file: String,

    /// The server's commitment as it was shown before the game.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let file = &args.file;
    let proof: Proof =
        serde_json::from_slice(&read(file)?).with_context(|| format!("`{file}` is not a proof"))?;
    let verified = verify(&proof).with_context(|| format!("`{file}` does not hold"))?;
    let promised = proof.server.commitment;
    if let Some(shown) = args.commitment {
        ensure!(
            shown == promised,
            "`{file}` does not hold: it is for the commitment {promised}, not for the one that was shown"
        );
    }

    let mut out = std::io::stdout().lock();
    let (events, chances, undone) = (verified.events, verified.chances, verified.undone);
    writeln!(
        out,
        "{} {}, {events} {}, {chances} {}, {undone} {}",
        lang.say("The proof holds:", "La preuve est valable :"),
        proof.game,
        lang.say("events", "événements"),
        lang.say("of chance", "dus au hasard"),
        lang.say("undone", "annulés"),
    )?;
    let shown = match args.commitment {
        Some(_) => lang.say("the one that was shown", "celui qui avait été montré"),
        None => lang.say(
            "compare it with the one shown before the game",
            "à comparer à celui montré avant la partie",
        ),
    };
    writeln!(
        out,
        "{} {promised} ({shown})",
        lang.say("The server's commitment:", "L'engagement du serveur :")
    )?;
    for player in &proof.players {
        let seats: Vec<_> = player.seats.iter().map(|&seat| lang.seat(seat)).collect();
        let seats =
            if seats.is_empty() { lang.say("the host", "l'hôte").to_owned() } else { seats.join(", ") };
        writeln!(out, "{seats}: {} {}", lang.say("seed", "graine"), player.seed.reveal())?;
    }
    Ok(())
}
