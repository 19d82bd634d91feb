//! Why a run of random games failed.

use core::fmt;

use crate::support::fallible::from_halt;

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

impl core::error::Error for PlayoutError {}

from_halt!(PlayoutError);
