//! Tables in a world of our own making: a clock that we turn, a network that delays, loses, doubles and reorders, and a
//! disk that fails, tears writes and forgets at a crash what was not yet safe on it. In others two or three
//! nodes share a store instead, die and come back, and hear of each other over a bus that is no better than the network.
//!
//! Everything follows from a seed. A seed that fails is named, and `RAINETTE_SEED=… cargo test -p rainette-table --test
//! simulation` plays it again, step by step the same.

mod client;
mod clocks;
mod disk;
mod lobby;
mod nodes;
mod world;

use rainette_table::fair::{Verdict, verify};
use world::World;

/// How many worlds the normal run looks at; `RAINETTE_SEEDS=…` looks at more.
const SEEDS: u64 = 600;
/// The same where several nodes share a store: there is more to live through in each of these.
const SEEDS_WITH_NODES: u64 = 240;
/// The same where the disk fails or is slow for a while.
const SEEDS_WITH_FAULTS: u64 = 200;
/// The same where people come while the game is on.
const SEEDS_WITH_NEWCOMERS: u64 = 120;
/// In so many parts, so that they run side by side.
const PARTS: u64 = 4;

fn live_through(part: u64, seeds: u64, world: fn(u64) -> World) {
    if let Some(seed) = number("RAINETTE_SEED") {
        if seed % PARTS == part {
            world(seed).run();
        }
        return;
    }
    let seeds = number("RAINETTE_SEEDS").unwrap_or(seeds);
    for seed in (0..seeds).filter(|seed| seed % PARTS == part) {
        let run = std::panic::catch_unwind(|| world(seed).run());
        assert!(run.is_ok(), "RAINETTE_SEED={seed} fails");
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a number, not `{text}`")))
}

#[test]
fn nothing_acknowledged_is_lost_in_the_first_quarter_of_the_worlds() {
    live_through(0, SEEDS, World::new);
}

#[test]
fn nothing_acknowledged_is_lost_in_the_second_quarter_of_the_worlds() {
    live_through(1, SEEDS, World::new);
}

#[test]
fn nothing_acknowledged_is_lost_in_the_third_quarter_of_the_worlds() {
    live_through(2, SEEDS, World::new);
}

#[test]
fn nothing_acknowledged_is_lost_in_the_last_quarter_of_the_worlds() {
    live_through(3, SEEDS, World::new);
}

#[test]
fn nodes_agree_in_the_first_quarter_of_the_worlds() {
    live_through(0, SEEDS_WITH_NODES, World::with_nodes);
}

#[test]
fn nodes_agree_in_the_second_quarter_of_the_worlds() {
    live_through(1, SEEDS_WITH_NODES, World::with_nodes);
}

#[test]
fn nodes_agree_in_the_third_quarter_of_the_worlds() {
    live_through(2, SEEDS_WITH_NODES, World::with_nodes);
}

#[test]
fn nodes_agree_in_the_last_quarter_of_the_worlds() {
    live_through(3, SEEDS_WITH_NODES, World::with_nodes);
}

#[test]
fn nothing_acknowledged_is_lost_in_the_first_half_of_the_worlds_whose_disk_fails() {
    live_through(0, SEEDS_WITH_FAULTS, World::with_faults);
    live_through(1, SEEDS_WITH_FAULTS, World::with_faults);
}

#[test]
fn nothing_acknowledged_is_lost_in_the_other_half_of_the_worlds_whose_disk_fails() {
    live_through(2, SEEDS_WITH_FAULTS, World::with_faults);
    live_through(3, SEEDS_WITH_FAULTS, World::with_faults);
}

#[test]
fn newcomers_play_on_for_computers_in_the_first_half_of_the_worlds() {
    live_through(0, SEEDS_WITH_NEWCOMERS, World::with_newcomers);
    live_through(1, SEEDS_WITH_NEWCOMERS, World::with_newcomers);
}

#[test]
fn newcomers_play_on_for_computers_in_the_other_half_of_the_worlds() {
    live_through(2, SEEDS_WITH_NEWCOMERS, World::with_newcomers);
    live_through(3, SEEDS_WITH_NEWCOMERS, World::with_newcomers);
}

/// People must come, of several at once one gets the last seat, and their games must end now and then.
#[test]
fn newcomers_do_come() {
    let mut all = world::Troubles::default();
    for seed in 0..60 {
        all.add(&World::with_newcomers(seed).run().troubles);
    }
    assert!(all.came_in > 30 && all.finished > 3 && all.crashes > 50 && all.races_lost > 20, "{all:?}");
}

/// The disk must be as bad as it claims to be.
#[test]
fn what_can_go_wrong_with_the_disk_does() {
    let mut all = world::Troubles::default();
    for seed in 0..60 {
        all.add(&World::with_faults(seed).run().troubles);
    }
    assert!(all.stalled > 60 && all.slow > 30 && all.kept_unanswered > 20, "{all:?}");
    assert!(all.refused_for_now > 60 && all.acknowledged > 500 && all.repeated > 20, "{all:?}");
    assert!(all.crashes > 50 && all.stood_still > 10, "{all:?}");
}

/// Would we notice? What could not be stored may be stored all the same, so whoever goes on without reading the log again
/// uses a number twice.
#[test]
fn a_server_that_trusts_a_failed_write_is_found_out() {
    let is_found_out =
        |seed: &u64| std::panic::catch_unwind(|| World::with_faults_and_trust(*seed).run()).is_err();
    let found_out = (0..60).filter(is_found_out).count();
    assert!(
        found_out >= 6,
        "only {found_out} of 60 worlds in which a failed write was trusted were found out"
    );
}

/// A failure could not be found again if a seed did not lead to the same world twice.
#[test]
fn a_seed_leads_to_the_same_world_again() {
    for seed in 0..5 {
        assert_eq!(World::traced(seed).run(), World::traced(seed).run(), "seed {seed}");
    }
    assert_ne!(World::traced(0).run(), World::traced(1).run());
    for seed in 0..5 {
        let [once, again] = [(); 2].map(|()| World::with_nodes_traced(seed).run());
        assert_eq!(once, again, "seed {seed} with nodes");
    }
}

/// The world must be as bad as it claims to be: over some seeds everything happens that can go wrong.
#[test]
fn what_can_go_wrong_does() {
    let mut all = world::Troubles::default();
    for seed in 0..80 {
        all.add(&World::new(seed).run().troubles);
    }
    assert!(all.crashes > 50, "{all:?}");
    assert!(all.torn > 5, "{all:?}");
    assert!(all.forgotten > 5, "{all:?}");
    assert!(all.kept_unanswered > 5, "{all:?}");
    assert!(all.refused_writes > 10, "{all:?}");
    assert!(all.lost > 200 && all.doubled > 400 && all.reordered > 900, "{all:?}");
    assert!(all.acknowledged > 1_000 && all.repeated > 50, "{all:?}");
    assert!(all.run_out > 2 && all.stood_still > 20, "{all:?}");
    assert!(all.undone > 10 && all.sat_in > 5 && all.finished > 5, "{all:?}");
    assert!(all.missed > 5 && all.warned > 0 && all.chosen > 10, "{all:?}");
    assert!(all.arranged > 20 && all.swapped > 14 && all.agreed > 0 && all.lots > 4, "{all:?}");
    assert!(all.filled > 3 && all.emptied > 2, "{all:?}");
    assert!(all.unready > 5 && all.coloured > 5, "{all:?}");
}

/// The same where several nodes share a store.
#[test]
fn what_can_go_wrong_between_nodes_does() {
    let mut all = world::Troubles::default();
    for seed in 0..60 {
        all.add(&World::with_nodes(seed).run().troubles);
    }
    assert!(all.crashes > 150 && all.all_dark > 20 && all.refused_writes > 10, "{all:?}");
    assert!(all.rivals_won > 50 && all.rivals_lost > 50, "{all:?}");
    assert!(all.races_lost > 50 && all.news_lost > 500 && all.caught_up > 1_000, "{all:?}");
    assert!(all.acknowledged > 1_000 && all.repeated > 50, "{all:?}");
    assert!(all.run_out > 2 && all.stood_still > 2, "{all:?}");
    // Who acts at two nodes at once is seen at one of them without a socket, and counts as there for longer.
    assert!(all.undone > 10 && all.sat_in > 2 && all.finished > 5, "{all:?}");
    assert!(all.missed > 2 && all.chosen > 5, "{all:?}");
    assert!(all.arranged > 15 && all.swapped > 50 && all.agreed > 30 && all.lots > 1, "{all:?}");
    assert!(all.filled > 1 && all.emptied > 0 && all.unready > 15 && all.coloured > 10, "{all:?}");
}

/// Would we notice? Without a fence two nodes use the same number, and what one of them acknowledged is nowhere.
#[test]
fn nodes_without_a_fence_are_found_out() {
    let is_found_out = |seed: &u64| std::panic::catch_unwind(|| World::without_a_fence(*seed).run()).is_err();
    let found_out = (0..20).filter(is_found_out).count();
    assert!(found_out >= 12, "only {found_out} of 20 worlds without a fence were found out");
}

/// Would we notice? With a disk that lies, acknowledged events do get lost, and that must not pass.
#[test]
fn a_server_that_loses_something_is_found_out() {
    let is_found_out =
        |seed: &u64| std::panic::catch_unwind(|| World::with_a_lying_disk(*seed).run()).is_err();
    let found_out = (0..20).filter(is_found_out).count();
    assert!(found_out >= 15, "only {found_out} of 20 worlds with a lying disk were found out");
}

/// The same for clocks: where time is charged in which the server was down, somebody has less than they should.
#[test]
fn a_server_that_charges_downtime_is_found_out() {
    let is_found_out =
        |seed: &u64| std::panic::catch_unwind(|| World::with_downtime_charged(*seed).run()).is_err();
    let found_out = (0..60).filter(is_found_out).count();
    assert!(found_out >= 5, "only {found_out} of 60 worlds in which downtime was charged were found out");
}

/// The proofs of games that lived through all this, checked by a script that shares no code with us: it says what we
/// say. Where a server dies while seeds are shown, one can be missing, and then nothing is proved.
#[test]
fn the_script_says_of_the_dice_what_we_say() {
    let folder = std::env::temp_dir().join(format!("rainette-simulated-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the proofs");
    let mut command = std::process::Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py"));
    let proofs: Vec<_> = (0..40).filter_map(|seed| World::new(seed).run().proof).collect();
    for (index, proof) in proofs.iter().enumerate() {
        let file = folder.join(format!("{index}.json"));
        std::fs::write(&file, serde_json::to_vec(proof).expect("JSON")).expect("the proof is written");
        command.arg(file);
    }
    let output = command.output().expect("python3 is there to check proofs independently");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().count(), proofs.len(), "{said}");
    let mut fair = 0;
    for (proof, said) in proofs.iter().zip(said.lines()) {
        let verdict = match verify(proof).expect("it holds").verdict() {
            Verdict::Fair => ": FAIR: ",
            Verdict::NotDrawn => ": NOT DRAWN",
            Verdict::NotProved => ": NOT PROVED",
        };
        assert!(said.contains(verdict), "{said} is not {verdict}");
        fair += u32::from(verdict == ": FAIR: ");
    }
    assert!(fair > 5, "only {fair} games are fair: {said}");
}
