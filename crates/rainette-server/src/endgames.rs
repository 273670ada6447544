//! Endgame tables in the data folder: `endgames/GAME/CLASS.table`, as `rainette tables` makes them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rainette_players::{EndgameTables, FileError};
use thiserror::Error;

/// How the names of tables end.
const EXTENSION: &str = "table";

/// Why tables cannot be used.
#[derive(Debug, Error)]
pub enum EndgamesError {
    /// A file or folder cannot be read.
    #[error("the endgame tables in `{}` cannot be read", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file is no table, or no longer what was written.
    #[error("`{}` is no table that can be used: remove it, and `rainette tables` makes it anew", .0.display())]
    Table(PathBuf, #[source] FileError),
    /// A file holds something else than its name says.
    #[error("`{}` holds the table `{class}`: name it `{class}.table`", file.display())]
    Name {
        /// The file.
        file: PathBuf,
        /// What it holds.
        class: String,
    },
}

/// The folder in which the tables of a game are kept.
pub fn folder(data: &Path, game: &str) -> PathBuf {
    data.join("endgames").join(game)
}

/// The file of a class of endgames.
pub fn file(data: &Path, game: &str, class: &str) -> PathBuf {
    folder(data, game).join(class).with_extension(EXTENSION)
}

/// Puts in a table from a file, which must be named after its class.
pub fn add(tables: &mut EndgameTables, file: &Path) -> Result<(), EndgamesError> {
    let bytes = fs::read(file).map_err(|error| EndgamesError::Read(file.to_owned(), error))?;
    let class = tables.add(&bytes).map_err(|error| EndgamesError::Table(file.to_owned(), error))?;
    if file.file_stem().is_none_or(|name| name != class.as_str()) {
        return Err(EndgamesError::Name { file: file.to_owned(), class });
    }
    Ok(())
}

/// Puts in all tables of a game that a data folder has.
pub fn add_all(tables: &mut EndgameTables, data: &Path, game: &str) -> Result<(), EndgamesError> {
    files(data, game)?.iter().try_for_each(|file| add(tables, file))
}

/// The tables that are built in, and all those of a data folder. If some cannot be read, people play all the same, and
/// the log says so.
pub(crate) fn all(data: &Path) -> EndgameTables {
    let mut tables = EndgameTables::built_in();
    add_usable(&mut tables, data);
    tables
}

fn add_usable(tables: &mut EndgameTables, data: &Path) {
    let report = |error: &EndgamesError| {
        let cause = std::error::Error::source(error).map(ToString::to_string);
        tracing::error!(%error, cause, "an endgame table is not used");
    };
    for game in rainette_games::games() {
        match files(data, game.id) {
            Ok(files) => {
                let added = files.iter().map(|file| add(tables, file));
                added.filter_map(Result::err).for_each(|error| report(&error));
            }
            Err(error) => report(&error),
        }
    }
}

fn files(data: &Path, game: &str) -> Result<Vec<PathBuf>, EndgamesError> {
    let mut files = entries(&folder(data, game))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == EXTENSION));
    Ok(files)
}

/// What is in a folder, by name; nothing if it is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, EndgamesError> {
    let wrong = |error| EndgamesError::Read(folder.to_owned(), error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(wrong(error)),
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>().map_err(wrong)?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rainette_players::EndgameClass;

    #[test]
    fn a_damaged_table_is_left_out_and_the_others_are_used() {
        let data = std::env::temp_dir().join(format!("rainette-endgames-{}", std::process::id()));
        let game = rainette_games::games()[0].id;
        fs::create_dir_all(folder(&data, game)).expect("a folder");
        let built_in = EndgameTables::built_in();
        let [first, second] = EndgameClass::all(game, 4).expect("classes")[..2] else {
            panic!("two classes")
        };
        let bytes = [first, second].map(|class| built_in.bytes(class).expect("it is built in"));
        // By name the damaged one comes first.
        let [damaged, whole] = [first, second].map(|class| file(&data, game, &class.to_string()));
        fs::write(&damaged, &bytes[0][..100]).expect("a file");
        fs::write(&whole, &bytes[1]).expect("a file");
        let mut tables = EndgameTables::none();
        assert!(
            matches!(add_all(&mut tables, &data, game), Err(EndgamesError::Table(file, _)) if file == damaged)
        );
        let mut tables = EndgameTables::none();
        add_usable(&mut tables, &data);
        assert_eq!((tables.has(first), tables.has(second)), (false, true));
        let _ = fs::remove_dir_all(&data);
    }
}
