//! What a build may lack: whoever plays at home waits for fewer crates to be compiled, whoever runs a club has it all.

use std::fmt;

use thiserror::Error;

/// A part of the server that is built on request, by a feature of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Tables in PostgreSQL, which several nodes can share.
    Postgres,
    /// The bus between nodes, and workers.
    Nats,
    /// Traces for OpenTelemetry.
    Otlp,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Postgres, Self::Nats, Self::Otlp];

    /// Does this build have it?
    pub const fn is_built_in(self) -> bool {
        match self {
            Self::Postgres => cfg!(feature = "postgres"),
            Self::Nats => cfg!(feature = "nats"),
            Self::Otlp => cfg!(feature = "otlp"),
        }
    }

    /// Refuses what is asked for and not built in.
    pub(crate) fn needed_if(self, is_asked_for: bool) -> Result<(), Missing> {
        if is_asked_for && !self.is_built_in() { Err(Missing(self)) } else { Ok(()) }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Postgres => "PostgreSQL",
            Self::Nats => "NATS",
            Self::Otlp => "OpenTelemetry",
        })
    }
}

/// This build lacks what it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this program was built without {0}: build it with `cargo build --profile dist --features full`")]
pub struct Missing(pub Part);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_part_is_named_together_with_what_brings_it() {
        assert_eq!(
            Missing(Part::Nats).to_string(),
            "this program was built without NATS: build it with `cargo build --profile dist --features full`"
        );
    }

    #[test]
    fn a_part_that_is_not_asked_for_is_not_missed() {
        for part in Part::ALL {
            assert_eq!(part.needed_if(false), Ok(()));
            assert_eq!(part.needed_if(true).is_ok(), part.is_built_in(), "{part}");
        }
    }
}
