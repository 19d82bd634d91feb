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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::bitboard::Bitboard;

    #[test]
    fn flocks_are_counted_with_their_holes() {
        for (fen, orange, blue) in [
            ("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", 3, 3),
            ("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4", 4, 4),
            // A flock of Orange encloses the centre.
            ("b1/5/2oo2/1oo1/2oo2/o3b/1b b 0 standard-4", 1, 3),
        ] {
            let position: Position = fen.parse().expect("a position");
            let count = |color| {
                let birds = position.birds(color);
                dispatch!(<S>(birds: Bitboard = birds) -> u32 { flocks_minus_holes(S::load(birds)) })
            };
            assert_eq!((count(Color::Orange), count(Color::Blue)), (orange, blue), "{fen}");
        }
    }
}
