//! Errors in building game records.

use std::fmt;

use crate::position::play::IllegalMove;
use crate::text::record::MAX_LENGTH;
use crate::text::record::date;
use crate::text::record::ending::{Contradiction, GameResult, Termination};

/// Why [`GameRecord::new`](crate::records::GameRecord::new) refuses a game.
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
    /// A text is not a name of a tag.
    TagName {
        /// No more than 80 characters of the text.
        name: String,
    },
    /// A tag follows from the start of the game, so the caller must not give it.
    DerivedTag {
        /// The name of the tag.
        name: String,
    },
    /// A tag is given twice.
    TagTwice {
        /// The name of the tag.
        name: String,
    },
    /// The value of a tag has a character that is not allowed.
    TagCharacter {
        /// The name of the tag.
        name: String,
        /// The number of characters before it.
        offset: usize,
        /// The character.
        character: char,
    },
    /// The value of the tag `Date` is not a date.
    Date {
        /// No more than 80 characters of the value.
        value: String,
    },
    /// The value of the tag `Result` is not a result.
    Result {
        /// No more than 80 characters of the value.
        value: String,
    },
    /// The value of the tag `Termination` is not a termination.
    Termination {
        /// No more than 80 characters of the value.
        value: String,
    },
    /// The tags `Result` and `Termination` contradict each other or the rules.
    Ending(Contradiction),
    /// The game has fewer moves than a comment has before it.
    CommentPlace {
        /// The number of moves before the comment.
        ply: usize,
    },
    /// A comment is empty.
    EmptyComment {
        /// The number of moves before the comment.
        ply: usize,
    },
    /// There are two comments at one place.
    CommentTwice {
        /// The number of moves before the comments.
        ply: usize,
    },
    /// A comment has a character that is not allowed.
    CommentCharacter {
        /// The number of moves before the comment.
        ply: usize,
        /// The number of characters before it.
        offset: usize,
        /// The character.
        character: char,
    },
    /// The text of the record would be too long.
    TooLong {
        /// Its length in bytes, or that of a part that is too long by itself.
        length: usize,
    },
}

impl InvalidGameRecord {
    /// What is wrong, without the number of the ply if it is about a comment.
    pub(super) fn reason(&self) -> String {
        let text = self.to_string();
        match text.strip_prefix("comment at ply ") {
            Some(rest) => rest.split_once(": ").map_or(text.as_str(), |(_, reason)| reason).to_string(),
            None => text,
        }
    }
}

impl fmt::Display for InvalidGameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use InvalidGameRecord as Invalid;
        match self {
            Invalid::Illegal { ply, error } => {
                write!(f, "ply {ply}: illegal move {}: {error}", error.move_text())
            }
            Invalid::TagName { name } => {
                write!(f, "tag {name:?}: expected a name of a letter, then letters, digits and _, 64 at most")
            }
            Invalid::DerivedTag { name } => {
                write!(f, "tag {name}: it is not to be given, it follows from where the game begins")
            }
            Invalid::TagTwice { name } => write!(f, "tag {name}: it is there twice"),
            Invalid::TagCharacter { name, offset, character } => {
                write!(f, "tag {name}: no value has the control character {character:?}, at offset {offset}")
            }
            Invalid::Date { value } => write!(f, "tag Date: {}, found {value:?}", date::EXPECTED),
            Invalid::Result { value } => {
                let words = GameResult::ALL.map(GameResult::name).join(", ");
                write!(f, "tag Result: expected one of {words}, found {value:?}")
            }
            Invalid::Termination { value } => {
                let words = Termination::ALL.map(Termination::name).join(", ");
                write!(f, "tag Termination: expected one of {words}, found {value:?}")
            }
            Invalid::Ending(error @ Contradiction::Result(_)) => write!(f, "tag Result: {error}"),
            Invalid::Ending(error) => write!(f, "tag Termination: {error}"),
            Invalid::CommentPlace { ply } => write!(f, "comment at ply {ply}: the game has no such ply"),
            Invalid::EmptyComment { ply } => write!(f, "comment at ply {ply}: expected a text"),
            Invalid::CommentTwice { ply } => write!(f, "comment at ply {ply}: it is there twice"),
            Invalid::CommentCharacter { ply, offset, character } => write!(
                f,
                "comment at ply {ply}: no comment has the control character {character:?}, at offset {offset}"
            ),
            Invalid::TooLong { length } => {
                write!(
                    f,
                    "the record would have at least {length} bytes; no record has more than {MAX_LENGTH}"
                )
            }
        }
    }
}

impl std::error::Error for InvalidGameRecord {}
