//! Flocks: the connected components of a player's birds.

use alloc::vec::Vec;

use crate::geometry::bitboard::{Bitboard, SpaceSet, dispatch};

/// The flocks of a player, in the order of their lowest, then leftmost birds.
pub(crate) fn flocks(birds: Bitboard) -> Vec<Bitboard> {
    connected_components(birds, birds)
}

pub(crate) fn count_flocks(birds: Bitboard) -> u32 {
    dispatch!(<S>(birds: Bitboard = birds) -> u32 {
        let birds = S::load(birds);
        let lone = lone(birds);
        let (mut rest, mut count) = (birds.without(lone), lone.len());
        while !rest.is_empty() {
            take_component(&mut rest);
            count += 1;
        }
        count
    })
}

/// The connected components of `open` that have a seed, in the order of their first seeds.
pub(crate) fn connected_components(seeds: Bitboard, open: Bitboard) -> Vec<Bitboard> {
    dispatch!(<S>(seeds: Bitboard = seeds, open: Bitboard = open) -> Vec<Bitboard> {
        let mut components: Vec<Bitboard> = Vec::new();
        for seed in seeds {
            if !components.iter().any(|component| component.contains(seed)) {
                components.push(S::single(seed).flood(S::load(open)).store());
            }
        }
        components
    })
}

#[inline(always)]
pub(crate) fn take_component<S: SpaceSet>(rest: &mut S) -> S {
    let component = rest.first_by_index().flood(*rest);
    *rest = rest.without(component);
    component
}

/// The members that touch no other member: for birds of one color, the flocks of one bird.
#[inline(always)]
pub(crate) fn lone<S: SpaceSet>(birds: S) -> S {
    birds.without(birds.around())
}

/// Whether the birds form one flock, of any size (\[R17\]). The empty set does not.
///
/// This tests for lone birds first, because a player with two or more flocks nearly always has one.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn is_one_flock<S: SpaceSet>(birds: S) -> bool {
    if lone(birds).is_empty() { birds.is_connected() } else { birds.len() == 1 }
}

/// The number of flocks, minus the number of holes in them; at least 0.
///
/// By Euler's formula, this is the number of birds, minus the pairs of neighbors, plus the triangles of neighbors. A bird
/// counts its pairs and triangles in the directions E, NE and NW. So it adds one if it has none of these neighbors, and
/// takes one away if it has two that do not touch.
#[inline(always)]
pub(crate) fn flocks_minus_holes<S: SpaceSet>(birds: S) -> u32 {
    let (has_east, has_north_west) = (birds.west::<1>(), birds.south_east::<1>());
    let has_north_east = has_east.south_east::<1>();
    let none = birds.without(has_east | has_north_east | has_north_west);
    let apart = (birds & has_east & has_north_west).without(has_north_east);
    none.len().saturating_sub(apart.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::sky::Edge;

    proptest! {
        #[test]
        fn flocks_and_holes_are_counted_as_by_flood_fills(
            birds in proptest::array::uniform4(any::<u64>()),
            more in proptest::array::uniform4(any::<u64>()),
            density in 0..3,
        ) {
            let sky = Edge::MAX.sky();
            let birds = match density {
                0 => Bitboard(birds) & Bitboard(more),
                1 => Bitboard(birds),
                _ => Bitboard(birds) | Bitboard(more),
            };
            let birds = birds & sky.spaces();
            prop_assert_eq!(count_flocks(birds) as usize, flocks(birds).len());
            let rest = (sky.spaces() | sky.center()).without(birds);
            // What reaches the rim is connected outside the sky.
            let holes = connected_components(rest, rest).into_iter().filter(|part| !part.meets(sky.rim())).count();
            prop_assert_eq!(flocks_minus_holes(birds) as usize, flocks(birds).len().saturating_sub(holes));
        }
    }
}
