//! How events are written.

use super::*;

fn reads<T: Notation>(text: &str) {
    let value: T = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(value.to_string(), text);
}

#[test]
fn notation_is_read_and_printed_alike() {
    let moves = ["5-7", "s2-2", "45-goal", "s0-10", "s4-goal", "1-46", "46-1"];
    moves
        .iter()
        .chain(&["swap Y 2 P", "swap K 4 B", "drop Y", "drop B"])
        .for_each(|text| reads::<Action>(text));
    reads::<Lilies>(LILIES);
    assert_eq!("s2-2".parse(), Ok(Action::Move { from: Stand::Start(seat(2)), to: Landing::on(pad(2)) }));
    assert_eq!("45-goal".parse(), Ok(Action::Move { from: Stand::Pad(pad(45)), to: Landing::ARRIVAL }));
    let swap = Action::Swap { give: Lily::Yellow, with: seat(2), take: Lily::Pink };
    assert_eq!("swap Y 2 P".parse(), Ok(swap));
    assert_eq!("drop K".parse(), Ok(Action::Drop { lily: Lily::Black }));
}

#[test]
fn only_the_notation_itself_is_read() {
    let moves =
        "|5|5-|-5|05-7|5-07|+5-7|5--7|5-7 | 5-7|5 - 7|0-2|47-goal|5-47|5-99|100-101|5-0|goal-5|goal-goal";
    let starts = "s5-2|s-2|s00-2|S0-2|s0-s1|s0-0|2-s0|sé-2|٣-5|5-٣|5–7|5-Goal|5-goal-";
    let lilies = "swap|swap Y|swap Y 2|swap Y 2 P |swap Y  2 P|swap Y 5 P|swap y 2 P|swap Y 2 PP|swap Y 02 P|swap é 2 P";
    let drops = "drop|drop |drop Y |drop  Y|drop y|drop YY|drop X|dropY|Drop Y|drop é|pass|é|🐸-🐸";
    for text in [moves, starts, lilies, drops].iter().flat_map(|texts| texts.split('|')) {
        let error = text.parse::<Action>().expect_err(text);
        assert!(error.to_string().contains("expected a move such as `5-7`"), "{error}");
    }
    let deals = "|lilies|lilies WYPWYPWYPWYP|lilies WYPWYPWYPWYP YP|lilies WYPWYPWYPWY YPW|lilies WYPWYPWYPWYP YPWW\
        |lilies WYPWYPWYPWYPYPW|lilies WYPWYPWYPWYK YPW|lilies WYPWYPWYPWYP YPB|lilies wypwypwypwyp ypw\
        |lilies  WYPWYPWYPWYP YPW|lilies WYPWYPWYPWYP YPW |lilies WYPWYPWYPWé YPW|WYPWYPWYPWYP YPW";
    for text in deals.split('|') {
        assert!(text.parse::<Lilies>().is_err(), "{text}");
    }
    for text in ["", "w", "WW", "X", "é"] {
        assert!(text.parse::<Lily>().is_err(), "{text}");
    }
    for (text, expected) in [("s9", "a seat's Start"), ("x", "a pad or")] {
        let error = text.parse::<Stand>().expect_err(text).to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!("s1".parse::<Landing>().is_err());
    assert_eq!((Pad::new(0), Pad::new(46), Pad::new(47)), (None, Some(pad(46)), None));
    assert_eq!((Landing::ARRIVAL.pad(), Landing::on(pad(3)).pad()), (None, Some(pad(3))));
}
