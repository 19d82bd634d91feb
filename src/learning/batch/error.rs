//! [`BatchError`].

use std::fmt;

use crate::geometry::sky::Edge;
use crate::learning::action::ActionSpace;
use crate::learning::batch::array_game::InvalidRow;
use crate::learning::decision::IllegalAction;
use crate::learning::observation::ViewError;
use crate::position::play::IllegalMove;
use crate::rules::rule_set::Rules;
use crate::support::checksum::other_version;
use crate::support::fallible::from_halt;
use crate::support::input_error::InputError;

/// Why an operation on a batch failed. The games are unchanged after an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum BatchError {
    /// An argument does not have the `expected` length: most have an element for each game.
    Length { length: usize, expected: usize },
    /// A code is not the code of a move.
    NoMove { index: usize },
    /// A move belongs to a sky of another edge than that of the game's sky.
    OtherEdge { index: usize, edge: Edge },
    /// A move is illegal.
    Illegal { index: usize, error: IllegalMove },
    /// An action cannot be played.
    Action { index: usize, action: u16, error: IllegalAction },
    /// An action was given for a game that was truncated after `plies` turns and has no legal actions (\[R19\]).
    Truncated { index: usize, action: u16, edge: Edge, plies: u32 },
    /// The games have no common action space: that of `index` is the first one on a sky of another edge than game 0.
    Edges { index: usize, first: Edge, other: Edge },
    /// The batch has no games, so it has no action space.
    Empty,
    /// A game cannot be observed with this view.
    View { index: usize, error: ViewError },
    /// An index is not less than the number of games.
    NoGame { index: usize },
    /// A row is not one that an [`ArrayGame`](crate::learning::ArrayGame) wrote.
    Row { index: usize, error: InvalidRow },
    /// A position has another rule set than the [`ArrayGame`](crate::learning::ArrayGame).
    OtherRules { index: usize, found: Rules, expected: Rules },
    /// The bytes do not describe a batch.
    Image { problem: &'static str },
    /// The bytes are those of a batch in another version of the format.
    Version { version: u8 },
    /// The work was stopped.
    Stopped,
    /// There is not enough memory.
    OutOfMemory,
}

pub(super) fn check_length(length: usize, expected: usize) -> Result<(), BatchError> {
    if length == expected { Ok(()) } else { Err(BatchError::Length { length, expected }) }
}

impl fmt::Display for BatchError {
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::Batch;
    /// let mut batch = Batch::new(vec![Position::new("standard-4".parse()?); 2])?;
    /// let mut reason = |action| {
    ///     batch.step(&[Batch::NO_ACTION, action], Threads::new(1)).unwrap_err().to_string()
    /// };
    /// assert_eq!(reason(30), "illegal action pass at index 1: a pass is not legal here [R13]");
    /// assert_eq!(reason(1_201), "game 1: action 1201 is out of range: the action space has 1201 actions");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BatchError::Row { index, ref error } => write!(f, "row {index}: {error}"),
            BatchError::OtherRules { index, found, expected } => {
                write!(f, "position {index} has the rule set {found}, not {expected}")
            }
            BatchError::Length { length, expected } => {
                write!(f, "the length is {length}, and must be {expected}")
            }
            BatchError::NoMove { index } => {
                write!(f, "the code at index {index} is not the code of a move")
            }
            BatchError::OtherEdge { index, edge } => {
                write!(
                    f,
                    "the code at index {index} is the code of a move on a sky of edge {}",
                    edge.length()
                )
            }
            BatchError::Illegal { index, error } => write!(f, "illegal move at index {index}: {error}"),
            BatchError::Action { index, action, error: IllegalAction::Illegal(error) } => {
                write!(f, "illegal action {} at index {index}: {error}", name_of(action, error.edge()))
            }
            BatchError::Action { index, error, .. } => write!(f, "game {index}: {error}"),
            BatchError::Truncated { index, action, edge, plies } => write!(
                f,
                "illegal action {} at index {index}: the game was truncated after {plies} turns [R19]",
                name_of(action, edge)
            ),
            BatchError::Edges { index, first, other } => write!(
                f,
                "game {index} is on a sky of edge {}, and game 0 on a sky of edge {}: \
                 games on different skies have no common action space",
                other.length(),
                first.length()
            ),
            BatchError::Empty => f.write_str("a batch without games has no action space"),
            BatchError::View { index, error } => write!(f, "game {index}: {error}"),
            BatchError::NoGame { index } => write!(f, "there is no game {index}"),
            BatchError::Version { version } => {
                write!(
                    f,
                    "the bytes are not those of a batch in a known format: {}",
                    other_version(version, "1")
                )
            }
            BatchError::Image { problem } => write!(f, "the bytes are not those of a batch: {problem}"),
            BatchError::Stopped => f.write_str("the batch was stopped"),
            BatchError::OutOfMemory => f.write_str("not enough memory for the games"),
        }
    }
}

fn name_of(action: u16, edge: Edge) -> String {
    ActionSpace::new(edge).name(action).unwrap_or_else(|| action.to_string())
}

impl std::error::Error for BatchError {}

impl InputError for BatchError {
    fn ruling(&self) -> Option<&'static str> {
        match self {
            BatchError::Illegal { error, .. } => error.ruling(),
            BatchError::Action { error, .. } => error.ruling(),
            BatchError::Truncated { .. } => Some("R19"),
            _ => None,
        }
    }
}

from_halt!(BatchError);
