//! Spaces, moves, positions, boards and rule sets as text. Reading is strict: every value but a rule set and
//! a board has exactly one text. [`WHITE_SPACE`] at its ends is ignored.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the text is untrusted

mod board;
mod caption;
mod cursor;
mod fen;
mod mv;
mod rows;
mod rules;
mod space;
mod style;

pub use board::BoardHints;
pub(crate) use cursor::Cursor;
pub use fen::FenError;
pub use mv::{MoveError, MoveText};
pub use space::SpaceName;
pub use style::BoardStyle;

use alloc::string::String;
use core::fmt;

use crate::support::input_error::InputError;

/// The characters that are ignored at the ends of the text of a move, a position or a rule set.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The largest number of characters of a board with its line. Only records may be longer.
pub const MAX_LENGTH: usize = 1 << 16;

/// The error for malformed text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NotationError {
    /// What is wrong, and what was expected.
    pub problem: String,
    /// The number of characters before the error.
    pub offset: usize,
}

impl NotationError {
    pub(crate) fn new(problem: impl Into<String>, offset: usize) -> NotationError {
        NotationError { problem: problem.into(), offset }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at offset {}", self.problem, self.offset)
    }
}

impl core::error::Error for NotationError {}

impl InputError for NotationError {
    fn offset(&self) -> Option<u64> {
        Some(self.offset as u64)
    }
}
