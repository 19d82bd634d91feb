//! Spaces, moves, positions, boards and rule sets as text. Reading is strict: every value but a rule set and
//! a board has exactly one text.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the text may come from anybody

mod board;
mod caption;
mod fen;
mod mv;
mod names;
mod rows;
mod rules;
mod space;
mod style;

pub use board::BoardHints;
pub use fen::FenError;
pub use mv::{MoveError, MoveText};
pub use names::UnknownName;
pub(crate) use names::find_name;
pub use space::SpaceName;
pub use style::BoardStyle;

use std::fmt;

/// The most characters of a board with its line. Only records are longer.
pub(crate) const MAX_LENGTH: usize = 1 << 16;

/// A text that is not written as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotationError {
    /// What is wrong, and what was expected.
    pub problem: String,
    /// The number of characters before the error.
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

    fn starts_with_digit(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit())
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

    /// Steps over the characters that come next and fit, and returns them.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.advance(end);
        rest.get(..end).unwrap_or("")
    }

    /// A number from 1 without a leading zero, and without a sign; `None` if none comes next.
    /// A number that is too large for the type becomes its largest value.
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

    /// The same line from its next character that is not a blank. Codes that set colours on a terminal
    /// count as blanks.
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

    /// The beginning of the next line, if there is one.
    fn next_line(mut self) -> Option<Cursor<'a>> {
        self.take_while(|c| c != '\n');
        self.take("\n").then_some(self)
    }

    /// An error at this place. Its cost is linear in the text before.
    fn error(&self, problem: impl Into<String>) -> NotationError {
        NotationError::new(problem, self.text.get(..self.offset).map_or(0, |read| read.chars().count()))
    }
}
