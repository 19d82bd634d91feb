//! Adds (\[R6\], \[R7\], \[R8\]).

use crate::geometry::bitboard::SpaceSet;
use crate::rules::movegen::Scene;
use crate::rules::region::reachable;

/// The spaces where the mover may add a bird.
#[inline(always)]
pub(crate) fn adds<S: SpaceSet>(scene: &Scene<S>) -> S {
    // [R8] A player whose supply is used up cannot add.
    if !scene.bird_in_hand {
        return S::EMPTY;
    }
    // [R6] The space is vacant and touches no friendly bird.
    let candidates = scene.vacant.without(scene.own.around());
    // [R7] An open path leads from the space to a friendly bird.
    reachable(scene.own, scene.vacant | scene.own, scene.opponent, candidates)
}
