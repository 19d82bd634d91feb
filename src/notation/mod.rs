//! Text in and out: spaces and moves, positions, rule sets. Reading is strict: what is written
//! back is what was read.

mod fen;
mod mv;
mod record;
mod rules;

pub use fen::FenError;
pub use mv::MoveError;
pub use record::{
    Contradiction, GameRecord, GameRecordError, GameRecords, GameResult, InvalidGameRecord, ReadError,
    RecordCause, Termination,
};

use std::fmt;

/// Text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// What is wrong, and what would have been right.
    pub problem: String,
    /// How many characters into the text.
    pub offset: usize,
}

impl NotationError {
    fn new(problem: impl Into<String>, offset: usize) -> NotationError {
        NotationError { problem: problem.into(), offset }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at offset {}", self.problem, self.offset)
    }
}

impl std::error::Error for NotationError {}

/// Reads a text from left to right.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, offset: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or("")
    }

    fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Steps over `word` if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.offset += word.len();
        }
        found
    }

    /// Steps over the characters that come next and fit, and gives them.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.offset += end;
        rest.get(..end).unwrap_or("")
    }

    /// A number from 1 without a leading zero, and without a sign; `None` if none comes next.
    /// What is too large for the type comes out as its largest value.
    fn take_number(&mut self) -> Option<u8> {
        if !self.rest().starts_with(|c: char| matches!(c, '1'..='9')) {
            return None;
        }
        let digits = self.take_while(|c| c.is_ascii_digit());
        Some(digits.parse().unwrap_or(u8::MAX))
    }

    fn error(&self, problem: impl Into<String>) -> NotationError {
        NotationError::new(problem, self.offset)
    }
}
