//! Files are read or refused, sums are right, and games of a net against itself depend on nothing but their seed.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::china_moon::ChinaMoon;

use super::example::Examples;
use super::file::NetError;
use super::games::{net_of, own_games, shape_of};
use super::network::{Dense, Net, Sight, Sizes};
use super::own_game::OwnPlan;
use super::senses::{MOST_ACTIVE, Senses};
use super::tree::{Tree, Walk};
use crate::random::Generator;
use rainette_core::{Actions, Random as _, Setup};

impl Net {
    /// A net that knows nothing.
    pub(crate) fn random<G: Senses>(seats: usize, first: usize, second: usize, seed: u64) -> Self {
        let sizes = Sizes::of::<G>(seats, first, second);
        let mut random = Generator::new(seed);
        let mut small =
            |count: usize| -> Vec<i16> { (0..count).map(|_| random.below(255) as i16 - 127).collect() };
        let rows: Vec<i16> = small(sizes.inputs * first).into_iter().map(|weight| weight / 8).collect();
        let biases = small(first);
        let mut dense = |sums: usize, before: usize| Dense {
            weights: small(sums * before),
            biases: small(sums).into_iter().map(|bias| i32::from(bias) * 300).collect(),
        };
        let (second, values, mut signs) =
            (dense(second, first), dense(seats, second), dense(sizes.signs, first));
        // What is beyond all belief is hardly ever looked at.
        signs.weights.iter_mut().for_each(|weight| *weight /= 16);
        signs.biases.iter_mut().for_each(|bias| *bias /= 16);
        Self { game: G::INFO.id.to_owned(), sizes, rows, biases, second, values, signs }
    }
}

/// The position after so many random actions, unless the game ends before.
fn position(seats: usize, actions: u32, seed: u64) -> Option<ChinaMoon> {
    let mut random = Generator::of(3, seed);
    let mut position = ChinaMoon::new(Setup::new(seats).expect("a valid set-up"));
    let chance = position.chance_from_draw(&position.chance().sample(&mut random));
    position = position.after_chance(chance);
    let mut legal = Actions::new();
    for _ in 0..actions {
        position.legal_actions(&mut legal);
        if legal.is_empty() {
            return None;
        }
        position = position.after(legal[random.below(legal.len() as u32) as usize]);
    }
    matches!(position.turn(), Turn::Seat(_)).then_some(position)
}

fn chooser(position: &ChinaMoon) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => panic!("no seat is to choose"),
    }
}

#[test]
fn a_file_reads_back() {
    for seats in 3..=5 {
        let net = Net::random::<ChinaMoon>(seats, 32, 16, 1);
        let bytes = net.to_bytes();
        assert_eq!(Net::read(&bytes), Ok(net.clone()));
        assert_eq!(net_of("china-moon", seats, &bytes), Ok(net));
        let other =
            net_of("china-moon", 3 + (seats + 1) % 3, &bytes).expect_err("for another number of seats");
        assert!(other.to_string().contains("is needed"), "{other}");
    }
    assert!(net_of("hop-it", 2, &[]).is_err());
    assert!(shape_of("hop-it", 2).is_err());
    assert!(shape_of("china-moon", 2).is_err());
    assert!(own_games("china-moon", 6, 1, OwnPlan::default()).is_err());
}

#[test]
fn what_is_no_net_is_refused() {
    let bytes = Net::random::<ChinaMoon>(3, 16, 8, 1).to_bytes();
    assert_eq!(Net::read(b"RNET"), Err(NetError::NoNet));
    assert_eq!(Net::read(b"TENR\x01"), Err(NetError::NoNet));
    assert_eq!(Net::read(b"RNET\x02"), Err(NetError::Version(2)));
    for length in 0..bytes.len().min(600) {
        assert!(Net::read(&bytes[..length]).is_err());
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(Net::read(&longer), Err(NetError::Length { found: bytes.len() + 1, expected: bytes.len() }));
    let head = 4 + 2 + "china-moon".len();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        Net::read(&bytes)
    };
    assert!(matches!(with(head, 0), Err(NetError::Size(_))), "no seats");
    assert!(matches!(with(head, 7), Err(NetError::Size(_))), "too many seats");
    assert!(matches!(with(head + 3, 17), Err(NetError::Size(_))), "an odd first layer");
    assert!(matches!(with(head + 5, 3), Err(NetError::Size(_))), "an odd second layer");
    assert!(matches!(with(bytes.len() - 1, 0x7F), Err(NetError::Bias(_))), "sums that would not fit");
}

/// Whatever the bytes are, they are read or refused.
#[test]
fn nothing_breaks_the_reader() {
    let bytes = Net::random::<ChinaMoon>(3, 16, 8, 1).to_bytes();
    let mut random = Generator::new(9);
    let mut read = 0;
    for _ in 0..3_000 {
        let mut broken = bytes.clone();
        for _ in 0..=random.below(3) {
            let reach = if random.below(2) == 0 { 30 } else { broken.len() as u32 };
            let at = random.below(reach) as usize;
            broken[at] = random.below(256) as u8;
        }
        if random.below(3) == 0 {
            broken.truncate(random.below(broken.len() as u32) as usize);
        }
        if let Ok(net) = Net::read(&broken) {
            read += 1;
            assert_eq!(Net::read(&net.to_bytes()), Ok(net));
        }
    }
    assert!(read > 100, "{read}");
    for _ in 0..3_000 {
        let noise: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        assert!(Net::read(&noise).is_err());
    }
}

/// The same sums, one by one and in whole numbers of 64 bits.
fn slowly(net: &Net, active: &[u16]) -> (Vec<f32>, Vec<f32>) {
    let Sizes { seats, first, second, signs, .. } = net.sizes();
    let clamped = |sum: i64| sum.clamp(0, 127);
    let hidden: Vec<i64> = (0..first)
        .map(|sum| {
            let rows = active.iter().map(|&input| i64::from(net.rows[usize::from(input) * first + sum]));
            clamped(i64::from(net.biases[sum]) + rows.sum::<i64>())
        })
        .collect();
    let dense = |layer: &Dense, sum: usize, before: &[i64]| {
        let weights = &layer.weights[sum * before.len()..][..before.len()];
        let products = weights.iter().zip(before).map(|(&weight, number)| i64::from(weight) * number);
        i64::from(layer.biases[sum]) + products.sum::<i64>()
    };
    let after: Vec<i64> =
        (0..second).map(|sum| clamped(dense(&net.second, sum, &hidden).div_euclid(64))).collect();
    let real = |sum: i64| sum as f32 / 4096.0;
    (
        (0..seats).map(|turn| real(dense(&net.values, turn, &after))).collect(),
        (0..signs).map(|sign| real(dense(&net.signs, sign, &hidden))).collect(),
    )
}

#[test]
fn sums_are_those_of_a_slow_reference() {
    let mut some = 0;
    for number in 0..200 {
        let seats = 3 + number as usize % 3;
        let net = Net::random::<ChinaMoon>(
            seats,
            16 * (1 + number as usize % 4),
            8 + 8 * (number as usize % 3),
            number,
        );
        let Some(position) = position(seats, number as u32 % 50, number) else { continue };
        let mut active = Vec::new();
        position.sense(position.gaze(), &mut active);
        let (values, signs) = slowly(&net, &active);
        let width = ChinaMoon::most_active(seats);
        active.resize(width, net.sizes().inputs as u16);
        let (own_values, own_signs) = net.evaluate(&active, width);
        assert_eq!(own_values, values);
        assert_eq!(own_signs, signs);
        let mut sight = Sight::new(&net);
        let shares = sight.look(&position, chooser(&position));
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let most = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(turn, _)| turn);
        let best = (chooser(&position).index() + most.expect("a seat")) % seats;
        assert!(shares.iter().all(|&share| share <= shares[best]), "the seats are turned back");
        some += 1;
    }
    assert!(some > 150, "{some}");
}

/// The largest weights there are, all of one sign, and as many inputs as can be.
#[test]
fn the_largest_sums_fit() {
    let mut net = Net::random::<ChinaMoon>(3, 16, 8, 1);
    for sign in [-1_i16, 1] {
        net.rows.fill(127 * sign);
        net.biases.fill(700 * sign);
        let rows = vec![1; MOST_ACTIVE];
        let (values, signs) = net.evaluate(&rows, MOST_ACTIVE);
        assert_eq!((values, signs), slowly(&net, &rows));
    }
}

fn plan(leaves: usize) -> OwnPlan {
    OwnPlan { iterations: 12, leaves, inner: 3, opening: 10, ..OwnPlan::default() }
}

/// Plays on with judgements of this net, as they are asked for.
fn answered(games: &mut super::OwnGames, net: &Net, leaves: usize, steps: usize) -> Vec<Examples> {
    let width = games[0].shape().width;
    let of = |game: &mut Box<dyn super::OwnGame>| {
        let mut rows = vec![0; leaves * width];
        for _ in 0..steps {
            game.ask(&mut rows);
            let (values, signs) = net.evaluate(&rows, width);
            game.judged(&values, &signs);
        }
        let mut examples = Examples::default();
        game.take(&mut examples);
        examples
    };
    games.iter_mut().map(of).collect()
}

#[test]
fn games_depend_on_their_seed_alone() {
    let net = Net::random::<ChinaMoon>(3, 16, 8, 4);
    let games = |count| own_games("china-moon", 3, count, plan(1)).expect("games");
    let together = answered(&mut games(3), &net, 1, 2_500);
    let alone = answered(&mut games(1), &net, 1, 2_500);
    assert_eq!(together[0], alone[0]);
    assert_ne!(together[0], together[1]);
    assert!(together.iter().all(|examples| !examples.is_empty()));
}

/// It makes no difference whether a net is asked through arrays or at once, but for when games are over.
#[test]
fn asking_and_thinking_come_to_the_same() {
    let net = Net::random::<ChinaMoon>(4, 16, 8, 4);
    let open = || own_games("china-moon", 4, 2, plan(1)).expect("games");
    let (mut asked, mut thought) = (open(), open());
    let asked = answered(&mut asked, &net, 1, 4_000);
    for (game, asked) in thought.iter_mut().zip(asked) {
        while game.finished() < 2 {
            game.think(&net, 100);
        }
        let mut examples = Examples::default();
        game.take(&mut examples);
        let rows = examples.len().min(asked.len());
        assert!(rows > 50, "{rows}");
        assert_eq!(examples.inner[..rows], asked.inner[..rows]);
        assert_eq!(examples.searched[..4 * rows], asked.searched[..4 * rows]);
        assert_eq!(examples.tried[..rows], asked.tried[..rows]);
    }
}

#[test]
fn examples_are_whole() {
    let net = Net::random::<ChinaMoon>(3, 16, 8, 4);
    let mut games = own_games("china-moon", 3, 2, plan(4)).expect("games");
    let shape = games[0].shape();
    let mut inner = 0;
    for examples in answered(&mut games, &net, 4, 2_000) {
        let rows = examples.len();
        assert!(rows > 30, "{rows}");
        assert_eq!(examples.inputs.len(), rows * shape.width);
        assert_eq!(examples.actions.len(), rows * shape.actions * super::MOST_SIGNS);
        for row in 0..rows {
            let sum = |numbers: &[f32], width: usize| numbers[row * width..][..width].iter().sum::<f32>();
            assert!((sum(&examples.searched, 3) - 1.0).abs() < 1e-4);
            assert!((sum(&examples.results, 3) - 1.0).abs() < 1e-4);
            assert!((sum(&examples.tried, shape.actions) - 1.0).abs() < 1e-4);
            let is_result = examples.results[3 * row..][..3]
                .iter()
                .all(|share| [0.0, 1.0, 0.5, 1.0 / 3.0].iter().any(|result| (share - result).abs() < 1e-6));
            assert!(is_result || examples.inner[row]);
        }
        inner += examples.inner.iter().filter(|&&inner| inner).count();
    }
    assert!(inner > 100, "{inner}");
}

/// While positions wait, others are found, and none twice.
#[test]
fn several_positions_wait_at_once() {
    let root = position(3, 6, 2).expect("a position");
    let mut tree = Tree::new(root, 0.8);
    let Walk::Waiting(first) = tree.walk() else { panic!("the root waits") };
    assert!(matches!(tree.walk(), Walk::Busy));
    tree.judged(first, [1.0 / 3.0; 6], |_| 0.0);
    let mut waiting = Vec::new();
    while let Walk::Waiting(next) = tree.walk() {
        assert!(waiting.len() < 1_000);
        waiting.push(next);
        if waiting.len() == tree.choices() {
            break;
        }
    }
    assert!(waiting.len() > 3, "{}", waiting.len());
    let mut positions: Vec<_> = waiting.iter().map(|waiting| waiting.position).collect();
    positions.dedup();
    assert_eq!(positions.len(), waiting.len());
    for waiting in waiting {
        tree.judged(waiting, [1.0 / 3.0; 6], |_| 0.0);
    }
    assert!((tree.values().iter().take(3).sum::<f32>() - 1.0).abs() < 1e-4);
}
