//! [`evaluate`]: a score of a position without a search.

use crate::geometry::bitboard::{SpaceSet, Task, run};
use crate::position::Position;
use crate::search::features::{Features, LATE, PER_PLAYER};
use crate::search::score::Score;
use crate::search::weights::{Pair, Weights};

/// The score of a position for the player to move, without a search.
///
/// It is an estimate, or the result of the game if it is over. It does not see that a player can win at once, so it says
/// more about positions in which neither player can.
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::engine::evaluate;
/// // Orange has won, and Blue would be to move.
/// let over: Position = "2/1oo2/6/4/6/3b1/2 b 0 standard-4".parse()?;
/// assert_eq!(evaluate(&over).expected(), -1.0);
/// assert!(evaluate(&Position::default()).expected().abs() < 1.0);
/// # Ok::<(), volo_rules::notation::FenError>(())
/// ```
pub fn evaluate(position: &Position) -> Score {
    match position.outcome() {
        Some(outcome) => Score::of_outcome(outcome, position.turn()),
        None => estimate(position, Weights::of(position.rules().edge())),
    }
}

pub(super) fn estimate(position: &Position, weights: &Weights) -> Score {
    run(Estimate { position, weights })
}

struct Estimate<'a> {
    position: &'a Position,
    weights: &'a Weights,
}

impl Task for Estimate<'_> {
    type Output = Score;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> Score {
        Score::estimate(weighted(&Features::of::<S>(self.position), self.weights))
    }
}

#[inline(always)]
fn weighted(features: &Features, weights: &Weights) -> i32 {
    let mut sum = Pair::default();
    for i in 0..PER_PLAYER {
        sum.add(weights.mover[i], features.mover[i]);
        sum.add(weights.opponent[i], features.opponent[i]);
    }
    sum.add(weights.bias, 1);
    let flocks = |side: &[i32; PER_PLAYER]| (side[1] - 2).clamp(0, Weights::FLOCKS as i32 - 1) as usize;
    let race = weights.race[flocks(&features.mover)][flocks(&features.opponent)];
    let mixed = i64::from(sum.early) * i64::from(LATE - features.phase)
        + i64::from(sum.late) * i64::from(features.phase);
    ((mixed / i64::from(LATE)) as i32 + race) / Weights::UNIT
}
