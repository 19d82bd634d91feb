//! Perft.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::error::stopped;
use crate::{Result, position_of};

/// The number of legal move sequences of `depth` plies. `stop` is called about every millisecond.
#[wasm_bindgen]
pub fn perft(
    position: &[u64],
    depth: u32,
    #[wasm_bindgen(unchecked_param_type = "(() => boolean) | undefined")] stop: Option<Function>,
) -> Result<u64> {
    let position = position_of(position)?;
    let mut thrown = None;
    let counted = position.perft_unless(depth, || {
        let Some(stop) = &stop else { return false };
        match stop.call0(&JsValue::UNDEFINED) {
            Ok(answer) => answer.is_truthy(),
            Err(error) => {
                thrown = Some(error);
                true
            }
        }
    });
    counted.ok_or_else(|| thrown.unwrap_or_else(stopped))
}
