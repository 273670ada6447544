//! Steering games to where random play seldom comes.

use rainette_core::{Game, Match, Observer, Turn};
use serde_json::Value;

use super::{Generator, view};

/// The index of the action that appeals most, now and then of any.
pub fn choose<G: Game>(game: &Match<G>, legal: &[(String, G::Action)], random: &mut Generator) -> usize {
    use rainette_core::Random as _;
    let any = random.below(legal.len() as u32) as usize;
    let (Turn::Seat(seat), Some(appeal)) = (game.turn(), appeal(G::INFO.id)) else { return any };
    if random.one_in(8) {
        return any;
    }
    let view = view(game.position(), Observer::Seat(seat));
    // Of those that appeal equally the first one from a random place on.
    let round = (0..legal.len()).map(|step| (any + step) % legal.len());
    round.rev().max_by_key(|&index| appeal(&view, seat.index(), &legal[index].0)).unwrap_or(any)
}

type Appeal = fn(&Value, usize, &str) -> i64;

/// How much an action appeals to a seat, judged from its notation and what the seat sees.
fn appeal(game: &str) -> Option<Appeal> {
    match game {
        "frogriders" => Some(gather_cards),
        "pool-party" => Some(line_up),
        _ => None,
    }
}

/// Few steps are left to the nearest line.
fn line_up(view: &Value, seat: usize, action: &str) -> i64 {
    const SPACES: u64 = 24;
    let frogs = view["frogs"][seat].as_array().expect("each seat's frogs");
    let mut spaces: Vec<Option<u64>> = frogs.iter().map(Value::as_u64).collect();
    for hop in action.split(' ').filter_map(|hop| hop.split_once('+')) {
        let [lane, steps] = [hop.0, hop.1].map(|number| number.parse::<u64>().expect("a number"));
        let space = &mut spaces[lane as usize - 1];
        *space = Some((space.unwrap_or(0) + steps) % SPACES);
    }
    let steps_to = |line| spaces.iter().flatten().map(|space| (line + SPACES - space) % SPACES).sum::<u64>();
    -((0..SPACES).map(steps_to).min().expect("there are spaces") as i64)
}

/// Cards come from blue frogs, and blue frogs come back by yellow ones.
fn gather_cards(view: &Value, _: usize, action: &str) -> i64 {
    match action.split(' ').collect::<Vec<_>>()[..] {
        ["send", "B", "take", card] => {
            10 + i64::from(matches!(card, "diagonal" | "ell" | "runup" | "choose"))
        }
        ["send", "Y", "take", "B"] => 9,
        ["send", "R"] => 8,
        ["stay"] => 7,
        [jump] if jump.contains('-') => {
            let pads: Vec<&str> = jump.trim_end_matches('!').split('-').collect();
            let captured = if jump.ends_with('!') { pads[0] } else { pads[1] };
            match frog_on(view, captured) {
                'B' => 3,
                'Y' => 2,
                'R' => 1,
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// The letter of the frog on a pad, from the 57 letters of the pond: rank 9 to rank 1, and of each the files it has.
fn frog_on(view: &Value, pad: &str) -> char {
    const RANKS: [&str; 9] =
        ["def", "cdefg", "bcdefgh", "abcdefghi", "abcdefghi", "abcdefghi", "bcdefgh", "cdefg", "def"];
    let [file, rank] = *pad.as_bytes() else { panic!("`{pad}` is no pad") };
    let row = usize::from(b'9' - rank);
    let before: usize = RANKS[..row].iter().map(|files| files.len()).sum();
    let along = RANKS[row].bytes().position(|other| other == file).expect("a pad of the pond");
    char::from(view["pond"].as_str().expect("the pond as text").as_bytes()[before + along])
}
