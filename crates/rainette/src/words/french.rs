//! French words for what the rules name in English: games, options and reasons.

/// The game in one line.
pub(super) fn about(game: &str) -> Option<&'static str> {
    find(&ABOUT, game)
}

/// An option in one line.
pub(super) fn about_option(game: &str, option: &str) -> Option<&'static str> {
    let options = OPTIONS.iter().find(|(of, _)| *of == game)?.1;
    find(options, option)
}

/// Why something is not allowed.
pub(super) fn reason(game: &str, code: &str) -> Option<&'static str> {
    let reasons = REASONS.iter().find(|(of, _)| *of == game)?.1;
    find(reasons, code)
}

fn find(words: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    words.iter().find(|(of, _)| *of == key).map(|(_, words)| *words)
}

type Words = &'static [(&'static str, &'static str)];

const ABOUT: [(&str, &str); 5] = [
    (
        "hop-it",
        "sautez par-dessus les grenouilles adverses et faites grandir les têtards, jusqu’à ne laisser qu’une pièce à l’autre",
    ),
    (
        "abagio",
        "menez douze grenouilles autour du plateau au gré des dés, empilez-les et ramenez-les toutes à l’étang",
    ),
    ("pool-party", "nagez en rond, poussez les autres et alignez vos cinq grenouilles de l’îlot au bord"),
    (
        "china-moon",
        "menez vos trois grenouilles, et celles des autres, vers les nénuphars que vous voulez et vers ceux dont ils ne veulent pas",
    ),
    (
        "frogriders",
        "sautez par-dessus les grenouilles pour les capturer et réunissez les combinaisons de vos objectifs",
    ),
];

const OPTIONS: [(&str, Words); 2] = [
    (
        "hop-it",
        &[("frogs", "0 : les quatre pièces de derrière commencent en grenouilles ; 1 : les cinq de devant")],
    ),
    (
        "frogriders",
        &[("backs", "0 : les deux objectifs communs montrent leur face ; 1 : le second montre son dos")],
    ),
];

const REASONS: [(&str, Words); 5] = [
    ("hop-it", &HOP_IT),
    ("abagio", &ABAGIO),
    ("pool-party", &POOL_PARTY),
    ("china-moon", &CHINA_MOON),
    ("frogriders", &FROGRIDERS),
];

const HOP_IT: [(&str, &str); 19] = [
    ("over", "la partie est finie"),
    ("no-such-spot", "cette case ou ce bouton n’existe pas"),
    ("no-piece", "il n’y a pas de pièce à cet endroit"),
    ("not-yours", "cette pièce est à l’adversaire"),
    ("other-frog-hops", "une autre grenouille est en train de sauter : elle peut continuer ou s’arrêter"),
    ("stuck", "cette pièce ne peut aller nulle part"),
    (
        "must-hop-enemy",
        "une de vos grenouilles peut sauter par-dessus une pièce adverse, votre coup doit donc en sauter une",
    ),
    ("leads-to-no-enemy", "votre coup doit sauter par-dessus une pièce adverse, et ce saut n’y mène pas"),
    ("chain-owes", "votre grenouille doit sauter par-dessus une pièce adverse avant de s’arrêter"),
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
];

const ABAGIO: [(&str, &str); 29] = [
    ("over", "la partie est finie"),
    ("dice-first", "les dés d’abord"),
    ("no-such-spot", "cet endroit ou ce bouton n’existe pas"),
    ("no-such-number", "un dé donne un nombre de 1 à 6"),
    ("leaps-first", "les sauts passent avant la grenouille cheffe"),
    ("leaps-done", "les sauts sont finis : posez la grenouille cheffe ou laissez-la de côté"),
    ("chief-first", "désignez d’abord la grenouille cheffe, puis sa place"),
    ("home", "une grenouille dans l’étang est arrivée"),
    ("no-frog", "il n’y a pas de grenouille à cet endroit"),
    ("not-yours", "cette grenouille est à l’adversaire"),
    ("buried", "seule la grenouille du dessus peut sauter"),
    ("under-chief", "sous la grenouille cheffe, aucune grenouille ne saute"),
    ("no-landing", "une grenouille saute vers une case ou dans l’étang"),
    ("backwards", "une grenouille ne saute que vers l’étang"),
    ("not-rolled", "aucun dé restant ne donne ce nombre"),
    ("on-chief", "on ne saute pas sur la grenouille cheffe"),
    ("full", "la pile est déjà à sa hauteur maximale"),
    ("heap", "trois grenouilles adverses ou plus bloquent cette pile"),
    ("not-all-inside", "aucune n’entre dans l’étang avant que toutes soient sur le chemin intérieur"),
    ("not-farthest", "avec un nombre trop grand, seule la grenouille la plus éloignée entre dans l’étang"),
    ("too-short", "ce nombre ne suffit pas pour atteindre l’étang"),
    ("exact-number", "on ne nomme que les nombres plus grands qu’il ne faut"),
    ("most-dice", "un autre saut permet de jouer plus de dés, il faut donc le choisir"),
    ("larger-number", "un seul des deux nombres peut être joué : il faut jouer le plus grand"),
    ("stuck", "aucun dé ne mène cette grenouille à une place permise"),
    ("outer-only", "la grenouille cheffe se pose sur le chemin extérieur ou reste de côté"),
    ("chief-on-other", "la grenouille cheffe ne se pose pas sur une grenouille adverse"),
    ("chief-on-full", "la grenouille cheffe ne se pose pas sur une pile pleine"),
    ("complete", "le coup est déjà complet"),
];

const POOL_PARTY: [(&str, &str); 23] = [
    ("over", "la partie est finie"),
    ("roll-first", "les dés d’abord"),
    ("no-such-spot", "cette case, cette pile ou ce bouton n’existe pas"),
    ("pass-afloat", "on ne passe qu’une fois ses cinq grenouilles à l’eau"),
    ("pass-after-double", "on ne passe qu’après un double"),
    ("pass-alone", "passer ou jouer : l’un ou l’autre"),
    ("no-frog", "il n’y a pas de grenouille à cet endroit"),
    ("not-yours", "cette grenouille est à un autre joueur"),
    ("already-afloat", "cette grenouille a déjà quitté la pile"),
    ("smallest-first", "les plus petites grenouilles entrent d’abord"),
    ("others-enter", "ce tour est celui des deux grenouilles qui entrent"),
    ("fifth-enters", "la plus grande grenouille doit entrer pendant ce tour"),
    ("same-frog", "les dés mènent deux grenouilles : pour une seule, prenez leur somme ou leur différence"),
    ("not-to-stack", "une grenouille ne retourne jamais sur la pile"),
    ("own-lane", "une grenouille reste dans son couloir"),
    ("stays-put", "une grenouille qui bouge avance d’au moins une case"),
    ("clockwise", "on n’avance que dans le sens des aiguilles d’une montre"),
    ("not-the-dice", "les dés ne mènent pas là"),
    ("die-each-to-enter", "somme et différence ne comptent qu’une fois vos cinq grenouilles à l’eau"),
    ("die-each", "deux grenouilles avancent d’un dé chacune"),
    ("die-used", "ce dé est déjà joué"),
    ("both-dice-used", "la somme ou la différence prend les deux dés : aucune autre grenouille ne bouge"),
    ("complete", "le coup est déjà complet"),
];

const CHINA_MOON: [(&str, &str); 23] = [
    ("over", "la partie est finie"),
    ("not-laid-out", "les nénuphars ne sont pas encore posés"),
    ("no-such-spot", "cette case ou ce nénuphar n’existe pas"),
    ("frog-first", "il faut déplacer une grenouille"),
    ("no-frog", "il n’y a pas de grenouille à cet endroit"),
    ("out-of-play", "une grenouille arrivée ne joue plus"),
    ("moved-already", "cette grenouille a déjà bougé pendant ce tour"),
    ("move-anothers", "l’une des trois grenouilles doit être à un autre joueur"),
    ("spring-first", "la grenouille sur le ressort avance d’abord"),
    ("place-next", "une grenouille va vers une case ou vers l’arrivée"),
    ("never-back", "une grenouille ne recule jamais"),
    ("other-arm", "aucune flèche ne mène là depuis cette grenouille"),
    ("occupied", "une grenouille est déjà là : on ne peut que sauter par-dessus"),
    ("too-near", "une grenouille avance de deux cases libres, et celle-ci n’est que la première"),
    ("too-far", "une grenouille avance de deux cases libres, et celle-ci est plus loin"),
    ("swap-first", "il faut échanger un nénuphar : désignez celui que vous donnez"),
    ("drop-first", "il faut abandonner un nénuphar : désignez-le"),
    ("not-yours", "ce nénuphar n’est pas à vous"),
    ("not-held", "il n’y a pas de nénuphar de cette couleur à cet endroit"),
    ("nothing-for-it", "personne n’a de nénuphar d’une autre couleur à donner en échange"),
    ("lily-to-take", "désignez le nénuphar d’un autre joueur que vous prenez en échange"),
    ("same-colour", "les nénuphars échangés doivent être de couleurs différentes"),
    ("complete", "le coup est déjà complet"),
];

const FROGRIDERS: [(&str, &str); 35] = [
    ("over", "la partie est finie"),
    ("waits-for-chance", "on distribue grenouilles ou cartes : personne ne joue avant"),
    ("no-such-spot", "cette case, cette grenouille, cette carte ou ce bouton n’existe pas"),
    ("keep-first", "choisissez d’abord l’objectif secret que vous gardez"),
    ("not-dealt", "cet objectif secret ne vous a pas été distribué"),
    ("secret-kept", "les objectifs secrets sont déjà choisis"),
    ("jump-first", "une grenouille doit d’abord sauter"),
    ("no-second-sending", "une rouge a déjà été envoyée : une grenouille doit sauter, et le tour finit là"),
    ("out-of-bounds", "à deux joueurs, les nénuphars foncés sont hors jeu"),
    ("no-frog", "il n’y a pas de grenouille à cet endroit"),
    ("cannot-jump", "cette grenouille ne peut sauter par-dessus aucune autre"),
    ("occupied", "une grenouille est déjà là : on saute vers un nénuphar vide"),
    ("nothing-to-jump-over", "il n’y a pas de grenouille à sauter sur le chemin"),
    ("needs-diagonal", "seule la carte « diagonal » permet de sauter en diagonale"),
    ("needs-ell", "seule la carte « ell » permet d’atterrir à côté de la grenouille sautée"),
    ("needs-runup", "seule la carte « runup » permet de prendre de l’élan avant le saut"),
    ("runup-blocked", "une autre grenouille gêne l’élan"),
    ("not-a-jump", "aucun saut ne mène là"),
    ("not-jumped-over", "ce n’est pas la grenouille sautée"),
    ("needs-choose", "seule la carte « choose » permet de capturer la grenouille qui a sauté"),
    ("not-the-jumper", "on ne peut capturer à la place que la grenouille qui a sauté"),
    ("jump-made", "le saut est fait : envoyez une grenouille capturée au village, ou restez"),
    ("brown-stays", "une grenouille marron ne s’envoie jamais au village"),
    ("none-to-send", "vous n’avez pas capturé de grenouille de cette couleur"),
    ("village-empty", "le village est vide : une jaune n’a rien à ramener"),
    ("no-jump-left", "aucune grenouille ne peut sauter : on n’envoie pas de rouge"),
    ("market-empty", "il ne reste pas de carte Privilège : on n’envoie pas de bleue"),
    ("send-yellow-first", "c’est en envoyant une jaune qu’on ramène une grenouille du village"),
    ("send-blue-first", "c’est en envoyant une bleue qu’on prend une carte Privilège"),
    ("fetch-frog", "choisissez la grenouille que la jaune ramène du village"),
    ("not-in-village", "il n’y avait pas de grenouille de cette couleur au village"),
    ("take-card", "choisissez la carte Privilège que rapporte la bleue"),
    ("not-in-market", "cette carte Privilège n’est pas visible"),
    ("common-stays", "les objectifs communs valent pour tous et ne se prennent pas"),
    ("complete", "l’action est déjà complète"),
];

#[cfg(test)]
mod tests {
    use rainette_core::{Game, Reason as _};
    use rainette_games::{Visitor, games, visit};

    /// What has no French words yet.
    struct Missing;

    impl Visitor for Missing {
        type Output = Vec<String>;

        fn visit<G: Game>(self) -> Vec<String> {
            let id = G::INFO.id;
            let reasons =
                G::Reason::ALL.iter().map(|reason| (reason.code(), super::reason(id, reason.code())));
            let options =
                G::INFO.options.iter().map(|option| (option.name, super::about_option(id, option.name)));
            let about = [("about", super::about(id))];
            let all = reasons.chain(options).chain(about);
            all.filter(|(_, words)| words.is_none()).map(|(code, _)| format!("{id}/{code}")).collect()
        }
    }

    #[test]
    fn every_game_option_and_reason_has_french_words() {
        let missing: Vec<_> =
            games().iter().flat_map(|info| visit(info.id, Missing).expect("listed")).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
