//! Who looks at the moves: a list or a count.

use crate::bitboard::SpaceSet;
use crate::movegen::flyers::Flyers;
use crate::moves::{Flight, Move, MoveList};
use crate::space::Direction;

/// Is shown every legal move once, many at a time where they come as a set.
pub(crate) trait Visitor<S> {
    /// The spaces where a bird may be added.
    fn adds(&mut self, spaces: S);
    /// Flights that end on these spaces, none of which divides the opponent.
    fn flights(&mut self, flyers: &Flyers, direction: Direction, landed: S);
    /// One more flight, with the region to keep if it divides the opponent.
    fn flight(&mut self, flight: Flight);
    /// The pass.
    fn pass(&mut self);
}

/// Appends every move to a list.
pub(crate) struct ListMoves<'a>(pub(crate) &'a mut MoveList);

impl<S: SpaceSet> Visitor<S> for ListMoves<'_> {
    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        for space in spaces.spaces() {
            self.0.push(Move::Add(space));
        }
    }

    #[inline(always)]
    fn flights(&mut self, flyers: &Flyers, direction: Direction, landed: S) {
        for space in landed.spaces() {
            self.0.push(Move::Fly(flyers.flight(space, direction)));
        }
    }

    #[inline(always)]
    fn flight(&mut self, flight: Flight) {
        self.0.push(Move::Fly(flight));
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.0.push(Move::Pass);
    }
}

/// Counts the moves.
#[derive(Default)]
pub(crate) struct CountMoves(pub(crate) u32);

impl<S: SpaceSet> Visitor<S> for CountMoves {
    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        self.0 += spaces.len();
    }

    #[inline(always)]
    fn flights(&mut self, _: &Flyers, _: Direction, landed: S) {
        self.0 += landed.len();
    }

    #[inline(always)]
    fn flight(&mut self, _: Flight) {
        self.0 += 1;
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.0 += 1;
    }
}
