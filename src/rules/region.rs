//! Regions: the connected components of the spaces that are vacant or have a player's birds (\[R7\],
//! \[R15\]). An open path of the player stays in one region.

use alloc::vec::Vec;

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
    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::color::Color;
    use crate::slow::{Slow, connected, space};

    #[test]
    fn if_no_birds_touch_the_sky_is_one_region() {
        let mut apart = 0;
        for (position, color) in FIGURES.iter().flat_map(|position| Color::ALL.map(|color| (position, color)))
        {
            let (own, closed, slow) = (position.birds(color), position.birds(!color), Slow::of(position));
            let open = own | position.vacant();
            // From a single space too, which need not be in the region of the other birds.
            for from in [own.first_by_index(), open.first_by_index()] {
                let place = from.first().map_or(0, |space| usize::from(space.index()));
                let region = connected(place, |place| slow.is_open(color, place));
                let region: Bitboard = region.into_iter().map(space).collect();
                assert_eq!(reachable(from, open, closed, open), region, "{position}");
            }
            apart += u32::from(lone(closed) == closed);
        }
        assert!((1_000..18_000).contains(&apart), "{apart}");
    }
}
