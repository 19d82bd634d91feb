//! [`Clock`]: how much of its time a player spends on a move.

use std::time::Duration;

/// The number of moves for which the time must last if nothing else is known.
const MOVES_TO_COME: u32 = 25;

/// The greatest expected time between the end of a search and the moment at which the clock stops.
const DELAY: Duration = Duration::from_millis(30);

/// The time that a player has left in a game.
///
/// ```
/// # use std::time::Duration;
/// # use volo_rules::engine::Clock;
/// let clock = Clock::new(Duration::from_secs(60)).with_increment(Duration::from_secs(1));
/// assert!(clock.budget() > Duration::from_secs(3) && clock.budget() < Duration::from_secs(4));
/// let last_move = Clock::new(Duration::from_secs(60)).with_moves_to_go(1);
/// assert!(last_move.budget() > Duration::from_secs(59) && last_move.budget() < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    remaining: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock with this time for all moves of the game that are still to come.
    pub const fn new(remaining: Duration) -> Clock {
        Clock { remaining, increment: Duration::ZERO, moves_to_go: None }
    }

    /// This clock with an increment, the time that the player gets in addition for each move.
    #[must_use]
    pub const fn with_increment(self, increment: Duration) -> Clock {
        Clock { increment, ..self }
    }

    /// This clock with the number of moves after which the player gets more time.
    #[must_use]
    pub const fn with_moves_to_go(self, moves: u32) -> Clock {
        Clock { moves_to_go: Some(moves), ..self }
    }

    /// The time for the next move: an equal share of the remaining time, and most of the increment. It is always less
    /// than the remaining time, unless that is zero.
    pub fn budget(&self) -> Duration {
        let moves = self.moves_to_go.map_or(MOVES_TO_COME, |moves| moves.clamp(1, MOVES_TO_COME));
        let available = self.remaining - DELAY.min(self.remaining / 4);
        let share = available / moves;
        share.saturating_add(self.increment - self.increment / 4).min(available)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_never_exceeds_what_is_left() {
        for remaining in [0, 1, 3, 10, 100, 60_000, u64::MAX] {
            for increment in [0, 1, 1_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let remaining = Duration::from_millis(remaining);
                    let increment = Duration::from_millis(increment);
                    let clock = Clock { remaining, increment, moves_to_go: moves };
                    assert!(clock.budget() < remaining || remaining.is_zero(), "{clock:?}");
                    assert!(clock.budget() > Duration::ZERO || remaining.is_zero(), "{clock:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_of_any_length_can_be_played_with_an_increment() {
        let increment = Duration::from_millis(100);
        let mut remaining = Duration::from_secs(10);
        for _ in 0..1_000 {
            let clock = Clock::new(remaining).with_increment(increment);
            remaining = remaining - clock.budget() + increment;
        }
        assert!(remaining > increment);
    }
}
