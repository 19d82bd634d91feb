//! Game records, read from a file of any length.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead};
use std::iter::FusedIterator;

use crate::text::record::error::GameRecordError;
use crate::text::record::frames::{Frame, Frames};
use crate::text::record::game::GameRecord;
use crate::text::record::parse::too_long;
use crate::text::record::reader::{NEVER, ShouldStop};

/// The records of a file, one after the other. At most one record, of at most 16 MiB, is in memory at a time,
/// whatever the length of the file or of its lines.
///
/// After a malformed record, reading resumes at the next tag after a line that is not a tag. After an error of
/// the input, it resumes where the input stopped.
///
/// ```
/// # use volo_rules::records::{GameRecord, GameRecords};
/// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\n1. a3 *")?.to_string();
/// let file = format!("{record}\n[Event \"?\"]\n\n1. a3 ??\n\n{record}");
/// let read: Vec<bool> = GameRecords::new(file.as_bytes()).map(|record| record.is_ok()).collect();
/// assert_eq!(read, [true, false, true]);
/// # Ok::<(), volo_rules::records::GameRecordError>(())
/// ```
#[derive(Debug)]
pub struct GameRecords<R> {
    frames: Frames<R>,
    lenient: bool,
}

impl<R: BufRead> GameRecords<R> {
    /// The records of a file, read strictly.
    pub fn new(input: R) -> GameRecords<R> {
        GameRecords { frames: Frames::new(input, false), lenient: false }
    }

    /// The records of a file, read leniently: see [`GameRecord::parse_lenient`].
    ///
    /// ```
    /// # use volo_rules::records::GameRecords;
    /// let file = "[Rules \"standard-4\"]\na3 d5 b5 *\n";
    /// let plies: Vec<usize> = GameRecords::lenient(file.as_bytes())
    ///     .map(|record| Ok(record?.moves().len()))
    ///     .collect::<Result<_, volo_rules::records::ReadError>>()?;
    /// assert_eq!(plies, [3]);
    /// # Ok::<(), volo_rules::records::ReadError>(())
    /// ```
    pub fn lenient(input: R) -> GameRecords<R> {
        GameRecords { frames: Frames::new(input, true), lenient: true }
    }
}

impl<R: BufRead> Iterator for GameRecords<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Result<GameRecord, ReadError>> {
        self.next_until(NEVER)
    }
}

impl<R: BufRead> GameRecords<R> {
    /// Like `next`, but returns an unspecified error when `stop` returns true while a record is read. The next call
    /// reads that record again.
    pub(crate) fn next_until(&mut self, stop: ShouldStop<'_>) -> Option<Result<GameRecord, ReadError>> {
        let is_stopped = Cell::new(false);
        let record = self.read_next(&|| {
            is_stopped.set(is_stopped.get() || stop());
            is_stopped.get()
        });
        if is_stopped.get() {
            self.frames.repeat();
        }
        record
    }

    fn read_next(&mut self, stop: ShouldStop<'_>) -> Option<Result<GameRecord, ReadError>> {
        let Frame { bytes, followed, origin } = match self.frames.next() {
            Ok(frame) => frame?,
            Err(error) => return Some(Err(ReadError::Input(error))),
        };
        let record = match bytes {
            Some(bytes) => GameRecord::read(bytes, followed, self.lenient, &origin, stop),
            None => Err(too_long(&origin)),
        };
        Some(record.map_err(ReadError::Record))
    }
}

impl<R: BufRead> FusedIterator for GameRecords<R> {}

/// Why the next record of a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input cannot be read.
    Input(io::Error),
    /// The record is malformed. Line, column and offset in bytes are those of the file.
    Record(GameRecordError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Input(error) => error.fmt(f),
            ReadError::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Input(error) => error.source(),
            ReadError::Record(error) => error.source(),
        }
    }
}
