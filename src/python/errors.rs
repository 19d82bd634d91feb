//! The exceptions of `volo.errors`, raised from Rust.

use std::borrow::Cow;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::grow::Halt;
use crate::python::text::Text;
use crate::{
    ActionSpace, Edge, FenError, GameRecordError, IllegalAction, IllegalMove, InvalidRules, MoveError,
    NotationError, RecordCause,
};

mod classes {
    #![allow(missing_docs)]
    pyo3::import_exception!(volo.errors, VoloError);
    pyo3::import_exception!(volo.errors, IllegalMoveError);
    pyo3::import_exception!(volo.errors, NotationError);
    pyo3::import_exception!(volo.errors, InvalidPositionError);
    pyo3::import_exception!(volo.errors, InvalidRulesError);
    pyo3::import_exception!(volo.errors, RecordError);
    pyo3::import_exception!(volo.errors, CheckpointError);
}

pub(super) fn volo_error(message: String) -> PyErr {
    classes::VoloError::new_err(message)
}

pub(super) fn invalid_checkpoint(message: String) -> PyErr {
    classes::CheckpointError::new_err(message)
}

/// The error for a vector that was not filled.
pub(super) fn halted(halt: Halt) -> PyErr {
    match halt {
        Halt::OutOfMemory => PyMemoryError::new_err("not enough memory"),
        Halt::Stopped => volo_error("the work was stopped".to_string()),
    }
}

pub(super) fn illegal_move(text: String, error: &IllegalMove) -> PyErr {
    classes::IllegalMoveError::new_err((text, error.fault.ruling(), error.reason()))
}

/// The `IllegalMoveError` for a move in the game with this index.
pub(super) fn illegal_move_at(text: String, error: &IllegalMove, index: usize) -> PyErr {
    classes::IllegalMoveError::new_err((text, error.fault.ruling(), error.reason(), index))
}

/// The error for an action that cannot be played.
pub(super) fn illegal_action(space: &ActionSpace, action: u16, error: IllegalAction) -> PyErr {
    match error {
        IllegalAction::Illegal(error) => illegal_move(space.name(action).unwrap_or_default(), &error),
        IllegalAction::OutOfRange { .. } => volo_error(error.to_string()),
    }
}

/// The `IllegalMoveError` for an action in the game with this index.
pub(super) fn illegal_action_at(action: u16, error: &IllegalMove, index: usize) -> PyErr {
    let name = ActionSpace::new(error.edge()).name(action).unwrap_or_default();
    illegal_move_at(name, error, index)
}

/// The `IllegalMoveError` for an action in the game with this index, which was truncated after some turns.
pub(super) fn truncated_at(action: u16, edge: Edge, plies: u32, index: usize) -> PyErr {
    let name = ActionSpace::new(edge).name(action).unwrap_or_else(|| action.to_string());
    let reason = format!("the game was truncated after {plies} turns");
    classes::IllegalMoveError::new_err((name, "R19", reason, index))
}

/// The `NotationError` for this text. The exception has the whole Python string.
pub(super) fn notation_error(text: &Text<'_, '_>, error: NotationError) -> PyErr {
    classes::NotationError::new_err((error.problem, text.python.to_owned().unbind(), error.offset))
}

pub(super) fn move_error(text: &Text<'_, '_>, error: MoveError) -> PyErr {
    match error {
        MoveError::Notation(error) => notation_error(text, error),
        MoveError::Illegal(error) => illegal_move(text.chars.to_string(), &error),
    }
}

pub(super) fn fen_error(text: &Text<'_, '_>, error: FenError) -> PyErr {
    match error {
        FenError::Notation(error) => notation_error(text, error),
        FenError::Rules(error) => invalid_rules(&error),
        FenError::Start(_) => invalid_rules_error(error.to_string()),
        FenError::Position(error) => {
            let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
            classes::InvalidPositionError::new_err((reasons,))
        }
    }
}

pub(super) fn invalid_rules(error: &InvalidRules) -> PyErr {
    invalid_rules_error(error.to_string())
}

pub(super) fn invalid_rules_error(problem: String) -> PyErr {
    classes::InvalidRulesError::new_err(problem)
}

/// The `RecordError`. Its `__cause__` is the exception for the underlying error, if there is one.
pub(super) fn record_error(py: Python<'_>, error: GameRecordError) -> PyErr {
    let GameRecordError { problem, text, line, column, offset, game, ply, position, cause } = error;
    let fen = position.map(|position| position.to_string());
    let raised = classes::RecordError::new_err((problem, text, line, column, offset, game, ply, fen));
    let cause = cause.map(|cause| match *cause {
        RecordCause::Move { text, error } => with_text(py, &text, |text| move_error(text, error)),
        RecordCause::Fen { text, error } => with_text(py, &text, |text| fen_error(text, error)),
        RecordCause::Rules(error) => invalid_rules(&error),
    });
    raised.set_cause(py, cause);
    raised
}

/// Calls `error` with a `Text` made of a Rust string.
fn with_text(py: Python<'_>, text: &str, error: impl FnOnce(&Text<'_, '_>) -> PyErr) -> PyErr {
    let python = PyString::new(py, text);
    error(&Text { python: python.as_any().as_borrowed(), chars: Cow::Borrowed(text) })
}
