//! Game records, read from a file of any length.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead};
use std::iter::FusedIterator;
use std::ops::Range;

use crate::text::record::checks::{NEVER, ReadGame, ShouldStop};
use crate::text::record::error::{GameRecordError, Refusal};
use crate::text::record::format::{CutError, Format, FormatReader, ReadOptions};
use crate::text::record::formats::{detect, found_instead};
use crate::text::record::game::GameRecord;
use crate::text::record::source::Source;

/// The games of a file, one after the other. At most one game, of at most 16 MiB, is in memory at a time, whatever the
/// length of the file or of its lines.
///
/// After a malformed game, reading resumes with the next one. In native records that is the next tag after a line that
/// is not a tag. After an error of the input, it resumes where the input stopped in native records; other files end there.
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
    source: Source<R>,
    options: ReadOptions,
    state: State,
    /// Whether the document is to be read again, because reading was stopped.
    again: bool,
    /// The bytes of the document that are the moves of the last game, and its end.
    places: (Vec<Range<u32>>, Range<u32>),
    other_games: u64,
}

#[derive(Debug)]
enum State {
    Unopened,
    Open(Format, Box<dyn FormatReader>),
    /// The file has no games, or no known format.
    Empty,
}

impl<R: BufRead> GameRecords<R> {
    /// The native records of a file, read strictly.
    pub fn new(input: R) -> GameRecords<R> {
        GameRecords::with_options(input, ReadOptions { format: Some(Format::Volo), ..ReadOptions::default() })
    }

    /// The native records of a file, read leniently: see [`GameRecord::parse_lenient`].
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
        let format = Some(Format::Volo);
        GameRecords::with_options(input, ReadOptions { lenient: true, format, ..ReadOptions::default() })
    }

    /// The games of a file in any of the formats, read as the options say. Nothing is read yet.
    ///
    /// ```
    /// # use volo_rules::records::{Format, GameRecord, GameRecords, ReadOptions};
    /// let file = GameRecord::parse_lenient("[Rules \"standard-4\"]\n1. a3 *")?.to_string();
    /// let mut records = GameRecords::with_options(file.as_bytes(), ReadOptions::default());
    /// assert_eq!(records.format()?, Some(Format::Volo));
    /// assert_eq!(records.next().expect("a game")?.moves().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_options(input: R, options: ReadOptions) -> GameRecords<R> {
        GameRecords {
            source: Source::new(input),
            options,
            state: State::Unopened,
            again: false,
            places: (Vec::new(), 0..0),
            other_games: 0,
        }
    }

    /// The format of the file, which is detected from its beginning unless the options have one. `None` for a file
    /// without games.
    ///
    /// # Errors
    /// If the input cannot be read, or the file has no known format.
    pub fn format(&mut self) -> Result<Option<Format>, ReadError> {
        if let State::Unopened = self.state {
            let found = match self.options.format {
                Some(format) => Some(format.entry()),
                None => match detect(&mut self.source) {
                    Err(CutError::Input(error)) => return Err(ReadError::Input(error)),
                    Err(CutError::Text(error)) => {
                        self.state = State::Empty;
                        return Err(ReadError::Record(*error));
                    }
                    Ok(found) => found,
                },
            };
            self.state = match found {
                Some(entry) => State::Open(entry.format, (entry.reader)(&self.options)),
                None => State::Empty,
            };
        }
        match &self.state {
            State::Open(format, _) => Ok(Some(*format)),
            State::Unopened | State::Empty => Ok(None),
        }
    }

    /// The number of games that were skipped so far, because they are not Volo.
    pub fn other_games(&self) -> u64 {
        self.other_games
    }

    /// An error about the game that was read last, for a program that checks it further. It has the place of a move, from
    /// 1, or without one that of the result or of all moves. The position is the one before that move, or the last one.
    ///
    /// ```
    /// # use volo_rules::records::GameRecords;
    /// let mut records = GameRecords::lenient("[Rules \"standard-4\"]\n1. a3 d5 *\n".as_bytes());
    /// records.next();
    /// let error = records.refusal(Some(2), "a bad move".to_string());
    /// assert_eq!((error.line, error.column, error.text.as_str()), (2, 7, "d5"));
    /// ```
    pub fn refusal(&self, ply: Option<usize>, problem: String) -> GameRecordError {
        let (moves, end) = &self.places;
        let of_move = ply.and_then(|ply| moves.get(ply.checked_sub(1)?));
        let at = of_move.unwrap_or(end);
        let refusal = Refusal { ply, ..Refusal::new(problem, at.start as usize..at.end as usize) };
        self.error(refusal)
    }

    fn error(&self, mut refusal: Refusal) -> GameRecordError {
        let (document, origin) = (self.source.document(), self.source.origin());
        let path = match &self.state {
            State::Open(_, reader) if !refusal.is_syntax => {
                refusal.path.take().or_else(|| reader.path(document, refusal.at.start))
            }
            _ => None,
        };
        let mut error = GameRecordError { path, ..origin.refusal(document.bytes, refusal) };
        if let Some(found) = found_instead(document.bytes).filter(|_| origin.offset == 0) {
            error.problem = format!("the file is {found}: {}", error.problem);
        }
        error
    }
}

impl<R: BufRead> Iterator for GameRecords<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Result<GameRecord, ReadError>> {
        next(self, NEVER)
    }
}

/// Like [`GameRecords::next`]. If `stop` returns true while a record is read, an unspecified error is returned soon, and
/// the next call reads that record again.
pub fn next<R: BufRead>(
    records: &mut GameRecords<R>,
    stop: ShouldStop<'_>,
) -> Option<Result<GameRecord, ReadError>> {
    if let Err(error) = records.format() {
        return Some(Err(error));
    }
    let is_stopped = Cell::new(false);
    let stop = || {
        is_stopped.set(is_stopped.get() || stop());
        is_stopped.get()
    };
    loop {
        let State::Open(_, reader) = &mut records.state else { return None };
        if !std::mem::take(&mut records.again) {
            match reader.cut(&mut records.source) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(CutError::Input(error)) => return Some(Err(ReadError::Input(error))),
                Err(CutError::Text(error)) => return Some(Err(ReadError::Record(*error))),
            }
        }
        let read = reader.read(records.source.document(), &stop);
        if is_stopped.get() {
            records.again = true;
            return Some(Err(ReadError::Record(records.error(Refusal::stopped()))));
        }
        return Some(match read {
            Ok(None) => {
                records.other_games = records.other_games.saturating_add(1);
                continue;
            }
            Ok(Some(ReadGame { record, places, end })) => {
                records.places = (places, end);
                Ok(record)
            }
            Err(refusal) => Err(ReadError::Record(records.error(refusal))),
        });
    }
}

impl<R: BufRead> FusedIterator for GameRecords<R> {}

/// Why the next game of a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input cannot be read.
    Input(io::Error),
    /// The game is malformed. Line, column and offset in bytes are those of the file.
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
