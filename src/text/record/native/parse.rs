//! Reading records.

use std::str::FromStr;

use crate::text::record::MAX_LENGTH;
use crate::text::record::checks::{Draft, NEVER, ReadGame, ShouldStop};
use crate::text::record::ending::{GameResult, Termination, WrongEnd, check_end};
use crate::text::record::error::{GameRecordError, Origin, Refusal, Unit};
use crate::text::record::game::GameRecord;
use crate::text::record::native::header::Header;
use crate::text::record::native::movetext;
use crate::text::record::native::reader::Reader;
use crate::text::record::source::Document;

impl GameRecord {
    /// Reads, strictly, a text that consists of one record. The cost is linear in the length of the text.
    ///
    /// # Errors
    /// If the text is not such a record. The offset is in characters.
    ///
    /// ```
    /// # use volo_rules::records::GameRecord;
    /// let error = GameRecord::parse("[Event \"?\"]\n[Site ?]\n").unwrap_err();
    /// assert_eq!((error.line, error.column, error.offset), (2, 6, 17));
    /// assert_eq!(error.problem, "expected a space and a value in quotes");
    /// ```
    pub fn parse(text: &str) -> Result<GameRecord, GameRecordError> {
        parse(text.as_bytes(), false, NEVER)
    }

    /// Like [`GameRecord::parse`], but accepts [these deviations](https://OWNER.github.io/volo/RECORDS.html), such as missing
    /// tags and numbers.
    ///
    /// # Errors
    /// As [`GameRecord::parse`].
    ///
    /// ```
    /// # use volo_rules::records::{GameRecord, GameResult};
    /// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\na3 d5  b5 *").unwrap();
    /// assert_eq!((record.moves().len(), record.result()), (3, GameResult::Open));
    /// ```
    pub fn parse_lenient(text: &str) -> Result<GameRecord, GameRecordError> {
        parse(text.as_bytes(), true, NEVER)
    }
}

/// Reads an encoded text that consists of one record. Offsets of errors are in characters. If `stop` returns true, an
/// unspecified error is returned soon.
///
/// # Errors
/// If the text is not UTF-8 or not a record.
pub fn parse(text: &[u8], lenient: bool, stop: ShouldStop<'_>) -> Result<GameRecord, GameRecordError> {
    let document = Document { bytes: text, is_too_long: false };
    match read(document, false, lenient, Unit::Characters, stop) {
        Ok(read) => Ok(read.record),
        Err(refusal) => Err(Origin::new(Unit::Characters).refusal(text, refusal)),
    }
}

impl FromStr for GameRecord {
    type Err = GameRecordError;

    /// As [`GameRecord::parse`].
    fn from_str(text: &str) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse(text)
    }
}

/// Reads a record. One that is `is_followed` by another has an empty line after it.
pub(super) fn read(
    document: Document<'_>,
    is_followed: bool,
    lenient: bool,
    unit: Unit,
    stop: ShouldStop<'_>,
) -> Result<ReadGame, Refusal> {
    let Document { bytes, is_too_long } = document;
    if is_too_long || bytes.len().saturating_sub(usize::from(is_followed)) > MAX_LENGTH {
        return Err(Refusal::new(format!("expected a record of no more than {MAX_LENGTH} bytes"), 0..0));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let problem = match (unit, bytes.get(start)) {
            (Unit::Bytes, Some(byte)) => format!("expected UTF-8, not the byte {byte:#04x}"),
            _ => "expected characters, not a lone surrogate".to_string(),
        };
        Refusal::new(problem, start..start)
    })?;
    read_text(Reader::new(text, lenient), is_followed, stop)
}

fn read_text(mut reader: Reader<'_>, followed: bool, stop: ShouldStop<'_>) -> Result<ReadGame, Refusal> {
    // White space at the ends of a text is ignored.
    if reader.lenient {
        reader.take("\u{feff}");
    }
    reader.blank();
    let header = Header::read(&mut reader, stop)?;
    let start = header.start()?;
    let (expected, termination) = header.ending()?;
    let mut draft = Draft::new(start);
    let (result, end) = movetext::read(&mut reader, &mut draft, stop)?;
    let (outcome, termination) = (draft.position().outcome(), termination.map(Termination::name));
    let settled = check_end(outcome, result, termination, reader.lenient).map_err(|wrong| match wrong {
        WrongEnd::Result(problem) => (problem, end.clone()),
        WrongEnd::Termination(problem) => {
            (problem, header.place("Termination").unwrap_or_else(|| end.clone()))
        }
    });
    let settled = match expected.filter(|expected| *expected != result) {
        None => settled,
        // The rules decide which of the two results is wrong.
        Some(expected) => match check_end(outcome, expected, None, true) {
            Err(WrongEnd::Result(problem))
                if outcome.is_some_and(|outcome| GameResult::of(outcome) == result) =>
            {
                Err((problem, header.place("Result").unwrap_or_default()))
            }
            _ => Err((format!("expected {expected}, as the tag Result says"), end.clone())),
        },
    };
    let ending = settled.map_err(|(problem, at)| Refusal::new(problem, at).in_position(draft.position()))?;
    read_end(&mut reader, followed)?;
    Ok(draft.with_tags(header.tags).finish(ending, end))
}

/// Reads the white space after the result of a record.
fn read_end(reader: &mut Reader<'_>, followed: bool) -> Result<(), Refusal> {
    if followed && !reader.lenient {
        reader.line_end()?;
        if !reader.take("\n") {
            return Err(reader.expected("expected an empty line and the next record"));
        }
    } else {
        reader.blank();
    }
    match reader.rest() {
        "" => Ok(()),
        _ if followed => Err(reader.expected("expected the next record")),
        _ => Err(reader.expected("expected nothing after the record")),
    }
}
