//! Errors in game records, with their places.

use std::fmt;

use crate::position::Position;
use crate::rules::rule_set::InvalidRules;
use crate::support::names::shortened;
use crate::text::notation::{FenError, MoveError};

/// Why a text is not a game record, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GameRecordError {
    /// What is wrong, and what was expected.
    pub problem: String,
    /// The first 80 characters of the offending text; empty if something is missing.
    pub text: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in that line, in characters, counted from 1.
    pub column: u64,
    /// The offset of the error: in bytes of a file, or in characters of a text.
    pub offset: u64,
    /// The number of the record, counted from 1.
    pub game: u64,
    /// The number of the move, counted from 1; `None` if the error is not about a move.
    pub ply: Option<u64>,
    /// The position before the error, if one was reached.
    pub position: Option<Box<Position>>,
    /// The error that caused this one, if there is one.
    pub cause: Option<Box<RecordCause>>,
}

/// The error in a part of a record, with the text of that part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordCause {
    /// An item is not a move, or not a legal move.
    Move {
        /// The item.
        text: Box<str>,
        /// Why it is not a legal move.
        error: MoveError,
    },
    /// The value of the tag `FEN` is not a valid position.
    Fen {
        /// The value.
        text: Box<str>,
        /// Why it is not a valid position.
        error: FenError,
    },
    /// The value of the tag `Rules` is not a rule set.
    Rules(InvalidRules),
}

impl fmt::Display for GameRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: game {}", self.line, self.column, self.game)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.text.is_empty() {
            write!(f, ", found {:?}", self.text)?;
        }
        write!(f, ", at offset {}", self.offset)?;
        match &self.position {
            Some(position) => write!(f, ", in {position}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for GameRecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.cause.as_deref()? {
            RecordCause::Move { error, .. } => Some(error),
            RecordCause::Fen { error, .. } => Some(error),
            RecordCause::Rules(error) => Some(error),
        }
    }
}

/// An error in a record. Its place is given by the rest of the text, so that lines are counted only if there is
/// an error.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    pub(super) problem: String,
    pub(super) rest: &'a str,
    pub(super) text: &'a str,
    pub(super) ply: Option<usize>,
    pub(super) position: Option<Box<Position>>,
    pub(super) cause: Option<Box<RecordCause>>,
}

impl<'a> Fault<'a> {
    /// `text` is the offending part at the beginning of `rest`.
    pub(super) fn new(problem: impl Into<String>, rest: &'a str, text: &'a str) -> Fault<'a> {
        Fault { problem: problem.into(), rest, text, ply: None, position: None, cause: None }
    }

    pub(super) fn at_ply(self, ply: usize) -> Fault<'a> {
        Fault { ply: Some(ply), ..self }
    }

    pub(super) fn in_position(self, position: &Position) -> Fault<'a> {
        Fault { position: Some(Box::new(*position)), ..self }
    }

    pub(super) fn because(self, cause: RecordCause) -> Fault<'a> {
        Fault { cause: Some(Box::new(cause)), ..self }
    }
}

/// The unit of offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    Characters,
}

/// The number of a record, and where it begins in the file or text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) unit: Unit,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) game: u64,
}

impl Origin {
    /// The beginning of the file or text.
    pub(super) const fn new(unit: Unit) -> Origin {
        Origin { unit, offset: 0, line: 1, column: 1, game: 1 }
    }

    /// The error for a fault in the record's text. Its cost is linear in the text.
    pub(super) fn error(&self, text: &str, fault: Fault<'_>) -> GameRecordError {
        let before = text.strip_suffix(fault.rest).unwrap_or(text);
        GameRecordError {
            text: shortened(fault.text),
            ply: fault.ply.map(|ply| ply as u64),
            position: fault.position,
            cause: fault.cause,
            ..self.error_after(before, fault.problem)
        }
    }

    /// An error after the part `before` of the record's text, without a quotation.
    pub(super) fn error_after(&self, before: &str, problem: String) -> GameRecordError {
        let (lines, last) = match before.rsplit_once('\n') {
            Some((lines, last)) => (lines.matches('\n').count().saturating_add(1), last),
            None => (0, before),
        };
        let indent = if lines == 0 { self.column } else { 1 };
        let far = match self.unit {
            Unit::Bytes => before.len(),
            Unit::Characters => before.chars().count(),
        };
        GameRecordError {
            problem,
            text: String::new(),
            line: self.line.saturating_add(lines as u64),
            column: indent.saturating_add(last.chars().count() as u64),
            offset: self.offset.saturating_add(far as u64),
            game: self.game,
            ply: None,
            position: None,
            cause: None,
        }
    }
}
