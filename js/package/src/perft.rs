//! Perft.

use js_sys::Function;
use volo_rules::bindings;
use wasm_bindgen::prelude::*;

use crate::error::{stopped, volo_error};
use crate::{Result, position_of};

/// The largest integer that JavaScript represents exactly, as all smaller ones.
const MOST: u64 = (1 << 53) - 1;

/// The number of legal move sequences of `depth` plies. `stop` is called about every millisecond.
#[wasm_bindgen]
pub fn perft(
    position: &[u64],
    depth: u32,
    #[wasm_bindgen(unchecked_param_type = "(() => boolean) | undefined")] stop: Option<Function>,
) -> Result<f64> {
    let position = position_of(position)?;
    let mut thrown = None;
    let counted = bindings::perft(&position, depth, || {
        let Some(stop) = &stop else { return false };
        match stop.call0(&JsValue::UNDEFINED) {
            Ok(answer) => answer.is_truthy(),
            Err(error) => {
                thrown = Some(error);
                true
            }
        }
    });
    let count = counted.map_err(|_| thrown.unwrap_or_else(stopped))?;
    if count > MOST {
        return Err(volo_error("the number of sequences is greater than 2^53 - 1"));
    }
    Ok(count as f64)
}
