//! Builds records from a game, its tags and its comments, and checks them.

use std::collections::BTreeMap;

use crate::position::Position;
use crate::position::play::judge;
use crate::rules::moves::Move;
use crate::support::names::shortened;
use crate::text::record::MAX_LENGTH;
use crate::text::record::checks::{check_comment, check_tag};
use crate::text::record::ending::settle;
use crate::text::record::game::{GameRecord, STANDARD_TAGS};
use crate::text::record::invalid::InvalidGameRecord;
use crate::text::record::native::length;

impl GameRecord {
    /// A record of a game. Every move is played, so the cost is linear in the number of moves.
    ///
    /// The tags describe the game. `Event`, `Site`, `Date`, `Orange` and `Blue` have a default that means
    /// unknown. `Result` and `Termination` are for games that did not end by the rules: the default result is
    /// `*`, the default termination is `unterminated` for `*` and `adjudication` for other results. `Rules` and
    /// `FEN` are not allowed, since they follow from `start`. Each comment has the number of moves before it.
    ///
    /// # Errors
    /// If a record cannot have these moves, tags or comments; see [`InvalidGameRecord`].
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
            Some(value) => {
                Some(value.parse().map_err(|_| InvalidGameRecord::Result { value: shortened(&value) })?)
            }
        };
        let termination = match tags.remove("Termination") {
            None => None,
            Some(value) => {
                Some(value.parse().map_err(|_| InvalidGameRecord::Termination { value: shortened(&value) })?)
            }
        };
        let (result, termination) =
            settle(end.outcome(), result, termination).map_err(InvalidGameRecord::Ending)?;
        let first = STANDARD_TAGS.map(|(name, unknown)| {
            (name.to_string(), tags.remove(name).unwrap_or_else(|| unknown.to_string()))
        });
        let tags = first.into_iter().chain(tags).collect();
        let comments = checked_comments(comments, moves.len())?;
        let record = GameRecord { start, moves, tags, comments, result, termination };
        match length(&record) {
            length if length > MAX_LENGTH => Err(InvalidGameRecord::TooLong { length }),
            _ => Ok(record),
        }
    }
}

/// The moves in their canonical form, and the position after them.
fn played(
    start: Position,
    moves: impl IntoIterator<Item = Move>,
) -> Result<(Vec<Move>, Position), InvalidGameRecord> {
    let (mut played, mut position) = (Vec::new(), start);
    for mv in moves {
        let ply = played.len().saturating_add(1);
        // A move has at least two characters, and a space after it.
        let length = ply.saturating_mul(3);
        if length > MAX_LENGTH {
            return Err(InvalidGameRecord::TooLong { length });
        }
        let mv = judge(&position, mv).map_err(|error| InvalidGameRecord::Illegal { ply, error })?;
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
        check_tag(&name, &value)?;
        if checked.contains_key(&name) {
            return Err(InvalidGameRecord::TagTwice { name });
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
            return Err(InvalidGameRecord::CommentPlace { ply });
        }
        check_comment(ply, &text)?;
        if checked.insert(ply, text).is_some() {
            return Err(InvalidGameRecord::CommentTwice { ply });
        }
    }
    Ok(checked.into_iter().collect())
}
