//! The spaces of a sky: their names, neighbors and places in a picture.

use js_sys::{Array, JsString, Uint8Array};
use volo_rules::bitboard::Bitboard;
use volo_rules::{Sky, Space};
use wasm_bindgen::prelude::*;

use crate::Result;
use crate::error::notation_error;
use crate::rules::edge;
use crate::text::Text;

/// The names of all spaces, row by row from the top.
#[wasm_bindgen]
pub fn spaces(length: u8) -> Result<Vec<String>> {
    let sky = edge(length)?.sky();
    Ok((0..sky.rows()).flat_map(|row| sky.row(row)).map(|space| name(sky, space)).collect())
}

/// The names of the neighbors of a space, in the order of the directions.
#[wasm_bindgen]
pub fn neighbors(length: u8, space: JsString) -> Result<Vec<String>> {
    let sky = edge(length)?.sky();
    Ok(sky.neighbors_by_direction(space_of(sky, space)?).map(|space| name(sky, space)).collect())
}

/// The names of all spaces, or of all missing spaces, in board order, and their coordinates: x and y of the first, x and
/// y of the second and so on.
#[wasm_bindgen(unchecked_return_type = "[names: string[], coordinates: Uint8Array]")]
pub fn places(length: u8, missing: bool) -> Result<Array> {
    let sky = edge(length)?.sky();
    let spaces = if missing { sky.missing() } else { sky.spaces() };
    let places = spaces.into_iter().map(|space| sky.place(space));
    let coordinates: Vec<u8> = places.flat_map(|place| [place.x, place.y]).collect();
    Ok(Array::of2(&names(sky, spaces), &Uint8Array::from(coordinates.as_slice())))
}

pub(crate) fn names(sky: &Sky, spaces: Bitboard) -> Array {
    array(spaces.into_iter().map(|space| name(sky, space)))
}

pub(crate) fn name(sky: &Sky, space: Space) -> String {
    sky.name(space).to_string()
}

pub(crate) fn space_of(sky: &Sky, name: JsString) -> Result<Space> {
    let text = Text::new(name);
    sky.parse_space(&text.chars).map_err(|error| notation_error(&text, &error))
}

pub(crate) fn array<T: Into<JsValue>>(values: impl IntoIterator<Item = T>) -> Array {
    values.into_iter().map(Into::into).collect()
}
