//! Builds records from a game, its tags and its comments, and checks them.

use std::collections::BTreeMap;
use std::fmt;

use crate::position::Position;
use crate::position::play::{IllegalMove, judge};
use crate::rules::moves::Move;
use crate::support::input_error::InputError;
use crate::support::names::{UnknownName, shortened};
use crate::text::record::MAX_LENGTH;
use crate::text::record::checks::{check_comment, check_tag};
use crate::text::record::ending::{GameResult, Termination, WrongEnd, check_end};
use crate::text::record::game::{GameRecord, in_order};
use crate::text::record::native::length;

/// Why [`GameRecord::new`] refuses a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidGameRecord {
    /// A move is illegal.
    Illegal {
        /// The ply of the move, from 1.
        ply: usize,
        /// Why it is illegal.
        error: IllegalMove,
    },
    /// No record has such a tag, or the tags contradict each other or the rules.
    Tag {
        /// What is wrong, with the name of the tag.
        problem: String,
    },
    /// No record has such a comment, or none here.
    Comment {
        /// The number of moves before the comment.
        ply: usize,
        /// What is wrong.
        problem: String,
    },
    /// The text of the record would be too long.
    TooLong {
        /// Its length in bytes, or that of a part that is too long by itself.
        length: usize,
    },
}

impl fmt::Display for InvalidGameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidGameRecord::Illegal { ply, error } => {
                write!(f, "ply {ply}: illegal move {}: {error}", error.move_text())
            }
            InvalidGameRecord::Tag { problem } => f.write_str(problem),
            InvalidGameRecord::Comment { ply, problem } => write!(f, "comment at ply {ply}: {problem}"),
            InvalidGameRecord::TooLong { length } => {
                write!(
                    f,
                    "the record would have at least {length} bytes; no record has more than {MAX_LENGTH}"
                )
            }
        }
    }
}

impl std::error::Error for InvalidGameRecord {}

impl InputError for InvalidGameRecord {
    fn ruling(&self) -> Option<&'static str> {
        if let InvalidGameRecord::Illegal { error, .. } = self { error.ruling() } else { None }
    }
}

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
        build(start, &mut moves.into_iter(), &mut tags.into_iter(), &mut comments.into_iter())
    }
}

/// Not generic, so that a program has it only once.
fn build(
    start: Position,
    moves: &mut dyn Iterator<Item = Move>,
    tags: &mut dyn Iterator<Item = (String, String)>,
    comments: &mut dyn Iterator<Item = (usize, String)>,
) -> Result<GameRecord, InvalidGameRecord> {
    let (moves, end) = played(start, moves)?;
    let tags = checked_tags(tags)?;
    let wrong = |problem| InvalidGameRecord::Tag { problem };
    let expected = |error: UnknownName, name: &str, value: &str| {
        let (words, value) = (error.expected().join(", "), shortened(value));
        wrong(format!("tag {name}: expected one of {words}, found {value:?}"))
    };
    let outcome = end.outcome();
    let by_rules = outcome.map_or(GameResult::Open, GameResult::of);
    let result = tags.get("Result").map(|text| text.parse().map_err(|error| expected(error, "Result", text)));
    let termination = tags
        .get("Termination")
        .map(|text| text.parse::<Termination>().map_err(|error| expected(error, "Termination", text)));
    let (result, termination) = (result.transpose()?.unwrap_or(by_rules), termination.transpose()?);
    let ending = check_end(outcome, result, termination.map(Termination::name), true);
    let (result, termination) = ending.map_err(|error| match error {
        WrongEnd::Result(problem) => wrong(format!("tag Result: {problem}")),
        WrongEnd::Termination(problem) => wrong(format!("tag Termination: {problem}")),
    })?;
    let comments = checked_comments(comments, moves.len())?;
    let record = GameRecord { start, moves, tags: in_order(tags), comments, result, termination };
    match length(&record) {
        length if length > MAX_LENGTH => Err(InvalidGameRecord::TooLong { length }),
        _ => Ok(record),
    }
}

/// The moves in their canonical form, and the position after them.
fn played(
    start: Position,
    moves: &mut dyn Iterator<Item = Move>,
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
    tags: &mut dyn Iterator<Item = (String, String)>,
) -> Result<BTreeMap<String, String>, InvalidGameRecord> {
    let mut checked = BTreeMap::new();
    for (name, value) in tags {
        check_tag(&name, &value).map_err(|problem| InvalidGameRecord::Tag { problem })?;
        if checked.contains_key(&name) {
            return Err(InvalidGameRecord::Tag { problem: format!("tag {name}: it is there twice") });
        }
        checked.insert(name, value);
    }
    Ok(checked)
}

fn checked_comments(
    comments: &mut dyn Iterator<Item = (usize, String)>,
    plies: usize,
) -> Result<Vec<(usize, String)>, InvalidGameRecord> {
    let mut checked = BTreeMap::new();
    for (ply, text) in comments {
        let wrong = |problem: String| InvalidGameRecord::Comment { ply, problem };
        if ply > plies {
            return Err(wrong("the game has no such ply".to_string()));
        }
        check_comment(&text).map_err(wrong)?;
        if checked.insert(ply, text).is_some() {
            return Err(wrong("it is there twice".to_string()));
        }
    }
    Ok(checked.into_iter().collect())
}
