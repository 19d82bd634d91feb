//! Game records of a file whose chunks JavaScript fetches.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};

use js_sys::{Array, Function, Uint8Array};
use volo_rules::records::{Format, GameRecords};
use wasm_bindgen::prelude::*;

use crate::error::volo_error;
use crate::record::{Input, next_of, options};
use crate::{Result, taken};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Format } from "./lists.js";
/** What has been read of a file: a game, an error, or undefined at the end, and what was found out so far. */
export type ReadStep = [
  read: RecordParts | RecordError | undefined,
  format: Format | undefined,
  otherGames: number,
];
"#;

type File = GameRecords<Input<'static>>;

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
    let records = GameRecords::with_options(Box::new(chunks) as Input<'static>, options);
    FILES.with_borrow_mut(|files| files.push((file, records)));
    Ok(())
}

/// Reads the next game of a file.
#[wasm_bindgen(js_name = nextRecord, unchecked_return_type = "ReadStep")]
pub fn next_record(file: u32) -> Result<Array> {
    // The file is not in the list while it is read, because the function that returns chunks may read another one.
    let Some(mut records) = FILES.with_borrow_mut(|files| taken(files, file)) else {
        return Err(volo_error("the file cannot be read on, because the module failed: read it again"));
    };
    let read =
        next_of(&mut records, &mut |offset| offset as f64).map_err(|error| THROWN.take().unwrap_or(error))?;
    let read = read.unwrap_or_default();
    let format = records.format().ok().flatten().map(Format::name);
    let others = records.other_games();
    if !read.is_undefined() {
        FILES.with_borrow_mut(|files| files.push((file, records)));
    }
    Ok(Array::of3(&read, &format.into(), &(others as f64).into()))
}

/// Frees the memory of a file that is not read to its end.
#[wasm_bindgen(js_name = closeRecords)]
pub fn close_records(file: u32) {
    FILES.with_borrow_mut(|files| taken(files, file));
}
