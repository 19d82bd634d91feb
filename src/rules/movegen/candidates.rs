//! [`visit_undivided`]: the legal flights of a position, found together, whichever region they keep.

use arrayvec::ArrayVec;

use crate::geometry::bitboard::{SpaceSet, Ways};
use crate::geometry::space::Axis;
use crate::rules::movegen::Scene;
use crate::rules::movegen::filter::keeps_flock_together;
use crate::rules::movegen::fly::{LandingVisitor, LineLandings, LoneLandings, Purpose, find_landings};
use crate::rules::movegen::flyers::Flyers;
use crate::rules::movegen::lines::Landings;
use crate::rules::moves::{Flight, Line};

/// The length of the arrays of [`Candidates`], which hold `ROOM - 64` candidates: see [`Ways`].
const ROOM: usize = 192;

/// Passes every legal flight to a function, in no particular order. A flight that divides the opponent is passed once, and
/// names no region to keep (\[R15\]). Returns whether there is a legal flight. If there are too many, which is rare, it passes
/// none and returns `None`.
#[inline(always)]
pub(crate) fn visit_undivided<S: SpaceSet>(scene: &Scene<S>, mut visit: impl FnMut(Flight)) -> Option<bool> {
    let mut candidates = Candidates {
        ways: Ways::NONE,
        lead: [0; ROOM],
        group: [0; ROOM],
        groups: ArrayVec::new(),
        are_too_many: false,
    };
    find_landings(scene, &mut candidates);
    if candidates.are_too_many {
        return None;
    }
    scene.own.find_ways(&mut candidates.ways);
    let mut has_flights = false;
    for number in 0..candidates.ways.count().min(ROOM) {
        let (front, direction, distance) = candidates.ways.way(number);
        let Some(group) = candidates.groups.get(usize::from(candidates.group[number])) else { continue };
        let first = front.offset(-isize::from(candidates.lead[number]));
        let line = Line { first, axis: group.axis, length: group.length };
        let flight = Flight { line, direction, distance, keep: None };
        if !S::single(first).meets(group.may_split) || keeps_flock_together(group.flock, flight) {
            has_flights = true;
            visit(flight);
        }
    }
    Some(has_flights)
}

/// Flights that are legal unless they break R11.
struct Candidates<S> {
    /// The ways of the front birds, which began at the nearest of the mover's birds: the spaces between are vacant.
    ways: Ways<ROOM>,
    /// For each way, the index of the front bird minus the index of the first end of its line.
    lead: [u8; ROOM],
    group: [u8; ROOM],
    groups: ArrayVec<Group<S>, 64>,
    are_too_many: bool,
}

/// What the landings of lines of one length on one axis of a flock have in common, or those of all lone birds.
struct Group<S> {
    axis: Axis,
    length: u8,
    /// As in [`LineLandings`].
    flock: S,
    /// As in [`LineLandings`].
    may_split: S,
}

impl<S: SpaceSet> Candidates<S> {
    #[inline(always)]
    fn add(&mut self, flyers: &Flyers, landings: &Landings<S>, flock: S, may_split: S) {
        let &Flyers { axis, length, .. } = flyers;
        let group = self.groups.len() as u8;
        self.are_too_many |= self.groups.try_push(Group { axis, length, flock, may_split }).is_err();
        // The other end is at the front in a flight along the axis. A branch on the direction would be mispredicted.
        let ahead = axis.direction();
        let lead = (ahead.offset() * (isize::from(length) - 1)) as u8;
        let leads = (u64::from(lead) << (8 * ahead as u32)).to_le_bytes();
        for (direction, index, bits) in landings.words() {
            let lead = leads[direction as usize];
            let Some(first) = S::list_ways(&mut self.ways, direction, index.wrapping_add(lead), bits) else {
                self.are_too_many = true;
                return;
            };
            Ways::fill(&mut self.lead, first, lead);
            Ways::fill(&mut self.group, first, group);
        }
    }
}

impl<S: SpaceSet> LandingVisitor<S> for Candidates<S> {
    #[inline(always)]
    fn purpose(&self) -> Purpose {
        Purpose::Mask
    }

    #[inline(always)]
    fn lone_birds(&mut self, birds: &LoneLandings<S>) {
        self.add(&birds.flyers, &birds.landings, S::EMPTY, S::EMPTY);
    }

    #[inline(always)]
    fn lines(&mut self, lines: &LineLandings<S>) {
        self.add(&lines.flyers, &lines.landings, lines.flock, lines.may_split);
    }
}
