//! `rainette verify`: were the dice fair?

use std::io::Write;
use std::str::FromStr;

use anyhow::{Context as _, bail, ensure};
use rainette_server::fair::{Commitment, Contribution, HexError, Proof, Verdict, Verified, verify};

use super::read;
use crate::words::{Language, Speak as _};

/// Check the proof of a game: commitments, seeds, every action, every roll and card, the chain.
///
/// The verdict is "fair", "not drawn" (the table went on from an opening that was given, not drawn), "not proved" (a
/// seed that was committed to was not shown, or there was none but the server's) or that the proof does not hold. Only
/// "fair" ends with exit code 0; everything else ends with 1.
///
/// How dice follow from seeds is written down in docs/fair-dice.md, and docs/verify.py checks all but the rules without
/// this program. A proof alone does not show what you were told while you played: name the commitment from before the
/// game and the last head that you kept, and have them compared.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The proof, as the server gives it after the game; `-` reads standard input.
    #[arg(value_name = "PROOF")]
    file: String,

    /// The server's commitment as it was shown before the game.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,

    /// A head of the chain that was kept while the game was played, alone or with the number of its event; may be given
    /// several times.
    #[arg(long = "head", value_name = "[NUMBER:]HEX")]
    heads: Vec<Kept>,
}

/// A head of the chain that a player kept.
#[derive(Clone, Copy, Debug)]
struct Kept {
    number: Option<u64>,
    head: Commitment,
}

impl FromStr for Kept {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, head) = match text.split_once(':') {
            Some((number, head)) => {
                let number =
                    number.parse().map_err(|_| format!("`{number}` is not the number of an event"))?;
                (Some(number), head)
            }
            None => (None, text),
        };
        Ok(Self { number, head: head.parse().map_err(|error: HexError| error.to_string())? })
    }
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
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
    let mut covered = None;
    for kept in &args.heads {
        let found = verified.number_of(kept.head);
        let Some(number) = found.filter(|found| kept.number.is_none_or(|number| number == *found)) else {
            let head = kept.head;
            bail!("`{file}` does not hold: the head {head} that was kept is not in its chain, or not there");
        };
        covered = covered.max(Some(number));
    }
    let mut out = std::io::stdout().lock();
    report(&mut out, &proof, &verified, lang)?;
    report_promise(&mut out, args, &proof, lang)?;
    report_heads(&mut out, &verified, covered, lang)?;
    match verified.verdict() {
        Verdict::Fair => Ok(()),
        Verdict::NotDrawn => bail!("the opening of `{file}` was not drawn"),
        Verdict::NotProved => bail!("the dice of `{file}` are not proved to be fair"),
    }
}

/// The verdict, and what it rests on.
fn report(out: &mut impl Write, proof: &Proof, verified: &Verified, lang: Language) -> anyhow::Result<()> {
    let Verified { events, chances, undone, redraws, opening, .. } = verified;
    let verdict = match verified.verdict() {
        Verdict::Fair => lang.say("Fair:", "Loyal :"),
        Verdict::NotDrawn => lang.say("Not drawn:", "Non tiré :"),
        Verdict::NotProved => lang.say("Not proved:", "Non prouvé :"),
    };
    writeln!(
        out,
        "{verdict} {}, {events} {}, {chances} {}, {undone} {}, {redraws} {}",
        proof.game,
        lang.say("events", "événements"),
        lang.say("of chance", "dus au hasard"),
        lang.say("undone", "annulés"),
        lang.say("redraws", "nouveaux tirages"),
    )?;
    if *opening > 0 {
        writeln!(
            out,
            "{} {opening} {}",
            lang.say("The table went on from", "La table est partie de"),
            lang.say(
                "events that were given, not drawn; what was drawn later follows from the seeds",
                "événements donnés et non tirés ; la suite découle des graines",
            ),
        )?;
    }
    if let Some(first) = verified.lot {
        writeln!(
            out,
            "{} {}",
            lang.say(
                "Who starts was drawn by lot from the seeds: whoever had",
                "Qui commence a été tiré au sort avec les graines : la personne qui avait",
            ),
            lang.seat_in_sentence(first),
        )?;
    }
    for Contribution { person, commitment, .. } in &verified.withheld {
        writeln!(
            out,
            "{} {person} {} {commitment}",
            lang.say("The seed of person", "La graine de la personne"),
            lang.say("was not shown; its commitment is", "n'a pas été montrée ; son engagement est"),
        )?;
    }
    if verified.is_server_alone() {
        let alone = lang.say(
            "No seed but the server's went into the dice, so that the server could have chosen them",
            "Seule la graine du serveur a servi : le serveur aurait pu choisir les dés",
        );
        writeln!(out, "{alone}")?;
    }
    if verified.is_practice {
        let practice = lang.say(
            "It was a practice table: what was random could be taken back against computer players",
            "C'était une table d'entraînement : le hasard pouvait être annulé contre l'ordinateur",
        );
        writeln!(out, "{practice}")?;
    }
    for (number, seat, person) in &verified.came_in {
        writeln!(
            out,
            "{} {person} {} {number} {} {}; {}",
            lang.say("Person", "La personne"),
            lang.say("came in at event", "est arrivée à l'événement"),
            lang.say("for", "pour"),
            lang.seat_in_sentence(*seat),
            lang.say(
                "for them, what was drawn before was settled before they came",
                "pour elle, les tirages précédents étaient fixés avant son arrivée",
            ),
        )?;
    }
    if *redraws > 0 {
        let together = lang.say(
            "Something random was taken back and drawn again, each time with everybody's agreement",
            "Du hasard a été annulé puis tiré à nouveau, chaque fois avec l'accord de tous",
        );
        writeln!(out, "{together}")?;
    }
    Ok(())
}

/// What was promised before the game: the server's commitment, and everybody's seed.
fn report_promise(out: &mut impl Write, args: &Args, proof: &Proof, lang: Language) -> anyhow::Result<()> {
    let shown = match args.commitment {
        Some(_) => lang.say("the one that was shown", "celui qui avait été montré"),
        None => lang.say(
            "compare it with the one shown before the game",
            "à comparer à celui montré avant la partie",
        ),
    };
    let server = lang.say("The server's commitment:", "L'engagement du serveur :");
    writeln!(out, "{server} {} ({shown})", proof.server.commitment)?;
    for player in &proof.players {
        let seats: Vec<_> = player.seats.iter().map(|&seat| lang.seat(seat)).collect();
        let seed = match &player.seed {
            Some(seed) => seed.reveal(),
            None => lang.say("not shown", "non montrée").to_owned(),
        };
        writeln!(out, "{}: {} {seed}", seats.join(", "), lang.say("seed", "graine"))?;
    }
    Ok(())
}

/// How much of the log the kept heads vouch for.
fn report_heads(
    out: &mut impl Write,
    verified: &Verified,
    covered: Option<u64>,
    lang: Language,
) -> anyhow::Result<()> {
    let events = verified.events as u64;
    if let Some(last) = verified.heads.last() {
        let head = lang.say("The head after event", "La tête après l'événement");
        writeln!(out, "{head} {events}: {last}")?;
    }
    match covered {
        Some(number) if number == events => {
            writeln!(
                out,
                "{}",
                lang.say("The head that was kept covers all of it", "La tête conservée couvre le tout")
            )?;
        }
        Some(number) => writeln!(
            out,
            "{} {number}; {} {}",
            lang.say("The head that was kept covers events 1 to", "La tête conservée couvre les événements 1 à"),
            lang.say("not covered after it:", "non couverts ensuite :"),
            events - number,
        )?,
        None => writeln!(
            out,
            "{}",
            lang.say(
                "No head was given: whoever knows the server's seed could have cut this log short or written another",
                "Aucune tête donnée : qui connaît la graine du serveur a pu couper ce journal ou en écrire un autre",
            )
        )?,
    }
    Ok(())
}
