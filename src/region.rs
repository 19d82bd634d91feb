//! Regions: where a player's birds can get to by open paths, over spaces that are vacant or hold
//! that player's birds ([R7], [R15]).

use crate::bitboard::{Bitboard, SpaceSet};
use crate::flock::{connected_parts, lone};

/// A region of a player: the birds in it, and the vacant spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The player's birds, at least one.
    pub birds: Bitboard,
    /// The vacant spaces that open paths lead to.
    pub vacant: Bitboard,
}

impl Region {
    /// All spaces of the region.
    pub fn spaces(self) -> Bitboard {
        self.birds | self.vacant
    }
}

/// The regions that hold birds of a player, in the order of their lowest, then leftmost spaces.
pub(crate) fn regions(birds: Bitboard, vacant: Bitboard) -> Vec<Region> {
    let mut parts = connected_parts(birds.into_iter(), birds | vacant);
    parts.sort_by_key(|part| part.first().map(|s| (std::cmp::Reverse(s.row()), s.column())));
    parts.into_iter().map(|part| Region { birds: part & birds, vacant: part & vacant }).collect()
}

/// The spaces of `wanted` that an open path joins to some bird of the player ([R7]), where
/// `closed` are the opponent's birds. Stops as soon as all of them are reached.
#[inline(always)]
pub(crate) fn reached<S: SpaceSet>(birds: S, open: S, closed: S, wanted: S) -> S {
    // A wall from rim to rim, or round the centre, needs birds that touch. Where none do, the sky
    // is one region: no bird alone closes a way, since no space has walls on two sides.
    if lone(closed).holds(closed) {
        return wanted;
    }
    birds.flood_until(open, wanted) & wanted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sky::Edge;

    proptest! {
        #[test]
        fn where_no_birds_touch_the_sky_is_one_region(
            edge in 4_u8..=8,
            closed in proptest::array::uniform4(any::<u64>()),
            more in proptest::array::uniform4(any::<u64>()),
            few in any::<bool>(),
        ) {
            let sky = Edge::new(edge).expect("an edge").sky().spaces();
            let mut closed = Bitboard(closed) & Bitboard(more) & sky;
            if few {
                closed = lone(closed);
            }
            let open = SpaceSet::without(sky, closed);
            let Some(bird) = open.first() else { return Ok(()) };
            let birds = Bitboard::single(bird);
            prop_assert_eq!(reached(birds, open, closed, open), birds.flood(open));
        }
    }
}
