//! [`Outcome`]: the winner of a game, and what ended it.

use core::fmt;

use crate::geometry::color::Color;
use crate::support::names::listed;

/// The result of a game that is over.
///
/// ```
/// # use volo_rules::{Color, Ending, Outcome};
/// let won = Outcome::new(Some(Color::Blue), Ending::Flock);
/// let drawn = Outcome::new(None, Ending::Passes);
/// assert_eq!((won.number(), drawn.number()), (1, Outcome::DRAW));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Outcome {
    /// The winner. `None` means a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Ending,
}

impl Outcome {
    /// The [number](Outcome::number) of a draw.
    pub const DRAW: i8 = -1;
    /// The number, in arrays of results, of a game that was cut off (\[R19\]).
    pub const TRUNCATED: i8 = -2;
    /// The number, in arrays of results, of a game that is not over.
    pub const ONGOING: i8 = -3;

    /// An outcome. Whether a game can end in this way is not checked.
    pub const fn new(winner: Option<Color>, reason: Ending) -> Outcome {
        Outcome { winner, reason }
    }

    /// The result as a number, for arrays of results: 0 if Orange has won, 1 if Blue has, or
    /// [`Outcome::DRAW`].
    pub const fn number(self) -> i8 {
        match self.winner {
            Some(color) => color as i8,
            None => Outcome::DRAW,
        }
    }

    /// Whether the last flight made the opponent win (\[R18\]). `next` is the player to move after that flight.
    pub(crate) fn is_handed_over(self, next: Color) -> bool {
        self.reason == Ending::Flock && self.winner == Some(next)
    }
}

impl fmt::Display for Outcome {
    /// A short sentence without a full stop.
    ///
    /// ```
    /// # use volo_rules::{Color, Ending, Outcome};
    /// let flock = Outcome::new(Some(Color::Blue), Ending::Flock);
    /// assert_eq!(flock.to_string(), "Blue wins: all birds in one flock");
    /// let draw = Outcome::new(None, Ending::Passes);
    /// assert_eq!(draw.to_string(), "Draw: two passes in a row");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason.description()),
            None => write!(f, "Draw: {}", self.reason.description()),
        }
    }
}

listed! {
    /// The reason why a game is over.
    ///
    /// ```
    /// # use volo_rules::Ending;
    /// assert_eq!(Ending::ALL.map(Ending::name), ["flock", "passes", "stuck"]);
    /// assert_eq!(Ending::ALL.map(Ending::number), [0, 1, 2]);
    /// assert_eq!(Ending::Flock.description(), "all birds in one flock");
    /// assert_eq!(Ending::Flock.ruling(), "R17");
    /// ```
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum Ending: "ending" {
        /// All the winner's birds form one flock.
        Flock = "flock",
        /// Two passes in a row ended the game as a draw.
        Passes = "passes",
        /// Neither player adds or flies any more, and the player who added or flew last wins.
        Stuck = "stuck",
    }
}

impl Ending {
    /// The number, in arrays of results, of a game that is truncated or not over.
    pub const NOTHING: i8 = -1;

    /// What ended the game as a number, for arrays of results: 0 for a flock, 1 for passes, 2 for
    /// stuck.
    pub const fn number(self) -> i8 {
        self as i8
    }

    /// The reason in words: `all birds in one flock`, `two passes in a row` or `nobody can go on`.
    pub const fn description(self) -> &'static str {
        match self {
            Ending::Flock => "all birds in one flock",
            Ending::Passes => "two passes in a row",
            Ending::Stuck => "nobody can go on",
        }
    }

    /// The number of the ruling: R17 for [`Ending::Flock`], R14 or R14b.
    pub const fn ruling(self) -> &'static str {
        match self {
            Ending::Flock => "R17",
            Ending::Passes => "R14",
            Ending::Stuck => "R14b",
        }
    }
}
