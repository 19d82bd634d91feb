//! Flights that divide the opponent (\[R15\]): finding them, and the regions that the mover may keep.
//!
//! Few flights divide the opponent, and a flood fill to find out is expensive. Two prefilters are
//! cheap. Each only rules out landings that certainly do not divide. `docs/MOVES.md` has the same
//! letters. A wall is a connected component of the mover's birds together with the missing spaces; the
//! rim and all beyond it are one wall.
//!
//! - C: the walls form at most one arc round the landing. Then the open spaces round the landing are
//!   connected with each other, and every path over the landing can lead round it instead.
//! - D: the arcs round the landing belong to different walls. Then the landing joins these walls, but
//!   does not close a wall round any space.
//!
//! Both look at the walls as they are before the flight. The line opens the spaces that it leaves,
//! and open spaces never divide. A landing of a line is treated as a whole, so the arguments hold for
//! lines and for single birds.

use crate::geometry::bitboard::{Form, Shared, SpaceSet};
use crate::geometry::space::Space;
use crate::rules::flock::is_one_flock;
use crate::rules::movegen::Scene;
use crate::rules::movegen::arcs::ArcEnds;
use crate::rules::movegen::contact::Contact;
use crate::rules::moves::Flight;

/// The smallest number of birds that enclose a space without the help of the rim or the center.
const SMALLEST_RING: u32 = 6;

/// The prefilters: finds the landings that may divide the opponent.
pub(super) struct DivisionFilter<'a, S> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    /// The ends of the arcs of open spaces. Round a landing, there are as many wall arcs as open ones.
    open: ArcEnds<S>,
    /// The spaces that have two or more wall arcs round them.
    between_walls: S,
    /// The ends of the arcs of the walls at the rim and the center. Found at the first landing that passes prefilter C.
    grounded: Option<GroundedWalls<S>>,
    /// Where a single bird joins a wall to itself. Found at the first landing of a bird that passes prefilter C.
    closed_by_birds: Option<S>,
}

impl<'a, S: SpaceSet> DivisionFilter<'a, S> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, contact: &'a Contact<S>, divides: bool) -> Self {
        let open = if divides { ArcEnds::of(scene.vacant | scene.opponent) } else { ArcEnds::NONE };
        let between_walls = open.two_round_a_bird();
        DivisionFilter { scene, contact, open, between_walls, grounded: None, closed_by_birds: None }
    }

    /// The landings of single birds that neither prefilter rules out.
    #[inline(always)]
    pub(super) fn suspects_of_birds(&mut self, landings: S) -> S {
        let landings = landings & self.between_walls;
        if landings.is_empty() {
            return landings;
        }
        if self.closed_by_birds.is_none() {
            self.closed_by_birds = Some(ClosedBy::<S, 0>(self, 1).run());
        }
        self.closed_by_birds.map_or(landings, |closed| landings & closed)
    }

    /// The landings of lines of this length and axis that prefilter C does not rule out.
    #[inline(always)]
    pub(super) fn suspects_of_lines<const AXIS: usize>(&self, length: u8, landings: S) -> S {
        landings & self.open.two_round_lines::<AXIS>(length)
    }

    /// The suspects among lines of this length and axis that prefilter D does not rule out.
    #[inline(always)]
    pub(super) fn doubtful_lines<const AXIS: usize>(&mut self, length: u8, suspects: S) -> S {
        if S::FORM == Form::Words || suspects.is_empty() {
            return suspects;
        }
        suspects & self.closed_by::<AXIS>(length)
    }

    /// The spaces where a line of this length and axis joins a wall to itself: two or more arcs round it
    /// belong to the same wall.
    ///
    /// The work in it is not inlined, because few positions need it.
    #[inline(always)]
    fn closed_by<const AXIS: usize>(&mut self, length: u8) -> S {
        S::run_shared(ClosedBy::<S, AXIS>(self, length))
    }
}

struct ClosedBy<'f, 'a, S, const AXIS: usize>(&'f mut DivisionFilter<'a, S>, u8);

impl<S: SpaceSet, const AXIS: usize> Shared for ClosedBy<'_, '_, S, AXIS> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let ClosedBy(filter, length) = self;
        let (scene, contact) = (filter.scene, filter.contact);
        // A closure would not be compiled for the vector instructions.
        if filter.grounded.is_none() {
            filter.grounded = Some(GroundedWalls::find(scene, contact));
        }
        let Some(walls) = &filter.grounded else { return scene.vacant };
        let mut closed =
            walls.rim.two_round_lines::<AXIS>(length) | walls.center.two_round_lines::<AXIS>(length);
        for flock in contact.flocks_of(SMALLEST_RING.saturating_sub(u32::from(length))) {
            closed |= ArcEnds::of(flock.birds).two_round_lines::<AXIS>(length);
        }
        closed
    }
}

struct GroundedWalls<S> {
    /// The complement of the wall at the rim, which reaches beyond the layout. Round a line, both have as many arcs.
    rim: ArcEnds<S>,
    /// The wall at the center, if it is not a part of the wall at the rim.
    center: ArcEnds<S>,
}

impl<S: SpaceSet> GroundedWalls<S> {
    #[inline(always)]
    fn find(scene: &Scene<S>, contact: &Contact<S>) -> Self {
        let (sky, center) = (S::load(scene.sky.spaces()), S::load(scene.sky.center()));
        // The rim is one wall with the flocks that touch it, and the center another one, unless a flock touches both.
        let rim = S::load(scene.sky.rim());
        let round_center = center.around();
        let (mut at_rim, mut at_center) = (contact.lone & rim, contact.lone & round_center);
        for flock in &contact.flocks {
            at_rim |= flock.birds.only_if(flock.birds.meets(rim));
            at_center |= flock.birds.only_if(flock.birds.meets(round_center));
        }
        let (beyond_rim, center) = if at_rim.meets(at_center) {
            (sky.without(at_rim | at_center), S::EMPTY)
        } else {
            ((sky | center).without(at_rim), center | at_center)
        };
        GroundedWalls { rim: ArcEnds::of(beyond_rim), center: ArcEnds::of(center) }
    }
}

/// The regions that the opponent is in after a flight that the other rulings allow, if the flight divides the opponent and
/// the mover must choose one to keep (\[R15\]). `None` if no region is cleared, also because the mover wins (\[R17\]).
#[inline(always)]
pub(crate) fn divided<S: SpaceSet>(scene: &Scene<S>, flight: Flight) -> Option<Regions<S>> {
    let (from, to) = (flight.line.to_set::<S>(), flight.landed().to_set::<S>());
    let own = scene.own.without(from) | to;
    let open = S::load(scene.sky.spaces()).without(own);
    if is_in_one_region(scene.opponent, open, to.around() & open) {
        return None;
    }
    // [R17] If the mover wins, no region is cleared.
    if is_one_flock(own) { None } else { Some(Regions { birds: scene.opponent, open }) }
}

/// Whether the opponent, before in one region, is in one after a flight. `round` has the open spaces round the landing.
#[inline(always)]
fn is_in_one_region<S: SpaceSet>(opponent: S, open: S, round: S) -> bool {
    let part = round.first_by_index().grown(open).grown(open).grown(open);
    // In words, two flood fills take twice as long as one; in registers they overlap.
    if S::FORM != Form::Words
        && let Some(answer) = grow_two_regions(opponent, open, round, part)
    {
        return answer;
    }
    part.floods_to(open, round) || opponent.first_by_index().floods_to(open, opponent)
}

/// [`is_in_one_region`] by two flood fills at the same time: of `one`, which is a part of a region, and from a space of
/// `round` outside it. `None` if there may be a third region.
///
/// A landing that divides the sky often cuts off few spaces. Then one of the flood fills ends soon, and the other one
/// is stopped.
#[inline(always)]
fn grow_two_regions<S: SpaceSet>(opponent: S, open: S, round: S, mut one: S) -> Option<bool> {
    let mut other = round.without(one).first_by_index();
    if other.is_empty() {
        return Some(true);
    }
    loop {
        let (more_of_one, more_of_other) = (one.grown(open), other.grown(open));
        let are_connected = more_of_one.meets(more_of_other);
        let one_is_complete = one.holds(more_of_one);
        if are_connected || one_is_complete || other.holds(more_of_other) {
            if !(more_of_one | more_of_other).holds(round) {
                return None;
            }
            let complete = if one_is_complete { one } else { other };
            return Some(are_connected || !opponent.meets(complete) || complete.holds(opponent));
        }
        (one, other) = (more_of_one, more_of_other);
    }
}

pub(crate) struct Regions<S> {
    /// The birds in the regions that were not returned yet.
    birds: S,
    open: S,
}

impl<S: SpaceSet> Regions<S> {
    /// The next region, by its lowest, then leftmost space.
    #[inline(always)]
    pub(crate) fn next_region(&mut self) -> Option<Space> {
        if self.birds.is_empty() {
            return None;
        }
        let region = self.birds.first_by_index().flood(self.open);
        self.birds = self.birds.without(region);
        region.store().first()
    }

    /// The region that holds a space, or `None` if it has no bird of the opponent.
    #[inline(always)]
    pub(crate) fn region_of(&self, space: Space) -> Option<S> {
        let region = region_of(space, self.open);
        region.meets(self.birds).then_some(region)
    }
}

/// The region that holds a space, if `open` are the spaces that are vacant or have a bird of the player.
#[inline(always)]
pub(crate) fn region_of<S: SpaceSet>(space: Space, open: S) -> S {
    (S::single(space) & open).flood(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::bitboard::{Bitboard, Task, run};
    use crate::position::Position;
    use crate::slow::Slow;

    /// For each axis and each length, the landings that C does not rule out, and those that D does not rule out.
    struct NotRuledOut<'a>(&'a Position);

    impl Task for NotRuledOut<'_> {
        type Output = Vec<[[Bitboard; 2]; 3]>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Self::Output {
            let scene = self.0.scene::<S>(self.0.turn());
            let mut contact = Contact::empty();
            contact.find(scene.own);
            let mut filter = DivisionFilter::new(&scene, &contact, true);
            let all = S::load(scene.sky.spaces());
            assert_eq!(filter.between_walls.store(), filter.open.two_round_lines::<0>(1).store());
            let mut of_length = |length| {
                [
                    [filter.suspects_of_lines::<0>(length, all), filter.closed_by::<0>(length)],
                    [filter.suspects_of_lines::<1>(length, all), filter.closed_by::<1>(length)],
                    [filter.suspects_of_lines::<2>(length, all), filter.closed_by::<2>(length)],
                ]
            };
            (1..16).map(|length| of_length(length).map(|sets| sets.map(S::store))).collect()
        }
    }

    #[test]
    fn a_landing_that_prefilter_c_or_d_rules_out_does_not_divide() {
        let (mut dividing, mut ruled_out) = (0, [0; 2]);
        for position in FIGURES.iter().step_by(4) {
            let sets = [run(NotRuledOut(position)), NotRuledOut(position).run::<Bitboard>()];
            let slow = Slow::of(position);
            for (flight, landed) in slow.reach() {
                let after = slow.flown(flight.line, landed);
                let is_divided = !after.is_whole(!position.turn());
                dividing += u32::from(is_divided);
                for sets in &sets {
                    let either = sets[usize::from(flight.line.length) - 1][flight.line.axis as usize];
                    let is_suspect = either.map(|set| set.contains(flight.landed().first));
                    assert!(
                        !is_divided || is_suspect == [true; 2],
                        "{flight:?} in {position}: {is_suspect:?}"
                    );
                    for (count, is_suspect) in ruled_out.iter_mut().zip(is_suspect) {
                        *count += u32::from(!is_suspect);
                    }
                }
            }
        }
        assert!(
            dividing > 1_000 && ruled_out.iter().all(|&count| count > 10_000),
            "{dividing} {ruled_out:?}"
        );
    }
}
