//! Records made from a game and its tags, which are checked.

use std::collections::BTreeMap;

use crate::legality::judge;
use crate::moves::Move;
use crate::position::Position;
use crate::record::ending::settle;
use crate::record::game::GameRecord;
use crate::record::invalid::InvalidGameRecord;
use crate::record::tag::{self, TOLD};
use crate::record::write::length;
use crate::record::{MAX_LENGTH, comment, date};

impl GameRecord {
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
            Some(value) => Some(value.parse().map_err(|_| InvalidGameRecord::Result(value))?),
        };
        let termination = match tags.remove("Termination") {
            None => None,
            Some(value) => Some(value.parse().map_err(|_| InvalidGameRecord::Termination(value))?),
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
