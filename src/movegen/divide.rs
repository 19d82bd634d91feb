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
use crate::movegen::arcs::ArcEnds;
use crate::movegen::contact::Contact;
use crate::movegen::lines::Lines;
use crate::movegen::{Scene, Visitor};
use crate::moves::Flight;

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
    /// Made when the first landing between walls is met.
    walls: Option<Walls<S>>,
}

impl<'a, S: SpaceSet> Divide<'a, S> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, contact: &'a Contact<S>) -> Self {
        let open = ArcEnds::of(scene.vacant | scene.other);
        Divide { scene, contact, open, between_walls: open.two_round_a_bird(), walls: None }
    }

    /// Those of the landings of single birds that pass both tests.
    #[inline(always)]
    pub(super) fn suspects_of_birds(&mut self, landings: S) -> S {
        let landings = landings & self.between_walls;
        if landings.is_empty() { landings } else { landings & self.walls().closed_by_birds }
    }

    /// Whether the landing of a line with its first end here passes both tests.
    #[inline(always)]
    pub(super) fn suspects_line(&mut self, lines: &Lines<S>, tests: &mut LineTests<S>, landed: S) -> bool {
        if tests.between_walls.is_none() {
            tests.between_walls = Some(self.open.two_round_lines(lines));
        }
        if !tests.between_walls.is_some_and(|spaces| spaces.meets(landed)) {
            return false;
        }
        if tests.closed_by_lines.is_none() {
            let contact = self.contact;
            tests.closed_by_lines = Some(self.walls().closed_by(lines, contact));
        }
        tests.closed_by_lines.is_some_and(|spaces| spaces.meets(landed))
    }

    #[inline(always)]
    fn walls(&mut self) -> &Walls<S> {
        if self.walls.is_none() {
            self.walls = Some(Walls::new(self.scene, self.contact));
        }
        // Not made here: the line above has.
        self.walls.get_or_insert(Walls::NONE)
    }
}

/// Where lines of one length on one axis pass the two tests, once that is known.
pub(super) struct LineTests<S> {
    between_walls: Option<S>,
    closed_by_lines: Option<S>,
}

impl<S> LineTests<S> {
    #[inline(always)]
    pub(super) fn not_made() -> Self {
        LineTests { between_walls: None, closed_by_lines: None }
    }
}

/// The walls of the mover that more than one flock makes.
struct Walls<S> {
    /// The rim and the flocks that hang on it; or rather, all that is not.
    rim: ArcEnds<S>,
    /// The centre and the flocks that hang on it. Nothing, where a flock joins it to the rim: then
    /// all of it is the rim's.
    centre: ArcEnds<S>,
    /// The number of birds of the largest flock.
    largest_flock: u32,
    /// Where the landing of a single bird joins a wall to itself.
    closed_by_birds: S,
}

impl<S: SpaceSet> Walls<S> {
    const NONE: Self =
        Walls { rim: ArcEnds::NONE, centre: ArcEnds::NONE, largest_flock: 0, closed_by_birds: S::EMPTY };

    #[inline(always)]
    fn new(scene: &Scene<S>, contact: &Contact<S>) -> Self {
        let (sky, centre) = (S::load(scene.sky.spaces()), S::load(scene.sky.centre()));
        let at_rim = (scene.own & S::load(scene.sky.rim())).flood(scene.own);
        let at_centre = (scene.own & centre.around()).flood(scene.own);
        let (beyond_rim, centre) = if at_rim.meets(at_centre) {
            (sky.without(at_rim | at_centre), S::EMPTY)
        } else {
            ((sky | centre).without(at_rim), centre | at_centre)
        };
        let (rim, centre) = (ArcEnds::of(beyond_rim), ArcEnds::of(centre));
        let mut closed_by_birds = rim.two_round_a_bird() | centre.two_round_a_bird();
        let mut largest_flock = 0;
        for &flock in &contact.flocks {
            let size = flock.len();
            if size + 1 >= SMALLEST_RING {
                closed_by_birds |= ArcEnds::of(flock).two_round_a_bird();
            }
            largest_flock = largest_flock.max(size);
        }
        Walls { rim, centre, largest_flock, closed_by_birds }
    }

    /// Where the landing of such a line joins a wall to itself.
    #[inline(always)]
    fn closed_by(&self, lines: &Lines<S>, contact: &Contact<S>) -> S {
        let mut closed = self.rim.two_round_lines(lines) | self.centre.two_round_lines(lines);
        let length = u32::from(lines.length);
        if self.largest_flock + length >= SMALLEST_RING {
            for &flock in &contact.flocks {
                if flock.len() + length >= SMALLEST_RING {
                    closed |= ArcEnds::of(flock).two_round_lines(lines);
                }
            }
        }
        closed
    }
}

/// Shows a flight as often as it has a choice: once for each region of the opponent that can be
/// kept ([R15]), and once if there is nothing to choose.
#[inline(always)]
pub(super) fn visit_choices<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, flight: Flight, visitor: &mut V) {
    let (from, to) = (flight.line.set::<S>(), flight.landed().set::<S>());
    let own = scene.own.without(from) | to;
    let open = S::load(scene.sky.spaces()).without(own);
    // [R17] Where the mover wins, regions are not cleared.
    if scene.other.lowest().floods_to(open, scene.other) || is_one_flock(own) {
        return visitor.flight(flight);
    }
    let mut birds = scene.other;
    while !birds.is_empty() {
        let region = birds.lowest().flood(open);
        visitor.flight(Flight { keep: region.store().first(), ..flight });
        birds = birds.without(region);
    }
}
