//! Errors in game records, with their places.

use std::fmt;
use std::ops::Range;

use crate::position::Position;
use crate::rules::rule_set::InvalidRules;
use crate::support::input_error::InputError;
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
    /// The path of the wrong value in the JSON of the game, such as `$.moves[36]`. `None` in other formats, and for an
    /// error about the whole text or its syntax.
    pub path: Option<String>,
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

impl InputError for GameRecordError {
    fn ruling(&self) -> Option<&'static str> {
        match self.cause.as_deref()? {
            RecordCause::Move { error, .. } => error.ruling(),
            RecordCause::Fen { .. } | RecordCause::Rules(_) => None,
        }
    }

    fn offset(&self) -> Option<u64> {
        Some(self.offset)
    }
}

/// A part of a document that a reader refuses. Lines are counted only if there is one.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) problem: String,
    /// The wrong bytes of the document. They are none if something is missing there.
    pub(super) at: Range<usize>,
    /// Whether the refusal is about the syntax, so that the place has no path.
    pub(super) is_syntax: bool,
    /// The path of the place, if it is known already.
    pub(super) path: Option<String>,
    pub(super) ply: Option<usize>,
    pub(super) position: Option<Box<Position>>,
    pub(super) cause: Option<Box<RecordCause>>,
}

impl Refusal {
    pub(super) fn new(problem: impl Into<String>, at: Range<usize>) -> Refusal {
        Refusal {
            problem: problem.into(),
            at,
            is_syntax: false,
            path: None,
            ply: None,
            position: None,
            cause: None,
        }
    }

    pub(super) fn of_syntax(problem: impl Into<String>, at: Range<usize>) -> Refusal {
        Refusal { is_syntax: true, ..Refusal::new(problem, at) }
    }

    /// What a reader returns when it was told to stop.
    pub(super) fn stopped() -> Refusal {
        Refusal::of_syntax("the game cannot be read", 0..0)
    }

    pub(super) fn at_ply(self, ply: usize) -> Refusal {
        Refusal { ply: Some(ply), ..self }
    }

    pub(super) fn in_position(self, position: &Position) -> Refusal {
        Refusal { position: Some(Box::new(*position)), ..self }
    }

    pub(super) fn because(self, cause: RecordCause) -> Refusal {
        Refusal { cause: Some(Box::new(cause)), ..self }
    }
}

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
    pub(super) const fn new(unit: Unit) -> Origin {
        Origin { unit, offset: 0, line: 1, column: 1, game: 1 }
    }

    /// The place after some bytes that begin here. They may end within a character.
    pub(super) fn after(&self, bytes: &[u8]) -> Origin {
        let (lines, last) = match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => {
                let (lines, last) = bytes.split_at_checked(end.saturating_add(1)).unwrap_or((bytes, &[]));
                (lines.iter().filter(|&&byte| byte == b'\n').count(), last)
            }
            None => (0, bytes),
        };
        // The rest of a character does not count. Other bytes do that are not UTF-8, which may be read as Latin-1.
        let characters = |bytes: &[u8]| -> usize {
            let is_rest = |byte: &&u8| lines == 0 && **byte & 0xc0 == 0x80;
            let begun = bytes.iter().take(3).take_while(is_rest).count();
            let chunks = bytes.get(begun..).unwrap_or(&[]).utf8_chunks();
            chunks.flat_map(|each| [each.valid().chars().count(), each.invalid().len().min(1)]).sum()
        };
        let before = if lines == 0 { self.column } else { 1 };
        let far = match self.unit {
            Unit::Bytes => bytes.len(),
            Unit::Characters => characters(bytes),
        };
        Origin {
            offset: self.offset.saturating_add(far as u64),
            line: self.line.saturating_add(lines as u64),
            column: before.saturating_add(characters(last) as u64),
            ..*self
        }
    }

    pub(super) fn error(&self, problem: impl Into<String>, text: &[u8]) -> GameRecordError {
        GameRecordError {
            problem: problem.into(),
            text: quoted(text),
            line: self.line,
            column: self.column,
            offset: self.offset,
            game: self.game,
            ply: None,
            position: None,
            cause: None,
            path: None,
        }
    }

    /// The error for a refusal of the document that begins here. The cost is linear in the document.
    pub(super) fn refusal(&self, document: &[u8], refusal: Refusal) -> GameRecordError {
        let before = document.get(..refusal.at.start).unwrap_or(document);
        let text = document.get(refusal.at).unwrap_or(&[]);
        GameRecordError {
            ply: refusal.ply.map(|ply| ply as u64),
            position: refusal.position,
            cause: refusal.cause,
            ..self.after(before).error(refusal.problem, text)
        }
    }
}

/// The beginning of a text for an error. Bytes that are not UTF-8 become escapes such as `\xff`.
fn quoted(text: &[u8]) -> String {
    // A character has at most four bytes.
    let text = text.get(..400).unwrap_or(text);
    let mut quoted = String::new();
    for chunk in text.utf8_chunks() {
        quoted.push_str(chunk.valid());
        for byte in chunk.invalid() {
            quoted.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shortened(&quoted)
}

/// The first 80 characters of a text in quotes, with escapes for those that cannot be shown.
pub(super) fn shown(text: &str) -> String {
    let escaped: String = text.chars().take(80).flat_map(char::escape_debug).collect();
    format!("'{}'", escaped.replace("\\\"", "\""))
}
