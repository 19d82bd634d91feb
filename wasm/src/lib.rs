//! The functions of volo that the npm package `volo-rules` calls. They only convert values. Every rule of the game is in
//! the core, and the classes that users see are in `js/`.
//!
//! No value of JavaScript refers to memory of this module. A position is passed as an array of numbers, a move as a
//! code or a text, and a rule set as a text. So nothing needs to be freed, except engines, and if the module fails,
//! JavaScript can replace it by a new instance at any time.

mod color;
#[cfg(feature = "engine")]
mod engine;
mod error;
mod moves;
mod perft;
mod playouts;
mod position;
mod record;
mod rules;
mod spaces;
mod symmetry;
mod text;

use volo_rules::Position;
use wasm_bindgen::prelude::*;

/// A value, or an error of JavaScript.
type Result<T> = std::result::Result<T, JsValue>;

// The types that the signatures of the functions name.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Color } from "./color.js";
import type { RecordError } from "./errors.js";
import type { GameResult, Termination } from "./game.js";
import type { Direction } from "./move.js";
import type { Reason } from "./outcome.js";
import type { Passing, Stuck } from "./rules.js";
import type { Symmetry } from "./symmetry.js";
"#;

/// The position of these words, which JavaScript has received from this module.
fn position_of(words: &[u64]) -> Result<Position> {
    let words = words.try_into().ok();
    words.and_then(Position::from_words).ok_or_else(|| error::volo_error("not the words of a position"))
}
