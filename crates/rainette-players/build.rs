//! Gives the players a number that is another one as soon as a source file or a weight of theirs, of the games or of the
//! model is: what they answer may then be something else.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// What decides how players answer.
const FOLDERS: [&str; 4] = ["../rainette-core/src", "../rainette-games/src", "src", "weights"];

/// FNV-1a, by which a file is told from another; nobody has anything to gain from two that are alike.
struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut sum = Sum(0xCBF2_9CE4_8422_2325);
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let mut found = Vec::new();
        files(Path::new(folder), &mut found)?;
        found.sort();
        for file in found {
            sum.add(file.to_string_lossy().as_bytes());
            sum.add(&fs::read(&file)?);
        }
    }
    println!("cargo::rustc-env=RAINETTE_PLAYERS_SUM={:016x}", sum.0);
    Ok(())
}
