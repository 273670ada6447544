//! Records to open tables from: the longest that the server takes.

use std::fmt::Write as _;

use rainette_core::{Random, Table, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use super::super::socket::Trouble;
use super::bystander::Screen;
use super::client::Client;
use super::{Field, commits};

/// Before a game of Abagio both roll until the numbers differ: a record in which they never do.
pub(crate) fn stacked(events: usize) -> Value {
    let text = format!(
        "rainette record 1\ngame abagio\nedition 1\nseats 2\n\n{}",
        "chance start 1 1\n".repeat(events)
    );
    wish("abagio", &text)
}

/// A game in which anything legal was played, as far as this many events, and not to its end.
pub(crate) fn played(game: &str, events: usize, seed: u64) -> Value {
    wish(game, &text(game, events, seed))
}

/// Both seats are one's own; it starts at once, from this record.
fn wish(game: &str, text: &str) -> Value {
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let from = json!({ "is": "record", "text": text });
    json!({ "game": game, "name": "Guest", "seats": seats, "start_when_full": true, "from": from })
}

struct Dice(Xoshiro256PlusPlus);

impl Random for Dice {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

fn text(game: &str, events: usize, seed: u64) -> String {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut table = rainette_games::table(game, 2, &[]).expect("two play it");
    while table.len() < events && step(table.as_mut(), &mut dice) {}
    // A game that is over cannot be played on from.
    if table.turn() == Turn::Over {
        table.truncate(table.len().saturating_sub(10));
    }
    let mut text = String::new();
    let _ = write!(text, "{}", table.record());
    text
}

/// Lets anything happen; gives whether anything could.
fn step(table: &mut dyn Table, dice: &mut Dice) -> bool {
    match table.turn() {
        Turn::Chance => table.draw(dice).is_ok(),
        Turn::Seat(seat) => {
            let choices = table.choices();
            let pick = dice.below(choices.len() as u32) as usize;
            table.play(seat, &choices[pick].0).is_ok()
        }
        Turn::Over => false,
    }
}

/// The wishes for a table with much to tell, the most first.
pub(crate) fn longest() -> Vec<Value> {
    let mut wishes: Vec<Value> = [14_500, 4_000, 1_000].into_iter().map(stacked).collect();
    wishes.extend([4_000, 1_000, 400, 100].into_iter().map(|events| played("pool-party", events, 7)));
    wishes
}

/// Opens a table with as much to tell as the server takes; gives the wish too.
pub(crate) async fn open_longest(client: &Client) -> Result<(String, Value), Trouble> {
    for wish in longest() {
        if let Ok(seated) = client.open(&wish).await {
            return Ok((seated.table, wish));
        }
    }
    Err("no table could be opened from a record".into())
}

/// Opens a table with as long a log as can be made in a moment; gives its id.
pub(crate) async fn open_grown(field: &Field, client: &Client) -> Result<String, Trouble> {
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    let committed = client.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    commits::commit(field, client, &committed, 4, 190).await;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "pool-party", "name": "Host", "seats": seats, "start_when_full": true });
    let played = client.open(&wish).await?.table;
    let mut screen = Screen::new(client, &played).await?;
    for _ in 0..field.pick(60, 95) {
        while screen.actions.is_empty() && !screen.is_over {
            screen.hear().await?;
        }
        if !screen.is_over {
            screen.act().await?;
        }
    }
    let mut sizes = Vec::new();
    for table in [committed, played] {
        let size = client.get(&format!("/api/tables/{table}")).await?.body.len();
        sizes.push((size, table));
    }
    sizes.into_iter().max().map(|(_, table)| table).ok_or_else(|| "no table could be opened".into())
}
