//! `volo_error`: why a function failed.

use std::ffi::{c_char, c_int};

use volo_rules::bindings::shortened;
use volo_rules::engine::EngineError;
use volo_rules::learning::{IllegalAction, ViewError};
use volo_rules::notation::{FenError, MoveError, NotationError};
use volo_rules::playouts::{PlayoutError, PolicyError};
use volo_rules::records::{GameRecordError, InvalidGameRecord, Unwritable};
use volo_rules::solver::SolveError;
use volo_rules::{IllegalMove, InputError, InvalidPosition, InvalidRules, Stopped, UnknownName};

/// The function has succeeded.
pub const VOLO_OK: i32 = 0;
/// A pointer that must not be NULL is NULL, or a number is out of range.
pub const VOLO_ERROR_ARGUMENT: i32 = 1;
/// A text does not have the expected form. `offset` is the place of the error in the text.
pub const VOLO_ERROR_NOTATION: i32 = 2;
/// A rule set is invalid.
pub const VOLO_ERROR_RULES: i32 = 3;
/// A position is invalid.
pub const VOLO_ERROR_POSITION: i32 = 4;
/// A move is illegal. `ruling` is the rule that it breaks.
pub const VOLO_ERROR_MOVE: i32 = 5;
/// A text is not a game record, or a game cannot have such a record. `volo_records_fault` has more about a text.
pub const VOLO_ERROR_RECORD: i32 = 6;
/// A callback stopped the work.
pub const VOLO_ERROR_STOPPED: i32 = 7;
/// There is not enough memory.
pub const VOLO_ERROR_MEMORY: i32 = 8;
/// Another call uses the handle: on another thread, or the one that has called this callback.
pub const VOLO_ERROR_BUSY: i32 = 9;
/// The library has a bug. The function has stopped without writing its results. Please report this.
pub const VOLO_ERROR_INTERNAL: i32 = 10;
/// A callback could not read a file.
pub const VOLO_ERROR_INPUT: i32 = 11;

/// The number of bytes in the message and in the reason of an error, with the zero byte.
pub const VOLO_MESSAGE_SIZE: usize = 512;

/// Why a function failed. It is written only if the function fails.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_error {
    /// One of the numbers `VOLO_ERROR_...`, the same that the function returns.
    pub code: i32,
    /// The ruling that a move breaks, such as "R6" or "R14b"; otherwise empty. docs/RULES.md has the rulings.
    pub ruling: [c_char; 8],
    /// The number of bytes before the error in the text that was read, or -1.
    pub offset: i64,
    /// A message in English for a developer, which names the offset and the ruling. A message that is too long is cut.
    pub message: [c_char; 512],
    /// What is wrong, in words, without the move, the offset and the ruling, such as "touches the friendly bird at b2".
    pub reason: [c_char; 512],
}

const _: () = assert!(size_of::<[c_char; VOLO_MESSAGE_SIZE]>() == 512);

/// Why a function failed, before it is written for C.
pub struct Failure {
    code: i32,
    ruling: &'static str,
    offset: Option<u64>,
    message: String,
    /// Otherwise the message says no more than that.
    reason: Option<String>,
}

impl Failure {
    fn new(code: i32, message: impl ToString) -> Failure {
        Failure { code, ruling: "", offset: None, message: message.to_string(), reason: None }
    }

    #[cold]
    pub(crate) fn argument(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_ARGUMENT, message)
    }

    #[cold]
    pub(crate) fn rules(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_RULES, message)
    }

    #[cold]
    pub(crate) fn position(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_POSITION, message)
    }

    pub(crate) fn internal(message: String) -> Failure {
        Failure::new(VOLO_ERROR_INTERNAL, format!("fault in the library: {message}"))
    }

    pub(crate) fn memory(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_MEMORY, message)
    }

    pub(crate) fn input(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_INPUT, message)
    }

    pub(crate) fn busy(what: &str) -> Failure {
        Failure::new(VOLO_ERROR_BUSY, format!("this {what} is in use by another call"))
    }

    /// The text has bytes after `offset` that are not UTF-8.
    pub(crate) fn encoding(offset: usize) -> Failure {
        let message = format!("the text is not UTF-8, at byte {offset}");
        Failure { offset: Some(offset as u64), ..Failure::new(VOLO_ERROR_NOTATION, message) }
    }

    fn record(message: impl ToString) -> Failure {
        Failure::new(VOLO_ERROR_RECORD, message)
    }

    /// The error of a text. The core counts characters, and C counts bytes.
    pub(crate) fn notation(text: &str, error: &NotationError) -> Failure {
        let offset = text.char_indices().nth(error.offset).map_or(text.len(), |(offset, _)| offset);
        let message = format!("{error} of {:?}", shortened(text));
        let reason = Some(error.problem.to_string());
        Failure { offset: Some(offset as u64), reason, ..Failure::new(VOLO_ERROR_NOTATION, message) }
    }

    pub(crate) fn of_move(text: &str, error: &MoveError) -> Failure {
        match error {
            MoveError::Notation(error) => Failure::notation(text, error),
            MoveError::Illegal(error) => Failure::from(*error),
            other => Failure::new(VOLO_ERROR_MOVE, other),
        }
    }

    pub(crate) fn of_fen(text: &str, error: &FenError) -> Failure {
        match error {
            FenError::Notation(error) => Failure::notation(text, error),
            FenError::Rules(_) | FenError::Start(_) => Failure::rules(error),
            _ => Failure::position(error),
        }
    }

    pub(crate) fn code(&self) -> c_int {
        self.code
    }
}

macro_rules! failures {
    ($($error:ty: $kind:ident,)*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::$kind(error)
            }
        }
    )*};
}

failures! {
    EngineError: memory,
    InvalidPosition: position,
    InvalidRules: rules,
    PolicyError: argument,
    UnknownName: argument,
    Unwritable: record,
    ViewError: argument,
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Failure {
        let message = format!("illegal move {}: {error}", error.move_text());
        let reason = Some(error.reason());
        Failure { ruling: error.fault.ruling(), reason, ..Failure::new(VOLO_ERROR_MOVE, message) }
    }
}

impl From<IllegalAction> for Failure {
    fn from(error: IllegalAction) -> Failure {
        match error {
            IllegalAction::Illegal(error) => error.into(),
            other => Failure::argument(other),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Failure {
        Failure::new(VOLO_ERROR_STOPPED, "stopped by the callback")
    }
}

impl From<PlayoutError> for Failure {
    fn from(error: PlayoutError) -> Failure {
        match error {
            PlayoutError::Stopped => Stopped.into(),
            other => Failure::memory(other),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::OutOfMemory => Failure::memory(error),
            other => Failure::argument(other),
        }
    }
}

impl From<&GameRecordError> for Failure {
    fn from(error: &GameRecordError) -> Failure {
        let (ruling, reason) = (error.ruling().unwrap_or_default(), Some(error.problem.to_string()));
        Failure { ruling, offset: Some(error.offset), reason, ..Failure::record(error) }
    }
}

impl From<InvalidGameRecord> for Failure {
    fn from(error: InvalidGameRecord) -> Failure {
        let reason = match &error {
            InvalidGameRecord::Illegal { error, .. } => Some(error.reason()),
            _ => None,
        };
        Failure { ruling: error.ruling().unwrap_or_default(), reason, ..Failure::record(error) }
    }
}

impl From<Failure> for volo_error {
    fn from(failure: Failure) -> volo_error {
        volo_error {
            code: failure.code,
            ruling: characters(failure.ruling),
            offset: failure.offset.and_then(|offset| i64::try_from(offset).ok()).unwrap_or(-1),
            message: characters(&failure.message),
            reason: characters(failure.reason.as_deref().unwrap_or(&failure.message)),
        }
    }
}

/// The longest part of a text that has at most this number of bytes and ends between two characters.
pub(crate) fn fitting(text: &str, room: usize) -> &str {
    (0..=text.len().min(room)).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// The text with a zero byte, in an array. A text that is too long is cut.
pub(crate) fn characters<const N: usize>(text: &str) -> [c_char; N] {
    let mut array = [0; N];
    for (place, byte) in array.iter_mut().zip(fitting(text, N.saturating_sub(1)).bytes()) {
        *place = byte as c_char;
    }
    array
}
