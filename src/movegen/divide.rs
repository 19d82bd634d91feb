//! Dividing the opponent ([R15]): which flights do, and what the mover may then keep.
//!
//! Hardly any flight divides, and to find out by flooding the sky is dear. Two tests before it are
//! cheap, and each is exact in what it rules out:
//!
//! 1. The walls round a landing (the mover's birds, and all that is no space) stand in one arc or
//!    none: then the open spaces round it hang together, and whatever way led over the landing
//!    leads round it.
//! 2. The arcs belong to different walls: then the landing joins walls, but encloses nothing.
//!
//! Both look at the walls as they are before the flight: what the birds leave behind only opens
//! ways. They speak of the landing as a whole, so they hold for lines as for single birds.

use crate::bitboard::SpaceSet;
use crate::flock::is_one_flock;
use crate::movegen::Scene;
use crate::movegen::arcs::ArcEnds;
use crate::movegen::contact::Contact;
use crate::moves::Flight;
use crate::space::Space;

/// The fewest birds that enclose a space without the help of the rim or the centre.
const SMALLEST_RING: u32 = 6;

/// Tells which landings may divide the opponent.
pub(super) struct Divide<'a, S> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    /// Open arcs and wall arcs alternate, so there are as many of the one as of the other.
    open: ArcEnds<S>,
    /// The spaces round which walls stand in two arcs or more.
    between_walls: S,
    /// Found when the first landing between walls is met.
    closed_by_birds: Option<S>,
}

impl<'a, S: SpaceSet> Divide<'a, S> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, contact: &'a Contact<S>) -> Self {
        let open = ArcEnds::of(scene.vacant | scene.other);
        let between_walls = open.two_round_a_bird();
        Divide { scene, contact, open, between_walls, closed_by_birds: None }
    }

    /// Those of the landings of single birds that pass both tests.
    #[inline(always)]
    pub(super) fn suspects_of_birds(&mut self, landings: S) -> S {
        let landings = landings & self.between_walls;
        if landings.is_empty() {
            return landings;
        }
        if self.closed_by_birds.is_none() {
            self.closed_by_birds = Some(closed_by_birds(self.scene, self.contact));
        }
        self.closed_by_birds.map_or(landings, |closed| landings & closed)
    }

    /// Those of the landings of such lines that pass the first test. They are so few that the second
    /// would cost more than it saves.
    #[inline(always)]
    pub(super) fn suspects_of_lines<const AXIS: usize>(&self, length: u8, landings: S) -> S {
        landings & self.open.two_round_lines::<AXIS>(length)
    }
}

/// Where the landing of a single bird joins a wall to itself.
#[inline(always)]
fn closed_by_birds<S: SpaceSet>(scene: &Scene<S>, contact: &Contact<S>) -> S {
    let (sky, centre) = (S::load(scene.sky.spaces()), S::load(scene.sky.centre()));
    // The rim and the flocks that hang on it are one wall, the centre and its flocks another; where
    // a flock joins the two, all of it is one.
    let at_rim = (scene.own & S::load(scene.sky.rim())).flood(scene.own);
    let at_centre = (scene.own & centre.around()).flood(scene.own);
    let (beyond_rim, centre) = if at_rim.meets(at_centre) {
        (sky.without(at_rim | at_centre), S::EMPTY)
    } else {
        ((sky | centre).without(at_rim), centre | at_centre)
    };
    // Round a space there are as many arcs of the rim as of all that is not the rim.
    let mut closed = ArcEnds::of(beyond_rim).two_round_a_bird() | ArcEnds::of(centre).two_round_a_bird();
    for flock in &contact.flocks {
        if flock.size + 1 >= SMALLEST_RING {
            closed |= ArcEnds::of(flock.birds).two_round_a_bird();
        }
    }
    closed
}

/// The regions of the opponent that a legal flight parts from each other, where it does and the
/// mover may choose one to keep ([R15]).
#[inline(always)]
pub(super) fn divided<S: SpaceSet>(scene: &Scene<S>, flight: Flight) -> Option<Regions<S>> {
    let (from, to) = (flight.line.set::<S>(), flight.landed().set::<S>());
    let own = scene.own.without(from) | to;
    let open = S::load(scene.sky.spaces()).without(own);
    // The opponent was in one region, and is so still if a way leads round the landing.
    let round = to.around() & open;
    if round.lowest().floods_to(open, round) || scene.other.lowest().floods_to(open, scene.other) {
        return None;
    }
    // [R17] Where the mover wins, regions are not cleared.
    if is_one_flock(own) { None } else { Some(Regions { birds: scene.other, open }) }
}

/// The regions that a divided opponent is in.
pub(super) struct Regions<S> {
    /// The birds in those not yet told.
    birds: S,
    open: S,
}

impl<S: SpaceSet> Regions<S> {
    /// The lowest, then leftmost space of one more region.
    #[inline(always)]
    pub(super) fn next_region(&mut self) -> Option<Space> {
        if self.birds.is_empty() {
            return None;
        }
        let region = self.birds.lowest().flood(self.open);
        self.birds = self.birds.without(region);
        region.store().first()
    }
}
