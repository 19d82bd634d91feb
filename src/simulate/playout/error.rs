//! Why a run of random games failed.

use std::fmt;

use crate::support::fallible::Halt;
use crate::support::stop::Stopped;

/// Why a run of random games failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayoutError {
    /// The run was stopped before the last game ended.
    Stopped,
    /// There is not enough memory for the results.
    OutOfMemory,
}

impl fmt::Display for PlayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayoutError::Stopped => "the run was stopped",
            PlayoutError::OutOfMemory => "not enough memory for the results",
        })
    }
}

impl std::error::Error for PlayoutError {}

impl From<Stopped> for PlayoutError {
    fn from(_: Stopped) -> PlayoutError {
        PlayoutError::Stopped
    }
}

impl From<Halt> for PlayoutError {
    fn from(halt: Halt) -> PlayoutError {
        match halt {
            Halt::OutOfMemory => PlayoutError::OutOfMemory,
            Halt::Stopped => PlayoutError::Stopped,
        }
    }
}
