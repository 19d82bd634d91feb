//! Passes (\[R13\], and the pass rules of the other rule sets).

use crate::geometry::bitboard::SpaceSet;
use crate::rules::movegen::Scene;
use crate::rules::region::reachable;
use crate::rules::rule_set::Passing;

/// Whether the mover may pass. `adds` are all possible adds of the mover.
#[inline(always)]
pub(crate) fn is_legal<S: SpaceSet>(scene: &Scene<S>, passing: Passing, adds: S, has_flights: bool) -> bool {
    allows(passing, || has_flights, !adds.is_empty(), || are_in_own_regions(scene, adds))
}

/// Whether the mover may pass where an add next to the opponent, and so in no own region, is possible (prefilter E).
#[inline(always)]
pub(super) fn is_legal_beside_opponent(passing: Passing, has_flights: impl FnOnce() -> bool) -> bool {
    allows(passing, has_flights, true, || false)
}

/// The pass rules (\[R13\] and the table of rule sets).
#[inline(always)]
fn allows(
    passing: Passing,
    has_flights: impl FnOnce() -> bool,
    has_adds: bool,
    adds_are_in_own_regions: impl FnOnce() -> bool,
) -> bool {
    match passing {
        Passing::Standard => !has_flights() && adds_are_in_own_regions(),
        Passing::Forced => !has_adds && !has_flights(),
        Passing::OwnRegions => adds_are_in_own_regions(),
        Passing::NoFlight => !has_flights(),
    }
}

/// Whether all of these vacant spaces are in regions of the mover's own: for the opponent, no open
/// path leads from any of them to an opponent's bird (\[R13\]). True for the empty set.
#[inline(always)]
fn are_in_own_regions<S: SpaceSet>(scene: &Scene<S>, adds: S) -> bool {
    // Prefilter E: a vacant space next to an opponent's bird is connected to it. Nearly always there is one.
    if adds.meets(scene.opponent.around()) {
        return false;
    }
    reachable(scene.opponent, scene.vacant | scene.opponent, scene.own, adds).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::bitboard::Bitboard;
    use crate::rules::movegen::adds;
    use crate::slow::Slow;

    #[test]
    fn prefilter_e_gives_the_passes_that_flood_fills_give() {
        let mut counts = [[0; 2]; 2];
        for position in FIGURES.iter() {
            let scene = position.scene::<Bitboard>(position.turn());
            let (slow, adds) = (Slow::of(position), adds(&scene));
            let places: Vec<usize> = adds.into_iter().map(|space| space.index().into()).collect();
            let is_beside = adds.meets(scene.opponent.around());
            for (passing, has_flights) in
                Passing::ALL.into_iter().flat_map(|rule| [(rule, true), (rule, false)])
            {
                let expected = slow.may_pass(passing, &places, has_flights);
                assert_eq!(is_legal(&scene, passing, adds, has_flights), expected, "{position}");
                if is_beside {
                    assert_eq!(is_legal_beside_opponent(passing, || has_flights), expected, "{position}");
                }
                counts[usize::from(is_beside)][usize::from(expected)] += 1;
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 100), "{counts:?}");
    }
}
