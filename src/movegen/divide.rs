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

use crate::bitboard::{Bitboard, SpaceSet};
use crate::flock::is_one_flock;
use crate::movegen::arcs::{arcs_round, in_two_arcs};
use crate::movegen::contact::Contact;
use crate::movegen::{Scene, Visitor};
use crate::moves::{Flight, Line};

/// The fewest birds that enclose a space without the help of the rim or the centre.
const SMALLEST_RING: u32 = 6;

/// The landings that may divide the opponent.
pub(super) struct Divide<'a, S> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    /// What is no wall.
    open: Bitboard,
    /// The spaces round which walls stand in two arcs or more.
    between_walls: S,
    /// Made when the first landing between walls is met.
    walls: Option<Walls<S>>,
}

impl<'a, S: SpaceSet> Divide<'a, S> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, contact: &'a Contact<S>) -> Self {
        // Open arcs and wall arcs alternate, so there are as many of the one as of the other.
        let open = scene.vacant | scene.other;
        Divide { scene, contact, open: open.store(), between_walls: in_two_arcs(open), walls: None }
    }

    /// Those of the landings of single birds that may divide the opponent.
    #[inline(always)]
    pub(super) fn candidates(&mut self, landings: S) -> S {
        if landings.meets(self.between_walls) { landings & self.walls().closed_by_one } else { S::EMPTY }
    }

    /// Whether the landing of a line may divide the opponent.
    #[inline(always)]
    pub(super) fn is_candidate(&mut self, line: Line) -> bool {
        if arcs_round(line, self.open) < 2 {
            return false;
        }
        let contact = self.contact;
        let walls = self.walls();
        if arcs_round(line, walls.beyond_rim) > 1 || arcs_round(line, walls.centre) > 1 {
            return true;
        }
        for &flock in &contact.flocks {
            if flock.len() + u32::from(line.length) >= SMALLEST_RING && arcs_round(line, flock.store()) > 1 {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn walls(&mut self) -> &Walls<S> {
        let (scene, contact) = (self.scene, self.contact);
        if self.walls.is_none() {
            self.walls = Some(Walls::new(scene, contact));
        }
        // Never made here: the line above has.
        self.walls.get_or_insert(Walls {
            beyond_rim: Bitboard::EMPTY,
            centre: Bitboard::EMPTY,
            closed_by_one: S::EMPTY,
        })
    }
}

/// The walls of the mover that more than one flock makes.
struct Walls<S> {
    /// All that is neither the rim nor a flock that hangs on it. Where a flock joins the centre to
    /// the rim, the centre and its flocks belong to the rim.
    beyond_rim: Bitboard,
    /// The centre and the flocks that hang on it; empty if they belong to the rim.
    centre: Bitboard,
    /// The spaces where a single bird joins a wall to itself.
    closed_by_one: S,
}

impl<S: SpaceSet> Walls<S> {
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
        // Round a space, a wall makes as many arcs as what is not the wall.
        let mut closed_by_one = in_two_arcs(beyond_rim) | in_two_arcs(centre);
        for &flock in &contact.flocks {
            if flock.len() + 1 >= SMALLEST_RING {
                closed_by_one |= in_two_arcs(flock);
            }
        }
        Walls { beyond_rim: beyond_rim.store(), centre: centre.store(), closed_by_one }
    }
}

/// Shows a flight as often as it has a choice: once for each region of the opponent that can be
/// kept ([R15]), and once if there is nothing to choose.
#[inline(always)]
pub(super) fn visit_choices<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    flight: Flight,
    from: S,
    to: S,
    visitor: &mut V,
) {
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
