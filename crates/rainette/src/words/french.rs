//! French words for what the rules name in English: games, options and reasons.

/// The game in one line.
pub(super) fn about(game: &str) -> Option<&'static str> {
    Some(match game {
        "hop-it" => {
            "sautez par-dessus les grenouilles adverses et faites grandir les têtards, jusqu’à ne laisser qu’une pièce à l’autre"
        }
        _ => return None,
    })
}

/// An option in one line.
pub(super) fn about_option(game: &str, option: &str) -> Option<&'static str> {
    Some(match (game, option) {
        ("hop-it", "frogs") => {
            "0 : les quatre pièces de derrière commencent en grenouilles ; 1 : les cinq de devant"
        }
        _ => return None,
    })
}

/// Why something is not allowed.
pub(super) fn reason(game: &str, code: &str) -> Option<&'static str> {
    let words = REASONS.iter().find(|(of, _)| *of == game)?.1;
    words.iter().find(|(of, _)| *of == code).map(|(_, words)| *words)
}

type Reasons = &'static [(&'static str, &'static str)];

const REASONS: &[(&str, Reasons)] = &[(
    "hop-it",
    &[
        ("over", "la partie est finie"),
        ("no-such-spot", "cette case ou ce bouton n’existe pas"),
        ("no-piece", "il n’y a pas de pièce à cet endroit"),
        ("not-yours", "cette pièce est à l’adversaire"),
        ("other-frog-hops", "une autre grenouille est en train de sauter : elle peut continuer ou s’arrêter"),
        ("stuck", "cette pièce ne peut aller nulle part"),
        ("must-hop-enemy", "on peut sauter par-dessus une pièce adverse, il faut donc le faire"),
        ("occupied", "une pièce occupe déjà la case"),
        ("hops-only", "une grenouille qui a sauté ne peut que sauter encore ou s’arrêter"),
        ("lily-by-hop", "on n’entre sur un nénuphar qu’en sautant"),
        ("tadpoles-swim", "un têtard ne fait que nager vers une case voisine"),
        ("nothing-to-hop-over", "il n’y a pas de pièce à sauter sur le chemin"),
        ("hopped-already", "cette pièce a déjà été sautée pendant cet enchaînement"),
        ("too-far", "la case n’est ni voisine, ni à un saut"),
        ("nothing-to-stop", "aucun enchaînement n’est en cours"),
        ("can-move", "vous pouvez jouer, vous devez donc jouer"),
        ("complete", "le coup est déjà complet"),
    ],
)];
