//! The generation of legal moves.
//!
//! Each kind of move has a module: [`add`], [`fly`] and [`pass`]. [`fly`] finds landings and passes them to one of three
//! visitors ([`LandingVisitor`](fly::LandingVisitor)). [`filter`] checks the landings, with [`divide`] for flights that divide
//! the opponent, and passes legal moves to a [`MoveVisitor`], which lists or counts them. [`candidates`] finds the flights of
//! a mask, and [`draw`] draws a random move without a list. `docs/MOVES.md` explains the steps and why each prefilter is exact.
//!
//! Steps are inlined, to keep sets in vector registers. The search for flights is the largest step, so it is not, except
//! that with wide registers it is inlined where moves are only counted.

mod add;
mod arcs;
mod candidates;
mod contact;
mod divide;
mod draw;
mod filter;
mod fly;
mod flyers;
mod lines;
mod pass;
mod touch;
mod visit;

pub(crate) use add::adds;
pub(crate) use arcs::ArcEnds;
pub(crate) use candidates::visit_undivided;
pub(crate) use divide::{divided, region_of};
pub(crate) use draw::Slots;
pub(crate) use filter::visit_flights;
pub(crate) use flyers::Flyers;
pub(crate) use lines::{Landings, Lines};
pub(crate) use pass::is_legal as may_pass;
#[cfg(feature = "codes")]
pub(crate) use visit::ListCodes;
pub(crate) use visit::{CountMoves, ListMoves, MoveVisitor};

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::geometry::sky::Sky;
use crate::rules::rule_set::Passing;

/// The birds of a position, as the rules for moves see them: the mover's own and the opponent's.
#[derive(Clone, Copy)]
pub(crate) struct Scene<S> {
    pub(crate) sky: &'static Sky,
    pub(crate) own: S,
    pub(crate) opponent: S,
    pub(crate) vacant: S,
    /// Whether the mover has a bird left to add (\[R8\]).
    pub(crate) bird_in_hand: bool,
}

impl<S: SpaceSet> Scene<S> {
    #[inline(always)]
    pub(crate) fn new(sky: &'static Sky, own: Bitboard, opponent: Bitboard, bird_in_hand: bool) -> Self {
        let (own, opponent) = (S::load(own), S::load(opponent));
        let vacant = S::load(sky.spaces()).without(own | opponent);
        Scene { sky, own, opponent, vacant, bird_in_hand }
    }
}

#[inline(always)]
pub(crate) fn visit_moves<S: SpaceSet, V: MoveVisitor<S>>(
    scene: &Scene<S>,
    passing: Passing,
    visitor: &mut V,
) {
    let adds = adds(scene);
    visitor.adds(adds);
    let has_flights = visit_flights(scene, visitor);
    if pass::is_legal(scene, passing, adds, has_flights) {
        visitor.pass();
    }
}
