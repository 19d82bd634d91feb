//! Who looks at the moves: a list, a count, or one that draws a move of them all.

use arrayvec::ArrayVec;

use crate::bitboard::{Bitboard, SpaceSet};
use crate::movegen::landing::Landing;
use crate::moves::{Flight, Move, MoveList};

/// Is shown every legal move once, many at a time where they come as a set.
pub(crate) trait Visitor<S> {
    /// The spaces where a bird may be added.
    fn adds(&mut self, spaces: S);
    /// Landings of single birds, none of which divides the opponent.
    fn birds(&mut self, landing: Landing<S>);
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
    fn birds(&mut self, landing: Landing<S>) {
        for space in landing.spaces.spaces() {
            self.0.push(Move::Fly(landing.flight_of_bird(space)));
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
    fn birds(&mut self, landing: Landing<S>) {
        self.0 += landing.spaces.len();
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

/// Draws a move by its number among all, without listing those that come as sets.
pub(crate) struct DrawMove<'a> {
    adds: Bitboard,
    /// Landings of birds, as shown.
    birds: ArrayVec<Landing<Bitboard>, 84>,
    flights: &'a mut Vec<Flight>,
    count: u32,
}

impl<'a> DrawMove<'a> {
    /// `flights` is for room: what it held is dropped.
    #[inline(always)]
    pub(crate) fn new(flights: &'a mut Vec<Flight>) -> Self {
        flights.clear();
        DrawMove { adds: Bitboard::EMPTY, birds: ArrayVec::new(), flights, count: 0 }
    }

    /// How many moves there are.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The move with this number, counted from 0: the adds first, then the landings of birds, the
    /// other flights, and last the pass.
    #[inline(always)]
    pub(crate) fn draw(&self, mut number: u32) -> Move {
        if number < self.adds.len() {
            return self.adds.nth(number).map_or(Move::Pass, Move::Add);
        }
        number -= self.adds.len();
        for landing in &self.birds {
            if number < landing.spaces.len() {
                let landed = landing.spaces.nth(number);
                return landed.map_or(Move::Pass, |space| Move::Fly(landing.flight_of_bird(space)));
            }
            number -= landing.spaces.len();
        }
        self.flights.get(number as usize).map_or(Move::Pass, |&flight| Move::Fly(flight))
    }
}

impl<S: SpaceSet> Visitor<S> for DrawMove<'_> {
    #[inline(always)]
    fn adds(&mut self, spaces: S) {
        self.adds = spaces.store();
        self.count += spaces.len();
    }

    #[inline(always)]
    fn birds(&mut self, landing: Landing<S>) {
        let Landing { spaces, direction, distance } = landing;
        self.birds.push(Landing { spaces: spaces.store(), direction, distance });
        self.count += spaces.len();
    }

    #[inline(always)]
    fn flight(&mut self, flight: Flight) {
        self.flights.push(flight);
        self.count += 1;
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.count += 1;
    }
}
