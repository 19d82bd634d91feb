//! The time that a player with a clock spends on a move.

use pyo3::prelude::*;
use volo_rules::engine::Clock;

use crate::numbers::{MovesToGo, Seconds};

/// The time in seconds for the next move of a player.
#[pyfunction(name = "_time_for_move")]
pub(crate) fn time_for_move(
    remaining: Seconds,
    increment: Seconds,
    remaining_moves: Option<MovesToGo>,
) -> f64 {
    let mut clock = Clock::new(remaining.0).with_increment(increment.0);
    if let Some(moves) = remaining_moves {
        clock = clock.with_moves_to_go(moves.0 as u32);
    }
    clock.budget().as_secs_f64()
}
