//! The list of formats: their names and suffixes, how a text is recognized, and what reads and writes them.

use std::str::FromStr;

use crate::support::names::{UnknownName, find_name};
#[cfg(feature = "formats")]
use crate::text::record::abstract_play;
use crate::text::record::error::{Origin, Unit};
use crate::text::record::format::{CutError, Entry, Format, Joined, Unwritable};
use crate::text::record::game::GameRecord;
#[cfg(feature = "formats")]
use crate::text::record::json_lines;
#[cfg(feature = "formats")]
use crate::text::record::sgf;
use crate::text::record::source::{File, MARK};
use crate::text::record::{MAX_LENGTH, is_blank, native};

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
pub(super) fn detect(source: &mut File<'_>) -> Result<Option<&'static Entry>, CutError> {
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
            if content.is_empty() && text.len() < FURTHEST {
                return Ok(None);
            }
            let known: Vec<&str> = ENTRIES.iter().map(|entry| entry.description).collect();
            let known = match known.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{}, or {last}", rest.join(", ")),
                _ => known.concat(),
            };
            let found = found_instead(text)
                .map_or("unknown format".to_string(), |found| format!("the file is {found}"));
            let problem = format!("{found}; expected {known}");
            return Err(CutError::Text(Box::new(Origin::new(Unit::Bytes).error(problem, text))));
        }
        // Each attempt looks at one eighth more, so all attempts together take at most nine times as long as the last.
        size = text.len().saturating_add(text.len() / 8).saturating_add(1).min(FURTHEST);
    }
}

/// What a file of no format is, if its first bytes show it.
pub(super) fn found_instead(text: &[u8]) -> Option<&'static str> {
    Some(match text {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, b'\t'..=b'~', ..] | [b'\t'..=b'~', 0, ..] => "in UTF-16",
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => "compressed with bzip2",
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => "compressed with xz",
        [0x1f, 0x8b, ..] => "compressed with gzip",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "compressed with zstd",
        [b'P', b'K', 3, 4, ..] => "a zip archive",
        _ => return None,
    })
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
        let text = (format.entry().write)(self).map_err(|problem| Unwritable { problem })?;
        if text.trim_end().len() > MAX_LENGTH {
            let problem = format!("the text of the game is longer than {} MiB", MAX_LENGTH >> 20);
            return Err(Unwritable { problem });
        }
        Ok(text)
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
        Ok(self.add_text(record.write(self.format)?))
    }

    /// Adds a game as [`GameRecord::write`] has written it in this format, and returns the text that comes next in the file.
    pub fn add_text(&mut self, text: String) -> String {
        let games = self.games;
        self.games = games.saturating_add(1);
        match self.format.entry().joined {
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
        }
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
