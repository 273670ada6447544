//! One test per rule, named after it.

mod plain;
mod play;
mod told;
mod use_of_dice;

use rainette_core::{
    Actions, Effect, Game, Name, Observer, Piece, PlayError, Reason as _, Seat, Setup, Turn,
};

use super::board::space;
use super::{Abagio, Action, Chance, Chief, Phase, Position, Reason, Stack};

const RED: Seat = Seat::new(0);
const PURPLE: Seat = Seat::new(1);

/// The empty table.
fn table() -> Abagio {
    Abagio::new(Setup::new(2).expect("two seats"))
}

/// The table after both have rolled for the start.
fn started(dice: &str) -> Abagio {
    play(table(), &format!("start {dice}"))
}

/// A position before a roll, from words such as `root:rrp 22:rprp 5:rr chief:14`: a place and the frogs on it from
/// bottom to top, `r` for red and `p` for purple. All other frogs are in the pond.
fn before_roll(mover: Seat, places: &str) -> Abagio {
    let mut game = table();
    game.phase = Phase::Roll;
    game.mover = mover;
    game.root = [0; 2];
    game.far = [0; 2];
    game.pond = [12; 2];
    game.tops = [0; 2];
    for (place, frogs) in places.split_whitespace().filter_map(|word| word.split_once(':')) {
        if place == "chief" {
            game.chief = Chief::on(at(frogs)).expect("a place for the chief frog");
            continue;
        }
        let position = at(place);
        for frog in frogs.chars() {
            let seat = usize::from(frog == 'p');
            game.pond[seat] -= 1;
            game.far[seat] += u8::from(position.is_far());
            if position == Position::ROOT {
                game.root[seat] += 1;
                game.tops[seat] |= position.bit();
            } else {
                game.put(seat, position);
            }
        }
    }
    game
}

/// The same position after a roll by red.
fn red(dice: &str, places: &str) -> Abagio {
    play(before_roll(RED, places), &format!("roll {dice}"))
}

/// The same position after a roll by purple.
fn purple(dice: &str, places: &str) -> Abagio {
    play(before_roll(PURPLE, places), &format!("roll {dice}"))
}

/// The places that hold frogs, in the form that `before_roll` reads.
fn places(game: &Abagio) -> String {
    let view = game.view(Observer::Spectator);
    let letters = |frogs: &[Seat]| frogs.iter().map(|frog| ['r', 'p'][frog.index()]).collect::<String>();
    let mut words = Vec::new();
    if view.root != [0, 0] {
        words.push(format!("root:{}{}", "r".repeat(view.root[0].into()), "p".repeat(view.root[1].into())));
    }
    let standing = view.spaces.iter().filter(|space| !space.frogs.is_empty());
    words.extend(standing.map(|space| format!("{}:{}", space.at, letters(&space.frogs))));
    words.join(" ")
}

/// Plays events in notation, separated by commas, each by the seat whose turn it is.
#[track_caller]
fn play(mut game: Abagio, events: &str) -> Abagio {
    for event in events.split(", ") {
        game = match game.turn() {
            Turn::Seat(seat) => game.play(seat, event.parse().expect("an action")).expect("a legal action"),
            _ => game.try_chance(event.parse().expect("a chance event")).expect("a possible event"),
        };
    }
    game
}

/// The legal actions in notation, in the order of their text.
fn legal(game: &Abagio) -> String {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut names: Vec<_> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    names.join(" ")
}

/// What is seen when an event meets a position.
fn effects(game: Abagio, event: &str) -> Vec<Effect> {
    let mut seen = Vec::new();
    let mut next = game;
    match game.turn() {
        Turn::Seat(_) => next.act(event.parse().expect("an action"), &mut seen),
        _ => next.apply_chance(event.parse().expect("a chance event"), &mut seen),
    }
    assert_eq!(next, play(game, event), "it is the same whether anybody watches or not");
    seen
}

#[track_caller]
fn refused(game: &Abagio, action: &str, reason: Reason) {
    let Turn::Seat(seat) = game.turn() else { panic!("no seat's turn") };
    let error = game.play(seat, action.parse().expect("notation")).expect_err("an illegal action");
    assert!(matches!(error, PlayError::Illegal { code, .. } if code == reason.code()), "{error}");
}

fn at(name: &str) -> Position {
    name.parse().expect("a position")
}

fn frog(seat: Seat) -> Piece {
    Piece::owned("frog", seat)
}

fn chief() -> Piece {
    Piece::free("chief")
}

fn hopped(seat: Seat, from: &str, to: &str) -> Effect {
    Effect::Hopped { piece: frog(seat), from: Name::of(from), over: vec![], to: Name::of(to) }
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Abagio>(), 64);
    assert_eq!(size_of::<Action>(), 3);
    assert_eq!(size_of::<Chance>(), 3);
}

#[test]
fn the_outer_path_is_26_to_9_and_the_safe_sector_7_to_2() {
    let named = |is: fn(Position) -> bool| -> String {
        let all = (0..=27).filter_map(Position::new).filter(|&position| is(position));
        all.map(|position| position.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named(Position::is_outer), "9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26");
    assert_eq!(named(Position::is_safe), "2 3 4 5 6 7");
    assert_eq!(named(Position::is_diamond), "1 8");
    let far = "9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 root";
    assert_eq!(named(Position::is_far), far);
    assert_eq!(Position::new(28), None);
    assert_eq!(at("root").distance(), 27);
}

#[test]
fn every_space_keeps_a_stack_of_its_own_and_only_safe_ones_differ_by_colour() {
    let mut kept: Vec<_> = (0..=27).filter_map(Position::new).map(|position| space(0, position)).collect();
    for position in (0..=27).filter_map(Position::new) {
        assert_eq!(space(0, position) != space(1, position), position.is_safe(), "{position}");
        if position.is_safe() {
            kept.push(space(1, position));
        }
    }
    kept.sort_unstable();
    assert_eq!(kept, (0..34).collect::<Vec<_>>());
}

#[test]
fn a_stack_knows_its_frogs_from_bottom_to_top_and_the_run_on_top() {
    let stack =
        |frogs: &str| frogs.chars().fold(Stack::EMPTY, |stack, frog| stack.with(usize::from(frog == 'p')));
    for (frogs, top, run) in [
        ("", None, 0),
        ("r", Some(RED), 1),
        ("p", Some(PURPLE), 1),
        ("pp", Some(PURPLE), 2),
        ("rr", Some(RED), 2),
        ("rppp", Some(PURPLE), 3),
        ("prp", Some(PURPLE), 1),
        ("pprrr", Some(RED), 3),
        ("ppppp", Some(PURPLE), 5),
        ("rrrrr", Some(RED), 5),
    ] {
        let stack = stack(frogs);
        assert_eq!((stack.top(), stack.run(), stack.height()), (top, run, frogs.len() as u8), "{frogs}");
        assert_eq!(stack.is_empty(), frogs.is_empty());
        let seats: String = stack.frogs().map(|seat| ['r', 'p'][seat.index()]).collect();
        assert_eq!(seats, frogs);
    }
}

#[test]
fn leaps_chief_places_and_dice_are_valid_by_construction() {
    use super::{Kind, Leap};
    assert_eq!(Chance::roll([1, 4]).map(|chance| chance.to_string()).as_deref(), Some("roll 4 1"));
    assert_eq!(Chance::start([1, 4]).map(|chance| chance.to_string()).as_deref(), Some("start 1 4"));
    assert_eq!(Chance::start([1, 4]).map(Chance::kind), Some(Kind::Start));
    assert_eq!((Chance::roll([0, 4]), Chance::roll([7, 1]), Chance::start([1, 7])), (None, None, None));
    assert_eq!(
        (Leap::new(Position::POND, 1), Leap::new(at("9"), 0), Leap::new(at("9"), 7)),
        (None, None, None)
    );
    let leap = Leap::new(at("9"), 6).expect("a leap");
    assert_eq!((leap.from(), leap.to(), leap.die()), (at("9"), at("3"), 6));
    assert_eq!(Chief::on(at("8")), None);
    assert_eq!(Chief::on(at("9")).and_then(Chief::space), Some(at("9")));
    assert_eq!(Chief::ASIDE.space(), None);
}
