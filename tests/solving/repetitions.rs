//! When a position can be repeated.

use proptest::prelude::*;
use volo_rules::{Color, Move, Position};

use crate::common::{cases, games};

/// The number of birds of a player, and then the number of flocks, downwards.
fn progress(position: &Position, color: Color) -> (u32, isize) {
    (position.birds(color).len(), -(position.flocks(color).len() as isize))
}

proptest! {
    #![proptest_config(cases(200))]

    /// The theorem by which a position can be repeated only after a clearing by each player (docs/SOLVER.md).
    #[test]
    fn an_add_or_a_flight_is_progress_that_only_a_clearing_undoes(game in games()) {
        for pair in game.windows(2) {
            let [before, after] = pair else { unreachable!() };
            let (mover, opponent) = (before.turn(), !before.turn());
            let moves = before.legal_moves();
            let played = moves.iter().copied().filter(|&mv| before.play_unchecked(mv) == *after);
            for mv in played {
                let clears = matches!(mv, Move::Fly(flight) if flight.keep.is_some());
                if mv == Move::Pass {
                    prop_assert_eq!(after.passes(), before.passes() + 1);
                    prop_assert_eq!(progress(after, mover), progress(before, mover));
                } else {
                    prop_assert!(progress(after, mover) > progress(before, mover));
                }
                prop_assert_eq!(after.birds(opponent) != before.birds(opponent), clears);
                if clears {
                    prop_assert!(after.birds(opponent).len() < before.birds(opponent).len());
                }
            }
        }
    }
}
