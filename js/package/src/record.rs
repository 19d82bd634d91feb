//! Game records.

use std::io::BufRead;
use std::ops::Range;

use js_sys::{Array, BigUint64Array, JsString, Uint32Array};
use volo_rules::Move;
use volo_rules::records::{
    Format, GameRecord, GameRecordWriter, GameRecords, InvalidGameRecord, ReadError, ReadOptions,
};
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

/// What is read, of one type, so that the module has the reader only once.
#[cfg(feature = "engine")]
pub(crate) type Input<'a> = Box<dyn BufRead + 'a>;

/// The start, the codes of the moves, the tags (name, value, name, value and so on), and the comments with the numbers
/// of moves before them. Tags that follow from the start and the moves are left out.
#[wasm_bindgen(js_name = parseRecord, unchecked_return_type = "RecordParts")]
pub fn parse_record(text: JsString, lenient: bool) -> Result<Array> {
    let text = Text::new(text);
    let read = if lenient { GameRecord::parse_lenient } else { GameRecord::parse };
    match read(&text.chars) {
        Ok(record) => Ok(parts(&record)),
        Err(error) => Err(record_error(error, &mut |offset| {
            text.index(usize::try_from(offset).unwrap_or(usize::MAX)).into()
        })),
    }
}

/// The parts of each game of a text, or its error.
#[wasm_bindgen(js_name = readRecords, unchecked_return_type = "(RecordParts | RecordError)[]")]
pub fn read_records(
    text: &str,
    lenient: bool,
    format: Option<String>,
    skip_other_games: bool,
    file_name: Option<String>,
) -> Result<Array> {
    let options = options(lenient, format, skip_other_games, file_name)?;
    // The place of the last error in bytes and in UTF-16. It is not counted from the beginning of the text again.
    let (mut bytes, mut offset) = (0, 0_u32);
    let counted = |range: Range<usize>| units(text.get(range).unwrap_or_default().chars());
    let mut index = |place: u64| {
        let end = usize::try_from(place).unwrap_or(usize::MAX).min(text.len());
        offset = match end < bytes {
            true => offset.saturating_sub(counted(end..bytes)),
            false => offset.saturating_add(counted(bytes..end)),
        };
        bytes = end;
        f64::from(offset)
    };
    #[cfg(feature = "engine")]
    let input: Input<'_> = Box::new(text.as_bytes());
    #[cfg(not(feature = "engine"))]
    let input = text.as_bytes();
    let mut records = GameRecords::with_options(input, options);
    std::iter::from_fn(|| next_of(&mut records, &mut index).transpose()).collect()
}

/// The parts of the next game, or its error. A module calls it for one type of inputs only.
pub(crate) fn next_of<R: BufRead>(
    records: &mut GameRecords<R>,
    index: &mut dyn FnMut(u64) -> f64,
) -> Result<Option<JsValue>> {
    let read = match records.format() {
        Ok(_) => records.next(),
        Err(ReadError::Record(mut error)) => {
            error.problem = elsewhere(error.problem);
            Some(Err(ReadError::Record(error)))
        }
        Err(error) => Some(Err(error)),
    };
    match read {
        None => Ok(None),
        Some(Ok(record)) => Ok(Some(parts(&record).into())),
        Some(Err(ReadError::Record(error))) => Ok(Some(record_error(error, index))),
        Some(Err(error)) => Err(volo_error(&error.to_string())),
    }
}

pub(crate) fn options(
    lenient: bool,
    format: Option<String>,
    skip_other_games: bool,
    file_name: Option<String>,
) -> Result<ReadOptions> {
    let mut options = ReadOptions::default();
    options.lenient = lenient;
    options.format = format_of(format)?;
    options.skip_other_games = skip_other_games;
    options.file_name = file_name;
    Ok(options)
}

fn format_of(name: Option<String>) -> Result<Option<Format>> {
    let format = name.map(|name| name.parse()).transpose();
    format.map_err(|error: volo_rules::UnknownName| volo_error(&elsewhere(error.to_string())))
}

/// A message about a format that this module does not have. The module of the engine has all.
fn elsewhere(message: String) -> String {
    match cfg!(feature = "engine") {
        true => message,
        false => format!("{message}; volo-rules/engine has the other formats"),
    }
}

/// The text of a game in a format, by default in the native one.
#[wasm_bindgen(js_name = writeRecord)]
pub fn write_record(
    start: &[u64],
    codes: &[u32],
    tags: Vec<String>,
    places: &[u32],
    comments: Vec<String>,
    format: Option<String>,
) -> Result<String> {
    let format = format_of(format)?.unwrap_or(Format::Volo);
    let start = position_of(start)?;
    let moves: Vec<Move> = codes.iter().map(|&code| on(&start, code)).collect::<Result<_>>()?;
    let comments = places.iter().map(|&ply| ply as usize).zip(comments);
    match GameRecord::new(start, moves, pairs(tags), comments) {
        Ok(record) => record.write(format).map_err(|error| volo_error(&error.to_string())),
        Err(InvalidGameRecord::Illegal { error, .. }) => Err(illegal(error)),
        Err(error) => Err(volo_error(&error.to_string())),
    }
}

/// The texts of games as a file in the same format.
#[wasm_bindgen(js_name = joinRecords)]
pub fn join_records(texts: Vec<String>, format: Option<String>) -> Result<String> {
    let mut writer = GameRecordWriter::new(format_of(format)?.unwrap_or(Format::Volo));
    let mut file: String = texts.into_iter().map(|text| writer.add_text(text)).collect();
    file.push_str(&writer.finish());
    Ok(file)
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
