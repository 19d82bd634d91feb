//! Reading records.

use std::str::FromStr;

use crate::text::record::ending::{Contradiction, GameResult, settle};
use crate::text::record::error::{Fault, GameRecordError, Origin, Unit};
use crate::text::record::game::GameRecord;
use crate::text::record::header::Header;
use crate::text::record::movetext::Movetext;
use crate::text::record::reader::Reader;
use crate::text::record::reader::{NEVER, ShouldStop};
use crate::text::record::{MAX_LENGTH, comment};

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
        GameRecord::parse_encoded(text.as_bytes(), false, NEVER)
    }

    /// Like [`GameRecord::parse`], but accepts the deviations that `docs/RECORDS.md` lists, such as missing
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
        GameRecord::parse_encoded(text.as_bytes(), true, NEVER)
    }

    /// Reads an encoded text, which must be UTF-8. If `stop` returns true, an unspecified error is returned soon.
    pub(crate) fn parse_encoded(
        text: &[u8],
        lenient: bool,
        stop: ShouldStop<'_>,
    ) -> Result<GameRecord, GameRecordError> {
        GameRecord::read(text, false, lenient, &Origin::new(Unit::Characters), stop)
    }

    /// Reads a record that begins at `origin`. A record that is `followed` by another has an empty line after
    /// it.
    pub(super) fn read(
        bytes: &[u8],
        followed: bool,
        lenient: bool,
        origin: &Origin,
        stop: ShouldStop<'_>,
    ) -> Result<GameRecord, GameRecordError> {
        if bytes.len().saturating_sub(usize::from(followed)) > MAX_LENGTH {
            return Err(too_long(origin));
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let (valid, rest) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
                let problem = match (origin.unit, rest.first()) {
                    (Unit::Bytes, Some(byte)) => format!("expected UTF-8, not the byte {byte:#04x}"),
                    _ => "expected characters, not a lone surrogate".to_string(),
                };
                return Err(origin.error_after(&String::from_utf8_lossy(valid), problem));
            }
        };
        read_text(Reader::new(text, lenient), followed, stop).map_err(|fault| origin.error(text, fault))
    }
}

impl FromStr for GameRecord {
    type Err = GameRecordError;

    /// As [`GameRecord::parse`].
    fn from_str(text: &str) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse(text)
    }
}

/// The error for a record that is too long.
pub(super) fn too_long(origin: &Origin) -> GameRecordError {
    origin.error_after("", format!("expected a record of no more than {MAX_LENGTH} bytes"))
}

fn read_text<'a>(
    mut reader: Reader<'a>,
    followed: bool,
    stop: ShouldStop<'_>,
) -> Result<GameRecord, Fault<'a>> {
    // White space at the ends of a text is ignored. All but the first record of a file begin with a tag.
    let mut comments = Vec::new();
    if reader.lenient {
        reader.take("\u{feff}");
    }
    reader.blank();
    if reader.lenient {
        comment::read_all(&mut reader, 0, &mut comments)?;
    }
    let header = Header::read(&mut reader, stop)?;
    let movetext = Movetext::read(&mut reader, header.start, comments, stop)?;
    let outcome = movetext.end.outcome();
    if let Some(result) = header.result
        && result != movetext.result
    {
        return Err(match outcome {
            Some(outcome) if movetext.result == GameResult::of(outcome) => header
                .wrong_value("Result", movetext.wrong_result(Contradiction::Result(outcome).to_string())),
            _ => movetext.wrong_result(format!("expected {result}, as the tag Result says")),
        });
    }
    let settled = settle(outcome, Some(movetext.result), header.termination);
    let (result, termination) = settled.map_err(|contradiction| {
        let fault = movetext.wrong_result(contradiction.to_string());
        match contradiction {
            Contradiction::Result(_) => fault,
            Contradiction::Termination(_) | Contradiction::Pair(_) => {
                header.wrong_value("Termination", fault)
            }
        }
    })?;
    let Movetext { moves, mut comments, .. } = movetext;
    read_end(&mut reader, followed, moves.len(), &mut comments)?;
    Ok(GameRecord { start: header.start, moves, tags: header.into_tags(), comments, result, termination })
}

/// Reads the end of a record after its result, which white space, a comment or the end of the text follows.
fn read_end<'a>(
    reader: &mut Reader<'a>,
    followed: bool,
    plies: usize,
    comments: &mut Vec<(usize, String)>,
) -> Result<(), Fault<'a>> {
    if reader.lenient {
        reader.blank();
        comment::read_all(reader, plies, comments)?;
    } else if followed {
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
