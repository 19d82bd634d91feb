//! Game records.

use js_sys::{Array, BigUint64Array, JsString, Uint32Array};
use volo_rules::Move;
use volo_rules::records::{GameRecord, GameRecords, InvalidGameRecord, ReadError};
use wasm_bindgen::prelude::*;

use crate::error::{illegal, record_error, volo_error};
use crate::moves::on;
use crate::position::words;
use crate::spaces::array;
use crate::text::{Text, units};
use crate::{Result, position_of};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type RecordParts = [
  start: BigUint64Array,
  codes: Uint32Array,
  tags: string[],
  places: Uint32Array,
  comments: string[],
];
"#;

/// The start, the codes of the moves, the tags (name, value, name, value and so on), and the comments with the numbers
/// of moves before them. Tags that follow from the start and the moves are left out.
#[wasm_bindgen(js_name = parseRecord, unchecked_return_type = "RecordParts")]
pub fn parse_record(text: JsString, lenient: bool) -> Result<Array> {
    let text = Text::new(text);
    let read = if lenient { GameRecord::parse_lenient } else { GameRecord::parse };
    match read(&text.chars) {
        Ok(record) => Ok(parts(&record)),
        Err(error) => {
            let offset = text.index(usize::try_from(error.offset).unwrap_or(usize::MAX));
            Err(record_error(error, offset))
        }
    }
}

/// The parts of each record of a text, or its error.
#[wasm_bindgen(js_name = readRecords, unchecked_return_type = "(RecordParts | RecordError)[]")]
pub fn read_records(text: &str, lenient: bool) -> Array {
    let open = if lenient { GameRecords::lenient } else { GameRecords::new };
    // The place of the last error in bytes and in UTF-16. It is not counted from the beginning of the text again.
    let (mut bytes, mut offset) = (0, 0_u32);
    let read = open(text.as_bytes()).map(move |record| match record {
        Ok(record) => parts(&record).into(),
        Err(ReadError::Record(error)) => {
            let end = usize::try_from(error.offset).unwrap_or(usize::MAX).min(text.len());
            offset = offset.saturating_add(units(text.get(bytes..end).unwrap_or_default().chars()));
            bytes = end;
            record_error(error, offset)
        }
        // Bytes in memory can always be read.
        Err(error) => volo_error(&error.to_string()),
    });
    array(read)
}

/// The record of a game, in its canonical form.
#[wasm_bindgen(js_name = writeRecord)]
pub fn write_record(
    start: &[u64],
    codes: &[u32],
    tags: Vec<String>,
    places: &[u32],
    comments: Vec<String>,
) -> Result<String> {
    let start = position_of(start)?;
    let moves: Vec<Move> = codes.iter().map(|&code| on(&start, code)).collect::<Result<_>>()?;
    let comments = places.iter().map(|&ply| ply as usize).zip(comments);
    match GameRecord::new(start, moves, pairs(tags), comments) {
        Ok(record) => Ok(record.to_string()),
        Err(InvalidGameRecord::Illegal { error, .. }) => Err(illegal(error)),
        Err(error) => Err(volo_error(&error.to_string())),
    }
}

/// The result and the termination of a game that ends in a position and has these tags.
#[wasm_bindgen(unchecked_return_type = "[result: GameResult, termination: Termination]")]
pub fn ending(position: &[u64], result: Option<String>, termination: Option<String>) -> Result<Array> {
    let given = |name: &str, value: Option<String>| value.map(|value| (name.to_string(), value));
    let tags = given("Result", result).into_iter().chain(given("Termination", termination));
    let record = GameRecord::new(position_of(position)?, [], tags, [])
        .map_err(|error| volo_error(&error.to_string()))?;
    Ok(Array::of2(&record.result().name().into(), &record.termination().name().into()))
}

fn parts(record: &GameRecord) -> Array {
    let edge = record.start().rules().edge();
    let codes: Vec<u32> = record.moves().iter().map(|mv| mv.code(edge)).collect();
    let ended = record
        .ended_otherwise()
        .into_iter()
        .flat_map(|(result, termination)| [("Result", result.name()), ("Termination", termination.name())]);
    let tags = record.tags().chain(ended).flat_map(|(name, value)| [name, value]);
    let places: Vec<u32> = record.comments().map(|(ply, _)| ply as u32).collect();
    Array::of5(
        &BigUint64Array::from(words(record.start()).as_slice()),
        &Uint32Array::from(codes.as_slice()),
        &array(tags),
        &Uint32Array::from(places.as_slice()),
        &array(record.comments().map(|(_, text)| text)),
    )
}

/// The tags of an array in which each name is followed by its value.
fn pairs(texts: Vec<String>) -> Vec<(String, String)> {
    let mut texts = texts.into_iter();
    std::iter::from_fn(|| Some((texts.next()?, texts.next()?))).collect()
}
