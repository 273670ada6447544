//! What every game has to keep to when it is written as numbers.

mod support;

use std::collections::{BTreeMap, HashSet};

use rainette_core::{
    Actions, Block, Encode, Guess as _, Letter, Letters, Match, Observer, Path, Random as _, Seat, Setup,
    Sheet, Spelling, Turn, equally,
};
use support::{each_game, each_position, every_game, legal, moments, view};

every_game! {
    the_letters_of_an_action_are_its_spots,
    an_alphabet_names_each_spot_once,
    blocks_have_names_and_are_filled_to_the_last_number,
    an_observation_tells_nothing_that_the_seat_was_not_told,
    what_a_seat_sees_differently_it_observes_differently,
    every_action_can_be_said_and_nothing_else,
}

fn observed<G: Encode>(position: &G, seat: Seat) -> Vec<f32> {
    let size = G::blocks(position.seats()).iter().map(Block::size).sum();
    // What was there before must not show through.
    let mut numbers = vec![7.0; size];
    let mut sheet = Sheet::new(&mut numbers);
    position.observe(seat, &mut sheet);
    assert!(sheet.is_full(), "numbers are left over");
    numbers
}

fn the_letters_of_an_action_are_its_spots<G: Encode>() {
    each_position::<G>(6, 20, |position, _| {
        let alphabet = G::alphabet(position.seats());
        for (name, action) in legal(position) {
            let spelt: Vec<Path> = position
                .words(action)
                .iter()
                .map(|word| word.letters().map(|letter| alphabet[usize::from(letter)]).collect())
                .collect();
            assert_eq!(spelt, position.spots(action).to_vec(), "{name}");
        }
    });
}

fn an_alphabet_names_each_spot_once<G: Encode>() {
    for setup in Setup::<G>::all() {
        let alphabet = G::alphabet(setup.seats());
        assert_eq!(alphabet.iter().collect::<HashSet<_>>().len(), alphabet.len(), "{setup:?}");
        assert!(alphabet.len() < Letters::MOST, "one letter is kept for the end of a word");
    }
}

fn blocks_have_names_and_are_filled_to_the_last_number<G: Encode>() {
    for setup in Setup::<G>::all() {
        let blocks = G::blocks(setup.seats());
        let names: HashSet<_> = blocks.iter().map(|block| block.name).collect();
        assert_eq!(names.len(), blocks.len(), "{setup:?}");
    }
    each_position::<G>(4, 10, |position, _| {
        for seat in Seat::all(position.seats()) {
            let numbers = observed(position, seat);
            assert!(numbers.iter().all(|number| (0.0..=4.0).contains(number)), "{numbers:?}");
        }
    });
}

fn an_observation_tells_nothing_that_the_seat_was_not_told<G: Encode>() {
    each_game::<G>(3, |game, random| {
        for moment in moments(game, 4, random) {
            let mut game = game.clone();
            game.truncate(moment);
            for seat in Seat::all(game.setup().seats()) {
                let story = game.story(Observer::Seat(seat));
                let guess = G::guess(&story, &equally).expect("a story that was told");
                let observed_by_seat = observed(game.position(), seat);
                for _ in 0..3 {
                    assert_eq!(observed(&guess.draw(random), seat), observed_by_seat, "seat {seat}");
                }
            }
        }
    });
}

fn what_a_seat_sees_differently_it_observes_differently<G: Encode>() {
    each_game::<G>(2, |game, _| {
        let mut seen = BTreeMap::new();
        for position in game.positions() {
            let Turn::Seat(turn) = position.turn() else { continue };
            for seat in Seat::all(position.seats()) {
                let bits: Vec<u32> =
                    observed(&position, seat).iter().map(|number| number.to_bits()).collect();
                let saw = view(&position, Observer::Seat(seat));
                let before = seen.entry((seat, turn, bits)).or_insert_with(|| saw.clone());
                assert_eq!(*before, saw, "seat {seat}");
            }
        }
    });
}

fn every_action_can_be_said_and_nothing_else<G: Encode>() {
    each_position::<G>(4, 12, |position, random| {
        let mut actions = Actions::new();
        let empty = Spelling::new(position, &mut actions);
        let mut said = HashSet::new();
        // Every beginning of a word, each with its spelling.
        let mut ahead = vec![empty.clone()];
        while let Some(spelling) = ahead.pop() {
            for letter in spelling.next().iter() {
                let mut spelling = spelling.clone();
                if let Some(action) = spelling.say(position, letter as Letter, &mut actions) {
                    said.insert(action);
                } else {
                    assert!(!spelling.next().is_empty(), "{:?} leads nowhere", spelling.said());
                    ahead.push(spelling);
                }
            }
        }
        let listed: HashSet<_> = legal(position).into_iter().map(|(_, action)| action).collect();
        assert_eq!(said, listed);
        if matches!(position.turn(), Turn::Seat(_)) {
            let letters: Vec<_> = empty.next().iter().collect();
            let letter = letters[random.below(letters.len() as u32) as usize];
            assert!(letter < usize::from(empty.end()), "no action is said without a letter");
        } else {
            assert!(empty.next().is_empty(), "nobody speaks out of turn");
        }
    });
}

#[test]
fn a_word_that_could_go_on_is_ended_by_the_last_letter() {
    use rainette_games::pool_party::PoolParty;
    let mut game = Match::<PoolParty>::new(Setup::new(2).expect("two play"));
    for event in ["roll 6 3", "1+6 2+3", "roll 6 3", "1+6 2+3", "roll 6 3", "3+6 4+3", "roll 6 3", "3+6 4+3"]
        .into_iter()
        .chain(["roll 6 3", "1+3 5+6", "roll 6 3", "1+3 5+6", "roll 6 3"])
    {
        let seat = match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        game.add_text(seat, event).expect(event);
    }
    let mut actions = Actions::new();
    let position = game.position();
    let mut spelling = Spelling::new(position, &mut actions);
    let alphabet = PoolParty::alphabet(2);
    let letter = |name: &str| alphabet.iter().position(|spot| spot == &name).expect(name) as Letter;
    // Three steps are the difference of the dice, and also the smaller die of two frogs.
    let frog = position.frog(Seat::new(0), 2).expect("it has entered");
    let path = [format!("2.{frog}"), format!("2.{}", frog + 3)];
    assert_eq!(spelling.say(position, letter(&path[0]), &mut actions), None);
    assert_eq!(spelling.say(position, letter(&path[1]), &mut actions), None);
    assert!(spelling.next().contains(usize::from(spelling.end())) && spelling.next().len() > 1);
    let end = spelling.end();
    let said = spelling.say(position, end, &mut actions).map(|action| action.to_string());
    assert_eq!(said.as_deref(), Some("2+3"));
}
