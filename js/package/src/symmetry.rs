//! Symmetries. JavaScript passes them as their names.

use js_sys::{Array, BigUint64Array};
use volo_rules::Symmetry;
use wasm_bindgen::prelude::*;

use crate::moves::move_of;
use crate::{Result, named, position, position_of};

/// The symmetry that undoes another one.
#[wasm_bindgen(js_name = inverseSymmetry, unchecked_return_type = "Symmetry")]
pub fn inverse_symmetry(name: &str) -> Result<String> {
    Ok(named::<Symmetry>(name)?.inverse().name().to_string())
}

/// The symmetry that applies `first` and then `second`.
#[wasm_bindgen(js_name = composeSymmetries, unchecked_return_type = "Symmetry")]
pub fn compose_symmetries(first: &str, second: &str) -> Result<String> {
    Ok(named::<Symmetry>(second)?.after(named(first)?).name().to_string())
}

/// The image of a position.
#[wasm_bindgen]
pub fn transform(position: &[u64], symmetry: &str) -> Result<Vec<u64>> {
    Ok(position::words(&position_of(position)?.transform(named(symmetry)?)))
}

/// The representative of the images of a position, and a symmetry that maps the position to it.
#[wasm_bindgen(unchecked_return_type = "[position: BigUint64Array, symmetry: Symmetry]")]
pub fn canonical(position: &[u64]) -> Result<Array> {
    let (representative, symmetry) = position_of(position)?.canonical();
    let words = BigUint64Array::from(position::words(&representative).as_slice());
    Ok(Array::of2(&words, &symmetry.name().into()))
}

/// The code of the image of a move.
#[wasm_bindgen(js_name = transformMove)]
pub fn transform_move(code: u32, symmetry: &str) -> Result<u32> {
    let (mv, edge) = move_of(code)?;
    Ok(mv.transform(named(symmetry)?, edge).code(edge))
}
