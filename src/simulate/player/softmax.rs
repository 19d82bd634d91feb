//! Draws one of several moves by their scores.

use chacha20::rand_core::Rng;

use crate::search::Score;

/// Draws the index of one of the scores. They are in descending order. The probability of each is in proportion to its odds
/// to win, to the power `1 / temperature`. Of proven wins and losses, only the first score can be drawn.
///
/// The result is the same on every machine, because the computation uses only operations that IEEE 754 defines
/// exactly.
pub(super) fn draw<R: Rng>(rng: &mut R, temperature: f64, scores: &[Score]) -> usize {
    let Some(best) = scores.first().filter(|best| !best.is_proved()) else { return 0 };
    let weight = |score: &Score| {
        let behind = f64::from(i32::from(score.units()) - i32::from(best.units())) / Score::UNITS;
        if score.is_proved() { 0.0 } else { exp(behind / temperature) }
    };
    let total: f64 = scores.iter().map(weight).sum();
    let mut left = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
    for (i, score) in scores.iter().enumerate() {
        let weight = weight(score);
        if left < weight {
            return i;
        }
        left -= weight;
    }
    0
}

/// `exp(x)` for `x` ≤ 0, with a relative error below 0.001: `(1 + x / 2^n)^(2^n)`. The last bits of [`f64::exp`] depend on
/// the operating system.
fn exp(x: f64) -> f64 {
    const DOUBLINGS: i32 = 20;
    // Smaller numbers have the exponential 0, within the error.
    if x < -50.0 {
        return 0.0;
    }
    let mut power = 1.0 + x / f64::from(1 << DOUBLINGS);
    for _ in 0..DOUBLINGS {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::rng::GameRng;

    #[test]
    fn the_exponential_is_nearly_that_of_the_standard_library() {
        for x in [0.0, -0.001, -0.5, -1.0, -3.0, -10.0, -20.0] {
            let exact = f64::exp(x);
            assert!((exp(x) - exact).abs() <= 0.001 * exact, "{x}: {} instead of {exact}", exp(x));
        }
        assert_eq!(exp(-1000.0), 0.0);
    }

    #[test]
    fn moves_are_drawn_by_their_odds() {
        let scores = [512, 256, 0].map(Score::from_units);
        let mut rng = GameRng::new(1, 0);
        for temperature in [0.5, 1.0, 4.0] {
            let weights = [0.0, -1.0, -2.0].map(|x: f64| (x / temperature).exp());
            let mut counts = [0; 3];
            for _ in 0..30_000 {
                counts[draw(&mut rng, temperature, &scores)] += 1;
            }
            for (count, weight) in counts.into_iter().zip(weights) {
                let expected = 30_000.0 * weight / weights.iter().sum::<f64>();
                assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "{counts:?}");
            }
        }
    }

    #[test]
    fn a_proven_win_is_always_drawn_and_a_proven_loss_never() {
        let (win, loss) = (Score::win_in_plies(3), -Score::win_in_plies(2));
        let mut rng = GameRng::new(1, 0);
        for _ in 0..1000 {
            assert_eq!(draw(&mut rng, 100.0, &[win, Score::DRAW]), 0);
            assert_eq!(draw(&mut rng, 100.0, &[Score::DRAW, loss, loss]), 0);
            assert_eq!(draw(&mut rng, 100.0, &[loss, loss]), 0);
        }
    }
}
