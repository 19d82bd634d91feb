//! What a format is: its name and suffix, how a text is recognized, and what reads and writes it.

use std::fmt;
use std::io;

use crate::text::record::checks::{ReadGame, ShouldStop};
use crate::text::record::error::{GameRecordError, Refusal};
use crate::text::record::game::GameRecord;
use crate::text::record::source::{Document, File};

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
    /// `volo`: the [native format](https://OWNER.github.io/volo/RECORDS.html).
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
    pub(super) reader: fn(&ReadOptions) -> Box<dyn FormatReader>,
    /// The text of a game, with the line end after it, or why the format has no such game.
    pub(super) write: fn(&GameRecord) -> Result<String, String>,
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

impl fmt::Debug for dyn FormatReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FormatReader")
    }
}

/// A game that was read, or `None` for one that is not Volo and is to be skipped.
pub(super) type FoundGame = Result<Option<ReadGame>, Refusal>;

/// Reads the games of a file in one format.
///
/// Finding the text of a game and reading it are two steps, so that reading can be stopped and repeated.
pub(super) trait FormatReader: Send {
    /// Takes the text of the next game from the source, as its document: `Source::begin`, then `Source::take`
    /// until the game ends. Returns false at the end of the file. It must not take more chunks than it needs, as the
    /// rest of a pipe may not be there yet.
    ///
    /// # Errors
    /// If the input cannot be read, or the text between two games is wrong.
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError>;

    /// Reads the game of the document. If `stop` returns true, any refusal is returned soon, and the same document is
    /// read again later.
    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame;

    /// The path of the value at a byte of a document, such as `$.moves[36]`. `None` in formats without paths, and for
    /// the whole document.
    fn path(&self, _document: Document<'_>, _at: usize) -> Option<String> {
        None
    }
}
