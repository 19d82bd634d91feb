//! Passes (\[R13\], and the pass rules of the other rule sets).

use crate::geometry::bitboard::SpaceSet;
use crate::rules::movegen::Scene;
use crate::rules::region::reachable;
use crate::rules::rule_set::Passing;

/// Whether the mover may pass. `adds` are all possible adds of the mover.
#[inline(always)]
pub(crate) fn is_legal<S: SpaceSet>(scene: &Scene<S>, passing: Passing, adds: S, has_flights: bool) -> bool {
    // [R13] The table of rule sets has the conditions.
    if has_flights && passing != Passing::OwnRegions {
        return false;
    }
    match passing {
        Passing::Standard | Passing::OwnRegions => are_in_own_regions(scene, adds),
        Passing::Forced => adds.is_empty(),
        Passing::NoFlight => true,
    }
}

/// Whether all of these vacant spaces are in regions of the mover's own: for the opponent, no open
/// path leads from any of them to an opponent's bird (\[R13\]). True for the empty set.
#[inline(always)]
fn are_in_own_regions<S: SpaceSet>(scene: &Scene<S>, adds: S) -> bool {
    // Prefilter E: a vacant space next to an opponent's bird is connected to it. Nearly every position
    // has a possible add on such a space.
    if adds.meets(scene.opponent.around()) {
        return false;
    }
    reachable(scene.opponent, scene.vacant | scene.opponent, scene.own, adds).is_empty()
}
