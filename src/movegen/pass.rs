//! Passing ([R13] and the pass rules of the other rule sets).

use crate::bitboard::SpaceSet;
use crate::movegen::Scene;
use crate::region::reached;
use crate::rules::Passing;

/// Whether the mover, who has these possible adds, may pass.
#[inline(always)]
pub(super) fn is_legal<S: SpaceSet>(scene: &Scene<S>, passing: Passing, adds: S, has_flights: bool) -> bool {
    match passing {
        Passing::Standard => !has_flights && are_in_own_regions(scene, adds),
        Passing::Forced => !has_flights && adds.is_empty(),
        Passing::OwnRegions => are_in_own_regions(scene, adds),
    }
}

/// Whether every one of these vacant spaces is in a region of the mover's own: no open path, for
/// the opponent, leads from it to an opponent's bird ([R13]). True of no space at all.
#[inline(always)]
fn are_in_own_regions<S: SpaceSet>(scene: &Scene<S>, adds: S) -> bool {
    // A space next to an opponent's bird is open to it, and there nearly always is one.
    if adds.meets(scene.other.around()) {
        return false;
    }
    reached(scene.other, scene.vacant | scene.other, scene.own, adds).is_empty()
}
