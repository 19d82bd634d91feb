//! [`Numbers`]: the proof and disproof number of a position, as phi and delta.

use crate::geometry::bitboard::dispatch;
use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::flock::flocks_minus_holes;

/// The number of a goal that cannot be reached. No finite number is ever as large.
pub(super) const INFINITE: u32 = u32::MAX;

/// The largest finite number. A larger sum becomes this number, and never [`INFINITE`].
const LARGEST: u32 = u32::MAX / 4;

/// The numbers of a position, seen by the player to move (Nagai 2002).
///
/// The goal of the attacker is to win, and the goal of the defender is to prevent that. `phi` is a lower bound on the
/// number of positions that must still be solved to show that the player to move reaches the goal, and `delta` to
/// show that the player does not. `phi` is 0 if and only if `delta` is infinite, and `delta` is 0 if and only if
/// `phi` is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Numbers {
    /// The player to move reaches the goal.
    pub(super) const REACHED: Numbers = Numbers { phi: 0, delta: INFINITE };
    /// The player to move does not reach the goal.
    pub(super) const FAILED: Numbers = Numbers { phi: INFINITE, delta: 0 };
    pub(super) const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };
    /// Both thresholds of a search that goes on until the position is solved.
    pub(super) const UNLIMITED: Numbers = Numbers { phi: INFINITE, delta: INFINITE };

    pub(super) const fn solved(reached: bool) -> Numbers {
        if reached { Numbers::REACHED } else { Numbers::FAILED }
    }

    pub(super) fn checked(phi: u32, delta: u32) -> Option<Numbers> {
        let is_finite = |number| (1..=LARGEST).contains(&number);
        let numbers = Numbers { phi, delta };
        let is_solved = numbers == Numbers::REACHED || numbers == Numbers::FAILED;
        (is_solved || is_finite(phi) && is_finite(delta)).then_some(numbers)
    }

    pub(super) fn doubled(self) -> Numbers {
        Numbers { phi: finite(self.phi, self.phi), delta: finite(self.delta, self.delta) }
    }

    pub(super) const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    pub(super) const fn reaches(self, limits: Numbers) -> bool {
        self.phi >= limits.phi || self.delta >= limits.delta
    }
}

#[derive(Clone, Copy)]
pub(super) struct Summary {
    pub(super) numbers: Numbers,
    /// The index of the move with the smallest delta.
    pub(super) best: usize,
    /// The second smallest delta.
    second: u32,
    most: u32,
    open: u32,
}

impl Summary {
    /// `phi` is the minimum of their deltas. `delta` is not the sum of their phis, but the largest one plus 1 for each
    /// other move that is not known to fail (the *weak* numbers of Ueda, Hashimoto, Hashimoto and Iida 2008). In a
    /// sum, a position that is reached on many ways counts many times.
    pub(super) fn of(children: impl Iterator<Item = Numbers>) -> Summary {
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut most, mut open) = (0, 0);
        for (i, child) in children.enumerate() {
            if child.delta < least {
                (least, second, best) = (child.delta, least, i);
            } else {
                second = second.min(child.delta);
            }
            most = most.max(child.phi);
            open += u32::from(child.phi != 0);
        }
        let delta = if most == INFINITE || most == 0 { most } else { finite(most, open - 1) };
        let numbers = Numbers { phi: least, delta };
        debug_assert_eq!(numbers.phi == 0, numbers.delta == INFINITE, "{numbers:?}");
        debug_assert_eq!(numbers.delta == 0, numbers.phi == INFINITE, "{numbers:?}");
        Summary { numbers, best, second, most, open }
    }

    /// The thresholds of the best move, from those of the position before it. The threshold of delta is not only one
    /// more than the second smallest delta, but larger by a factor (1 + epsilon, Pawlewicz and Lew 2007). So
    /// the search changes less often between moves.
    pub(super) fn limits_of_best(self, limits: Numbers) -> Numbers {
        let phi = if limits.delta == INFINITE {
            INFINITE
        } else {
            (limits.delta - (self.open - 1)).max(self.most + 1)
        };
        let next = if self.second == INFINITE { INFINITE } else { finite(self.second, self.second / 4 + 1) };
        Numbers { phi, delta: limits.phi.min(next.max(self.numbers.phi + 1)) }
    }
}

fn finite(one: u32, other: u32) -> u32 {
    one.saturating_add(other).min(LARGEST)
}

/// The numbers of a position that was not searched yet (df-pn+, Nagai 2002): a player with more flocks is farther from
/// the goal than the other one.
///
/// They decide only where the search begins. Every result is proved without them.
pub(super) fn guess(position: &Position) -> Numbers {
    let (mover, opponent) = (position.turn(), !position.turn());
    let (own, other) = dispatch!(<S>(position: &Position = position, mover: Color = mover, opponent: Color = opponent) -> (u32, u32) {
        (flocks_minus_holes(S::load(position.birds(mover))), flocks_minus_holes(S::load(position.birds(opponent))))
    });
    Numbers { phi: own.saturating_sub(other).max(1), delta: other.saturating_sub(own).max(1) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = Numbers> {
        let finite = || prop_oneof![1..10_u32, LARGEST - 10..=LARGEST];
        let open = (finite(), finite()).prop_map(|(phi, delta)| Numbers { phi, delta });
        prop_oneof![8 => open, 1 => Just(Numbers::REACHED), 1 => Just(Numbers::FAILED)]
    }

    proptest! {
        #[test]
        fn zero_and_infinity_come_together_and_the_best_move_always_gets_further(
            children in proptest::collection::vec(numbers(), 1..600),
            phi in 1..=INFINITE,
            delta in 1..=INFINITE,
        ) {
            let summary = Summary::of(children.iter().copied());
            let Numbers { phi: own_phi, delta: own_delta } = summary.numbers;
            prop_assert_eq!(own_phi == 0, children.iter().any(|child| child.delta == 0));
            prop_assert_eq!(own_delta == 0, children.iter().all(|child| child.phi == 0));
            prop_assert_eq!(own_phi == 0, own_delta == INFINITE);
            prop_assert_eq!(own_delta == 0, own_phi == INFINITE);
            prop_assert_eq!(Numbers::checked(own_phi, own_delta), Some(summary.numbers));
            let limits = Numbers { phi, delta };
            if !summary.numbers.is_solved() && !summary.numbers.reaches(limits) {
                let best = children[summary.best];
                prop_assert_eq!(best.delta, own_phi);
                prop_assert!(!best.reaches(summary.limits_of_best(limits)));
            }
        }
    }
}
