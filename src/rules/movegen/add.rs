//! Adds (\[R6\], \[R7\], \[R8\]).

use crate::geometry::bitboard::SpaceSet;
use crate::rules::movegen::Scene;
use crate::rules::region::reachable;

#[inline(always)]
pub(crate) fn adds<S: SpaceSet>(scene: &Scene<S>) -> S {
    if !scene.bird_in_hand {
        return S::EMPTY;
    }
    // [R6] The space is vacant and touches no friendly bird.
    let candidates = scene.vacant.without(scene.own.around());
    // [R7] An open path leads from the space to a friendly bird.
    reachable(scene.own, scene.vacant | scene.own, scene.opponent, candidates)
}
