//! [`Outcome`]: the winner of a game, and what ended it.

use std::fmt;

use crate::color::Color;

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner. `None` is a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Ending,
}

impl Outcome {
    /// Whether the last flight made the opponent win (\[R18\]). `next` is the player who is to move after
    /// that flight.
    pub(crate) fn is_handed_over(self, next: Color) -> bool {
        self.reason == Ending::Flock && self.winner == Some(next)
    }
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// All the winner's birds form one flock (\[R17\], \[R18\]).
    Flock,
    /// Two passes in a row ended the game as a draw (\[R14\]).
    Passes,
    /// Neither player adds or flies any more, and the player who added or flew last wins (\[R14b\]).
    Stuck,
}

impl Ending {
    /// The name of the reason: `flock`, `passes` or `stuck`.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Flock => "flock",
            Ending::Passes => "passes",
            Ending::Stuck => "stuck",
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
