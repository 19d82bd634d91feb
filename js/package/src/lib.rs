//! The functions of volo that the npm package `volo-rules` calls. They only convert values. Every rule of the game is in
//! the core, and the classes that users see are in `js/`.
//!
//! No value of JavaScript refers to memory of this module. A position is passed as an array of numbers, a move as a
//! code or a text, and a rule set as a text. So nothing needs to be freed, except engines, and if the module fails,
//! JavaScript can replace it by a new instance at any time.

#[cfg(feature = "engine")]
mod chunks;
#[cfg(feature = "engine")]
mod engine;
mod error;
#[cfg(feature = "engine")]
mod lists;
mod moves;
mod perft;
mod playouts;
mod position;
mod record;
mod rules;
mod spaces;
mod symmetry;
mod text;

use std::str::FromStr;

use volo_rules::bindings::trusted_position;
use volo_rules::{Position, UnknownName};
use wasm_bindgen::prelude::*;

/// A value, or an error of JavaScript.
type Result<T> = std::result::Result<T, JsValue>;

// The types that the signatures of the functions name.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { RecordError } from "./errors.js";
import type { Direction, GameResult, Passing, Reason, Stuck, Symmetry, Termination } from "./lists.js";
import type { Color } from "./values.js";
"#;

/// The length of a position in JavaScript: the words of the core, and the Zobrist key.
#[cfg(feature = "engine")]
const POSITION: usize = 10;

/// The position of these words, which JavaScript has received from this module. They are not checked again, because that
/// takes as long as half a move list.
fn position_of(words: &[u64]) -> Result<Position> {
    let position = match *words {
        [a, b, c, d, e, f, g, h, rest, key] => trusted_position([a, b, c, d, e, f, g, h, rest], key),
        _ => None,
    };
    position.ok_or_else(no_position)
}

fn no_position() -> JsValue {
    error::volo_error("not the words of a position")
}

/// What has this name in the core, such as a color or a symmetry.
fn named<T: FromStr<Err = UnknownName>>(name: &str) -> Result<T> {
    name.parse().map_err(|error: UnknownName| error::volo_error(&error.to_string()))
}

/// The value that JavaScript gave this number. It is no longer in the list.
#[cfg(feature = "engine")]
fn taken<T>(values: &mut Vec<(u32, T)>, number: u32) -> Option<T> {
    let at = values.iter().position(|(own, _)| *own == number)?;
    Some(values.remove(at).1)
}
