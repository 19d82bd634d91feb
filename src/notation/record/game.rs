//! A game as a record has it.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::legality::judge;
use crate::moves::Move;
use crate::notation::record::ending::{Contradiction, GameResult, Termination, settle};
use crate::notation::record::error::{Fault, GameRecordError, Origin, Unit};
use crate::notation::record::header::Header;
use crate::notation::record::invalid::InvalidGameRecord;
use crate::notation::record::movetext::Movetext;
use crate::notation::record::reader::Reader;
use crate::notation::record::stop::{NEVER, Stop};
use crate::notation::record::tag::{self, TOLD};
use crate::notation::record::write::length;
use crate::notation::record::{MAX_LENGTH, comment, date};
use crate::position::Position;

/// A game with what is told of it. Whatever made it, its moves are legal, its result is that of the
/// rules where they end it, and it can be written: `to_string` gives the one canonical text.
///
/// ```
/// # use volo::{GameRecord, GameResult, Position, Termination};
/// let start = Position::new("standard-4".parse()?);
/// let moves = [start.parse_move("a3")?];
/// let tags = [("Orange", "Anna"), ("Result", "0-1"), ("Termination", "resignation")];
/// let tags = tags.map(|(name, value)| (name.to_string(), value.to_string()));
/// let record = GameRecord::new(start, moves, tags, [(1, "Alas.".to_string())])?;
/// let text = r#"[Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Orange "Anna"]
/// [Blue "?"]
/// [Rules "standard-4"]
/// [Result "0-1"]
/// [Termination "resignation"]
///
/// 1. a3 {Alas.} 0-1
/// "#;
/// assert_eq!(record.to_string(), text);
/// assert_eq!(GameRecord::parse(text)?, record);
/// assert_eq!((record.result(), record.termination()), (GameResult::BlueWins, Termination::Resignation));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    start: Position,
    moves: Vec<Move>,
    /// Those of [`TOLD`] first, then the others by their names.
    tags: Vec<(String, String)>,
    /// By the number of moves before them.
    comments: Vec<(usize, String)>,
    result: GameResult,
    termination: Termination,
}

impl GameRecord {
    /// The largest record in bytes: 16 MiB.
    pub const MAX_LENGTH: usize = MAX_LENGTH;

    /// A record of a game, of which every move is played.
    ///
    /// The tags tell of the game: a tag `Event`, `Site`, `Date`, `Orange` or `Blue` that is not given
    /// is not known. `Result` and `Termination` are given where the game did not end by the rules; what
    /// of them is not given follows: `*`, and `adjudication`, or `unterminated` for `*`. `Rules` and
    /// `FEN` are not given. Comments come with the number of moves before them.
    ///
    /// # Errors
    /// For what no record can have; see [`InvalidGameRecord`].
    pub fn new(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
        tags: impl IntoIterator<Item = (String, String)>,
        comments: impl IntoIterator<Item = (usize, String)>,
    ) -> Result<GameRecord, InvalidGameRecord> {
        let (moves, end) = played(start, moves)?;
        let mut tags = checked_tags(tags)?;
        let result = match tags.remove("Result") {
            None => None,
            Some(value) => Some(GameResult::named(&value).ok_or(InvalidGameRecord::Result(value))?),
        };
        let termination = match tags.remove("Termination") {
            None => None,
            Some(value) => Some(Termination::named(&value).ok_or(InvalidGameRecord::Termination(value))?),
        };
        let (result, termination) =
            settle(end.outcome(), result, termination).map_err(InvalidGameRecord::Ending)?;
        let first = TOLD.map(|(name, unknown)| {
            (name.to_string(), tags.remove(name).unwrap_or_else(|| unknown.to_string()))
        });
        let tags = first.into_iter().chain(tags).collect();
        let comments = checked_comments(comments, moves.len())?;
        let record = GameRecord { start, moves, tags, comments, result, termination };
        match length(&record) {
            length if length > MAX_LENGTH => Err(InvalidGameRecord::TooLong(length)),
            _ => Ok(record),
        }
    }

    /// Reads a text that is one record and nothing else, strictly. Linear in its length.
    ///
    /// # Errors
    /// For a text that is anything else; the offset is in characters.
    ///
    /// ```
    /// # use volo::GameRecord;
    /// let error = GameRecord::parse("[Event \"?\"]\n[Site ?]\n").unwrap_err();
    /// assert_eq!((error.line, error.column, error.offset), (2, 6, 17));
    /// assert_eq!(error.problem, "expected a space and a value in quotes");
    /// ```
    pub fn parse(text: &str) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse_encoded(text.as_bytes(), false, NEVER)
    }

    /// The same, but forgives what `docs/RECORDS.md` says: missing tags and numbers among it.
    ///
    /// # Errors
    /// As [`GameRecord::parse`].
    ///
    /// ```
    /// # use volo::{GameRecord, GameResult};
    /// let record = GameRecord::parse_lenient("[Rules \"standard-4\"]\na3 d5  b5 *").unwrap();
    /// assert_eq!((record.moves().len(), record.result()), (3, GameResult::Open));
    /// ```
    pub fn parse_lenient(text: &str) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse_encoded(text.as_bytes(), true, NEVER)
    }

    /// The same of an encoded text, which is refused where it is no UTF-8. Gives up with some error when
    /// `stop` answers true.
    pub(crate) fn parse_encoded(
        text: &[u8],
        lenient: bool,
        stop: Stop<'_>,
    ) -> Result<GameRecord, GameRecordError> {
        GameRecord::read(text, false, lenient, &Origin::new(Unit::Characters), stop)
    }

    /// Reads a record that begins somewhere in a whole. One that is `followed` by another has an empty
    /// line behind it.
    pub(super) fn read(
        bytes: &[u8],
        followed: bool,
        lenient: bool,
        origin: &Origin,
        stop: Stop<'_>,
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
        read_text(Reader { rest: text, lenient }, followed, stop).map_err(|fault| origin.error(text, fault))
    }

    /// Where the game begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves, with kept regions named by their lowest, then leftmost spaces.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The tags that tell of the game, in canonical order: `Event`, `Site`, `Date`, `Orange`, `Blue`,
    /// then others by their names. `Rules`, `FEN`, `Result` and `Termination` are not among them.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The comments, each with the number of moves before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|(ply, text)| (*ply, text.as_str()))
    }

    /// Who has won, or that nobody has.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// What ended the game.
    pub fn termination(&self) -> Termination {
        self.termination
    }

    /// The result and the termination, where they are not what follows from the moves alone: where the
    /// game ended otherwise than by the rules.
    pub fn ended_otherwise(&self) -> Option<(GameResult, Termination)> {
        match self.termination {
            Termination::Rules(_) | Termination::Unterminated => None,
            termination => Some((self.result, termination)),
        }
    }
}

impl FromStr for GameRecord {
    type Err = GameRecordError;

    /// As [`GameRecord::parse`].
    fn from_str(text: &str) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse(text)
    }
}

/// The error that refuses a record for its length.
pub(super) fn too_long(origin: &Origin) -> GameRecordError {
    origin.error_after("", format!("expected a record of no more than {MAX_LENGTH} bytes"))
}

fn read_text<'a>(mut reader: Reader<'a>, followed: bool, stop: Stop<'_>) -> Result<GameRecord, Fault<'a>> {
    let header = Header::read(&mut reader, stop)?;
    let movetext = Movetext::read(&mut reader, header.start, stop)?;
    let outcome = movetext.end.outcome();
    if let Some(told) = header.result
        && told != movetext.result
    {
        return Err(match outcome {
            Some(outcome) if movetext.result == GameResult::of(outcome) => header
                .wrong_value("Result", movetext.wrong_result(Contradiction::Result(outcome).to_string())),
            _ => movetext.wrong_result(format!("expected {told}, as the tag Result says")),
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
    read_end(&mut reader, followed)?;
    let Movetext { moves, comments, .. } = movetext;
    Ok(GameRecord { start: header.start, moves, tags: header.into_told(), comments, result, termination })
}

/// What stands behind the result.
fn read_end<'a>(reader: &mut Reader<'a>, followed: bool) -> Result<(), Fault<'a>> {
    reader.line_end()?;
    if reader.lenient {
        reader.blank();
    } else if followed && !reader.take("\n") {
        return Err(reader.expected("expected an empty line and the next record"));
    }
    match reader.rest {
        "" => Ok(()),
        _ if followed => Err(reader.expected("expected the next record")),
        _ => Err(reader.expected("expected nothing behind the record")),
    }
}

/// The moves as they are written, and where they lead.
fn played(
    start: Position,
    moves: impl IntoIterator<Item = Move>,
) -> Result<(Vec<Move>, Position), InvalidGameRecord> {
    let (mut played, mut position) = (Vec::new(), start);
    for mv in moves {
        let ply = played.len().saturating_add(1);
        let mv = judge(&position, mv).map_err(|error| InvalidGameRecord::Illegal(ply, mv, error))?;
        position = position.play_unchecked(mv);
        played.push(mv);
    }
    Ok((played, position))
}

fn checked_tags(
    tags: impl IntoIterator<Item = (String, String)>,
) -> Result<BTreeMap<String, String>, InvalidGameRecord> {
    let mut checked = BTreeMap::new();
    for (name, value) in tags {
        if !tag::is_name(&name) {
            return Err(InvalidGameRecord::TagName(name));
        } else if matches!(name.as_str(), "Rules" | "FEN") {
            return Err(InvalidGameRecord::DerivedTag(name));
        } else if let Some((offset, character)) = tag::forbidden(&value) {
            return Err(InvalidGameRecord::TagCharacter(name, offset, character));
        } else if name == "Date" && !date::is_date(&value) {
            return Err(InvalidGameRecord::Date(value));
        } else if checked.contains_key(&name) {
            return Err(InvalidGameRecord::TagTwice(name));
        }
        checked.insert(name, value);
    }
    Ok(checked)
}

fn checked_comments(
    comments: impl IntoIterator<Item = (usize, String)>,
    plies: usize,
) -> Result<Vec<(usize, String)>, InvalidGameRecord> {
    let mut checked = BTreeMap::new();
    for (ply, text) in comments {
        if ply > plies {
            return Err(InvalidGameRecord::CommentPlace(ply));
        } else if text.is_empty() {
            return Err(InvalidGameRecord::EmptyComment(ply));
        } else if let Some((offset, character)) = comment::forbidden(&text) {
            return Err(InvalidGameRecord::CommentCharacter(ply, offset, character));
        } else if checked.insert(ply, text).is_some() {
            return Err(InvalidGameRecord::CommentTwice(ply));
        }
    }
    Ok(checked.into_iter().collect())
}
