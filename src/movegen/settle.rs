//! Settling landings: which are legal flights, and how many moves each of them is.

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::movegen::divide::divided;
use crate::movegen::fly::{Finder, find_landings};
use crate::movegen::flyers::Flyers;
use crate::movegen::landing::Landings;
use crate::movegen::{Scene, Visitor};
use crate::moves::Flight;
use crate::space::Direction;

/// Shows every legal flight, and tells whether there is one.
#[inline(always)]
pub(crate) fn visit_flights<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let mut settle = Settle::new(scene, visitor);
    find_landings(scene, &mut settle);
    settle.finish();
    settle.any
}

/// Whether a landing touches every piece that a flock falls into without the birds that flew
/// ([R11]): whether what it touches floods all that is left. True where nothing is left.
#[inline(always)]
pub(super) fn touches_every_piece<S: SpaceSet>(left_behind: S, to: S) -> bool {
    (to.around() & left_behind).floods_to(left_behind, left_behind)
}

/// Settles landings as they are found.
pub(super) struct Settle<'a, S, V> {
    scene: &'a Scene<S>,
    /// Legal flights that may divide the opponent, to be looked at in the end.
    suspects: ArrayVec<Flight, 64>,
    visitor: &'a mut V,
    any: bool,
}

impl<S: SpaceSet, V: Visitor<S>> Finder<S> for Settle<'_, S, V> {
    #[inline(always)]
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.any = true;
        // Six times the same, each with a direction that the compiler knows.
        self.sure_flights::<0>(birds, landings, suspects);
        self.sure_flights::<1>(birds, landings, suspects);
        self.sure_flights::<2>(birds, landings, suspects);
        self.sure_flights::<3>(birds, landings, suspects);
        self.sure_flights::<4>(birds, landings, suspects);
        self.sure_flights::<5>(birds, landings, suspects);
        if !suspects.is_empty() {
            for (direction, there) in landings.by_direction() {
                for space in (there & suspects).spaces() {
                    self.suspect(birds.flight(space, direction));
                }
            }
        }
    }

    #[inline(always)]
    fn lines(&mut self, flock: S, lines: &Flyers, landings: &Landings<S>, suspects: S) {
        for (direction, there) in landings.by_direction() {
            for space in there.spaces() {
                let flight = lines.flight(space, direction);
                let (from, to) = (flight.line.set::<S>(), flight.line.at(space).set::<S>());
                if touches_every_piece(flock.without(from), to) {
                    self.any = true;
                    if S::single(space).meets(suspects) {
                        self.suspect(flight);
                    } else {
                        self.visitor.flight(flight);
                    }
                }
            }
        }
    }
}

impl<'a, S: SpaceSet, V: Visitor<S>> Settle<'a, S, V> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, visitor: &'a mut V) -> Self {
        Settle { scene, suspects: ArrayVec::new(), visitor, any: false }
    }

    #[inline(always)]
    fn sure_flights<const D: usize>(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.visitor.flights(birds, Direction::ALL[D], landings.0[D].without(suspects));
    }

    #[inline(always)]
    fn suspect(&mut self, flight: Flight) {
        if self.suspects.is_full() {
            self.finish();
        }
        self.suspects.push(flight);
    }

    /// Shows the flights that were put off.
    #[inline(always)]
    pub(super) fn finish(&mut self) {
        for flight in self.suspects.drain(..) {
            match divided(self.scene, flight) {
                None => self.visitor.flight(flight),
                Some(mut regions) => {
                    while let Some(keep) = regions.next_region() {
                        self.visitor.flight(Flight { keep: Some(keep), ..flight });
                    }
                }
            }
        }
    }
}
