use std::sync::Arc;
use std::time::Instant;

use super::*;

const ANA: TokenHash = TokenHash([1; 32]);
const BO: TokenHash = TokenHash([2; 32]);

fn address(last: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, last])
}

fn payer(person: TokenHash, last: u8) -> Payer {
    Payer::new(Some(person), address(last))
}

#[test]
fn a_rate_is_used_up_and_comes_back_with_time() {
    let limits = Limits::none().with(Budget::Commits, Per::Person, 6);
    let (budgets, start) = (Budgets::new(limits), Instant::now());
    let ana = payer(ANA, 1);
    let taken = |at| (0..20).filter(|_| budgets.spend_at(Budget::Commits, &ana, 1, at).is_ok()).count();
    assert_eq!(taken(start), 6);
    let refused = budgets.spend_at(Budget::Commits, &ana, 1, start).expect_err("it is used up");
    assert_eq!((refused.name().as_str(), refused.most), ("commits-per-person", 6));
    assert_eq!(refused.retry_after_seconds(), 10);
    assert!(refused.to_string().contains("6 commitments for one person a minute; try again in 10 seconds"));
    assert_eq!(taken(start + Duration::from_secs(20)), 2);
    assert_eq!(taken(start + Duration::from_hours(5)), 6, "no more than there is at once");
    assert!(budgets.spend_at(Budget::Commits, &payer(BO, 1), 1, start).is_ok(), "others have their own");
}

#[test]
fn what_is_refused_costs_nothing_and_what_is_learnt_later_is_owed() {
    let limits = Limits::none().with(Budget::Sent, Per::Person, 1_000).with(Budget::Sent, Per::Address, 500);
    let (budgets, start) = (Budgets::new(limits), Instant::now());
    let ana = payer(ANA, 1);
    let refused = budgets.spend_at(Budget::Sent, &ana, 501, start);
    assert!(refused.is_ok(), "more than there ever is needs a full bucket");
    let refused = budgets.spend_at(Budget::Sent, &ana, 1, start).expect_err("the address has nothing left");
    assert_eq!(refused.per, Per::Address);
    budgets.charge_at(Budget::Sent, &payer(BO, 2), 5_500, start);
    let refused = budgets.check_at(Budget::Sent, &payer(BO, 3), 1, start).expect_err("Bo is in debt");
    assert_eq!(refused.per, Per::Person);
    assert!(budgets.check_at(Budget::Sent, &payer(BO, 3), 1, start + Duration::from_secs(44)).is_err());
    assert!(budgets.check_at(Budget::Sent, &payer(BO, 3), 1, start + Duration::from_secs(46)).is_ok());
    // What was refused for the sake of the address was not taken from the person.
    assert!(budgets.spend_at(Budget::Sent, &payer(ANA, 9), 499, start).is_ok());
}

#[test]
fn what_stands_counts_until_it_is_dropped() {
    let limits = Limits::none()
        .with(Budget::Sockets, Per::Address, 2)
        .with(Budget::Sockets, Per::Server, 3)
        .with(Budget::Memory, Per::Person, 10);
    let budgets = Arc::new(Budgets::new(limits));
    let [here, there] = [payer(ANA, 1), payer(BO, 2)];
    let open = |payer| budgets.hold(Budget::Sockets, payer, 1);
    let mut held = vec![open(&here).expect("one"), open(&here).expect("two")];
    assert_eq!(open(&here).expect_err("too many from one address").per, Per::Address);
    held.push(open(&there).expect("one from there"));
    assert_eq!(open(&there).expect_err("too many in all").per, Per::Server);
    assert_eq!(budgets.held(Budget::Sockets), 3, "what was refused does not count");
    held.clear();
    assert_eq!(budgets.held(Budget::Sockets), 0);
    held.push(open(&here).expect("there is room again"));
    let heavy = budgets.hold_anyway(Budget::Memory, &here, 25);
    assert!(budgets.check(Budget::Memory, &here, 1).is_err(), "nothing more, but what is there stays");
    assert_eq!(heavy.amount(), 25);
    drop(heavy);
    assert!(budgets.check(Budget::Memory, &here, 10).is_ok());
    let ours = budgets.hold(Budget::Sockets, &Payer::default(), 99).expect("nobody is refused nothing");
    assert_eq!(ours.amount(), 99);
    let _two =
        [0, 1].map(|_| budgets.hold(Budget::Sockets, &Payer::others(), 1).expect("there are two left"));
    assert_eq!(
        budgets.hold(Budget::Sockets, &Payer::others(), 1).expect_err("three in all").per,
        Per::Server
    );
}

#[test]
fn addresses_of_one_customer_share_an_account() {
    let same =
        |a: &str, b: &str| network(a.parse().expect("an address")) == network(b.parse().expect("an address"));
    assert!(same("2001:db8::1", "2001:db8::ffff:1"));
    assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
    assert!(same("::ffff:10.0.0.1", "10.0.0.1"));
    assert!(!same("::ffff:10.0.0.1", "::ffff:10.0.0.2"));
}

#[test]
fn accounts_that_are_as_if_new_are_forgotten() {
    let limits = Limits::none().with(Budget::Requests, Per::Address, 5);
    let (budgets, start) = (Budgets::new(limits), Instant::now());
    for number in 0..30_000_u32 {
        let payer = Payer::new(None, IpAddr::from((0x0A00_0000 + number).to_be_bytes()));
        let at = start + Duration::from_millis(u64::from(number));
        assert!(budgets.spend_at(Budget::Requests, &payer, 1, at).is_ok());
    }
    assert!(budgets.accounts() < 15_000, "{}", budgets.accounts());
}

#[test]
fn limits_are_set_by_name() {
    let limits = Limits::default().set("stored-per-person = 1_000").expect("a limit");
    assert_eq!(limits.most(Budget::Stored, Per::Person), Some(1_000));
    assert_eq!(Limits::default().set("all=0"), Ok(Limits::none()));
    assert_eq!(limits.set("chat-per-person=0").expect("a limit").most(Budget::Chat, Per::Person), None);
    for (wrong, says) in [
        ("stored", "write it as in"),
        ("stored-per-person=-1", "write it as in"),
        ("all=5", "write it as in"),
        ("frogs-per-person=1", "`stored-per-person`, `stored-per-address`"),
        ("sockets-per-address=1", "`max-sockets-per-address`"),
    ] {
        let error = Limits::default().set(wrong).expect_err(wrong).to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_long_message_counts_as_several() {
    let budgets = Arc::new(Budgets::new(Limits::none().with(Budget::Messages, Per::Socket, 100)));
    let taken = |bytes: usize| {
        let (mut rate, now) = (budgets.messages(), Instant::now());
        (0..200).filter(|_| rate.take(bytes, now).is_ok()).count()
    };
    assert_eq!(taken(200), 100);
    assert_eq!(taken(60_000), 6);
}

#[test]
fn every_limit_is_in_the_documentation() {
    let page = include_str!("../../../../docs/limits.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    for (index, limit) in LIMITS.iter().enumerate() {
        let row = rows.get(index).unwrap_or_else(|| panic!("`{}` is missing", limit.name()));
        assert_eq!(row[0], format!("`{}`", limit.name()), "row {index}");
        let default = if limit.default == 0 { "none".to_owned() } else { grouped(limit.default) };
        assert_eq!(row[1], default, "{}", limit.name());
        let over = match limit.budget.measure() {
            Measure::Rate(over) if over.as_secs() == 86_400 => "a day".to_owned(),
            Measure::Rate(over) if over.as_secs() == 3_600 => "an hour".to_owned(),
            Measure::Rate(over) if over.as_secs() == 60 => "a minute".to_owned(),
            Measure::Rate(over) => format!("in {} s", over.as_secs()),
            Measure::Standing(_) => "at a time".to_owned(),
        };
        assert_eq!(row[2], over, "{}", limit.name());
        let setting = limit.setting.map_or("`limits`".to_owned(), |setting| format!("`{setting}`"));
        assert_eq!(row[3], setting, "{}", limit.name());
    }
}

// ------------------------------------------------------------------------------------------------------------- lanes

fn order(is_first: bool, is_quick: bool, guess: f64) -> Order {
    Order { is_first, is_quick, guess }
}

#[test]
fn one_address_with_many_tables_waits_for_itself_alone() {
    let mut lanes = Lanes::default();
    let long = order(true, false, 0.3);
    for table in 0..180 {
        // Every table under a name of its own.
        lanes.push(&payer(TokenHash([table as u8; 32]), 1), long, ("attacker", table));
    }
    for _ in 0..20 {
        let (turn, (who, _)) = lanes.pop(false).expect("somebody waits");
        assert_eq!(who, "attacker");
        lanes.settle(turn, 0.3);
    }
    for answer in 0..5 {
        lanes.push(&payer(ANA, 2), order(true, true, 0.01), ("ana", answer));
        let before = lanes.pop(false).expect("somebody waits");
        assert_eq!(before.1.0, "ana", "whoever has used less comes first");
        lanes.settle(before.0, 0.005);
    }
    assert_eq!(lanes.len(), 160);
}

#[test]
fn shares_are_equal_by_time_and_not_by_number() {
    let mut lanes = Lanes::default();
    let mut seconds = [0.0, 0.0];
    for number in 0..400 {
        lanes.push(&payer(ANA, 1), order(true, false, 0.1), (0, 0.3, number));
        lanes.push(&payer(BO, 2), order(true, false, 0.1), (1, 0.05, number));
    }
    for _ in 0..200 {
        let (turn, (who, took, _)) = lanes.pop(false).expect("somebody waits");
        lanes.settle(turn, took);
        seconds[who] += took;
    }
    let [ana, bo] = seconds;
    assert!((ana - bo).abs() < 0.7, "{ana} {bo}");
}

#[test]
fn people_at_one_address_share_it_and_moves_come_before_reviews() {
    let mut lanes = Lanes::default();
    let [slow, quick] = [order(false, true, 0.1), order(true, true, 0.1)];
    for number in 0..10 {
        lanes.push(&payer(ANA, 1), slow, ("review", number));
    }
    lanes.push(&payer(ANA, 1), quick, ("move", 0));
    lanes.push(&payer(BO, 1), slow, ("bo", 0));
    let mut told = Vec::new();
    for _ in 0..3 {
        let (turn, (what, _)) = lanes.pop(true).expect("somebody waits");
        lanes.settle(turn, 0.1);
        told.push(what);
    }
    told.sort_unstable();
    assert_eq!(told, ["bo", "move", "review"]);
    assert_eq!(lanes.waiting_of(&payer(ANA, 1)), 9);
}

#[test]
fn a_thread_for_quick_work_leaves_the_rest() {
    let mut lanes = Lanes::default();
    lanes.push(&payer(ANA, 1), order(true, false, 0.3), "long");
    assert!(lanes.pop(true).is_none());
    lanes.push(&payer(ANA, 1), order(true, true, 0.01), "quick");
    let (turn, work) = lanes.pop(true).expect("there is something quick");
    assert_eq!(work, "quick");
    lanes.settle(turn, 0.01);
    assert!(!lanes.is_empty());
}

#[test]
fn nobody_saves_up_a_share() {
    let mut lanes = Lanes::default();
    let work = order(true, false, 0.1);
    for number in 0..100 {
        lanes.push(&payer(ANA, 1), work, ("ana", number));
    }
    for _ in 0..50 {
        let (turn, _) = lanes.pop(false).expect("somebody waits");
        lanes.settle(turn, 0.1);
    }
    // Bo was away for 50 turns, and does not get 50 in a row for that.
    for number in 0..50 {
        lanes.push(&payer(BO, 2), work, ("bo", number));
    }
    let mut bos = 0;
    for _ in 0..20 {
        let (turn, (who, _)) = lanes.pop(false).expect("somebody waits");
        lanes.settle(turn, 0.1);
        bos += usize::from(who == "bo");
    }
    assert!((9..=11).contains(&bos), "{bos} of 20");
}
