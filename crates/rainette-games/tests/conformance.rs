//! What every game has to keep to, whichever it is: one suite for all of them, every set-up and every observer.

mod support;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher as _};

use rainette_core::{
    Actions, Effect, End, Event, Game, Guess as _, How, Match, Notation, Observer, Path, PlayError,
    Random as _, Record, Seat, Setup, Spot, Told, Turn, equally,
};
use serde_json::Value;
use support::{Generator, each_game, each_position, every_game, legal, moments, play, view};

every_game! {
    a_position_is_small,
    listed_actions_are_legal_and_so_are_their_paths,
    no_two_actions_are_written_or_pointed_at_alike,
    unlisted_actions_are_refused_with_a_reason,
    spots_lead_on_exactly_where_a_legal_action_begins,
    nobody_acts_out_of_turn,
    actions_are_listed_exactly_while_a_seat_is_to_act,
    what_is_settled_before_a_turn_is_the_same_once_it_comes,
    notation_reads_back_as_it_was_written,
    set_ups_read_back_as_they_were_written,
    weights_of_chance_add_up_and_outcomes_read_back,
    impossible_chance_is_refused,
    a_record_replays_to_the_same_position,
    a_game_can_be_taken_back_to_any_event,
    guesses_agree_with_the_story,
    told_events_hide_what_they_must,
    views_survive_the_wire,
    games_end_and_only_then_have_a_result,
    the_last_effect_of_a_game_is_its_end,
    pieces_and_cards_are_conserved,
}

/// Everything met in some games of each set-up.
struct Universe<G: Game> {
    actions: Vec<G::Action>,
    chances: Vec<G::Chance>,
    spots: Vec<Spot>,
    letters: Vec<char>,
}

impl<G: Game> Universe<G> {
    fn new() -> Self {
        let (mut actions, mut chances, mut spots, mut letters) =
            (HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new());
        each_game::<G>(3, |game, _| {
            for (position, event) in game.positions().zip(game.events()) {
                letters.extend(event.to_string().chars());
                if let Event::Chance(chance) = event {
                    chances.insert(*chance);
                }
                for (_, action) in legal(&position) {
                    if actions.insert(action) {
                        spots.extend(position.spots(action).into_iter().flatten());
                    }
                }
            }
        });
        spots.extend(["", "?", "frog", "z9"].map(|name| name.parse::<Spot>().expect("a short name")));
        let mut universe = Self {
            actions: actions.into_iter().collect(),
            chances: chances.into_iter().collect(),
            spots: spots.into_iter().collect(),
            letters: letters.into_iter().collect(),
        };
        // Sets come in another order in every run; failures should not.
        universe.actions.sort_by_cached_key(ToString::to_string);
        universe.chances.sort_by_cached_key(ToString::to_string);
        universe.spots.sort_unstable();
        universe.letters.sort_unstable();
        universe
    }

    /// Text that differs from something in notation by a letter or two.
    fn misspell(&self, text: &str, random: &mut Generator) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(2) {
            let at = random.below(letters.len() as u32 + 1) as usize;
            match random.below(4) {
                0 if at < letters.len() => drop(letters.remove(at)),
                1 => letters.insert(at, *random.pick(&self.letters)),
                2 if at > 0 && at < letters.len() => letters.swap(at, at - 1),
                _ if at < letters.len() => letters[at] = *random.pick(&self.letters),
                _ => {}
            }
        }
        letters.into_iter().collect()
    }

    /// Actions met anywhere and actions that are written almost alike.
    fn some_actions(&self, random: &mut Generator) -> Vec<G::Action> {
        let mut some: Vec<G::Action> = (0..20).map(|_| *random.pick(&self.actions)).collect();
        for _ in 0..20 {
            let text = self.misspell(&random.pick(&self.actions).to_string(), random);
            some.extend(parse_back::<G::Action>(&text));
        }
        some
    }
}

/// Reads a text that may not be in notation; what can be read is written the same again.
fn parse_back<N: Notation>(text: &str) -> Option<N> {
    let read = text.parse::<N>().ok()?;
    assert_eq!(read.to_string(), text, "only one way to write it is read");
    Some(read)
}

/// All beginnings of the paths of legal actions, whole paths and the empty one included.
fn beginnings<G: Game>(position: &G) -> HashSet<Path> {
    let mut beginnings = HashSet::new();
    for (_, action) in legal(position) {
        for path in position.spots(action) {
            beginnings.extend((0..=path.len()).map(|len| path[..len].iter().copied().collect::<Path>()));
        }
    }
    beginnings
}

fn follow<G: Game>(position: G, event: Event<G>) -> Result<G, PlayError> {
    match event {
        Event::Action(seat, action) => position.play(seat, action),
        Event::Chance(chance) => position.try_chance(chance),
    }
}

fn a_position_is_small<G: Game>() {
    assert!(size_of::<G>() <= 256, "{}: {} bytes", G::INFO.id, size_of::<G>());
    assert!(size_of::<G::Action>() <= 16, "{}: {} bytes", G::INFO.id, size_of::<G::Action>());
}

fn listed_actions_are_legal_and_so_are_their_paths<G: Game>() {
    each_position::<G>(3, 200, |position, _| {
        let Turn::Seat(seat) = position.turn() else { return };
        assert_eq!(position.why_not(&[]), None);
        for (text, action) in legal(position) {
            assert_eq!(position.play(seat, action), Ok(position.after(action)), "{text}");
            let paths = position.spots(action);
            assert!(!paths.is_empty(), "`{text}` cannot be pointed at");
            for path in paths {
                assert!(!path.is_empty(), "`{text}` cannot be pointed at");
                for len in 0..=path.len() {
                    assert_eq!(position.why_not(&path[..len]), None, "`{text}`: {:?}", &path[..len]);
                }
            }
        }
    });
}

fn no_two_actions_are_written_or_pointed_at_alike<G: Game>() {
    each_position::<G>(4, 200, |position, _| {
        let (mut actions, mut texts, mut paths) = (HashSet::new(), HashSet::new(), HashSet::new());
        for (text, action) in legal(position) {
            assert!(actions.insert(action), "`{text}` is listed twice");
            for path in position.spots(action) {
                assert!(paths.insert(path.clone()), "{path:?} says `{text}` and another action");
            }
            assert!(texts.insert(text.clone()), "`{text}` says two actions");
        }
    });
}

fn unlisted_actions_are_refused_with_a_reason<G: Game>() {
    let universe = Universe::<G>::new();
    let mut refused = 0;
    each_position::<G>(3, 150, |position, random| {
        let Turn::Seat(seat) = position.turn() else { return };
        let listed: HashSet<G::Action> = legal(position).into_iter().map(|(_, action)| action).collect();
        let beginnings = beginnings(position);
        for action in universe.some_actions(random) {
            if listed.contains(&action) {
                continue;
            }
            let paths = position.spots(action);
            for path in &paths {
                let begins = beginnings.contains(path);
                assert_eq!(position.why_not(path).is_none(), begins, "`{action}`: {path:?}");
            }
            match position.play(seat, action) {
                Err(PlayError::Illegal { action: text, code, why }) => {
                    assert_eq!(text, action.to_string());
                    assert!(!why.is_empty());
                    let has_rule = code != "not-offered";
                    assert_eq!(
                        has_rule,
                        !paths.iter().all(|path| beginnings.contains(path)),
                        "`{text}`: {why}"
                    );
                }
                other => panic!("`{action}` is not listed, but {other:?}"),
            }
            refused += 1;
        }
    });
    assert!(refused > 1000, "{}: only {refused} actions were tried", G::INFO.id);
}

fn spots_lead_on_exactly_where_a_legal_action_begins<G: Game>() {
    let universe = Universe::<G>::new();
    each_position::<G>(3, 150, |position, random| {
        let beginnings = beginnings(position);
        let known: Vec<&Path> = beginnings.iter().collect();
        let waits_for_seat = matches!(position.turn(), Turn::Seat(_));
        assert_eq!(position.why_not(&[]).is_none(), waits_for_seat, "nothing pointed at yet");
        for round in 0..40 {
            let mut spots: Vec<Spot> = Vec::new();
            if round % 2 == 0 && !known.is_empty() {
                spots.extend(random.pick(&known).iter());
            }
            spots.extend((0..=random.below(3)).map(|_| *random.pick(&universe.spots)));
            let begins = spots.len() <= 6 && beginnings.contains(&spots.iter().copied().collect::<Path>());
            assert_eq!(position.why_not(&spots).is_none(), begins, "{spots:?}");
        }
        let long = vec![universe.spots[0]; 40];
        assert!(position.why_not(&long).is_some(), "no path is that long");
    });
}

fn nobody_acts_out_of_turn<G: Game>() {
    let universe = Universe::<G>::new();
    each_position::<G>(3, 100, |position, random| {
        let action = *random.pick(&universe.actions);
        match position.turn() {
            Turn::Seat(turn) => {
                let legal = legal(position);
                let action = random.pick(&legal).1;
                for seat in Seat::all(Seat::MAX).filter(|&seat| seat != turn) {
                    assert_eq!(position.play(seat, action), Err(PlayError::NotYourTurn { seat, turn }));
                }
                for &chance in universe.chances.iter().take(100) {
                    assert_eq!(position.try_chance(chance), Err(PlayError::WaitsForSeat { turn }));
                    assert_eq!(position.draw_from_chance(&chance), None, "`{chance}`");
                }
            }
            Turn::Chance => {
                for seat in Seat::all(Seat::MAX) {
                    assert_eq!(position.play(seat, action), Err(PlayError::WaitsForChance));
                }
            }
            Turn::Over => {
                for seat in Seat::all(Seat::MAX) {
                    assert_eq!(position.play(seat, action), Err(PlayError::Over));
                }
                for &chance in universe.chances.iter().take(100) {
                    assert_eq!(position.try_chance(chance), Err(PlayError::Over));
                }
            }
        }
    });
}

fn actions_are_listed_exactly_while_a_seat_is_to_act<G: Game>() {
    let mut buffer = Actions::<G>::new();
    each_position::<G>(10, 400, |position, _| {
        let before = buffer.len();
        position.legal_actions(&mut buffer);
        let is_seat = matches!(position.turn(), Turn::Seat(_));
        assert_eq!(!buffer.is_empty(), is_seat, "{} listed in a buffer of {before}", buffer.len());
        let once = buffer.to_vec();
        position.legal_actions(&mut buffer);
        assert_eq!(once, buffer.to_vec(), "the buffer is cleared first");
    });
}

/// An early choice and one in its turn lead to the same: the same choices, the same objections, whatever others do until
/// then, so that it can be appended when the turn comes.
fn what_is_settled_before_a_turn_is_the_same_once_it_comes<G: Game>() {
    let universe = Universe::<G>::new();
    each_position::<G>(6, 200, |position, random| {
        for seat in Seat::all(Seat::MAX) {
            let Some(early) = position.early(seat) else { continue };
            let Turn::Seat(turn) = position.turn() else { panic!("others are waited for meanwhile") };
            assert!(turn != seat && seat.index() < position.seats(), "{seat} has its turn, or no seat");
            assert_eq!(early.turn(), Turn::Seat(seat));
            let known = view(position, Observer::Seat(seat));
            let choices = legal(&early);
            assert!(!choices.is_empty(), "there is something to choose");
            for _ in 0..3 {
                let mut later = *position;
                while later.turn() != Turn::Seat(seat) {
                    let Turn::Seat(other) = later.turn() else { panic!("nothing but seats comes before") };
                    assert_ne!(later.early(seat), None, "it may choose until its turn comes");
                    later = later.play(other, random.pick(&legal(&later)).1).expect("a listed action");
                }
                assert_eq!(later.early(seat), None, "in its turn it acts");
                assert_eq!(legal(&later), choices);
                for (text, action) in &choices {
                    assert_eq!(later.spots(*action), early.spots(*action), "`{text}`");
                }
                for spot in &universe.spots {
                    assert_eq!(later.why_not(&[*spot]), early.why_not(&[*spot]), "{spot:?}");
                }
                let players = |view: &Value| view["players"][seat.index()].clone();
                assert_eq!(
                    players(&view(&later, Observer::Seat(seat))),
                    players(&known),
                    "it learns nothing"
                );
            }
        }
    });
}

fn notation_reads_back_as_it_was_written<G: Game>() {
    fn check<N: Notation>(thing: N) {
        assert_eq!(parse_back::<N>(&thing.to_string()), Some(thing));
    }

    let universe = Universe::<G>::new();
    universe.actions.iter().for_each(|&action| check(action));
    universe.chances.iter().for_each(|&chance| check(chance));
    let mut random = Generator::new(1);
    for action in &universe.actions {
        for _ in 0..20 {
            parse_back::<G::Action>(&universe.misspell(&action.to_string(), &mut random));
        }
    }
    for chance in universe.chances.iter().take(1000) {
        for _ in 0..20 {
            parse_back::<G::Chance>(&universe.misspell(&chance.to_string(), &mut random));
        }
    }
}

fn set_ups_read_back_as_they_were_written<G: Game>() {
    let all = Setup::<G>::all();
    for &setup in &all {
        let options: Vec<_> = setup.options().map(|(name, value)| (name.to_owned(), value)).collect();
        assert_eq!(Setup::with(setup.edition(), setup.seats(), &options), Ok(setup));
        let record: Record = Match::new(setup).record().to_string().parse().expect("a record");
        let read = Match::<G>::replay(&record).expect("a header alone is a record");
        assert_eq!(read.setup(), setup);
        assert_eq!(G::new(setup).seats(), setup.seats());
    }
    let different: HashSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len());
}

fn weights_of_chance_add_up_and_outcomes_read_back<G: Game>() {
    const COUNTABLE: u128 = 50_000;
    each_position::<G>(2, 40, |position, random| {
        if position.turn() != Turn::Chance {
            return;
        }
        let draw = position.chance();
        let check = |drawn: &_, weight| {
            assert!(weight > 0, "{drawn:?}");
            let chance = position.chance_from_draw(drawn);
            assert_eq!(position.draw_from_chance(&chance).as_ref(), Some(drawn), "`{chance}`");
            assert_eq!(parse_back::<G::Chance>(&chance.to_string()), Some(chance));
            assert_eq!(position.try_chance(chance), Ok(position.after_chance(chance)));
            chance.to_string()
        };
        if draw.count() <= COUNTABLE {
            let (mut sum, mut texts) = (0, HashSet::new());
            draw.each(|drawn, weight| {
                sum += weight;
                assert!(texts.insert(check(drawn, weight)), "{drawn:?} is written like another outcome");
            });
            assert_eq!((sum, texts.len() as u128), (draw.total(), draw.count()));
        }
        for _ in 0..20 {
            let drawn = draw.sample(random);
            check(&drawn, draw.weight(&drawn).expect("it was drawn"));
        }
    });
}

fn impossible_chance_is_refused<G: Game>() {
    let universe = Universe::<G>::new();
    each_position::<G>(2, 40, |position, random| {
        if position.turn() != Turn::Chance {
            return;
        }
        let draw = position.chance();
        let mut possible = HashSet::new();
        if draw.count() <= 5_000 {
            draw.each(|drawn, _| {
                possible.insert(position.chance_from_draw(drawn));
            });
        }
        for _ in 0..100 {
            let met = *random.pick(&universe.chances);
            let misspelt = universe.misspell(&met.to_string(), random);
            for chance in [Some(met), parse_back::<G::Chance>(&misspelt)].into_iter().flatten() {
                let weight = position.draw_from_chance(&chance).and_then(|drawn| draw.weight(&drawn));
                if !possible.is_empty() {
                    assert_eq!(weight.is_some(), possible.contains(&chance), "`{chance}`");
                }
                let expected = match weight {
                    Some(_) => Ok(position.after_chance(chance)),
                    None => Err(PlayError::Impossible { chance: chance.to_string() }),
                };
                assert_eq!(position.try_chance(chance), expected);
            }
        }
    });
}

fn a_record_replays_to_the_same_position<G: Game>() {
    let hash = |position: &G| {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        hasher.finish()
    };
    each_game::<G>(3, |game, random| {
        let text = game.record().to_string();
        let record: Record = text.parse().expect("a record that was written");
        assert_eq!(record.to_string(), text);
        let again = Match::<G>::replay(&record).expect("a game that was played");
        assert_eq!(&again, game);
        assert_eq!(format!("{:?}", again.position()), format!("{:?}", game.position()));
        assert_eq!(hash(again.position()), hash(game.position()));
        assert_eq!(rainette_games::replay(&record).map(|table| table.record()), Ok(record.clone()));

        let positions: Vec<G> = game.positions().collect();
        for moment in moments(game, 4, random) {
            let mut shorter = record.clone();
            shorter.events.truncate(moment);
            let again = Match::<G>::replay(&shorter).expect("the beginning of a game");
            assert_eq!(again.position(), &positions[moment], "after {moment} events");
        }
    });
}

fn a_game_can_be_taken_back_to_any_event<G: Game>() {
    each_game::<G>(2, |game, random| {
        let positions: Vec<G> = game.positions().collect();
        let resigned = End { how: How::Resigned, seat: Seat::new(1) };
        assert_eq!(game.clone().stop(resigned), Err(PlayError::Over), "a game that is over is not resigned");
        for moment in moments(game, 4, random) {
            let mut back = game.clone();
            back.truncate(moment);
            assert_eq!(back.position(), &positions[moment], "after {moment} events");
            assert_eq!(back.events(), &game.events()[..moment]);
            if moment == game.events().len() {
                continue;
            }
            back.stop(resigned).expect("a game that is not over can be resigned");
            assert_eq!(back.turn(), Turn::Over);
            assert_eq!(back.result(), Some(resigned.outcome(game.setup().seats())));
            assert_eq!(back.add(game.events()[moment]), Err(PlayError::Over));
            let record: Record = back.record().to_string().parse().expect("a record that was written");
            assert_eq!(Match::<G>::replay(&record).as_ref(), Ok(&back));
            back.truncate(moment);
            back.add(game.events()[moment]).expect("it was played before");
            assert_eq!(back.position(), &positions[moment + 1]);
        }
    });
}

fn guesses_agree_with_the_story<G: Game>() {
    let mut different = vec![0; Seat::MAX + 1];
    each_game::<G>(4, |game, random| {
        for moment in moments(game, 4, random) {
            let mut now = game.clone();
            now.truncate(moment);
            for (number, observer) in Observer::all(now.setup().seats()).enumerate() {
                let story = now.story(observer);
                assert_eq!(story.view, now.position().view(observer));
                let guess = G::guess(&story, &equally).expect("a story that was told");
                for _ in 0..4 {
                    let guessed = guess.draw(random);
                    different[number] += usize::from(&guessed != now.position());
                    agree(&now, guessed, observer);
                    stay_alike(*now.position(), guessed, &game.events()[moment..], observer);
                }
            }
        }
    });
    let seats = *G::INFO.seats.end();
    for (observer, different) in Observer::all(seats).zip(different) {
        let guesses = if G::INFO.has_secrets { different > 100 } else { different == 0 };
        assert!(guesses, "{}: {different} guesses of the {observer} differ from the truth", G::INFO.id);
    }
}

/// A guessed position looks to the observer like the true one.
fn agree<G: Game>(game: &Match<G>, guessed: G, observer: Observer) {
    assert_eq!(guessed.view(observer), game.position().view(observer), "what the {observer} sees");
    assert_eq!(guessed.turn(), game.turn());
    assert_eq!(guessed.seats(), game.setup().seats());
    if let (Turn::Seat(seat), Observer::Seat(own)) = (game.turn(), observer)
        && seat == own
    {
        assert_eq!(legal(&guessed), legal(game.position()), "what the {observer} may do");
    }
}

/// What happens next is told alike from both positions. The end may tell what was hidden.
fn stay_alike<G: Game>(mut truth: G, mut guessed: G, events: &[Event<G>], observer: Observer) {
    for event in events.iter().take(6) {
        let told = truth.tell(event, observer);
        let Ok(next) = follow(guessed, *event) else {
            // A card that was guessed elsewhere cannot be dealt or kept; but what the observer is told whole about a
            // seat's action does not depend on what is hidden.
            assert!(told.hidden || event.seat().is_none(), "{event:?} is illegal in {guessed:?}");
            return;
        };
        truth = follow(truth, *event).expect("it was played");
        if truth.is_over() {
            assert!(next.is_over());
            return;
        }
        assert_eq!(guessed.tell(event, observer), told, "what the {observer} is told");
        assert_eq!(next.view(observer), truth.view(observer), "what the {observer} sees after {event:?}");
        guessed = next;
    }
}

fn told_events_hide_what_they_must<G: Game>() {
    let mut hidden = 0;
    each_game::<G>(3, |game, random| {
        let moments = moments(game, 40, random);
        for (number, (position, event)) in game.positions().zip(game.events()).enumerate() {
            if moments.binary_search(&number).is_err() {
                continue;
            }
            let alternatives = alternatives(&position, random);
            for observer in Observer::all(game.setup().seats()) {
                let told = position.tell(event, observer);
                hidden += usize::from(told.hidden);
                tells_enough(event, &told, observer);
                tells_no_more(&position, event, &told, &alternatives, observer);
            }
        }
    });
    assert_eq!(hidden > 0, G::INFO.has_secrets, "{}: {hidden} hidden events", G::INFO.id);
}

/// What else could happen here, or some of it.
fn alternatives<G: Game>(position: &G, random: &mut Generator) -> Vec<Event<G>> {
    match position.turn() {
        Turn::Over => Vec::new(),
        Turn::Seat(seat) => {
            legal(position).into_iter().map(|(_, action)| Event::Action(seat, action)).collect()
        }
        Turn::Chance => {
            let draw = position.chance();
            (0..50).map(|_| Event::Chance(position.chance_from_draw(&draw.sample(random)))).collect()
        }
    }
}

fn tells_enough<G: Game>(event: &Event<G>, told: &Told, observer: Observer) {
    let text = event.to_string();
    assert_eq!(told.seat, event.seat());
    assert_eq!(told.hidden, told.event != text, "`{text}` told as `{}`", told.event);
    assert_eq!(told.hidden, told.event.contains('?'), "`{}`", told.event);
    if let (Some(seat), Observer::Seat(own)) = (event.seat(), observer) {
        assert!(!(told.hidden && seat == own), "a seat knows what it did");
    }
}

/// Two events that are told in the same words are told and seen alike in every way, and no effect names what the words
/// hide.
fn tells_no_more<G: Game>(
    position: &G,
    event: &Event<G>,
    told: &Told,
    alternatives: &[Event<G>],
    observer: Observer,
) {
    let after = |event| follow(*position, event).expect("it can happen here");
    for &other in alternatives {
        let other_told = position.tell(&other, observer);
        if other_told.event == told.event {
            assert_eq!(&other_told, told, "{other:?} and {event:?} as told to the {observer}");
            assert_eq!(after(other).view(observer), after(*event).view(observer), "{other:?} and {event:?}");
        }
    }
    if told.hidden {
        let known: HashSet<&str> = told.event.split(' ').collect();
        let effects = serde_json::to_value(&told.effects).expect("effects have string keys only");
        for word in event.to_string().split(' ').filter(|word| !known.contains(word)) {
            assert!(!names(&effects, word), "`{}` is told, but effects name {word}: {effects}", told.event);
        }
    }
}

/// Does a text in this JSON say the word?
fn names(value: &Value, word: &str) -> bool {
    match value {
        Value::String(text) => text == word,
        Value::Array(values) => values.iter().any(|value| names(value, word)),
        Value::Object(fields) => fields.values().any(|value| names(value, word)),
        _ => false,
    }
}

fn views_survive_the_wire<G: Game>() {
    each_position::<G>(2, 40, |position, _| {
        for observer in Observer::all(position.seats()) {
            let view = position.view(observer);
            let text = serde_json::to_string(&view).expect("views have string keys only");
            assert_eq!(serde_json::from_str::<G::View>(&text).expect("a view"), view);
            let picture = view.to_string();
            assert!(!picture.trim().is_empty());
            for line in picture.lines() {
                assert!(line.chars().count() <= 100, "too wide for a terminal: {line}");
            }
        }
    });
    each_game::<G>(1, |game, _| {
        for told in game.story(Observer::Spectator).told {
            let text = serde_json::to_string(&told).expect("told events have string keys only");
            assert_eq!(serde_json::from_str::<Told>(&text).expect("a told event"), told);
        }
    });
}

fn games_end_and_only_then_have_a_result<G: Game>() {
    let mut scored = HashSet::new();
    let mut won = 0;
    each_game::<G>(12, |game, _| {
        for position in game.positions() {
            assert_eq!(position.result().is_some(), position.is_over());
            assert_eq!(position.is_over(), position.turn() == Turn::Over);
            assert_eq!(position.seats(), game.setup().seats());
        }
        let result = game.result().expect("games are played to their end");
        assert!(result.winners.iter().all(|seat| seat.index() < game.setup().seats()));
        won += usize::from(!result.winners.is_empty());
        if let Some(scores) = &result.scores {
            assert_eq!(scores.len(), game.setup().seats());
        }
        scored.insert(result.scores.is_some());
    });
    assert_eq!(scored.len(), 1, "{}: a game scores always or never", G::INFO.id);
    assert!(won > 0, "{}: nobody ever won", G::INFO.id);
}

fn the_last_effect_of_a_game_is_its_end<G: Game>() {
    each_game::<G>(6, |game, _| {
        let result = game.result().expect("games are played to their end");
        for observer in Observer::all(game.setup().seats()) {
            let told = game.story(observer).told;
            let is_end = |effect: &&Effect| matches!(effect, Effect::Ended { .. });
            assert_eq!(told.iter().flat_map(|told| &told.effects).filter(is_end).count(), 1);
            let last = told.last().and_then(|told| told.effects.last());
            let Some(Effect::Ended { winners, why }) = last else {
                panic!("the last effect told to the {observer} is {last:?}");
            };
            assert_eq!(*winners, result.winners.iter().collect::<Vec<_>>());
            assert!(!why.as_str().is_empty());
        }
    });
}

fn pieces_and_cards_are_conserved<G: Game>() {
    each_game::<G>(4, |game, _| {
        let seats = game.setup().seats();
        let told = game.story(Observer::Spectator).told;
        let mut gone = 0;
        for (number, position) in game.positions().enumerate() {
            if let Some(told) = number.checked_sub(1).map(|last| &told[last]) {
                let removed = |effect: &&Effect| {
                    matches!(effect, Effect::Captured { by: None, .. } | Effect::Eaten { .. })
                };
                gone += told.effects.iter().filter(removed).count();
            }
            support::census::check(G::INFO.id, seats, gone, &view(&position, Observer::Spectator));
        }
    });
}

/// The suites tell the truth only if the same seed plays the same game.
#[test]
fn games_with_fixed_seeds_are_the_same_in_every_run() {
    struct Twice;

    impl rainette_games::Visitor for Twice {
        type Output = ();

        fn visit<G: Game>(self) {
            for setup in Setup::<G>::all() {
                assert_eq!(play(setup, 1), play(setup, 1));
                assert_ne!(play(setup, 1), play(setup, 3));
            }
        }
    }

    for info in rainette_games::games() {
        rainette_games::visit(info.id, Twice).expect("a game of the registry");
    }
}
