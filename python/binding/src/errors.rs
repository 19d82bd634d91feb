//! The exceptions of `volo.errors`, made of the errors of the core, and texts as arguments, which they quote.
#![allow(missing_docs)]

use std::borrow::Cow;
use std::ffi::CStr;
use std::fmt::Display;

use pyo3::exceptions::{PyMemoryError, PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};
use volo_rules::bindings::{Halt, MAX_NOTATION_LENGTH};
use volo_rules::learning::{ActionSpace, IllegalAction};
use volo_rules::notation::{self, FenError, MoveError};
use volo_rules::records::{GameRecordError, RecordCause};
use volo_rules::{Edge, IllegalMove, InvalidRules, Stopped};

pyo3::import_exception!(volo.errors, VoloError);
pyo3::import_exception!(volo.errors, IllegalMoveError);
pyo3::import_exception!(volo.errors, NotationError);
pyo3::import_exception!(volo.errors, InvalidPositionError);
pyo3::import_exception!(volo.errors, InvalidRulesError);
pyo3::import_exception!(volo.errors, RecordError);
pyo3::import_exception!(volo.errors, CheckpointError);
pyo3::import_exception!(volo.errors, EngineBusyError);
pyo3::import_exception!(volo.errors, EngineClosedError);

pub(crate) fn volo_error(message: String) -> PyErr {
    VoloError::new_err(message)
}

/// The `MemoryError`, or else the `VoloError`, with the message of an error of the core.
pub(crate) fn core_error(error: &impl Display, is_out_of_memory: bool) -> PyErr {
    let message = error.to_string();
    if is_out_of_memory { PyMemoryError::new_err(message) } else { volo_error(message) }
}

pub(crate) fn illegal(error: IllegalMove) -> PyErr {
    illegal_move(error.move_text(), &error)
}

fn illegal_move(text: String, error: &IllegalMove) -> PyErr {
    IllegalMoveError::new_err((text, error.fault.ruling(), error.reason()))
}

pub(crate) fn illegal_move_at(text: String, error: &IllegalMove, index: usize) -> PyErr {
    IllegalMoveError::new_err((text, error.fault.ruling(), error.reason(), index))
}

pub(crate) fn illegal_action(space: &ActionSpace, action: u16, error: IllegalAction) -> PyErr {
    match error {
        IllegalAction::Illegal(error) => illegal_move(space.name(action).unwrap_or_default(), &error),
        error => volo_error(error.to_string()),
    }
}

pub(crate) fn illegal_action_at(action: u16, error: &IllegalMove, index: usize) -> PyErr {
    let name = ActionSpace::new(error.edge()).name(action).unwrap_or_default();
    illegal_move_at(name, error, index)
}

pub(crate) fn truncated_at(action: u16, edge: Edge, plies: u32, index: usize) -> PyErr {
    let name = ActionSpace::new(edge).name(action).unwrap_or_else(|| action.to_string());
    let reason = format!("the game was truncated after {plies} turns");
    IllegalMoveError::new_err((name, "R19", reason, index))
}

pub(crate) fn notation_error(text: &Text<'_, '_>, error: notation::NotationError) -> PyErr {
    NotationError::new_err((error.problem, text.python.to_owned().unbind(), error.offset))
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

/// The `RecordError`, with the exception for the error below it as `__cause__`. `fen` replaces the position.
pub(crate) fn record_error(py: Python<'_>, error: GameRecordError, fen: Option<String>) -> PyErr {
    let GameRecordError { problem, text, line, column, offset, game, ply, position, cause, path, .. } = error;
    let fen = fen.or_else(|| position.map(|position| position.to_string()));
    let source = None::<String>;
    let raised = RecordError::new_err((problem, text, line, column, offset, game, ply, fen, source, path));
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

/// A `str` and its characters, each lone surrogate as one that no notation allows, so it is refused at its offset.
/// If the text is longer than any notation allows, `chars` has its beginning and such a character: constant time.
pub(crate) struct Text<'a, 'py> {
    pub(crate) python: Borrowed<'a, 'py, PyAny>,
    pub(crate) chars: Cow<'a, str>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a, 'py> {
    type Error = PyErr;

    fn extract(python: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let string = python.cast::<PyString>().map_err(|_| type_error(python, "text", "a str"))?;
        if python.len()? > MAX_NOTATION_LENGTH {
            let enough = PySlice::new(python.py(), 0, MAX_NOTATION_LENGTH.saturating_add(1) as isize, 1);
            let beginning = python.get_item(enough)?.cast_into::<PyString>()?;
            let mut chars = match beginning.to_str() {
                Ok(chars) => chars.to_string(),
                Err(_) => replaced(beginning.as_borrowed())?,
            };
            // Otherwise a short text with much white space after it would be accepted whatever follows. A subclass of
            // str may have claimed a wrong length.
            if chars.chars().nth(MAX_NOTATION_LENGTH).is_some() {
                chars.push(char::REPLACEMENT_CHARACTER);
            }
            return Ok(Text { python, chars: Cow::Owned(chars) });
        }
        let chars = match python.extract::<&str>() {
            Ok(chars) => Cow::Borrowed(chars),
            Err(_) => Cow::Owned(replaced(string)?),
        };
        Ok(Text { python, chars })
    }
}

/// The text in UTF-8, except that lone surrogates are encoded as if they were characters.
pub(crate) fn encoded<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into()?)
}

/// The characters of a `str`, with a replacement character in the place of each lone surrogate.
fn replaced(string: Borrowed<'_, '_, PyString>) -> PyResult<String> {
    let mut bytes = Vec::new();
    append(&mut bytes, encoded(&string)?.as_bytes())?;
    // The encodings of a surrogate and of the replacement character both have three bytes.
    let mut rest = bytes.as_mut_slice();
    while let Some(lead) = rest.iter().position(|&byte| byte == 0xed) {
        let Some((encoded, after)) = rest.get_mut(lead..).and_then(|from| from.split_at_mut_checked(3))
        else {
            break;
        };
        if matches!(encoded, [_, 0xa0..=0xbf, _]) {
            encoded.copy_from_slice("\u{fffd}".as_bytes());
        }
        rest = after;
    }
    Ok(String::from_utf8(bytes)?)
}

pub(crate) fn type_error(value: Borrowed<'_, '_, PyAny>, name: &str, expected: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {expected}, not {class}")),
        Err(error) => error,
    }
}

pub(crate) fn at_ply(py: Python<'_>, error: PyErr, ply: usize) -> PyErr {
    let numbered =
        py.import("volo.errors").and_then(|errors| errors.call_method1("add_ply", (error.value(py), ply)));
    numbered.err().unwrap_or(error)
}

pub(crate) fn warn_of_text(py: Python<'_>, instead: &CStr) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), instead, 1)
}

/// The meaning of a word. If it has none, the error that `unknown` makes of a message.
pub(crate) fn one_of<T, const N: usize>(
    value: Borrowed<'_, '_, PyAny>,
    name: &str,
    words: [(&'static str, T); N],
    unknown: fn(String) -> PyErr,
) -> PyResult<T> {
    value.cast::<PyString>().map_err(|_| type_error(value, name, "a str"))?;
    let text: Text<'_, '_> = value.extract()?;
    let expected = words.each_ref().map(|(word, _)| *word).join(", ");
    words
        .into_iter()
        .find_map(|(word, meaning)| (text.chars == word).then_some(meaning))
        .ok_or_else(|| unknown(format!("{name} must be one of: {expected}")))
}

/// Declares the type of an argument that is one of some words.
macro_rules! word_arguments {
    ($($(#[$doc:meta])* $Type:ident($Meaning:ty) = $name:literal: $words:expr, $unknown:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $Type(pub(crate) $Meaning);

        impl<'a, 'py> FromPyObject<'a, 'py> for $Type {
            type Error = PyErr;

            fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<$Type> {
                crate::errors::one_of(value, $name, $words, $unknown).map($Type)
            }
        }
    )*};
}
pub(crate) use word_arguments;

pub(crate) fn halted(halt: Halt) -> PyErr {
    match halt {
        Halt::OutOfMemory => PyMemoryError::new_err("not enough memory"),
        Halt::Stopped => stopped(Stopped),
    }
}

/// The error for work that was stopped. A signal handler that stops work raises another error, which comes first.
pub(crate) fn stopped(error: Stopped) -> PyErr {
    volo_error(error.to_string())
}

/// Like [`Vec::extend_from_slice`], but returns an error if there is not enough memory.
pub(crate) fn append<T: Copy>(vector: &mut Vec<T>, items: &[T]) -> PyResult<()> {
    vector.try_reserve(items.len()).map_err(|error| halted(error.into()))?;
    vector.extend_from_slice(items);
    Ok(())
}
