//! Random games.

use js_sys::{Array, Float64Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint32Array};
use volo_rules::ByColor;
use volo_rules::playouts::{PlayoutOptions, Policy, play_games};
use wasm_bindgen::prelude::*;

use crate::error::volo_error;
use crate::{Result, named, position_of};

/// The moves of some random games, and their columns in the order of `playouts.ts`.
#[wasm_bindgen(
    js_name = playGames,
    unchecked_return_type = "[moves: Uint32Array, ...columns: (Int8Array | Int16Array | Int32Array | Uint8Array | Float64Array)[]]"
)]
#[allow(clippy::too_many_arguments)] // each is an option of the function of JavaScript
pub fn play_random(
    position: &[u64],
    games: u32,
    seed: u64,
    first: u64,
    max_plies: u32,
    record: bool,
    count_moves: bool,
    orange: &str,
    blue: &str,
) -> Result<Array> {
    let options = PlayoutOptions::new(position_of(position)?, games as usize)
        .with_seed(seed)
        .with_first(first)
        .with_max_plies(max_plies)
        .with_record(record)
        .with_count_moves(count_moves)
        .with_policies(ByColor::new(named::<Policy>(orange)?, named(blue)?));
    let played = play_games(&options, 1);
    let games = played.map_err(|error| volo_error(&error.to_string()))?;
    let handed_over: Vec<u8> = games.handed_over.iter().copied().map(u8::from).collect();
    // The number of all legal moves of a game is below 2^53.
    let legal_moves: Vec<f64> = games.legal_moves.iter().map(|&count| count as f64).collect();
    let columns: [JsValue; 12] = [
        Uint32Array::from(games.moves.as_slice()).into(),
        Int8Array::from(games.winner.as_slice()).into(),
        Int8Array::from(games.reason.as_slice()).into(),
        Int32Array::from(games.plies.as_slice()).into(),
        Int16Array::from(games.orange_birds.as_slice()).into(),
        Int16Array::from(games.blue_birds.as_slice()).into(),
        Int32Array::from(games.adds.as_slice()).into(),
        Int32Array::from(games.flights.as_slice()).into(),
        Int32Array::from(games.passes.as_slice()).into(),
        Int32Array::from(games.clearings.as_slice()).into(),
        Uint8Array::from(handed_over.as_slice()).into(),
        Float64Array::from(legal_moves.as_slice()).into(),
    ];
    Ok(columns.into_iter().collect())
}
