//! [`evaluate`]: an estimate of a position without a search.

use crate::bitboard::{SpaceSet, Task, run};
use crate::color::Color;
use crate::flock::take_component;
use crate::position::Position;
use crate::search::score::Score;

/// An estimate of an unfinished game for the player to move.
pub(super) fn evaluate(position: &Position) -> Score {
    run(Evaluate(position))
}

struct Evaluate<'a>(&'a Position);

impl Task for Evaluate<'_> {
    type Output = Score;

    #[inline(always)]
    fn run<S: SpaceSet>(self) -> Score {
        let mover = self.0.turn();
        let [own, other] = [mover, mover.other()].map(|color| flock_count::<S>(self.0, color));
        Score::estimate(100 * (other - own))
    }
}

#[inline(always)]
fn flock_count<S: SpaceSet>(position: &Position, color: Color) -> i32 {
    let mut birds = S::load(position.birds(color));
    let mut count = 0;
    while !birds.is_empty() {
        take_component(&mut birds);
        count += 1;
    }
    count
}
