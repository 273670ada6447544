//! `rainette play`: a game at this terminal.

use std::io::{BufRead, Write};

use anyhow::{Context as _, ensure};
use rainette_core::{Choices, End, How, Observer, Random as _, Seat, Table, Turn};
use rainette_players::{Cancel, Generator, Spec, choose};

use super::{Opening, read_record};
use crate::random::unforeseen;
use crate::words::{Language, Speak as _};

/// Play a game at this terminal: against computer players, or with others at the keyboard.
///
/// Type an action in notation or its number. `help` lists what else can be typed.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    opening: Opening,

    /// The seats played at this keyboard, such as `0,1`, or `all`; computer players have the others.
    #[arg(long, value_name = "SEATS", default_value = "0")]
    people: String,

    /// How strong the computer players are, 1 to 8.
    #[arg(long, value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,

    /// The seed of the random numbers; by default they cannot be foreseen.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Go on from the end of this record.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seats", "options"])]
    from: Option<String>,

    /// Write the record to this file after every action.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
    let table = match &args.from {
        None => args.opening.table()?,
        Some(file) => {
            let table = read_record(file)?;
            let (game, asked) = (table.info().id, &args.opening.game);
            ensure!(game == asked, "`{file}` is a record of {game}, not of {asked}");
            table
        }
    };
    let people = people(&args.people, table.seats())?;
    let random = args.seed.map_or_else(unforeseen, Generator::new);
    let input = std::io::stdin().lock().lines();
    let mut session = Session {
        table,
        people,
        level: args.level,
        random,
        lang,
        input,
        record: args.record.clone(),
        shown: 0,
        hand: None,
    };
    session.run()
}

fn people(text: &str, seats: usize) -> anyhow::Result<Vec<Seat>> {
    if text == "all" {
        return Ok(Seat::all(seats).collect());
    }
    let seat = |word: &str| {
        let index: Option<usize> = word.trim().parse().ok().filter(|&index| index < seats);
        let index = index
            .with_context(|| format!("--people `{word}`: the seats are 0 to {}, or `all`", seats - 1))?;
        Ok(Seat::new(index))
    };
    text.split(',').filter(|word| !word.trim().is_empty()).map(seat).collect()
}

/// What a line at the prompt asks for.
enum Order {
    Act(String),
    Undo,
    Help,
    Board,
    List,
    Record(Option<String>),
    Resign,
    Quit,
}

struct Session<I> {
    table: Box<dyn Table>,
    /// The seats played at this keyboard.
    people: Vec<Seat>,
    /// How strong the others are.
    level: u8,
    random: Generator,
    lang: Language,
    input: I,
    record: Option<String>,
    /// The events already told.
    shown: usize,
    /// The seat that has the keyboard, if there are secrets to keep from the others.
    hand: Option<Seat>,
}

impl<I: Iterator<Item = std::io::Result<String>>> Session<I> {
    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            match self.table.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    self.table.draw(&mut self.random)?;
                }
                Turn::Seat(seat) if self.people.contains(&seat) => {
                    if !self.turn_of(seat)? {
                        return Ok(());
                    }
                }
                Turn::Seat(seat) => {
                    let (story, seed) =
                        (self.table.story(Observer::Seat(seat)), u64::from(self.random.next_u32()));
                    let spec = Spec::Level(self.level);
                    let advice = choose(&story, spec, None, seed, &Cancel::default())?;
                    self.table.play(seat, &advice.action)?;
                }
            }
            self.save()?;
        }
        self.tell(Observer::Spectator)?;
        self.show(Observer::Spectator)?;
        let result = self.lang.result(self.table.as_ref());
        writeln!(std::io::stdout(), "{result}")?;
        Ok(())
    }

    /// Lets a person at the keyboard act once. False if they leave the game.
    fn turn_of(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if !self.hand_over(seat)? {
            return Ok(false);
        }
        let observer = Observer::Seat(seat);
        self.tell(observer)?;
        self.show(observer)?;
        let choices = self.table.choices();
        list(&choices)?;
        loop {
            let Some(order) = self.ask(seat, &choices)? else {
                return Ok(false);
            };
            match order {
                Order::Act(action) => match self.table.play(seat, &action) {
                    Ok(()) => return Ok(true),
                    Err(error) => {
                        let refusal = self.lang.refusal(self.table.info().id, &error);
                        writeln!(std::io::stdout(), "{refusal}")?;
                    }
                },
                Order::Undo => {
                    if self.undo() {
                        return Ok(true);
                    }
                    let nothing = self.lang.say("there is nothing to take back", "il n’y a rien à reprendre");
                    writeln!(std::io::stdout(), "{nothing}")?;
                }
                Order::Help => self.help()?,
                Order::Board => self.show(observer)?,
                Order::List => list(&choices)?,
                Order::Record(file) => self.write_record(file.as_deref())?,
                Order::Resign => {
                    self.table.stop(End { how: How::Resigned, seat })?;
                    return Ok(true);
                }
                Order::Quit => {
                    self.save()?;
                    return Ok(false);
                }
            }
        }
    }

    /// If secrets are to be kept from others at this keyboard, waits until the right person sits at it.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<bool> {
        let before = self.hand.replace(seat);
        let is_shared = self.table.info().has_secrets && self.people.len() > 1;
        if !is_shared || before == Some(seat) {
            return Ok(true);
        }
        let name = self.lang.seat(seat);
        let mut out = std::io::stdout().lock();
        // Enough empty lines to move what the last person saw off the screen.
        write!(out, "{}", "\n".repeat(60))?;
        let wait = self
            .lang
            .say("press Enter when you are at the keyboard", "appuyez sur Entrée quand vous êtes au clavier");
        write!(out, "{name}: {wait} ")?;
        out.flush()?;
        drop(out);
        Ok(self.input.next().transpose()?.is_some())
    }

    /// Tells what has happened since the last time, as this observer may know it.
    fn tell(&mut self, observer: Observer) -> anyhow::Result<()> {
        let told = self.table.told(observer);
        let game = self.table.info().id;
        let mut out = std::io::stdout().lock();
        writeln!(out)?;
        for told in &told[self.shown.min(told.len())..] {
            for sentence in told.effects.iter().filter_map(|effect| self.lang.effect(game, effect)) {
                writeln!(out, "  {sentence}")?;
            }
        }
        self.shown = told.len();
        Ok(())
    }

    fn show(&self, observer: Observer) -> anyhow::Result<()> {
        writeln!(std::io::stdout(), "\n{}", self.table.picture(observer))?;
        Ok(())
    }

    fn ask(&mut self, seat: Seat, choices: &Choices) -> anyhow::Result<Option<Order>> {
        let mut out = std::io::stdout().lock();
        write!(out, "{} > ", self.lang.seat(seat))?;
        out.flush()?;
        drop(out);
        let Some(line) = self.input.next().transpose()? else {
            writeln!(std::io::stdout())?;
            return Ok(None);
        };
        let line = line.trim();
        let number: Option<usize> = line.parse().ok();
        if let Some((action, _)) = number.and_then(|number| choices.get(number.checked_sub(1)?)) {
            return Ok(Some(Order::Act(action.clone())));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match word {
            "undo" => Order::Undo,
            "" | "help" | "?" => Order::Help,
            "board" => Order::Board,
            "list" => Order::List,
            "record" => Order::Record((!rest.is_empty()).then(|| rest.to_owned())),
            "resign" => Order::Resign,
            "quit" | "exit" => Order::Quit,
            _ => Order::Act(line.to_owned()),
        }))
    }

    /// Takes back the last action made at this keyboard and all that followed. New dice will fall anew.
    fn undo(&mut self) -> bool {
        let events = self.table.record().events;
        let last = events.iter().rposition(|line| line.seat.is_some_and(|seat| self.people.contains(&seat)));
        if let Some(last) = last {
            self.table.truncate(last);
            self.shown = last;
        }
        last.is_some()
    }

    fn help(&self) -> anyhow::Result<()> {
        let help = self.lang.say(
            "  ACTION or its number   play it\n  list     the legal actions again\n  board    the board again\n  \
             undo     take back your last action\n  record [FILE]  show or write the record\n  resign   give up\n  quit     leave",
            "  COUP ou son numéro   le jouer\n  list     les coups permis\n  board    le plateau\n  \
             undo     reprendre votre dernier coup\n  record [FICHIER]  afficher ou écrire la partie\n  resign   abandonner\n  quit     partir",
        );
        let rules = self.lang.say("rules: docs/rules/", "règles : docs/rules/");
        let page = self.lang.say("md", "fr.md");
        writeln!(std::io::stdout(), "{help}\n  {rules}{}.{page}", self.table.info().id)?;
        Ok(())
    }

    fn write_record(&self, file: Option<&str>) -> anyhow::Result<()> {
        let record = self.table.record().to_string();
        match file {
            None => write!(std::io::stdout(), "{record}")?,
            Some(file) => {
                if let Err(error) = std::fs::write(file, record) {
                    writeln!(std::io::stdout(), "`{file}`: {error}")?;
                }
            }
        }
        Ok(())
    }

    fn save(&self) -> anyhow::Result<()> {
        if let Some(file) = &self.record {
            let record = self.table.record().to_string();
            std::fs::write(file, record).with_context(|| format!("`{file}` cannot be written"))?;
        }
        Ok(())
    }
}

/// The legal actions with their numbers, in columns.
fn list(choices: &Choices) -> anyhow::Result<()> {
    let width = choices.iter().map(|(action, _)| action.len()).max().unwrap_or(0) + 6;
    let columns = (80 / width).max(1);
    let mut out = std::io::stdout().lock();
    for (row, line) in choices.chunks(columns).enumerate() {
        for (column, (action, _)) in line.iter().enumerate() {
            write!(out, "{:>3} {action:<1$}", row * columns + column + 1, width - 4)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
