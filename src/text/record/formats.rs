//! The list of formats: their names and suffixes, how a text is recognized, and what reads and writes them.

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use crate::support::names::{UnknownName, find_name};
#[cfg(feature = "formats")]
use crate::text::record::abstract_play;
use crate::text::record::checks::{ReadGame, ShouldStop};
use crate::text::record::error::{GameRecordError, Origin, Refusal, Unit};
use crate::text::record::game::GameRecord;
#[cfg(feature = "formats")]
use crate::text::record::json_lines;
#[cfg(feature = "formats")]
use crate::text::record::sgf;
use crate::text::record::source::{Document, MARK, Source};
use crate::text::record::{MAX_LENGTH, is_blank, native};

/// A format of game records.
///
/// ```
/// # use volo_rules::records::Format;
/// assert_eq!("volo".parse(), Ok(Format::Volo));
/// assert_eq!(Format::of_suffix(".volo"), Some(Format::Volo));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `volo`: the native format, which `docs/RECORDS.md` describes.
    Volo,
    /// `jsonl`: JSON lines, one game in each line.
    #[cfg(feature = "formats")]
    JsonLines,
    /// `abstract-play`: game reports and states of Abstract Play.
    #[cfg(feature = "formats")]
    AbstractPlay,
    /// `boardspace`: SGF as the site Boardspace writes it.
    #[cfg(feature = "formats")]
    Boardspace,
}

impl Format {
    /// All formats that this build of the crate reads and writes.
    pub fn all() -> impl Iterator<Item = Format> {
        ENTRIES.iter().map(|entry| entry.format)
    }

    /// The name, such as `volo`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The suffix of files, such as `.volo`.
    pub fn suffix(self) -> &'static str {
        self.entry().suffix
    }

    /// A few words for messages, such as `native records`.
    pub fn description(self) -> &'static str {
        self.entry().description
    }

    /// Whether its texts have all the tags that native records have, also those with unknown values.
    pub fn has_unknown_tags(self) -> bool {
        self.entry().has_unknown_tags
    }

    /// The format of files with this suffix.
    pub fn of_suffix(suffix: &str) -> Option<Format> {
        Format::all().find(|format| format.suffix() == suffix)
    }

    pub(super) fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|entry| entry.format == self).unwrap_or(&native::ENTRY)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    /// Reads the name of a format.
    fn from_str(text: &str) -> Result<Format, UnknownName> {
        let formats: Vec<Format> = Format::all().collect();
        find_name("record format", text, &formats, Format::name)
    }
}

/// What a format is, and what reads and writes it.
pub(super) struct Entry {
    pub(super) format: Format,
    pub(super) name: &'static str,
    pub(super) suffix: &'static str,
    /// A few words for messages, in the plural.
    pub(super) description: &'static str,
    /// Whether its texts have all standard tags, also those with unknown values.
    pub(super) has_unknown_tags: bool,
    /// Recognizes the beginning of a text, which has no byte order mark and no blanks before it, and returns how many
    /// bytes that took. `None` for another format, and if more of the text is needed.
    pub(super) recognize: fn(&[u8]) -> Option<usize>,
    /// A reader of a file.
    pub(super) reader: fn(&ReadOptions) -> Box<dyn FormatReader>,
    /// The text of a game, with the line end after it.
    pub(super) write: fn(&GameRecord) -> Result<String, Unwritable>,
    /// How the texts of games become a file.
    pub(super) joined: Joined,
}

/// How the texts of games become a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// One after the other.
    Directly,
    /// With an empty line between two of them.
    WithEmptyLine,
    /// As a JSON array, but a single game alone.
    AsArray,
}

/// How a file is read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Whether to accept the deviations that the documentation of each format lists.
    pub lenient: bool,
    /// The format; by default it is detected from the content.
    pub format: Option<Format>,
    /// Whether to skip games other than Volo, which files of Abstract Play may have. Otherwise each of them is an error.
    pub skip_other_games: bool,
    /// The name of the file. Boardspace writes the date of a game into it.
    pub file_name: Option<String>,
}

/// Why a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unwritable {
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Unwritable {}

/// Why the text of the next game cannot be found.
#[derive(Debug)]
pub(super) enum CutError {
    /// The input cannot be read. The next call continues where this one stopped, or the file ends there.
    Input(io::Error),
    /// The text between the games is wrong.
    Text(Box<GameRecordError>),
}

impl From<io::Error> for CutError {
    fn from(error: io::Error) -> CutError {
        CutError::Input(error)
    }
}

/// Reads the games of a file in one format.
///
/// Finding the text of a game and reading it are two steps, so that reading can be stopped and repeated.
pub(super) trait FormatReader: fmt::Debug + Send {
    /// Takes the text of the next game from the source, as its document: [`Source::begin`], then [`Source::take`]
    /// until the game ends. Returns false at the end of the file. It must not take more chunks than it needs, as the
    /// rest of a pipe may not be there yet.
    ///
    /// # Errors
    /// If the input cannot be read, or the text between two games is wrong.
    fn cut(&mut self, source: &mut Source<dyn BufRead + '_>) -> Result<bool, CutError>;

    /// Reads the game of the document. `None` for a game that is not Volo and is to be skipped. If `stop` returns
    /// true, any refusal is returned soon, and the same document is read again later.
    ///
    /// # Errors
    /// At least one refusal, and at most a hundred: the first is the error, the others are its `also`.
    fn read(
        &mut self,
        document: Document<'_>,
        stop: ShouldStop<'_>,
    ) -> Result<Option<ReadGame>, Vec<Refusal>>;

    /// The path of the value at a byte of a document, such as `$.moves[36]`. `None` in formats without paths, and for
    /// the whole document.
    fn path(&self, _document: Document<'_>, _at: usize) -> Option<String> {
        None
    }
}

/// All formats that this build reads and writes.
pub(super) const ENTRIES: &[Entry] = &[
    native::ENTRY,
    #[cfg(feature = "formats")]
    json_lines::ENTRY,
    #[cfg(feature = "formats")]
    abstract_play::ENTRY,
    #[cfg(feature = "formats")]
    sgf::ENTRY,
];

/// The number of bytes that are examined to find the format. A game report may have a long text before the first member
/// that identifies it. A file without games must have less white space than this.
const FURTHEST: usize = 1 << 16;

/// Finds the format of a file from its beginning. `None` for a file without games.
///
/// # Errors
/// If the input cannot be read, or the file has no known format.
pub(super) fn detect(
    source: &mut Source<dyn BufRead + '_>,
    lenient: bool,
) -> Result<Option<&'static Entry>, CutError> {
    let mut size = 1;
    loop {
        let text = source.peek(size)?;
        let text = text.get(..FURTHEST).unwrap_or(text);
        let content = text.strip_prefix(MARK).unwrap_or(text);
        let blanks = content.iter().take_while(|&&byte| is_blank(byte)).count();
        let content = content.get(blanks..).unwrap_or(&[]);
        let found = ENTRIES.iter().filter_map(|entry| Some(((entry.recognize)(content)?, entry)));
        if let Some((_, entry)) = found.min_by_key(|(length, _)| *length) {
            return Ok(Some(entry));
        }
        if text.len() < size || text.len() == FURTHEST {
            let has_mark = content.len().saturating_add(blanks) < text.len();
            if content.is_empty() && text.len() < FURTHEST && (lenient || !has_mark) {
                return Ok(None);
            }
            let problem = format!("unknown format; expected {}", listed(|entry| entry.description));
            return Err(CutError::Text(Box::new(Origin::new(Unit::Bytes).error(problem, text))));
        }
        // Each attempt looks at one eighth more, so all attempts together take at most nine times as long as the last.
        size = text.len().saturating_add(text.len() / 8).saturating_add(1).min(FURTHEST);
    }
}

/// A property of all formats for a message, such as `native records, JSON lines, or SGF`.
fn listed(property: fn(&Entry) -> &'static str) -> String {
    let all: Vec<&str> = ENTRIES.iter().map(property).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, or {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

impl GameRecord {
    /// The text of the game in a format, with the line end after it.
    ///
    /// # Errors
    /// If the format has no such game, or the text would be longer than 16 MiB.
    ///
    /// ```
    /// # use volo_rules::records::{Format, GameRecord};
    /// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\n1. a3 *")?;
    /// assert_eq!(record.write(Format::Volo), Ok(record.to_string()));
    /// # Ok::<(), volo_rules::records::GameRecordError>(())
    /// ```
    pub fn write(&self, format: Format) -> Result<String, Unwritable> {
        let text = (format.entry().write)(self)?;
        match text.strip_suffix('\n').unwrap_or(&text).len() > MAX_LENGTH {
            true => Err(Unwritable {
                problem: format!("the text of the game is longer than {} MiB", MAX_LENGTH >> 20),
            }),
            false => Ok(text),
        }
    }
}

/// Writes the games of a file, one after the other.
///
/// ```
/// # use volo_rules::records::{Format, GameRecord, GameRecordWriter};
/// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\n1. a3 *")?;
/// let mut writer = GameRecordWriter::new(Format::Volo);
/// let file = [writer.add(&record)?, writer.add(&record)?, writer.finish()].concat();
/// assert_eq!(file, format!("{record}\n{record}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameRecordWriter {
    format: Format,
    games: u64,
    /// The last game, if the text before it depends on whether another one follows.
    held: String,
}

impl GameRecordWriter {
    /// A writer of a file in a format.
    pub fn new(format: Format) -> GameRecordWriter {
        GameRecordWriter { format, games: 0, held: String::new() }
    }

    /// Adds a game, and returns the text that comes next in the file. It may be empty.
    ///
    /// # Errors
    /// As [`GameRecord::write`]. The file is then as without this game.
    pub fn add(&mut self, record: &GameRecord) -> Result<String, Unwritable> {
        let text = record.write(self.format)?;
        let games = self.games;
        self.games = games.saturating_add(1);
        Ok(match self.format.entry().joined {
            Joined::WithEmptyLine if games > 0 => format!("\n{text}"),
            Joined::Directly | Joined::WithEmptyLine => text,
            Joined::AsArray => {
                let held = std::mem::replace(&mut self.held, text.trim_end().to_string());
                match games {
                    0 => held,
                    1 => format!("[\n{held}"),
                    _ => format!(",\n{held}"),
                }
            }
        })
    }

    /// Ends the file, and returns the rest of its text.
    pub fn finish(self) -> String {
        let GameRecordWriter { format, games, held } = self;
        match (format.entry().joined, games) {
            (Joined::Directly | Joined::WithEmptyLine, _) => String::new(),
            (Joined::AsArray, 0) => "[]\n".to_string(),
            (Joined::AsArray, 1) => format!("{held}\n"),
            (Joined::AsArray, _) => format!(",\n{held}\n]\n"),
        }
    }
}
