//! Flocks: the connected components of a player's birds.

use crate::geometry::bitboard::{Bitboard, SpaceSet, dispatch};

/// The flocks of a player, in the order of their lowest, then leftmost birds.
pub(crate) fn flocks(birds: Bitboard) -> Vec<Bitboard> {
    connected_components(birds, birds)
}

/// The connected components of `open` that have a seed, in the order of their first seeds in board
/// order.
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

/// Removes one connected component from `rest` and returns it: for birds of one colour, a flock.
#[inline(always)]
pub(crate) fn take_component<S: SpaceSet>(rest: &mut S) -> S {
    let component = rest.first_by_index().flood(*rest);
    *rest = rest.without(component);
    component
}

/// The members that touch no other member: for birds of one colour, the flocks of one bird.
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
