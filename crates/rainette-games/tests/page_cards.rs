//! The page draws the cards of Frogriders and the lilies of China Moon with the values of the rules.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rainette_games::china_moon::{Bouquet, Lily};
use rainette_games::frogriders::{Ability, COMMONS, Objective, PRIVILEGES, SECRETS};

/// What a privilege card brings for each of what it counts, or for having the fewest.
fn brings(ability: Ability) -> Option<i32> {
    match ability {
        Ability::PerBrown(points)
        | Ability::PerTwoCards(points)
        | Ability::PerFrogAndCard(points)
        | Ability::FewestCards(points)
        | Ability::FewestFrogs(points) => Some(points),
        Ability::ExtraFrogs(..)
        | Ability::Technique
        | Ability::Nothing
        | Ability::Choose
        | Ability::Flower => None,
    }
}

/// What an objective is worth, once.
fn worth(objective: Objective) -> i32 {
    match objective {
        Objective::Combination(_, points)
        | Objective::Group(_, points)
        | Objective::MostFrogs(_, points, _)
        | Objective::MostCards(points, _) => points,
        Objective::Flowers => 1,
    }
}

/// Is an objective worth that again for every further set?
fn is_per_set(objective: Objective) -> bool {
    matches!(objective, Objective::Combination(..) | Objective::Group(..))
}

/// What lilies of a colour are worth, from none to as many as there are.
fn points(lily: Lily) -> Vec<i32> {
    let most = match lily {
        Lily::White | Lily::Yellow | Lily::Pink => 5,
        Lily::Black | Lily::Blue => 1,
    };
    (0..=most).map(|count| Bouquet::of(lily, count).points(lily)).collect()
}

/// The values as a TypeScript module.
fn module() -> String {
    let mut text = String::from(
        "// What cards and lilies are worth. Written by `cargo xtask bless` from the rules. Do not edit.\n\n\
         import type { ChinaMoonLily, FrogridersCard, FrogridersCommon, FrogridersSecret } from \"./index\";\n\n\
         export interface CardValue<Id extends string = string> {\n  readonly id: Id;\n  \
         /** By itself, or each time it is fulfilled. */\n  readonly worth: number;\n  \
         /** For each of what it counts, or for the fewest. */\n  readonly brings?: number;\n  \
         /** Is it worth that for every complete set? Otherwise once. */\n  readonly per_set?: true;\n}\n",
    );
    let mut list = |name: &str, id: &str, values: Vec<(&str, i32, Option<i32>, bool)>| {
        write!(text, "\nexport const {name}: readonly CardValue<{id}>[] = [\n").expect("a text can grow");
        for (id, worth, brings, is_per_set) in values {
            let brings = brings.map(|points| format!(", brings: {points}")).unwrap_or_default();
            let per_set = if is_per_set { ", per_set: true" } else { "" };
            writeln!(text, "  {{ id: \"{id}\", worth: {worth}{brings}{per_set} }},")
                .expect("a text can grow");
        }
        text.push_str("];\n");
    };
    list(
        "PRIVILEGES",
        "FrogridersCard",
        PRIVILEGES.iter().map(|card| (card.id, card.value, brings(card.ability), false)).collect(),
    );
    list(
        "COMMONS",
        "FrogridersCommon",
        COMMONS
            .iter()
            .map(|side| (side.id, worth(side.objective), None, is_per_set(side.objective)))
            .collect(),
    );
    list(
        "SECRETS",
        "FrogridersSecret",
        SECRETS
            .iter()
            .map(|card| (card.id, worth(card.objective), None, is_per_set(card.objective)))
            .collect(),
    );
    text.push_str(
        "\n/** What so many lilies of a colour are worth in China Moon, from none on. */\n\
         export const LILY_POINTS: Readonly<Record<ChinaMoonLily, readonly number[]>> = {\n",
    );
    for lily in Lily::ALL {
        writeln!(text, "  {}: {:?},", lily.letter(), points(lily)).expect("a text can grow");
    }
    text.push_str("};\n");
    text
}

#[test]
fn the_pages_card_values_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/cards.ts");
    let now = module();
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        fs::write(&path, &now).expect("the file can be written");
    }
    let then = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        then == now,
        "web/src/protocol/cards.ts is out of date: run `cargo xtask bless` and look at the difference"
    );
}
