//! Text that is no game record, and where it is none.

use std::fmt;

use crate::notation::{FenError, MoveError};
use crate::position::Position;
use crate::rules::InvalidRules;

/// How many characters of the offending text an error keeps.
const LONGEST_QUOTE: usize = 80;

/// Text that is no game record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameRecordError {
    /// What is wrong, and what would have been right.
    pub problem: String,
    /// The offending text, of which no more than 80 characters are kept; empty where something is missing.
    pub text: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The character in that line, counted from 1.
    pub column: u64,
    /// How far into the whole: in bytes of a file, in characters of a text.
    pub offset: u64,
    /// Which record of the whole, counted from 1.
    pub game: u64,
    /// Which move of the game, counted from 1; `None` where it is about no move.
    pub ply: Option<u64>,
    /// The position in which it went wrong, if one was reached.
    pub position: Option<Box<Position>>,
    /// The error behind this one, if there is one.
    pub cause: Option<Box<RecordCause>>,
}

/// What makes a part of a record none, with the text of that part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordCause {
    /// A move that is none, or not a legal one.
    Move(Box<str>, MoveError),
    /// The value of the tag `FEN`, which is no position.
    Fen(Box<str>, FenError),
    /// The value of the tag `Rules`, which is no rule set.
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
            RecordCause::Move(_, error) => Some(error),
            RecordCause::Fen(_, error) => Some(error),
            RecordCause::Rules(error) => Some(error),
        }
    }
}

/// What is wrong with a record, and where in its text: known by what of the text is left there, so that
/// reading counts no lines.
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

/// What offsets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    Characters,
}

/// Where a record begins in the whole, and which one it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) unit: Unit,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) game: u64,
}

impl Origin {
    /// The beginning of everything.
    pub(super) const fn new(unit: Unit) -> Origin {
        Origin { unit, offset: 0, line: 1, column: 1, game: 1 }
    }

    /// The error that a fault in the record's text is. Linear in the text.
    pub(super) fn error(&self, text: &str, fault: Fault<'_>) -> GameRecordError {
        let before = text.strip_suffix(fault.rest).unwrap_or(text);
        GameRecordError {
            text: fault.text.chars().take(LONGEST_QUOTE).collect(),
            ply: fault.ply.map(|ply| ply as u64),
            position: fault.position,
            cause: fault.cause,
            ..self.error_after(before, fault.problem)
        }
    }

    /// The error that stands behind so much of the record's text, where nothing can be quoted.
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
