//! One sentence per effect.

use rainette_core::{Effect, Piece, Seat};

use super::Lang;

impl Lang {
    /// What happened, in one sentence.
    pub(crate) fn effect(self, effect: &Effect) -> String {
        match self {
            Self::En => english(effect),
            Self::Fr => french(effect),
        }
    }
}

fn english(effect: &Effect) -> String {
    let what = |piece: &Piece| piece_name(Lang::En, piece);
    match effect {
        Effect::Rolled { dice, by: Some(seat) } => format!("Seat {seat} rolls {}.", list(dice, " and ")),
        Effect::Rolled { dice, by: None } => format!("The dice show {}.", list(dice, " and ")),
        Effect::Starts { seat } => format!("Seat {seat} starts."),
        Effect::Placed { piece, at } => format!("{} is placed on {at}.", capital(&what(piece))),
        Effect::Removed { piece, from } => format!("{} leaves {from}.", capital(&what(piece))),
        Effect::Stepped { piece, from, to } => format!("{} goes from {from} to {to}.", capital(&what(piece))),
        Effect::Hopped { piece, from, over, to } if over.is_empty() => {
            format!("{} hops from {from} to {to}.", capital(&what(piece)))
        }
        Effect::Hopped { piece, from, over, to } => {
            format!("{} hops from {from} over {} to {to}.", capital(&what(piece)), list(over, ", "))
        }
        Effect::Pushed { piece, from, to } => {
            format!("{} is pushed from {from} to {to}.", capital(&what(piece)))
        }
        Effect::Hit { piece, from, to } => {
            format!("{} is hit on {from} and flung back to {to}.", capital(&what(piece)))
        }
        Effect::Capped { piece, at } => format!("{} is capped on {at}.", capital(&what(piece))),
        Effect::Matured { piece, at } => format!("{} on {at} becomes a frog.", capital(&what(piece))),
        Effect::Captured { piece, at, by: Some(seat) } => {
            format!("Seat {seat} captures {} on {at}.", what(piece))
        }
        Effect::Captured { piece, at, by: None } => format!("{} on {at} is captured.", capital(&what(piece))),
        Effect::Eaten { piece, at } => format!("A frogmuncher eats {} on {at}.", what(piece)),
        Effect::Sent { piece, by, to } => format!("Seat {by} sends {} to {to}.", what(piece)),
        Effect::Taken { piece, from, by } => format!("Seat {by} takes {} from {from}.", what(piece)),
        Effect::Given { piece, from, to } => format!("Seat {from} gives {} to seat {to}.", what(piece)),
        Effect::Dropped { piece, by, at } => format!("Seat {by} drops {} on {at}.", what(piece)),
        Effect::Dealt { seat, card: Some(card) } => format!("Seat {seat} is dealt {card}."),
        Effect::Dealt { seat, card: None } => format!("Seat {seat} is dealt a card."),
        Effect::Kept { seat, card: Some(card) } => format!("Seat {seat} keeps {card}."),
        Effect::Kept { seat, card: None } => format!("Seat {seat} keeps a card."),
        Effect::Revealed { seat, card } => format!("Seat {seat} reveals {card}."),
        Effect::Scored { seat, points, from } => format!("Seat {seat} scores {points:+} for {from}."),
        Effect::Forfeited { seat, dice } => format!("Seat {seat} cannot use {}.", list(dice, " and ")),
        Effect::Passed { seat } => format!("Seat {seat} passes."),
        Effect::Ended { winners, why } => format!("The game is over ({why}): {}.", won(Lang::En, winners)),
    }
}

fn french(effect: &Effect) -> String {
    let what = |piece: &Piece| piece_name(Lang::Fr, piece);
    match effect {
        Effect::Rolled { dice, by: Some(seat) } => format!("Le siège {seat} lance {}.", list(dice, " et ")),
        Effect::Rolled { dice, by: None } => format!("Les dés donnent {}.", list(dice, " et ")),
        Effect::Starts { seat } => format!("Le siège {seat} commence."),
        Effect::Placed { piece, at } => format!("{} se pose sur {at}.", capital(&what(piece))),
        Effect::Removed { piece, from } => format!("{} quitte {from}.", capital(&what(piece))),
        Effect::Stepped { piece, from, to } => format!("{} va de {from} à {to}.", capital(&what(piece))),
        Effect::Hopped { piece, from, over, to } if over.is_empty() => {
            format!("{} saute de {from} à {to}.", capital(&what(piece)))
        }
        Effect::Hopped { piece, from, over, to } => {
            format!("{} saute de {from} à {to} par-dessus {}.", capital(&what(piece)), list(over, ", "))
        }
        Effect::Pushed { piece, from, to } => {
            format!("Poussée de {from} à {to} : {}.", what(piece))
        }
        Effect::Hit { piece, from, to } => format!("Frappe sur {from} : {} retourne à {to}.", what(piece)),
        Effect::Capped { piece, at } => format!("Paire couverte sur {at} : {}.", what(piece)),
        Effect::Matured { piece, at } => format!("{} en {at} devient grenouille.", capital(&what(piece))),
        Effect::Captured { piece, at, by: Some(seat) } => {
            format!("Le siège {seat} capture {} en {at}.", what(piece))
        }
        Effect::Captured { piece, at, by: None } => format!("Capture en {at} : {}.", what(piece)),
        Effect::Eaten { piece, at } => format!("Une grue mange {} en {at}.", what(piece)),
        Effect::Sent { piece, by, to } => format!("Le siège {by} envoie {} vers {to}.", what(piece)),
        Effect::Taken { piece, from, by } => format!("Le siège {by} prend {} ({from}).", what(piece)),
        Effect::Given { piece, from, to } => format!("Le siège {from} donne {} au siège {to}.", what(piece)),
        Effect::Dropped { piece, by, at } => format!("Le siège {by} abandonne {} sur {at}.", what(piece)),
        Effect::Dealt { seat, card: Some(card) } => format!("Le siège {seat} reçoit {card}."),
        Effect::Dealt { seat, card: None } => format!("Le siège {seat} reçoit une carte."),
        Effect::Kept { seat, card: Some(card) } => format!("Le siège {seat} garde {card}."),
        Effect::Kept { seat, card: None } => format!("Le siège {seat} garde une carte."),
        Effect::Revealed { seat, card } => format!("Le siège {seat} révèle {card}."),
        Effect::Scored { seat, points, from } => format!("Le siège {seat} marque {points:+} pour {from}."),
        Effect::Forfeited { seat, dice } => {
            format!("Le siège {seat} ne peut pas jouer {}.", list(dice, " et "))
        }
        Effect::Passed { seat } => format!("Le siège {seat} passe."),
        Effect::Ended { winners, why } => {
            format!("La partie est finie ({why}) : {}.", won(Lang::Fr, winners))
        }
    }
}

pub(super) fn won(lang: Lang, winners: &[Seat]) -> String {
    match winners {
        [] => lang.say("nobody wins", "personne ne gagne").to_owned(),
        [one] => format!("{} {one} {}", lang.say("seat", "le siège"), lang.say("wins", "gagne")),
        many => format!(
            "{} {} {}",
            lang.say("seats", "les sièges"),
            list(many, lang.say(" and ", " et ")),
            lang.say("share the win", "se partagent la victoire")
        ),
    }
}

/// `seat 0's frog`, `la grenouille du siège 0`.
fn piece_name(lang: Lang, piece: &Piece) -> String {
    let kind = piece.kind.as_str();
    let (english, french) = match kind {
        "frog" => ("frog", "la grenouille"),
        "tadpole" => ("tadpole", "le têtard"),
        "chief" => ("the chief frog", "la grenouille cheffe"),
        "frog-Y" => ("a yellow frog", "une grenouille jaune"),
        "frog-R" => ("a red frog", "une grenouille rouge"),
        "frog-B" => ("a blue frog", "une grenouille bleue"),
        "frog-N" => ("a brown frog", "une grenouille marron"),
        "lily-W" => ("a white lily", "un nénuphar blanc"),
        "lily-Y" => ("a yellow lily", "un nénuphar jaune"),
        "lily-P" => ("a pink lily", "un nénuphar rose"),
        "lily-K" => ("the black lily", "le nénuphar noir"),
        "lily-B" => ("the blue lily", "le nénuphar bleu"),
        card => return format!("{} {card}", lang.say("the card", "la carte")),
    };
    match (lang, piece.owner) {
        (Lang::En, Some(seat)) => format!("seat {seat}'s {english}"),
        (Lang::Fr, Some(seat)) => format!("{french} du siège {seat}"),
        (_, None) => lang.say(english, french).to_owned(),
    }
}

fn list<T: ToString>(items: &[T], and: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(and)
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
