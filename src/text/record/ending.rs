//! How a game ended: by the rules, or in another way.

use std::fmt;

use crate::geometry::color::Color;
use crate::rules::outcome::{Ending, Outcome};
use crate::support::names::{listed, named};

listed! {
    /// The result of a game, as in the tag `Result` and at the end of the moves.
    ///
    /// ```
    /// # use volo_rules::{Color, Ending, Outcome};
    /// # use volo_rules::records::GameResult;
    /// let won = Outcome::new(Some(Color::Blue), Ending::Flock);
    /// assert_eq!(GameResult::of(won), GameResult::BlueWins);
    /// assert_eq!((GameResult::BlueWins.name(), "1-0".parse()), ("0-1", Ok(GameResult::OrangeWins)));
    /// ```
    pub enum GameResult: "result" {
        /// Orange has won.
        OrangeWins = "1-0",
        /// Blue has won.
        BlueWins = "0-1",
        /// A draw.
        Draw = "1/2-1/2",
        /// The game has no result.
        Open = "*",
    }
}

impl GameResult {
    /// The result in words, such as `a win for orange`.
    pub(super) const fn words(self) -> &'static str {
        match self {
            GameResult::OrangeWins => "a win for orange",
            GameResult::BlueWins => "a win for blue",
            GameResult::Draw => "a draw",
            GameResult::Open => "no result",
        }
    }

    /// The result with this name. Unlike [`str::parse`], this makes no error, as most items of a movetext
    /// are not results.
    pub(super) fn named(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == name)
    }

    /// The result of a game that ended by the rules.
    pub const fn of(outcome: Outcome) -> GameResult {
        match outcome.winner {
            Some(Color::Orange) => GameResult::OrangeWins,
            Some(Color::Blue) => GameResult::BlueWins,
            None => GameResult::Draw,
        }
    }
}

/// What ended a game, as in the tag `Termination`.
///
/// ```
/// # use volo_rules::Ending;
/// # use volo_rules::records::Termination;
/// assert_eq!(Termination::Resignation.name(), "resignation");
/// assert_eq!("flock".parse(), Ok(Termination::Rules(Ending::Flock)));
/// assert!("checkmate".parse::<Termination>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// The rules: `flock`, `passes` or `stuck`.
    Rules(Ending),
    /// `resignation`: the other player has won.
    Resignation,
    /// `time`: a player ran out of time, and the other has won.
    Time,
    /// `forfeit`: a player lost for a reason outside the game.
    Forfeit,
    /// `agreement`: a draw.
    Agreement,
    /// `adjudication`: a third party decided on the winner or on a draw.
    Adjudication,
    /// `unterminated`: the game has not ended.
    Unterminated,
    /// `abandoned`: the game was given up without a result.
    Abandoned,
}

impl Termination {
    /// All terminations.
    pub const ALL: [Termination; 10] = [
        Termination::Rules(Ending::Flock),
        Termination::Rules(Ending::Passes),
        Termination::Rules(Ending::Stuck),
        Termination::Resignation,
        Termination::Time,
        Termination::Forfeit,
        Termination::Agreement,
        Termination::Adjudication,
        Termination::Unterminated,
        Termination::Abandoned,
    ];

    /// The word for the termination, such as `resignation`.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rules(ending) => ending.name(),
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Forfeit => "forfeit",
            Termination::Agreement => "agreement",
            Termination::Adjudication => "adjudication",
            Termination::Unterminated => "unterminated",
            Termination::Abandoned => "abandoned",
        }
    }

    /// Whether a game that is not over by the rules can have this termination and this result.
    const fn may_end_in(self, result: GameResult) -> bool {
        let is_won = matches!(result, GameResult::OrangeWins | GameResult::BlueWins);
        match self {
            Termination::Rules(_) => false,
            Termination::Resignation | Termination::Time | Termination::Forfeit => is_won,
            Termination::Agreement => matches!(result, GameResult::Draw),
            Termination::Adjudication => is_won || matches!(result, GameResult::Draw),
            Termination::Unterminated | Termination::Abandoned => matches!(result, GameResult::Open),
        }
    }
}

named!(Termination: "termination");

/// A result or a termination that contradicts the other one or the rules. The message names the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contradiction {
    /// The game is over by the rules, with another result.
    Result(Outcome),
    /// The game is over by the rules, with another termination.
    Termination(Outcome),
    /// The game is not over by the rules, and the termination does not go with this result.
    Pair(GameResult),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Contradiction::Result(outcome) => {
                let result = GameResult::of(outcome);
                write!(f, "expected {result}: the game is over by the rules ({})", outcome.reason.name())
            }
            Contradiction::Termination(outcome) => {
                write!(f, "expected {}: that is how the game ended by the rules", outcome.reason.name())
            }
            Contradiction::Pair(result) => {
                let fitting = Termination::ALL.into_iter().filter(|way| way.may_end_in(result));
                let words: Vec<&str> = fitting.map(Termination::name).collect();
                let words = words.join(" or ");
                write!(f, "expected {words} for {result} in a game that is not over by the rules")
            }
        }
    }
}

impl std::error::Error for Contradiction {}

/// The result and the termination of a game with this outcome. Those that are `None` get their defaults; the
/// default termination of a game that has a result but is not over by the rules is `adjudication`.
pub(super) fn settle(
    outcome: Option<Outcome>,
    result: Option<GameResult>,
    termination: Option<Termination>,
) -> Result<(GameResult, Termination), Contradiction> {
    let Some(outcome) = outcome else {
        let result = result.unwrap_or(GameResult::Open);
        let otherwise = match result {
            GameResult::Open => Termination::Unterminated,
            _ => Termination::Adjudication,
        };
        let termination = termination.unwrap_or(otherwise);
        return match termination.may_end_in(result) {
            true => Ok((result, termination)),
            false => Err(Contradiction::Pair(result)),
        };
    };
    let by_rules = (GameResult::of(outcome), Termination::Rules(outcome.reason));
    if result.is_some_and(|result| result != by_rules.0) {
        Err(Contradiction::Result(outcome))
    } else if termination.is_some_and(|termination| termination != by_rules.1) {
        Err(Contradiction::Termination(outcome))
    } else {
        Ok(by_rules)
    }
}
