//! [`guess`]: the numbers with which the search of a position begins.

use crate::geometry::bitboard::dispatch;
use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::flock::flocks_minus_holes;
use crate::solve::numbers::Numbers;

/// The numbers of a position that was not searched yet (df-pn+, Nagai 2002): a player with more flocks is farther from
/// the goal than the other one.
///
/// They decide only where the search begins. Every result is proved without them.
pub(super) fn guess(position: &Position) -> Numbers {
    let (mover, opponent) = (position.turn(), position.turn().other());
    let (own, other) = dispatch!(<S>(position: &Position = position, mover: Color = mover, opponent: Color = opponent) -> (u32, u32) {
        (flocks_minus_holes(S::load(position.birds(mover))), flocks_minus_holes(S::load(position.birds(opponent))))
    });
    Numbers { phi: own.saturating_sub(other).max(1), delta: other.saturating_sub(own).max(1) }
}
