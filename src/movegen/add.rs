//! Adding a bird ([R6], [R7], [R8]).

use crate::bitboard::SpaceSet;
use crate::movegen::Scene;
use crate::region::reached;

/// The spaces where the mover may add a bird.
#[inline(always)]
pub(super) fn adds<S: SpaceSet>(scene: &Scene<S>) -> S {
    // [R8] With all birds in the sky there is nothing to add.
    if !scene.bird_in_hand {
        return S::EMPTY;
    }
    // [R6] A vacant space that touches no friendly bird,
    let apart = scene.vacant.without(scene.own.around());
    // [R7] from which an open path leads to some friendly bird.
    reached(scene.own, scene.vacant | scene.own, scene.other, apart)
}
