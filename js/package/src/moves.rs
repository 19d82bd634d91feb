//! Moves. JavaScript passes them as codes, or as the texts that users write.

use std::cell::RefCell;
use std::fmt::Write;

use js_sys::{Array, JsString, Uint32Array};
use volo_rules::bindings::{is_legal_text, legal_codes_into, move_on};
use volo_rules::{Edge, Line, Move, Position};
use wasm_bindgen::prelude::*;

use crate::error::{illegal, move_error, volo_error};
use crate::rules::edge;
use crate::spaces::{array, name};
use crate::text::Text;
use crate::{Result, position, position_of};

thread_local! {
    /// A buffer for codes that is kept between calls.
    static CODES: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// The codes of all legal moves.
#[wasm_bindgen(js_name = legalMoveCodes)]
pub fn legal_move_codes(position: &[u64]) -> Result<Uint32Array> {
    let position = position_of(position)?;
    Ok(CODES.with_borrow_mut(|codes| {
        legal_codes_into(&position, codes);
        Uint32Array::from(codes.as_slice())
    }))
}

/// The parts of the move with this code.
#[wasm_bindgen(
    js_name = describeMove,
    unchecked_return_type = "[text: string, edge: number, kind: \"add\" | \"fly\" | \"pass\", from: string[], to: string[], direction: Direction | undefined, distance: number, keep: string | undefined]"
)]
pub fn describe_move(code: u32) -> Result<Array> {
    let (mv, edge) = move_of(code)?;
    let sky = edge.sky();
    let line = |line: Line| array(line.spaces().flatten().map(|space| name(sky, space)));
    let (kind, from, to, direction, distance, keep) = match mv {
        Move::Pass => ("pass", Array::new(), Array::new(), None, 0, None),
        Move::Add(space) => ("add", Array::new(), array([name(sky, space)]), None, 0, None),
        Move::Fly(flight) => {
            let landed = flight.line.step(flight.direction, flight.distance);
            let keep = flight.keep.map(|space| name(sky, space));
            let to = landed.map_or_else(Array::new, line);
            ("fly", line(flight.line), to, Some(flight.direction.name()), flight.distance, keep)
        }
    };
    let text = mv.display(sky).to_string();
    Ok([
        JsValue::from(text),
        edge.length().into(),
        kind.into(),
        from.into(),
        to.into(),
        direction.into(),
        distance.into(),
        keep.into(),
    ]
    .into_iter()
    .collect())
}

/// The code of the move of a text, for a sky of this edge.
#[wasm_bindgen(js_name = parseMoveFor)]
pub fn parse_move_for(length: u8, text: JsString) -> Result<u32> {
    let edge = edge(length)?;
    Ok(read(text, edge)?.code(edge))
}

/// The texts of the moves with these codes, separated by spaces.
#[wasm_bindgen(js_name = moveTexts)]
pub fn move_texts(codes: &[u32]) -> Result<String> {
    let mut texts = String::new();
    for (i, &code) in codes.iter().enumerate() {
        let (mv, edge) = move_of(code)?;
        let space = if i == 0 { "" } else { " " };
        // Writing to a string does not fail.
        let _ = write!(texts, "{space}{}", mv.display(edge.sky()));
    }
    Ok(texts)
}

/// Whether the move of a text is legal.
#[wasm_bindgen(js_name = isLegal)]
pub fn is_legal(position: &[u64], text: JsString) -> Result<bool> {
    let (position, text) = (position_of(position)?, Text::new(text));
    is_legal_text(&position, &text.chars).map_err(|error| move_error(&text, &error))
}

/// Whether the move with this code is legal.
#[wasm_bindgen(js_name = isLegalCode)]
pub fn is_legal_code(position: &[u64], code: u32) -> Result<bool> {
    let position = position_of(position)?;
    Ok(position.is_legal(on(&position, code)?))
}

/// The code of the legal move that a text means.
#[wasm_bindgen(js_name = parseMove)]
pub fn parse_move(position: &[u64], text: JsString) -> Result<u32> {
    let position = position_of(position)?;
    normalized(&position, read(text, position.rules().edge())?)
}

/// The code of the legal move that a code means.
#[wasm_bindgen(js_name = normalize)]
pub fn normalize(position: &[u64], code: u32) -> Result<u32> {
    let position = position_of(position)?;
    normalized(&position, on(&position, code)?)
}

/// The position after the move of a text.
#[wasm_bindgen]
pub fn play(position: &[u64], text: JsString) -> Result<Vec<u64>> {
    let position = position_of(position)?;
    played(&position, read(text, position.rules().edge())?)
}

/// The position after the move with this code.
#[wasm_bindgen(js_name = playCode)]
pub fn play_code(position: &[u64], code: u32) -> Result<Vec<u64>> {
    let position = position_of(position)?;
    played(&position, on(&position, code)?)
}

pub(crate) fn move_of(code: u32) -> Result<(Move, Edge)> {
    Move::from_code(code).ok_or_else(|| volo_error(&format!("{code} is not the code of a move")))
}

pub(crate) fn on(position: &Position, code: u32) -> Result<Move> {
    let (mv, own) = move_of(code)?;
    move_on(mv, own, position.rules().edge()).map_err(|problem| volo_error(&problem))
}

fn read(text: JsString, edge: Edge) -> Result<Move> {
    let text = Text::new(text);
    Move::parse(&text.chars, edge.sky()).map_err(|error| move_error(&text, &error))
}

fn normalized(position: &Position, mv: Move) -> Result<u32> {
    let legal = position.normalize(mv).map_err(illegal)?;
    Ok(legal.code(position.rules().edge()))
}

fn played(position: &Position, mv: Move) -> Result<Vec<u64>> {
    let next = position.play(mv).map_err(illegal)?;
    Ok(position::words(&next))
}
