//! The exceptions for the errors of the core.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyString;
use volo_rules::learning::{ActionSpace, IllegalAction};
use volo_rules::notation::{FenError, MoveError, NotationError};
use volo_rules::records::{GameRecordError, RecordCause};
use volo_rules::{Edge, IllegalMove, InvalidRules};

use crate::exceptions::{
    self, IllegalMoveError, InvalidPositionError, InvalidRulesError, RecordError, volo_error,
};
use crate::text::Text;

pub(crate) fn illegal(error: IllegalMove) -> PyErr {
    illegal_move(error.move_text(), &error)
}

/// The `IllegalMoveError` for a move or an action with this text.
fn illegal_move(text: String, error: &IllegalMove) -> PyErr {
    IllegalMoveError::new_err((text, error.fault.ruling(), error.reason()))
}

/// The `IllegalMoveError` for a move in the game with this index.
pub(crate) fn illegal_move_at(text: String, error: &IllegalMove, index: usize) -> PyErr {
    IllegalMoveError::new_err((text, error.fault.ruling(), error.reason(), index))
}

/// The error for an action that cannot be played.
pub(crate) fn illegal_action(space: &ActionSpace, action: u16, error: IllegalAction) -> PyErr {
    match error {
        IllegalAction::Illegal(error) => illegal_move(space.name(action).unwrap_or_default(), &error),
        error => volo_error(error.to_string()),
    }
}

/// The `IllegalMoveError` for an action in the game with this index.
pub(crate) fn illegal_action_at(action: u16, error: &IllegalMove, index: usize) -> PyErr {
    let name = ActionSpace::new(error.edge()).name(action).unwrap_or_default();
    illegal_move_at(name, error, index)
}

/// The `IllegalMoveError` for an action in the game with this index, which was truncated after some turns.
pub(crate) fn truncated_at(action: u16, edge: Edge, plies: u32, index: usize) -> PyErr {
    let name = ActionSpace::new(edge).name(action).unwrap_or_else(|| action.to_string());
    let reason = format!("the game was truncated after {plies} turns");
    IllegalMoveError::new_err((name, "R19", reason, index))
}

/// The `NotationError` for this text. The exception has the whole Python string.
pub(crate) fn notation_error(text: &Text<'_, '_>, error: NotationError) -> PyErr {
    exceptions::NotationError::new_err((error.problem, text.python.to_owned().unbind(), error.offset))
}

pub(crate) fn move_error(text: &Text<'_, '_>, error: MoveError) -> PyErr {
    match error {
        MoveError::Notation(error) => notation_error(text, error),
        MoveError::Illegal(error) => illegal_move(text.chars.to_string(), &error),
        error => volo_error(error.to_string()),
    }
}

pub(crate) fn fen_error(text: &Text<'_, '_>, error: FenError) -> PyErr {
    match error {
        FenError::Notation(error) => notation_error(text, error),
        FenError::Rules(error) => invalid_rules(&error),
        FenError::Position(error) => {
            let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
            InvalidPositionError::new_err((reasons,))
        }
        // The text is neither a position nor a rule set.
        error => invalid_rules_error(error.to_string()),
    }
}

pub(crate) fn invalid_rules(error: &InvalidRules) -> PyErr {
    invalid_rules_error(error.to_string())
}

pub(crate) fn invalid_rules_error(problem: String) -> PyErr {
    InvalidRulesError::new_err(problem)
}

/// The `RecordError`. Its `__cause__` is the exception for the underlying error, if there is one.
pub(crate) fn record_error(py: Python<'_>, error: GameRecordError) -> PyErr {
    let GameRecordError { problem, text, line, column, offset, game, ply, position, cause, .. } = error;
    let fen = position.map(|position| position.to_string());
    let raised = RecordError::new_err((problem, text, line, column, offset, game, ply, fen));
    let cause = cause.and_then(|cause| match *cause {
        RecordCause::Move { text, error } => Some(with_text(py, &text, |text| move_error(text, error))),
        RecordCause::Fen { text, error } => Some(with_text(py, &text, |text| fen_error(text, error))),
        RecordCause::Rules(error) => Some(invalid_rules(&error)),
        _ => None,
    });
    raised.set_cause(py, cause);
    raised
}

/// Calls `error` with a `Text` made of a Rust string.
fn with_text(py: Python<'_>, text: &str, error: impl FnOnce(&Text<'_, '_>) -> PyErr) -> PyErr {
    let python = PyString::new(py, text);
    error(&Text { python: python.as_any().as_borrowed(), chars: Cow::Borrowed(text) })
}
