//! `rainette play`: a game at this terminal.

use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use rainette_core::{Choices, End, How, Observer, Random as _, Seat, Table, Turn};
use rainette_players::{Budget, Cancel, EndgameTables, Generator, Spec, choose_knowing};
use rainette_words::{Ink, Marks};

use super::flags::{Opening, Solved};
use super::hint::write_advice;
use super::read_record;
use crate::random::unforeseen;
use crate::terminal::{Audience, marks_of, marks_of_action, out, painted, without_set_up};
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

    /// The names of the people at this keyboard, in the order of their seats, such as `Ada,Bruno`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,

    /// How strong the computer players are, 1 to 8.
    #[arg(long, value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,

    /// Another computer player instead of a level: `best`, `best-1`, `mcts`, `uct`, `greedy` or `random`.
    #[arg(long, value_name = "NAME", conflicts_with = "level")]
    player: Option<Spec>,

    /// The seed of the random numbers; by default they cannot be foreseen.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Go on from the end of this record.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seats", "options"])]
    from: Option<String>,

    /// Write the record to this file after every action.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,

    #[command(flatten)]
    solved: Solved,
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
    let audience = audience(table.as_ref(), &people, &args.names, lang)?;
    let random = args.seed.map_or_else(unforeseen, Generator::new);
    let input = std::io::stdin().lock().lines();
    let tables = args.solved.endgames(table.info().id)?;
    let mut session = Session {
        table,
        people,
        player: args.player.unwrap_or(Spec::Level(args.level)),
        tables,
        random,
        audience,
        input,
        record: args.record.clone(),
        shown: 0,
        marks: Marks::default(),
        hand: None,
    };
    session.run()
}

/// What everybody is called: people as they want, computer players as on the page.
fn audience(
    table: &dyn Table,
    people: &[Seat],
    names: &[String],
    lang: Language,
) -> anyhow::Result<Audience> {
    let wanted: Vec<_> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    ensure!(
        wanted.len() <= people.len(),
        "--names has {} names for {} at this keyboard: `--people` says which seats are played here",
        wanted.len(),
        people.len()
    );
    let name = |seat| match people.iter().position(|&person| person == seat) {
        Some(place) => wanted.get(place).map_or_else(|| lang.person(seat), |name| (*name).to_owned()),
        None => lang.name_of_computer(seat).to_owned(),
    };
    let names = Seat::all(table.seats()).map(name).collect();
    Ok(Audience { lang, game: table.info().id, names, you: None })
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
    let mut seats: Vec<Seat> =
        text.split(',').filter(|word| !word.trim().is_empty()).map(seat).collect::<anyhow::Result<_>>()?;
    seats.sort_unstable();
    seats.dedup();
    Ok(seats)
}

/// What a line at the prompt asks for.
enum Order {
    Act(String),
    Undo,
    Hint,
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
    /// Who plays for the others.
    player: Spec,
    /// The endgames that computer players know.
    tables: EndgameTables,
    random: Generator,
    audience: Audience,
    input: I,
    record: Option<String>,
    /// The events already told.
    shown: usize,
    /// What they moved.
    marks: Marks,
    /// The seat that has the keyboard, if there are secrets to keep from the others.
    hand: Option<Seat>,
}

impl<I: Iterator<Item = std::io::Result<String>>> Session<I> {
    fn run(&mut self) -> anyhow::Result<()> {
        self.greet()?;
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
                    let (player, tables) = (self.player, &self.tables);
                    let advice = choose_knowing(&story, player, None, seed, &Cancel::default(), tables)?;
                    self.table.play(seat, &advice.action)?;
                }
            }
            self.save()?;
        }
        self.farewell()
    }

    fn lang(&self) -> Language {
        self.audience.lang
    }

    /// Who plays what against whom, in a line.
    fn greet(&mut self) -> anyhow::Result<()> {
        let lang = self.lang();
        self.audience.you = self.only_person();
        let info = self.table.info();
        let options = self.table.record().options;
        let options = options.iter().map(|(name, value)| lang.words().option_value(info.id, name, *value));
        let title: Vec<_> = std::iter::once(lang.words().game(info.id)).chain(options).collect();
        let players: Vec<_> = Seat::all(self.table.seats()).map(|seat| self.audience.marked(seat)).collect();
        let has_computers = self.people.len() < self.table.seats();
        let level = match self.player {
            _ if !has_computers => String::new(),
            Spec::Level(level) => format!(" ({})", lang.words().level(level)),
            other => format!(" ({other})"),
        };
        let help = lang.say("`help` lists what can be typed.", "« aide » dit tout ce qui peut se taper.");
        let title = painted(&title.join(", "), Ink::Strong);
        writeln!(out(), "{title} · {}{level}. {help}", players.join(", "))?;
        Ok(())
    }

    /// The one who plays at this keyboard, if there is only one.
    fn only_person(&self) -> Option<Seat> {
        match self.people[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The end of the game, as the only person at this keyboard sees it, or as everybody does.
    fn farewell(&mut self) -> anyhow::Result<()> {
        self.audience.you = self.only_person();
        let observer = self.audience.you.map_or(Observer::Spectator, Observer::Seat);
        self.tell(observer)?;
        self.show(observer, &self.marks)?;
        // The board of a game that is over says who won; of one that was given up it does not know.
        if self.table.record().end.is_some() {
            let result = self.lang().result(self.table.as_ref(), &self.audience);
            writeln!(out(), "{}", painted(&result, Ink::Strong))?;
        }
        Ok(())
    }

    /// Lets a person at the keyboard act once. False if they leave the game.
    fn turn_of(&mut self, seat: Seat) -> anyhow::Result<bool> {
        self.audience.you = Some(seat);
        if !self.hand_over(seat)? {
            return Ok(false);
        }
        let observer = Observer::Seat(seat);
        self.tell(observer)?;
        self.show(observer, &self.marks)?;
        let choices = self.table.choices();
        self.audience.list(&mut out(), &choices)?;
        loop {
            let Some(order) = self.ask(seat, &choices)? else {
                return Ok(false);
            };
            match order {
                Order::Act(action) => match self.table.play(seat, &action) {
                    Ok(()) => return Ok(true),
                    Err(error) => {
                        let refusal = self.lang().refusal(self.table.info().id, &error);
                        writeln!(out(), "{refusal}")?;
                    }
                },
                Order::Undo => {
                    if self.undo() {
                        return Ok(true);
                    }
                    let nothing =
                        self.lang().say("there is nothing to take back", "il n’y a rien à reprendre");
                    writeln!(out(), "{nothing}")?;
                }
                Order::Hint => self.hint(seat)?,
                Order::Help => self.help()?,
                Order::Board => self.show(observer, &self.marks)?,
                Order::List => self.audience.list(&mut out(), &choices)?,
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
        let name = self.audience.name(seat);
        let mut out = out();
        // Enough empty lines to move what the last person saw off the screen.
        write!(out, "{}", "\n".repeat(60))?;
        let wait = self.lang().say(
            ": press Enter when you are at the keyboard",
            " : appuyez sur Entrée quand vous êtes au clavier",
        );
        write!(out, "{name}{wait} ")?;
        out.flush()?;
        Ok(self.input.next().transpose()?.is_some())
    }

    /// Tells what has happened since the last time, as this observer may know it.
    fn tell(&mut self, observer: Observer) -> anyhow::Result<()> {
        let told = without_set_up(&self.table.told(observer));
        let news = &told[self.shown.min(told.len())..];
        let mut text = Vec::new();
        self.audience.tell(&mut text, news)?;
        if !text.is_empty() {
            let mut out = out();
            writeln!(out)?;
            out.write_all(&text)?;
        }
        self.marks = marks_of(news);
        self.shown = told.len();
        Ok(())
    }

    fn show(&self, observer: Observer, marks: &Marks) -> anyhow::Result<()> {
        let mut out = out();
        writeln!(out)?;
        self.audience.board(&mut out, self.table.as_ref(), observer, marks)?;
        writeln!(out)?;
        Ok(())
    }

    /// The board with what the strongest player would do, and what else it looked at.
    fn hint(&mut self, seat: Seat) -> anyhow::Result<()> {
        let story = self.table.story(Observer::Seat(seat));
        let seed = u64::from(self.random.next_u32());
        let budget = Some(Budget::Time(HINT));
        let advice = choose_knowing(&story, Spec::Best, budget, seed, &Cancel::default(), &self.tables)?;
        self.show(Observer::Seat(seat), &marks_of_action(self.table.as_ref(), seat, &advice.action))?;
        write_advice(&mut out(), &self.audience, &advice, HINTS)?;
        Ok(())
    }

    fn ask(&mut self, seat: Seat, choices: &Choices) -> anyhow::Result<Option<Order>> {
        let mut out = out();
        // Several people are called by their names, so that each knows whose turn it is.
        let who = match self.only_person() {
            Some(_) => self.audience.marked(seat),
            None => Audience { you: None, ..self.audience.clone() }.marked(seat),
        };
        write!(out, "{who} > ")?;
        out.flush()?;
        let Some(line) = self.input.next().transpose()? else {
            writeln!(out)?;
            return Ok(None);
        };
        Ok(Some(order(line.trim(), choices)))
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
        let lang = self.lang();
        let orders = [
            (("ACTION", "COUP"), ("or its number: play it", "ou son numéro : le jouer")),
            (("list", "liste"), ("the legal actions again", "les coups permis")),
            (("board", "plateau"), ("the board again", "le plateau")),
            (("hint", "conseil"), ("what the strongest player would do", "ce que jouerait le plus fort")),
            (("undo", "reprendre"), ("take back your last action", "reprendre votre dernier coup")),
            (
                ("record [FILE]", "partie [FICHIER]"),
                ("show or write the record", "afficher ou écrire la partie"),
            ),
            (("resign", "abandonner"), ("give up", "déclarer forfait")),
            (("quit", "quitter"), ("leave", "partir")),
        ];
        let mut out = out();
        for ((word, mot), (what, quoi)) in orders {
            let word = painted(&format!("{:<16}", lang.say(word, mot)), Ink::Strong);
            writeln!(out, "  {word} {}", lang.say(what, quoi))?;
        }
        let marks = lang.say(
            "on the board: ( ) left here, [ ] came here",
            "sur le plateau : ( ) parti d’ici, [ ] arrivé ici",
        );
        let rules = lang.say("rules: docs/rules/", "règles : docs/rules/");
        let page = lang.say("md", "fr.md");
        writeln!(out, "  {marks}\n  {rules}{}.{page}", self.table.info().id)?;
        Ok(())
    }

    fn write_record(&self, file: Option<&str>) -> anyhow::Result<()> {
        let record = self.table.record().to_string();
        match file {
            None => write!(out(), "{record}")?,
            Some(file) => {
                if let Err(error) = std::fs::write(file, record) {
                    writeln!(out(), "`{file}`: {error}")?;
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

/// How long the strongest player may think about a hint, and how many actions it names.
const HINT: Duration = Duration::from_secs(1);
const HINTS: usize = 5;

/// What a line at the prompt asks for: a number, one of the words of either language, or an action.
fn order(line: &str, choices: &Choices) -> Order {
    let number: Option<usize> = line.parse().ok();
    if let Some((action, _)) = number.and_then(|number| choices.get(number.checked_sub(1)?)) {
        return Order::Act(action.clone());
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "undo" | "reprendre" => Order::Undo,
        "hint" | "conseil" => Order::Hint,
        "" | "help" | "aide" | "?" => Order::Help,
        "board" | "plateau" => Order::Board,
        "list" | "liste" => Order::List,
        "record" | "partie" => Order::Record((!rest.is_empty()).then(|| rest.to_owned())),
        "resign" | "abandonner" => Order::Resign,
        "quit" | "exit" | "quitter" => Order::Quit,
        _ => Order::Act(line.to_owned()),
    }
}
