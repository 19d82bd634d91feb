//! [`Score`]: the value of a position for the player to move.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use crate::geometry::color::Color;
use crate::rules::outcome::Outcome;
use crate::text::notation::NotationError;

/// The value of a position for the player to move: an estimate, or a proven win or loss in a number of plies.
///
/// Scores are ordered: a better one is greater, and of two proven wins, the shorter one is greater.
///
/// ```
/// # use volo_rules::engine::Score;
/// let win = Score::win_in_plies(3);
/// assert_eq!((win.win_in(), win.loss_in(), win.expected()), (Some(3), None, 1.0));
/// assert_eq!((-win).loss_in(), Some(3));
/// assert!(Score::DRAW < win && win < Score::win_in_plies(1));
/// assert_eq!(Score::DRAW.expected(), 0.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Score(i16);

const WON: i16 = 32_000;

const MOST_PLIES: i16 = 1_000;

const GREATEST_ESTIMATE: i16 = WON - MOST_PLIES - 1;

impl Score {
    /// Neither player is ahead, or the game is drawn.
    pub const DRAW: Score = Score(0);

    pub(super) const LOST: Score = Score(-WON);

    /// The units of an estimate for each unit of the natural logarithm of the odds to win.
    pub(crate) const UNITS: f64 = 256.0;

    pub(super) fn of_outcome(outcome: Outcome, player: Color) -> Score {
        match outcome.winner {
            None => Score::DRAW,
            Some(winner) if winner == player => Score::win_in_plies(0),
            Some(_) => Score::LOST,
        }
    }

    /// A proven win in this number of plies. More than 1,000 plies count as 1,000.
    pub const fn win_in_plies(plies: u16) -> Score {
        Score(WON - if plies > MOST_PLIES as u16 { MOST_PLIES } else { plies as i16 })
    }

    /// An estimate in [`Score::UNITS`]. It is limited so that it is never a proven win or loss.
    pub(super) fn estimate(units: i32) -> Score {
        let limit = i32::from(GREATEST_ESTIMATE);
        Score(units.clamp(-limit, limit) as i16)
    }

    /// The number of plies in which the player to move wins at the latest, if this is proved. A shorter win may exist.
    pub const fn win_in(self) -> Option<u16> {
        if self.0 > GREATEST_ESTIMATE { Some((WON - self.0) as u16) } else { None }
    }

    /// The number of plies in which the player to move loses at the latest if the opponent plays well, if this is
    /// proved. The opponent may be able to win sooner.
    pub const fn loss_in(self) -> Option<u16> {
        Score(-self.0).win_in()
    }

    /// Whether the result is proved to be a win or a loss.
    pub const fn is_proved(self) -> bool {
        self.0.abs() > GREATEST_ESTIMATE
    }

    /// The expected result for the player to move: 1 is a win, 0 a draw, −1 a loss.
    pub fn expected(self) -> f64 {
        if self.is_proved() {
            f64::from(self.0.signum())
        } else {
            (f64::from(self.0) / (2.0 * Score::UNITS)).tanh()
        }
    }

    pub(crate) const fn units(self) -> i16 {
        self.0
    }

    pub(crate) const fn from_units(units: i16) -> Score {
        Score(units)
    }

    /// This score one ply earlier in the game: a proven win or loss takes one ply more.
    pub(super) const fn one_ply_earlier(self) -> Score {
        // A win in the greatest number of plies stays one.
        let later = Score(self.0 - self.0.signum());
        if later.is_proved() { later } else { self }
    }

    /// The reverse of [`Score::one_ply_earlier`], for the bounds of a search.
    pub(super) const fn one_ply_later(self) -> Score {
        if self.is_proved() { Score(self.0 + self.0.signum()) } else { self }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// ```
    /// # use volo_rules::engine::Score;
    /// assert_eq!(Score::win_in_plies(5).to_string(), "win in 5");
    /// assert_eq!((-Score::win_in_plies(4)).to_string(), "loss in 4");
    /// assert_eq!(Score::DRAW.to_string(), "+0.000");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.win_in(), self.loss_in()) {
            (Some(plies), _) => write!(f, "win in {plies}"),
            (_, Some(plies)) => write!(f, "loss in {plies}"),
            _ => write!(f, "{:+.3}", self.expected()),
        }
    }
}

impl Score {
    /// A proven loss in this number of plies. More than 1,000 plies count as 1,000.
    pub fn loss_in_plies(plies: u16) -> Score {
        -Score::win_in_plies(plies)
    }

    /// The estimate with this expected result, from −1 to 1. It is rounded. NaN counts as 0.
    ///
    /// ```
    /// # use volo_rules::engine::Score;
    /// assert!((Score::from_expected(0.25).expected() - 0.25).abs() < 0.001);
    /// assert_eq!(Score::from_expected(1.0).win_in(), None);
    /// ```
    pub fn from_expected(expected: f64) -> Score {
        Score::from_points(200.0 * expected.clamp(-1.0, 1.0).atanh())
    }

    /// The estimate of this number of points. A hundred points multiply the odds to win by e, so the expected result
    /// is `tanh(points / 200)`. NaN counts as 0.
    pub fn from_points(points: f64) -> Score {
        Score::estimate((points * Score::UNITS / 100.0).round() as i32)
    }

    /// The estimate in points, rounded. `None` for a proven win or loss.
    ///
    /// ```
    /// # use volo_rules::engine::Score;
    /// assert_eq!(Score::from_points(37.0).points(), Some(37));
    /// assert_eq!(Score::win_in_plies(3).points(), None);
    /// ```
    pub fn points(self) -> Option<i32> {
        (!self.is_proved()).then(|| (f64::from(self.units()) * 100.0 / Score::UNITS).round() as i32)
    }

    /// A number that identifies the score, for [`Score::from_code`].
    pub fn code(self) -> i32 {
        i32::from(self.units())
    }

    /// The score with this [`code`](Score::code). `None` if no score has it.
    ///
    /// ```
    /// # use volo_rules::engine::Score;
    /// assert_eq!(Score::from_code(Score::win_in_plies(7).code()), Some(Score::win_in_plies(7)));
    /// assert_eq!(Score::from_code(40_000), None);
    /// ```
    pub fn from_code(code: i32) -> Option<Score> {
        let won = Score::win_in_plies(0).code();
        let units = i16::try_from(code).ok()?;
        (-won..=won).contains(&code).then(|| Score::from_units(units))
    }
}

impl FromStr for Score {
    type Err = NotationError;

    /// Reads what `to_string` writes: `win in 5`, `loss in 4`, or an expected result from −1 to 1.
    ///
    /// ```
    /// # use volo_rules::engine::Score;
    /// assert_eq!("win in 5".parse(), Ok(Score::win_in_plies(5)));
    /// assert_eq!("-0.250".parse(), Ok(Score::from_expected(-0.25)));
    /// assert!("2".parse::<Score>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Score, NotationError> {
        let plies = |digits: &str| digits.parse::<u16>().ok().filter(|&plies| plies <= 1_000);
        let score = if let Some(digits) = text.strip_prefix("win in ") {
            plies(digits).map(Score::win_in_plies)
        } else if let Some(digits) = text.strip_prefix("loss in ") {
            plies(digits).map(Score::loss_in_plies)
        } else {
            let expected = text.parse::<f64>().ok().filter(|expected| expected.abs() <= 1.0);
            expected.map(Score::from_expected)
        };
        let expected = "expected win in N, loss in N with at most 1000 plies, or a number from -1 to 1";
        score.ok_or_else(|| NotationError::new(expected, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        for points in -12_000..=12_000 {
            assert_eq!(Score::from_points(f64::from(points)).points(), Some(points));
        }
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
            assert!(!Score::from_points(odd).is_proved());
            assert!(!Score::from_expected(odd).is_proved());
        }
    }

    #[test]
    fn every_code_is_that_of_its_score() {
        for code in -40_000..=40_000 {
            if let Some(score) = Score::from_code(code) {
                assert_eq!(score.code(), code);
            }
        }
        assert_eq!(Score::loss_in_plies(2).loss_in(), Some(2));
    }
}
