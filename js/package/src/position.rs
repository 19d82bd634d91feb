//! Positions. JavaScript passes them as the words of the core.

use js_sys::{Array, JsString};
use volo_rules::Position;
use volo_rules::notation::{BoardHints, BoardStyle};
use wasm_bindgen::prelude::*;

use crate::error::fen_error;
use crate::spaces::{array, names, space_of};
use crate::text::Text;
use crate::{Result, named, no_position, position_of, rules};

/// The position of a text, or the start by the rule set of a text.
#[wasm_bindgen]
pub fn start(text: JsString) -> Result<Vec<u64>> {
    let text = Text::new(text);
    let position = Position::parse_start(&text.chars).map_err(|error| fen_error(&text, &error))?;
    Ok(words(&position))
}

/// The position of a text.
#[wasm_bindgen(js_name = fromFen)]
pub fn from_fen(text: JsString) -> Result<Vec<u64>> {
    let text = Text::new(text);
    let position: Position = text.chars.parse().map_err(|error| fen_error(&text, &error))?;
    Ok(words(&position))
}

/// The position of a board.
#[wasm_bindgen(js_name = fromBoard)]
pub fn from_board(
    board: JsString,
    rules: Option<JsString>,
    turn: Option<String>,
    passes: Option<u8>,
) -> Result<Vec<u64>> {
    let board = Text::new(board);
    let mut hints = BoardHints::NONE;
    hints.rules = rules.map(|rules| rules::read(&Text::new(rules))).transpose()?;
    hints.turn = turn.map(|turn| named(&turn)).transpose()?;
    hints.passes = passes;
    let position = Position::from_board(&board.chars, hints).map_err(|error| fen_error(&board, &error))?;
    Ok(words(&position))
}

/// The position of the words of the core, which are checked.
#[wasm_bindgen(js_name = fromWords)]
pub fn from_words(words_of_core: &[u64]) -> Result<Vec<u64>> {
    let position = words_of_core.try_into().ok().and_then(Position::from_words);
    Ok(words(&position.ok_or_else(no_position)?))
}

/// The text of the rule set.
#[wasm_bindgen]
pub fn rules(position: &[u64]) -> Result<String> {
    Ok(position_of(position)?.rules().to_string())
}

/// The player to move.
#[wasm_bindgen(unchecked_return_type = "Color")]
pub fn turn(position: &[u64]) -> Result<String> {
    Ok(position_of(position)?.turn().name().to_string())
}

/// The number of passes just made.
#[wasm_bindgen]
pub fn passes(position: &[u64]) -> Result<u8> {
    Ok(position_of(position)?.passes())
}

/// The Zobrist key.
#[wasm_bindgen]
pub fn zobrist(position: &[u64]) -> Result<u64> {
    Ok(position_of(position)?.zobrist())
}

/// The text of the position.
#[wasm_bindgen]
pub fn fen(position: &[u64]) -> Result<String> {
    Ok(position_of(position)?.to_string())
}

/// The board, in the style with characters outside ASCII if `unicode` is true.
#[wasm_bindgen]
pub fn board(position: &[u64], unicode: bool) -> Result<String> {
    Ok(position_of(position)?.board(if unicode { BoardStyle::Unicode } else { BoardStyle::Ascii }))
}

/// The spaces of a player's birds.
#[wasm_bindgen(unchecked_return_type = "string[]")]
pub fn birds(position: &[u64], color: &str) -> Result<Array> {
    let position = position_of(position)?;
    Ok(names(position.sky(), position.birds(named(color)?)))
}

/// The color of the bird on a space.
#[wasm_bindgen(js_name = birdAt, unchecked_return_type = "Color | undefined")]
pub fn bird_at(position: &[u64], space: JsString) -> Result<Option<String>> {
    let position = position_of(position)?;
    let bird = position.bird_at(space_of(position.sky(), space)?);
    Ok(bird.map(|color| color.name().to_string()))
}

/// The number of birds that a player has left to add.
#[wasm_bindgen(js_name = inHand)]
pub fn in_hand(position: &[u64], color: &str) -> Result<Option<u8>> {
    Ok(position_of(position)?.in_hand(named(color)?))
}

/// A player's flocks.
#[wasm_bindgen(unchecked_return_type = "string[][]")]
pub fn flocks(position: &[u64], color: &str) -> Result<Array> {
    let position = position_of(position)?;
    let flocks = position.flocks(named(color)?);
    Ok(array(flocks.into_iter().map(|flock| names(position.sky(), flock))))
}

/// A player's regions: the birds and the vacant spaces of each.
#[wasm_bindgen(unchecked_return_type = "[birds: string[], vacant: string[]][]")]
pub fn regions(position: &[u64], color: &str) -> Result<Array> {
    let position = position_of(position)?;
    let sky = position.sky();
    let regions = position.regions(named(color)?).into_iter();
    Ok(array(regions.map(|region| Array::of2(&names(sky, region.birds), &names(sky, region.vacant)))))
}

/// The winner and the reason, if the game is over by the rules.
#[wasm_bindgen(unchecked_return_type = "[winner: Color | undefined, reason: Reason] | undefined")]
pub fn outcome(position: &[u64]) -> Result<Option<Array>> {
    let outcome = position_of(position)?.outcome();
    Ok(outcome.map(|outcome| {
        let winner = outcome.winner.map(|color| color.name());
        Array::of2(&winner.into(), &outcome.reason.name().into())
    }))
}

/// The words of a position, for JavaScript.
pub(crate) fn words(position: &Position) -> Vec<u64> {
    let [a, b, c, d, e, f, g, h, rest] = position.words();
    vec![a, b, c, d, e, f, g, h, rest, position.zobrist()]
}
