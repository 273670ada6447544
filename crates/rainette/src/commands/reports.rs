//! `rainette reports`: what people have reported to whoever runs the server.

use rainette_server::protocol::{ChatLine, ReportReason};
use rainette_server::server::{clear_reports, reports};
use rainette_server::store::KeptReport;
use serde_json::json;

use super::flags::Stored;
use crate::words::Language;

/// List what people have reported, or erase it.
///
/// Each report stands with the lines of chat that it is about. A server may use the store meanwhile.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    stored: Stored,

    /// Print the reports as JSON
    #[arg(long)]
    json: bool,

    /// Erase the report with this number, or `all` of them
    #[arg(long, value_name = "NUMBER|all", value_parser = which, conflicts_with = "json")]
    clear: Option<Which>,
}

/// Which reports are erased.
#[derive(Clone, Copy)]
enum Which {
    All,
    One(i64),
}

fn which(text: &str) -> Result<Which, String> {
    match text {
        "all" => Ok(Which::All),
        number => {
            number.parse().map(Which::One).map_err(|_| "expected the number of a report, or `all`".to_owned())
        }
    }
}

pub(crate) fn run(args: Args, lang: Language) -> anyhow::Result<()> {
    let database = args.stored.database()?;
    if let Some(which) = args.clear {
        let number = match which {
            Which::All => None,
            Which::One(number) => Some(number),
        };
        let cleared = clear_reports(&database, number)?;
        if let (Some(number), 0) = (number, cleared) {
            anyhow::bail!("there is no report {number}");
        }
        match lang {
            Language::En => println!("reports erased: {cleared}"),
            Language::Fr => println!("signalements effacés : {cleared}"),
        }
        return Ok(());
    }
    let reports = reports(&database)?;
    if args.json {
        let all: Vec<_> = reports.iter().map(as_json).collect();
        println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(());
    }
    if reports.is_empty() {
        match lang {
            Language::En => println!("nothing was reported"),
            Language::Fr => println!("rien n’a été signalé"),
        }
    }
    for kept in &reports {
        print!("{}", text(kept, lang));
    }
    Ok(())
}

fn as_json(KeptReport { number, report }: &KeptReport) -> serde_json::Value {
    json!({
        "number": number, "at": report.at, "table": report.table, "game": report.game, "person": report.person,
        "name": report.name, "mark": report.mark, "by": report.by, "from": report.from, "reason": report.reason, "text": report.text,
        "chat": report.chat,
    })
}

/// A report in lines of text.
fn text(KeptReport { number, report }: &KeptReport, lang: Language) -> String {
    let (reason, at, table) = (reason(report.reason, lang), moment(report.at), &report.table);
    let who = match (report.person, lang) {
        (Some(person), _) => {
            let name = report.name.as_deref().unwrap_or("?");
            let mark = report.mark.as_deref().unwrap_or("?");
            match lang {
                Language::En => format!("{name} (person {person}, mark {mark})"),
                Language::Fr => format!("{name} (personne {person}, marque {mark})"),
            }
        }
        (None, Language::En) => "the table".to_owned(),
        (None, Language::Fr) => "la table".to_owned(),
    };
    let mut lines = vec![match lang {
        Language::En => format!("{number}. {at}: {who}, table {table}: {reason}"),
        Language::Fr => format!("{number}. {at} : {who}, table {table} : {reason}"),
    }];
    if !report.text.is_empty() {
        lines.push(format!("   {}", report.text));
    }
    let colon = if lang == Language::Fr { " :" } else { ":" };
    let said = |line: &ChatLine| format!("   > {}{colon} {}", line.name.as_deref().unwrap_or("?"), line.text);
    lines.extend(report.chat.iter().map(said));
    lines.join("\n") + "\n"
}

/// A reason as the page says it.
fn reason(reason: ReportReason, lang: Language) -> &'static str {
    let (english, french) = match reason {
        ReportReason::Name => ("an offensive name", "un nom offensant"),
        ReportReason::Abuse => ("insults, threats or hatred", "insultes, menaces ou haine"),
        ReportReason::Spam => {
            ("advertising, or the same again and again", "publicité, ou toujours la même chose")
        }
        ReportReason::Play => ("spoiling the game on purpose", "gâcher la partie exprès"),
        ReportReason::Other => ("something else", "autre chose"),
    };
    match lang {
        Language::En => english,
        Language::Fr => french,
    }
}

/// A time in UTC, as in `2026-11-16 15:04`.
fn moment(at: i64) -> String {
    let (days, minutes) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000) / 60_000);
    // Years that begin in March have their odd day at the end.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use rainette_server::store::Report;

    use super::*;

    fn report(person: Option<u32>) -> KeptReport {
        let line =
            ChatLine { number: 1, at: 0, person: 2, name: Some("Bo".to_owned()), text: "grr".to_owned() };
        let report = Report {
            at: 951_782_400_000,
            table: "pond".to_owned(),
            game: "hop-it".to_owned(),
            person,
            name: person.map(|_| "Bo".to_owned()),
            mark: person.map(|_| "m1".to_owned()),
            by: Some("m2".to_owned()),
            from: None,
            reason: ReportReason::Abuse,
            text: "he growls".to_owned(),
            chat: vec![line],
        };
        KeptReport { number: 12, report }
    }

    #[test]
    fn a_report_is_told_in_the_language_of_whoever_reads_it() {
        assert_eq!(
            text(&report(Some(2)), Language::En),
            "12. 2000-02-29 00:00 UTC: Bo (person 2, mark m1), table pond: insults, threats or hatred\n   \
             he growls\n   > Bo: grr\n"
        );
        assert_eq!(
            text(&report(Some(2)), Language::Fr),
            "12. 2000-02-29 00:00 UTC : Bo (personne 2, marque m1), table pond : insultes, menaces ou haine\n   \
             he growls\n   > Bo : grr\n"
        );
        assert!(
            text(&report(None), Language::Fr)
                .starts_with("12. 2000-02-29 00:00 UTC : la table, table pond : ")
        );
        let reasons = [
            ReportReason::Name,
            ReportReason::Abuse,
            ReportReason::Spam,
            ReportReason::Play,
            ReportReason::Other,
        ];
        for it in reasons {
            let code = serde_json::to_value(it).expect("JSON");
            assert_ne!(reason(it, Language::En), reason(it, Language::Fr), "{code}");
        }
    }

    #[test]
    fn times_are_those_of_a_calendar() {
        for (at, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_340_000, "2000-02-28 23:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_793_923_200_000, "2026-11-06 00:00 UTC"),
        ] {
            assert_eq!(moment(at), text);
        }
    }
}
