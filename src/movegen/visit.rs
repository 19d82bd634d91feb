//! [`MoveVisitor`]: receives the legal moves, to list or to count them.

use crate::bitboard::SpaceSet;
use crate::movegen::flyers::Flyers;
use crate::movegen::lines::Landings;
use crate::moves::{Flight, Move, MoveList};

/// Receives every legal move exactly once. Moves that are found as a set are passed as a set.
pub(crate) trait MoveVisitor<S> {
    /// Whether the visitor only counts the moves. Then the search for them is inlined, where this is faster.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only vector sets inline subtasks"))]
    #[inline(always)]
    fn only_counts(&self) -> bool {
        false
    }

    /// Receives the spaces where a bird may be added.
    fn adds(&mut self, spaces: S);

    /// Receives the flights that end on some landings. None of them divides the opponent.
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>);

    /// Receives one flight. If it divides the opponent, it names the region to keep.
    fn flight(&mut self, flight: Flight);

    /// Receives the pass.
    fn pass(&mut self);
}

/// Appends the moves to a list.
pub(crate) struct ListMoves<'a>(pub(crate) &'a mut MoveList);

impl<S: SpaceSet> MoveVisitor<S> for ListMoves<'_> {
    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        self.0.append_adds(spaces);
    }

    #[inline(always)]
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>) {
        match flyers.ways(landings) {
            Some(ways) => self.0.extend(flyers.flights_along(&ways).map(Move::Fly)),
            None => flyers.each_flight(landings, |flight| self.0.push(Move::Fly(flight))),
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

impl<S: SpaceSet> MoveVisitor<S> for CountMoves {
    #[inline(always)]
    fn only_counts(&self) -> bool {
        true
    }

    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        self.0 += spaces.len();
    }

    #[inline(always)]
    fn flights(&mut self, _: &Flyers, landings: &Landings<S>) {
        self.0 += landings.len();
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
