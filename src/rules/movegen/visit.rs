//! [`MoveVisitor`]: receives the legal moves, to list or to count them.

#[cfg(feature = "codes")]
use alloc::vec::Vec;

use crate::geometry::bitboard::SpaceSet;
#[cfg(feature = "codes")]
use crate::geometry::sky::Edge;
use crate::rules::movegen::fly::Purpose;
use crate::rules::movegen::flyers::Flyers;
use crate::rules::movegen::lines::Landings;
use crate::rules::moves::{Flight, Move, MoveList};

/// Receives every legal move exactly once. Moves that are found as a set are passed as a set.
pub(crate) trait MoveVisitor<S> {
    const PURPOSE: Purpose;

    fn adds(&mut self, spaces: S);

    /// Receives the flights that end on some landings. None of them divides the opponent.
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>);

    /// Receives one flight. If it divides the opponent, it names the region to keep.
    fn flight(&mut self, flight: Flight);

    fn pass(&mut self);
}

pub(crate) struct ListMoves<'a>(pub(crate) &'a mut MoveList);

impl<S: SpaceSet> MoveVisitor<S> for ListMoves<'_> {
    const PURPOSE: Purpose = Purpose::List;

    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        self.0.append_adds(spaces);
    }

    #[inline(always)]
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>) {
        match flyers.ways(landings) {
            Some(ways) => self.0.storage().extend(flyers.flights_along(&ways).map(Move::Fly)),
            None => flyers.each_flight(landings, |flight| self.0.storage().push(Move::Fly(flight))),
        }
    }

    #[inline(always)]
    fn flight(&mut self, flight: Flight) {
        self.0.storage().push(Move::Fly(flight));
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.0.storage().push(Move::Pass);
    }
}

/// Appends the codes of the moves, each computed while the move is in registers, which takes no longer than a list.
#[cfg(feature = "codes")]
pub(crate) struct ListCodes<'a> {
    pub(crate) codes: &'a mut Vec<u32>,
    pub(crate) edge: Edge,
}

#[cfg(feature = "codes")]
impl<S: SpaceSet> MoveVisitor<S> for ListCodes<'_> {
    const PURPOSE: Purpose = Purpose::List;

    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        let mut indices = [0; 256];
        let count = spaces.list_indices(&mut indices);
        let indices = indices.get(..count).unwrap_or_default();
        // The code of an add is the code of a pass and the index of the space.
        let pass = Move::Pass.code(self.edge);
        self.codes.extend(indices.iter().map(|&index| pass | u32::from(index)));
    }

    #[inline(always)]
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>) {
        let code = |flight| Move::Fly(flight).code(self.edge);
        match flyers.ways(landings) {
            Some(ways) => self.codes.extend(flyers.flights_along(&ways).map(code)),
            None => flyers.each_flight(landings, |flight| self.codes.push(code(flight))),
        }
    }

    #[inline(always)]
    fn flight(&mut self, flight: Flight) {
        self.codes.push(Move::Fly(flight).code(self.edge));
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.codes.push(Move::Pass.code(self.edge));
    }
}

#[derive(Default)]
pub(crate) struct CountMoves(pub(crate) u32);

impl<S: SpaceSet> MoveVisitor<S> for CountMoves {
    const PURPOSE: Purpose = Purpose::Count;

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
