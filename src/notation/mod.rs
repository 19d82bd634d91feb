//! Text in and out: spaces and moves, positions, rule sets. Reading is strict: what is written
//! back is what was read.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // it reads what anybody wrote

mod board;
mod caption;
mod fen;
mod mv;
mod record;
mod rules;
mod space;

pub use board::BoardHints;
pub use fen::FenError;
pub use mv::{MoveError, MoveText};
pub use record::{
    Contradiction, GameRecord, GameRecordError, GameRecords, GameResult, InvalidGameRecord, ReadError,
    RecordCause, Termination,
};
pub use space::SpaceName;

use std::fmt;

/// The most characters of a board with its line. No other text but a record's is as long.
pub(crate) const MAX_LENGTH: usize = 1 << 16;

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
    /// In bytes.
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
            self.advance(word.len());
        }
        found
    }

    /// Steps over the next character.
    fn take_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.advance(next.len_utf8());
        Some(next)
    }

    /// Steps over the characters that come next and fit, and gives them.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.advance(end);
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

    fn advance(&mut self, bytes: usize) {
        self.offset = self.offset.saturating_add(bytes);
    }

    /// Where something other than a blank comes next in the line. What sets colours on a terminal
    /// is as good as a blank.
    fn without_blanks(mut self) -> Cursor<'a> {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t'));
            let mut colour = self;
            if colour.take("\x1b[") {
                colour.take_while(|c| c.is_ascii_digit() || c == ';');
            }
            if self.rest().starts_with("\r\n") {
                self.take("\r");
            } else if colour.offset > self.offset && colour.take("m") {
                self = colour;
            } else {
                return self;
            }
        }
    }

    fn is_at_line_end(&self) -> bool {
        self.is_at_end() || self.rest().starts_with('\n')
    }

    /// Where the next line begins, if there is one.
    fn next_line(mut self) -> Option<Cursor<'a>> {
        self.take_while(|c| c != '\n');
        self.take("\n").then_some(self)
    }

    /// What is wrong here. Takes time in proportion to what was read.
    fn error(&self, problem: impl Into<String>) -> NotationError {
        NotationError::new(problem, self.text.get(..self.offset).map_or(0, |read| read.chars().count()))
    }
}
