//! How a game ended: by the rules, or in another way.

use crate::geometry::color::Color;
use crate::rules::outcome::{Ending, Outcome};
use crate::support::names::{UnknownName, listed, named};

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
        GameResult::won_by(outcome.winner)
    }

    /// The result of a game that this player has won, or of a draw.
    pub(super) const fn won_by(winner: Option<Color>) -> GameResult {
        match winner {
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

/// What is wrong about the end of a game in a record, and why.
#[derive(Debug)]
pub(super) enum WrongEnd {
    Result(String),
    Termination(String),
}

/// Checks how a game with this outcome ended according to its record.
///
/// A game that has a result, but did not end by the rules, may lack a termination if it is read leniently. It then
/// ended by adjudication.
pub(super) fn check_end(
    outcome: Option<Outcome>,
    result: GameResult,
    termination: Option<&str>,
    lenient: bool,
) -> Result<(GameResult, Termination), WrongEnd> {
    if let Some(outcome) = outcome {
        let (by_rules, reason) = (GameResult::of(outcome), outcome.reason.name());
        if result != by_rules {
            let [by_rules, result] = [by_rules, result].map(GameResult::words);
            let problem = format!("the game ended with {by_rules}, but the record has {result}");
            return Err(WrongEnd::Result(problem));
        } else if termination.is_some_and(|termination| termination != reason) {
            return Err(WrongEnd::Termination(format!("the game ended by {reason}")));
        }
        return Ok((by_rules, Termination::Rules(outcome.reason)));
    }
    let termination = match (termination, result) {
        (Some(name), _) => name.parse().map_err(|error: UnknownName| {
            WrongEnd::Termination(format!("expected one of {}", error.expected().join(", ")))
        })?,
        (None, GameResult::Open) => Termination::Unterminated,
        (None, _) if lenient => Termination::Adjudication,
        (None, _) => {
            let words = result.words();
            let problem = format!("the game is not over, but the record has {words} and no termination");
            return Err(WrongEnd::Result(problem));
        }
    };
    if termination.may_end_in(result) {
        return Ok((result, termination));
    }
    let fitting = Termination::ALL.into_iter().filter(|way| way.may_end_in(result)).map(Termination::name);
    let words = fitting.collect::<Vec<&str>>().join(" or ");
    let problem = format!("expected {words} for {result} in a game that is not over by the rules");
    Err(WrongEnd::Termination(problem))
}
