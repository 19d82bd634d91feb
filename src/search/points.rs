//! Scores made of numbers, and scores in the unit of the protocols for engines.

use std::str::FromStr;

use crate::search::score::Score;
use crate::text::notation::NotationError;

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
