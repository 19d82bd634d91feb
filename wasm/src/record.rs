//! Game records.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::ops::Range;

use js_sys::{Array, BigUint64Array, Function, JsString, Uint8Array, Uint32Array};
use volo_rules::Move;
use volo_rules::records::{Format, GameRecord, GameRecords, InvalidGameRecord, ReadError, ReadOptions};
use wasm_bindgen::prelude::*;

use crate::error::{illegal, record_error, volo_error};
use crate::moves::on;
use crate::position::words;
use crate::spaces::array;
use crate::text::{Text, units};
use crate::{Result, position_of};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Format } from "./lists.js";
export type RecordParts = [
  start: BigUint64Array,
  codes: Uint32Array,
  tags: string[],
  places: Uint32Array,
  comments: string[],
];
/** What has been read of a file: a game, an error, or undefined at the end, and what was found out so far. */
export type ReadStep = [
  read: RecordParts | RecordError | undefined,
  format: Format | undefined,
  otherGames: number,
  variations: number,
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
    let input: Box<dyn BufRead + '_> = Box::new(text.as_bytes());
    let mut records = GameRecords::with_options(input, options);
    std::iter::from_fn(|| next_of(&mut records, &mut index).transpose()).collect()
}

/// A file that is being read.
type File = GameRecords<Box<dyn BufRead>>;

thread_local! {
    /// The files that are being read, with the numbers that JavaScript gave them. A new instance of the module has none.
    static FILES: RefCell<Vec<(u32, File)>> = const { RefCell::new(Vec::new()) };

    /// The error that a function of JavaScript threw instead of returning a chunk.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// A file whose chunks a function of JavaScript returns, and undefined at its end.
struct Chunks {
    next: Function,
    chunk: Uint8Array,
    /// The number of bytes of the chunk that were copied.
    copied: u32,
    copy: Vec<u8>,
    taken: usize,
}

/// The most bytes of a chunk that are copied at once.
const LONGEST_COPY: u32 = 1 << 16;

impl BufRead for Chunks {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken >= self.copy.len() {
            while self.copied >= self.chunk.length() {
                let chunk = self.next.call0(&JsValue::UNDEFINED).map_err(|error| {
                    THROWN.set(Some(error));
                    io::Error::from(io::ErrorKind::Other)
                })?;
                match chunk.dyn_into::<Uint8Array>() {
                    Ok(chunk) => (self.chunk, self.copied) = (chunk, 0),
                    Err(_) => return Ok(&[]),
                }
            }
            let end = self.copied.saturating_add(LONGEST_COPY);
            self.copy = self.chunk.subarray(self.copied, end).to_vec();
            (self.copied, self.taken) = (end, 0);
        }
        Ok(self.copy.get(self.taken..).unwrap_or(&[]))
    }

    fn consume(&mut self, length: usize) {
        self.taken = self.taken.saturating_add(length);
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// Opens a file for [`next_record`].
#[wasm_bindgen(js_name = openRecords)]
pub fn open_records(
    file: u32,
    #[wasm_bindgen(unchecked_param_type = "() => Uint8Array | undefined")] next: Function,
    lenient: bool,
    format: Option<String>,
    skip_other_games: bool,
    file_name: Option<String>,
) -> Result<()> {
    let options = options(lenient, format, skip_other_games, file_name)?;
    let chunk = Uint8Array::new_with_length(0);
    let chunks = Chunks { next, chunk, copied: 0, copy: Vec::new(), taken: 0 };
    let input: Box<dyn BufRead> = Box::new(chunks);
    FILES.with_borrow_mut(|files| files.push((file, GameRecords::with_options(input, options))));
    Ok(())
}

/// Reads the next game of a file.
#[wasm_bindgen(js_name = nextRecord, unchecked_return_type = "ReadStep")]
pub fn next_record(file: u32) -> Result<Array> {
    // The file is not in the list while it is read, because the function that returns chunks may read another one.
    let Some(mut records) = taken(file) else {
        return Err(volo_error("the file cannot be read on, because the module failed: read it again"));
    };
    let read = next_of(&mut records, &mut |offset| offset as f64)?.unwrap_or_default();
    let format = records.format().ok().flatten().map(Format::name);
    let (others, variations) = (records.other_games(), records.variations());
    if !read.is_undefined() {
        FILES.with_borrow_mut(|files| files.push((file, records)));
    }
    Ok(Array::of4(&read, &format.into(), &(others as f64).into(), &(variations as f64).into()))
}

/// The parts of the next game, or its error. The function is not generic, so that the module has it only once.
fn next_of(
    records: &mut GameRecords<Box<dyn BufRead + '_>>,
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
        Some(Err(error)) => Err(THROWN.take().unwrap_or_else(|| volo_error(&error.to_string()))),
    }
}

/// Frees the memory of a file that is not read to its end.
#[wasm_bindgen(js_name = closeRecords)]
pub fn close_records(file: u32) {
    taken(file);
}

fn taken(file: u32) -> Option<File> {
    FILES.with_borrow_mut(|files| {
        let at = files.iter().position(|(number, _)| *number == file)?;
        Some(files.swap_remove(at).1)
    })
}

fn options(
    lenient: bool,
    format: Option<String>,
    skip_other_games: bool,
    file_name: Option<String>,
) -> Result<ReadOptions> {
    let mut options = ReadOptions::default();
    options.lenient = lenient;
    options.format = format.map(|name| format_of(&name)).transpose()?;
    options.skip_other_games = skip_other_games;
    options.file_name = file_name;
    Ok(options)
}

fn format_of(name: &str) -> Result<Format> {
    name.parse().map_err(|error: volo_rules::UnknownName| volo_error(&elsewhere(error.to_string())))
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
    let format = format.map_or(Ok(Format::Volo), |name| format_of(&name))?;
    let start = position_of(start)?;
    let moves: Vec<Move> = codes.iter().map(|&code| on(&start, code)).collect::<Result<_>>()?;
    let comments = places.iter().map(|&ply| ply as usize).zip(comments);
    match GameRecord::new(start, moves, pairs(tags), comments) {
        Ok(record) => record.write(format).map_err(|error| volo_error(&error.to_string())),
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
