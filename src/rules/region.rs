//! Regions: the connected components of the spaces that are vacant or have a player's birds (\[R7\],
//! \[R15\]). An open path of the player stays in one region.

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::rules::flock::{connected_components, lone};

/// A region of a player that has birds of the player. [`Position::regions`](crate::Position::regions)
/// finds them.
///
/// ```
/// # use volo_rules::{Color, Position};
/// let start = Position::new("standard-4".parse()?);
/// let region = start.regions(Color::Orange)[0];
/// assert_eq!((region.birds.len(), region.vacant.len(), region.spaces().len()), (3, 24, 27));
/// # Ok::<(), volo_rules::InvalidRules>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Region {
    /// The player's birds in the region. There is at least one.
    pub birds: Bitboard,
    /// The vacant spaces of the region.
    pub vacant: Bitboard,
}

impl Region {
    /// All spaces of the region: vacant ones and those with birds.
    pub fn spaces(self) -> Bitboard {
        self.birds | self.vacant
    }
}

/// The regions that have birds of a player, in the order of their lowest, then leftmost spaces.
pub(crate) fn regions(birds: Bitboard, vacant: Bitboard) -> Vec<Region> {
    let open = birds | vacant;
    let parts = connected_components(open, open).into_iter().filter(|part| part.meets(birds));
    parts.map(|part| Region { birds: part & birds, vacant: part & vacant }).collect()
}

/// The spaces of `wanted` that an open path connects with a bird of the player (\[R7\]).
///
/// `birds` are the player's birds. `open` are the spaces that are vacant or have the player's birds, and
/// `closed` are the opponent's birds. The flood fill stops when all of `wanted` is reached.
#[inline(always)]
pub(crate) fn reachable<S: SpaceSet>(birds: S, open: S, closed: S, wanted: S) -> S {
    // Prefilter A: a wall that divides the sky is a chain of birds that touch, from rim to rim or round
    // some space. If no birds of the opponent touch, the sky is one region. One bird alone is not a
    // wall, because no space of a sky has missing spaces on two sides.
    if lone(closed).holds(closed) {
        return wanted;
    }
    flood_far(birds, open, wanted) & wanted
}

/// [`SpaceSet::flood_until`], but with two steps before the first check, which would often be mispredicted.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn flood_far<S: SpaceSet>(birds: S, open: S, wanted: S) -> S {
    birds.grown(open).grown(open).flood_until(open, wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::sky::Edge;

    proptest! {
        #[test]
        fn if_no_birds_touch_the_sky_is_one_region(
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
            let open = sky.without(closed);
            let Some(bird) = open.first() else { return Ok(()) };
            let birds = Bitboard::single(bird);
            prop_assert_eq!(reachable(birds, open, closed, open), birds.flood(open));
        }
    }
}
