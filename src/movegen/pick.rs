//! The legal move with a given number, found without a list.

use crate::bitboard::SpaceSet;
use crate::movegen::flyers::Flyers;
use crate::movegen::lines::Landings;
use crate::movegen::visit::MoveVisitor;
use crate::moves::{Flight, Move};

/// Finds the move with a number, counted from 0 in the order of a list.
pub(crate) struct PickMove {
    /// How many moves are still to be skipped.
    skip: u32,
    pub(crate) picked: Option<Move>,
}

impl PickMove {
    pub(crate) fn new(number: u32) -> PickMove {
        PickMove { skip: number, picked: None }
    }

    /// Passes over `count` moves. The number of the wanted one among them, if it is one of them.
    #[inline(always)]
    fn pass_over(&mut self, count: u32) -> Option<u32> {
        if self.picked.is_some() {
            return None;
        }
        match self.skip.checked_sub(count) {
            Some(rest) => {
                self.skip = rest;
                None
            }
            None => Some(self.skip),
        }
    }
}

impl<S: SpaceSet> MoveVisitor<S> for PickMove {
    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        if let Some(number) = self.pass_over(spaces.len()) {
            self.picked = spaces.nth(number).map(Move::Add);
        }
    }

    #[inline(always)]
    fn flights(&mut self, flyers: &Flyers, landings: &Landings<S>) {
        for (direction, landed) in landings.by_direction() {
            if let Some(number) = self.pass_over(landed.len()) {
                let space = landed.nth(number);
                self.picked = space.map(|space| Move::Fly(flyers.flight(space, direction)));
            }
        }
    }

    #[inline(always)]
    fn flight(&mut self, flight: Flight) {
        if self.pass_over(1).is_some() {
            self.picked = Some(Move::Fly(flight));
        }
    }

    #[inline(always)]
    fn pass(&mut self) {
        if self.pass_over(1).is_some() {
            self.picked = Some(Move::Pass);
        }
    }
}
