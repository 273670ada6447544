//! What never changes in number, counted from what a spectator sees.

use serde_json::Value;

/// Counts pieces and cards in a spectator's view and panics if some are missing or too many. `gone` pieces have
/// been captured or eaten for good.
pub fn check(game: &str, seats: usize, gone: usize, view: &Value) {
    match game {
        "abagio" => abagio(view),
        "china-moon" => china_moon(seats, view),
        "frogriders" => frogriders(seats, view),
        "hop-it" => hop_it(gone, view),
        "pool-party" => pool_party(seats, view),
        _ => panic!("`{game}` has no census: add it in crates/rainette-games/tests/support/census.rs"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list, not {value}"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}"))
}

/// Twelve frogs each; the corners are filled once it is known who starts.
fn abagio(view: &Value) {
    let spaces = list(&view["spaces"]);
    let in_play = if view["phase"] == "start" { 6 } else { 12 };
    for seat in 0..2 {
        let stacked =
            spaces.iter().flat_map(|space| list(&space["frogs"])).filter(|frog| **frog == seat).count();
        let aside = number(&view["root"][seat]) + number(&view["pond"][seat]);
        assert_eq!(stacked as u64 + aside, in_play, "frogs of seat {seat}");
    }
    for space in spaces {
        let (at, frogs) = (text(&space["at"]), list(&space["frogs"]));
        let limit = if matches!(at, "8" | "1") { 2 } else { 5 };
        assert!(frogs.len() <= limit, "{} frogs on {at}", frogs.len());
        let owner = &space["owner"];
        assert!(owner.is_null() || frogs.iter().all(|frog| frog == owner), "{space}");
    }
}

/// Three frogs each, one to a pad, and seventeen lilies.
fn china_moon(seats: usize, view: &Value) {
    let (frogs, players) = (list(&view["frogs"]), list(&view["players"]));
    assert_eq!(players.len(), seats);
    for (seat, player) in players.iter().enumerate() {
        let afloat = frogs.iter().filter(|frog| frog["seat"] == seat).count() as u64;
        assert_eq!(
            afloat + number(&player["on_start"]) + number(&player["on_arrival"]),
            3,
            "frogs of seat {seat}"
        );
    }
    for things in [frogs, list(&view["lilies"])] {
        let mut pads: Vec<&str> = things.iter().map(|thing| text(&thing["at"])).collect();
        pads.sort_unstable();
        pads.dedup();
        assert_eq!(pads.len(), things.len(), "one to a pad");
    }
    let is_set_up = !(view["turn"].is_null() && view["winners"].is_null());
    if is_set_up {
        let lying = list(&view["lilies"]).iter().map(|lying| &lying["lily"]);
        let left = list(&view["places"]).iter().filter(|place| !place.is_null());
        let held = players.iter().flat_map(|player| list(&player["lilies"]));
        let mut lilies: Vec<&str> = lying.chain(left).chain(held).map(text).collect();
        lilies.sort_unstable();
        assert_eq!(lilies.concat(), "BKPPPPPWWWWWYYYYY");
    }
}

/// Every frog is on the pond, in the village or before a seat, and so is every privilege card in the market, before a
/// seat or in the deck.
fn frogriders(seats: usize, view: &Value) {
    const CARDS: &str = "+2B +2B +2R +2R +2Y +2Y choose choose diagonal diagonal ell ell fewest-cards fewest-frogs-3 \
                         fewest-frogs-5 flower flower per-brown per-frog-and-card per-two-cards runup runup trophies \
                         trophies";
    let (pond, players) = (text(&view["pond"]), list(&view["players"]));
    assert_eq!((players.len(), pond.len()), (seats, 57));
    if view["phase"] != "pond" {
        let all = if seats == 2 { [7, 7, 9, 13] } else { [10, 11, 14, 21] };
        for (colour, count) in ["Y", "R", "B", "N"].into_iter().zip(all) {
            let before: u64 = players.iter().map(|player| number(&player["frogs"][colour])).sum();
            let afloat = pond.matches(colour).count() as u64;
            assert_eq!(before + afloat + number(&view["village"][colour]), count, "frogs of colour {colour}");
        }
    }
    let deck = view["deck_holds"].as_object().expect("the deck by card");
    let in_deck = deck.iter().flat_map(|(card, count)| vec![card.as_str(); number(count) as usize]);
    assert_eq!(in_deck.clone().count() as u64, number(&view["deck"]));
    let owned = players.iter().flat_map(|player| list(&player["cards"]));
    let on_show = list(&view["market"]).iter().filter(|place| !place.is_null());
    let mut cards: Vec<&str> = in_deck.chain(owned.chain(on_show).map(text)).collect();
    cards.sort_unstable();
    assert_eq!(cards.join(" "), CARDS);
}

/// Nine pieces each less those that are gone, one to a cell, and only frogs on lily pads.
fn hop_it(gone: usize, view: &Value) {
    let pieces = list(&view["pieces"]);
    assert_eq!(pieces.len() + gone, 18);
    for seat in 0..2 {
        let own = pieces.iter().filter(|piece| piece["seat"] == seat).count();
        assert!((1..=9).contains(&own), "seat {seat} has {own} pieces");
    }
    let mut cells: Vec<&str> = pieces.iter().filter_map(|piece| piece["at"].as_str()).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), pieces.len(), "one piece to a cell");
    for piece in pieces {
        let on_lily = piece["at"].as_str().is_some_and(|cell| cell.starts_with(['a', 'k']));
        assert!(!on_lily || piece["frog"] == true, "{piece} cannot have hopped there");
    }
}

/// Five frogs each, one to a space.
fn pool_party(seats: usize, view: &Value) {
    let frogs = list(&view["frogs"]);
    assert_eq!(frogs.len(), seats);
    for lane in 0..5 {
        let mut spaces: Vec<u64> = frogs.iter().filter_map(|own| own[lane].as_u64()).collect();
        let afloat = spaces.len();
        spaces.sort_unstable();
        spaces.dedup();
        assert_eq!(spaces.len(), afloat, "one frog to a space of lane {}", lane + 1);
        assert!(spaces.iter().all(|&space| space < 24));
    }
    assert!(frogs.iter().all(|own| list(own).len() == 5));
}
