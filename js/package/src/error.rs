//! The errors of `js/errors.ts`, made from those of the core.

use js_sys::JsString;
use volo_rules::notation::{FenError, MoveError, NotationError};
use volo_rules::records::{GameRecordError, RecordCause};
use volo_rules::{IllegalMove, InvalidRules};
use wasm_bindgen::prelude::*;

use crate::text::Text;

mod classes {
    use js_sys::JsString;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen(raw_module = "./errors.js")]
    #[allow(clippy::too_many_arguments)] // each is a field of an error
    extern "C" {
        pub(super) type VoloError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(message: &str) -> VoloError;

        pub(super) type IllegalMoveError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(mv: &str, ruling: &str, reason: &str) -> IllegalMoveError;

        pub(super) type NotationError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(problem: &str, text: &JsString, offset: u32) -> NotationError;

        pub(super) type InvalidPositionError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(reasons: Vec<String>) -> InvalidPositionError;

        pub(super) type InvalidRulesError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(message: &str) -> InvalidRulesError;

        pub(super) type RecordError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(
            message: &str,
            problem: &str,
            text: &str,
            place: &[f64],
            ply: Option<f64>,
            fen: Option<String>,
            path: Option<String>,
            cause: &JsValue,
        ) -> RecordError;

        pub(super) type StoppedError;
        #[wasm_bindgen(constructor)]
        pub(super) fn new(message: &str) -> StoppedError;
    }
}

pub(crate) fn volo_error(message: &str) -> JsValue {
    classes::VoloError::new(message).into()
}

pub(crate) fn stopped() -> JsValue {
    classes::StoppedError::new("the computation was stopped").into()
}

pub(crate) fn illegal(error: IllegalMove) -> JsValue {
    illegal_move(&error.move_text(), &error)
}

fn illegal_move(text: &str, error: &IllegalMove) -> JsValue {
    classes::IllegalMoveError::new(text, error.fault.ruling(), &error.reason()).into()
}

pub(crate) fn notation_error(text: &Text, error: &NotationError) -> JsValue {
    classes::NotationError::new(&error.problem, text.js(), text.index(error.offset)).into()
}

pub(crate) fn move_error(text: &Text, error: &MoveError) -> JsValue {
    match error {
        MoveError::Notation(error) => notation_error(text, error),
        MoveError::Illegal(error) => illegal_move(&text.chars, error),
        other => volo_error(&other.to_string()),
    }
}

pub(crate) fn fen_error(text: &Text, error: &FenError) -> JsValue {
    match error {
        FenError::Notation(error) => notation_error(text, error),
        FenError::Rules(error) => invalid_rules(error),
        FenError::Start(_) => classes::InvalidRulesError::new(&error.to_string()).into(),
        FenError::Position(error) => {
            let reasons = error.reasons.iter().map(ToString::to_string).collect();
            classes::InvalidPositionError::new(reasons).into()
        }
        other => volo_error(&other.to_string()),
    }
}

pub(crate) fn invalid_rules(error: &InvalidRules) -> JsValue {
    classes::InvalidRulesError::new(&error.to_string()).into()
}

/// The error in a record. `index` gives the offset for JavaScript.
pub(crate) fn record_error(mut error: GameRecordError, index: &mut dyn FnMut(u64) -> f64) -> JsValue {
    let offset = index(error.offset);
    error.offset = offset as u64;
    let place = [error.line as f64, error.column as f64, offset, error.game as f64];
    let cause = error.cause.as_deref().map_or(JsValue::UNDEFINED, |cause| match cause {
        RecordCause::Move { text, error } => move_error(&Text::new(JsString::from(&**text)), error),
        RecordCause::Fen { text, error } => fen_error(&Text::new(JsString::from(&**text)), error),
        RecordCause::Rules(error) => invalid_rules(error),
        other => volo_error(&format!("{other:?}")),
    });
    let message = error.to_string();
    let fen = error.position.as_ref().map(ToString::to_string);
    let ply = error.ply.map(|ply| ply as f64);
    let (problem, text) = (&error.problem, &error.text);
    classes::RecordError::new(&message, problem, text, &place, ply, fen, error.path, &cause).into()
}
