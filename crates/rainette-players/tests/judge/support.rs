//! Games and positions to judge.

use rainette_core::{Actions, End, Event, Game, How, Match, Observer, Seat, SeatSet, Setup, Turn};
use rainette_players::{Brain, Finished, Generator, Judge, SelfPlay, Spec, Visitor, Whole, visit};

/// Visits every game.
pub(crate) fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for info in rainette_games::games() {
        visit(info.id, visitor).expect("every game has a brain");
    }
}

/// With the fewest seats and with the most.
pub(crate) fn setups<G: Game>() -> Vec<Setup<G>> {
    let mut seats = vec![*G::INFO.seats.start(), *G::INFO.seats.end()];
    seats.dedup();
    seats.into_iter().map(|seats| Setup::new(seats).expect("a number of seats of the game")).collect()
}

/// A game between beginners: they come to an end in every game.
pub(crate) fn game_of_beginners<G: Brain>(setup: Setup<G>, seed: u64) -> Finished<G> {
    let player = Spec::Level(1).player::<G>(setup.seats());
    let mut random = Generator::new(seed);
    let mut game = SelfPlay::new(setup);
    loop {
        match game.turn() {
            Turn::Over => return game.finish().expect("the game is over"),
            Turn::Chance => game.draw(&mut random).expect("the game waits for chance"),
            Turn::Seat(_) => {
                let seed = random.next_u64();
                game.act(player.as_ref(), player.own_budget(), seed).expect("it is the seat's turn");
            }
        }
    }
}

/// Positions in which the seat to act can win alone at once.
pub(crate) fn wins_at_hand<G: Brain>(count: usize) -> Vec<(Whole<G>, Seat)> {
    let setup = Setup::new(*G::INFO.seats.start()).expect("a number of seats of the game");
    let last = |seed| {
        let game = game_of_beginners::<G>(setup, seed);
        let whole = game.at(game.events() - 1)?;
        let Turn::Seat(seat) = whole.turn() else { return None };
        let wins = |action| {
            let after = position_after(&whole, seat, action);
            after.result().is_some_and(|outcome| outcome.winners == SeatSet::only(seat))
        };
        whole.actions().into_iter().any(wins).then_some((whole, seat))
    };
    (0..60).filter_map(last).take(count).collect()
}

/// The position of a game of beginners in which the worst action costs most, as the Judge sees it, with that action.
pub(crate) fn costly_choice<G: Brain>() -> (Whole<G>, Seat, G::Action) {
    let setup = Setup::new(*G::INFO.seats.start()).expect("a number of seats of the game");
    costliest_choice(&game_of_beginners::<G>(setup, 3))
}

/// The same of a game.
pub(crate) fn costliest_choice<G: Brain>(game: &Finished<G>) -> (Whole<G>, Seat, G::Action) {
    let mut most: Option<(f64, Whole<G>, Seat, G::Action)> = None;
    for events in (game.events() / 2..game.events()).step_by(3) {
        let whole = game.at(events).expect("a moment of the game");
        let Turn::Seat(seat) = whole.turn() else { continue };
        let share = |action: G::Action| {
            let after = position_after(&whole, seat, action);
            (Judge::new(24, 1).judge(&after).shares()[seat.index()], action)
        };
        let mut shares: Vec<_> = whole.actions().into_iter().map(share).collect();
        shares.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(worst), Some(best)) = (shares.first(), shares.last()) else { continue };
        if most.as_ref().is_none_or(|most| best.0 - worst.0 > most.0) {
            most = Some((best.0 - worst.0, whole.clone(), seat, worst.1));
        }
    }
    let (_, whole, seat, worst) = most.expect("a seat had a choice");
    (whole, seat, worst)
}

/// The same game up to a moment, had another seat made another choice that this seat may not see.
pub(crate) fn told_alike<G: Game>(game: &Finished<G>, events: usize, seat: Seat) -> Option<Match<G>> {
    let whole = game.at(events)?;
    let story = whole.story(Observer::Seat(seat));
    let kept: Vec<Event<G>> = (0..events).filter_map(|number| game.event(number)).collect();
    for (number, told) in story.told.iter().enumerate().filter(|(_, told)| told.hidden) {
        let Some(other) = told.seat else { continue };
        let before = game.at(number)?;
        for action in before.actions() {
            let mut events = kept.clone();
            events[number] = Event::Action(other, action);
            if events[number] == kept[number] {
                continue;
            }
            let mut retold = Match::new(story.setup);
            if events.into_iter().all(|event| retold.add(event).is_ok()) {
                return Some(retold);
            }
        }
    }
    None
}

/// The legal actions of a position.
pub(crate) fn actions_of<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    actions.to_vec()
}

/// A game played on to its end by players who take any action.
pub(crate) fn finished_at_random<G: Game>(mut game: Match<G>, seed: u64) -> Finished<G> {
    use rainette_core::Random as _;
    let mut random = Generator::new(seed);
    loop {
        match game.turn() {
            Turn::Over => return Finished::new(game).expect("the game is over"),
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                let actions = actions_of(game.position());
                let action = actions[random.below(actions.len() as u32) as usize];
                game.add(Event::Action(seat, action)).expect("a listed action is legal");
            }
        }
    }
}

/// The whole position after an action: of a game that was given up soon after it, since there is no other way to one.
pub(crate) fn position_after<G: Game>(whole: &Whole<G>, seat: Seat, action: G::Action) -> Whole<G> {
    let mut game = begun_like(whole, seat, action);
    match game.turn() {
        Turn::Over => {}
        Turn::Chance => drop(game.draw(&mut Generator::new(1)).expect("the game waits for chance")),
        Turn::Seat(next) => {
            game.add(Event::Action(next, actions_of(game.position())[0])).expect("a listed action is legal");
        }
    }
    if game.turn() != Turn::Over {
        game.stop(End { how: How::Resigned, seat }).expect("it goes on");
    }
    let given_up = Finished::replay(&game.record()).expect("a record is believed");
    given_up.at(whole.events() + 1).expect("the action is one of its events")
}

/// A finished game that begins like this one, with this action next and any others after it.
pub(crate) fn finished_after<G: Game>(whole: &Whole<G>, seat: Seat, action: G::Action) -> Finished<G> {
    finished_at_random(begun_like(whole, seat, action), 1)
}

/// A game that begins like this one, with this action next.
fn begun_like<G: Game>(whole: &Whole<G>, seat: Seat, action: G::Action) -> Match<G> {
    let mut game = Match::new(whole.story(Observer::Seat(seat)).setup);
    for event in whole.history() {
        game.add(*event).expect("it has happened");
    }
    game.add(Event::Action(seat, action)).expect("it is legal");
    game
}
