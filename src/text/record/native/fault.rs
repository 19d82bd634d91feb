//! Faults in native records.

use crate::position::Position;
use crate::text::record::error::{RecordCause, Refusal};

/// A fault in a record. Its place is given by the rest of the text.
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

    /// The refusal of the text that has this fault.
    pub(super) fn refusal(self, text: &str) -> Refusal {
        let start = text.len().saturating_sub(self.rest.len());
        Refusal {
            ply: self.ply,
            position: self.position,
            cause: self.cause,
            ..Refusal::new(self.problem, start..start.saturating_add(self.text.len()))
        }
    }

    pub(super) fn because(self, cause: RecordCause) -> Fault<'a> {
        Fault { cause: Some(Box::new(cause)), ..self }
    }
}
