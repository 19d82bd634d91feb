//! [`FlightFilter`]: passes the legal flights among the landings that were found to a visitor.

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::movegen::divide::divided;
use crate::movegen::fly::{LandingVisitor, find_landings, find_whole_landings};
use crate::movegen::flyers::Flyers;
use crate::movegen::lines::Landings;
use crate::movegen::{MoveVisitor, Scene};
use crate::moves::Flight;
use crate::space::Direction;

/// Passes every legal flight to a visitor. Returns whether there is one.
#[inline(always)]
pub(crate) fn visit_flights<S: SpaceSet, V: MoveVisitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    #[cfg(target_arch = "wasm32")]
    let visitor: &mut dyn MoveVisitor<S> = visitor;
    let mut filter = FlightFilter::new(scene, visitor);
    find_landings(scene, &mut filter);
    filter.flush_suspects();
    filter.found_any
}

/// Like [`visit_flights`], but passes a flight that divides the opponent once, and without a region to keep.
#[inline(always)]
pub(crate) fn visit_whole_flights<S: SpaceSet, V: MoveVisitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let mut filter = FlightFilter::new(scene, visitor);
    find_whole_landings(scene, &mut filter);
    filter.found_any
}

/// Whether a landing touches every fragment that a flock falls apart into when a line leaves it
/// (\[R11\]). `rest` has the birds that stay behind. True if no bird stays behind.
///
/// A fragment does not touch any other flock, so only the line can connect it to the others.
#[inline(always)]
pub(super) fn touches_every_fragment<S: SpaceSet>(rest: S, to: S) -> bool {
    (to.around() & rest).floods_to(rest, rest)
}

/// Receives landings, checks what the search did not check, and passes legal flights on.
pub(super) struct FlightFilter<'a, S, V: ?Sized> {
    scene: &'a Scene<S>,
    /// Flights that are legal but may divide the opponent. They are checked together.
    ///
    /// The order of a move list depends on the capacity, and the games of a seed depend on that order.
    suspects: ArrayVec<Flight, 64>,
    visitor: &'a mut V,
    found_any: bool,
}

impl<S: SpaceSet, V: MoveVisitor<S> + ?Sized> LandingVisitor<S> for FlightFilter<'_, S, V> {
    #[inline(always)]
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.found_any = true;
        // Unrolled by hand, so that each direction is a constant.
        self.visit_without::<0>(birds, landings, suspects);
        self.visit_without::<1>(birds, landings, suspects);
        self.visit_without::<2>(birds, landings, suspects);
        self.visit_without::<3>(birds, landings, suspects);
        self.visit_without::<4>(birds, landings, suspects);
        self.visit_without::<5>(birds, landings, suspects);
        if !suspects.is_empty() {
            for (direction, there) in landings.by_direction() {
                for space in (there & suspects).spaces() {
                    self.defer(birds.flight(space, direction));
                }
            }
        }
    }

    #[inline(always)]
    fn lines(&mut self, flock: S, lines: &Flyers, landings: &Landings<S>, suspects: S) {
        for (direction, there) in landings.by_direction() {
            for space in there.spaces() {
                let flight = lines.flight(space, direction);
                let (from, to) = (flight.line.to_set::<S>(), flight.line.at(space).to_set::<S>());
                if touches_every_fragment(flock.without(from), to) {
                    self.found_any = true;
                    if S::single(space).meets(suspects) {
                        self.defer(flight);
                    } else {
                        self.visitor.flight(flight);
                    }
                }
            }
        }
    }
}

impl<'a, S: SpaceSet, V: MoveVisitor<S> + ?Sized> FlightFilter<'a, S, V> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, visitor: &'a mut V) -> Self {
        FlightFilter { scene, suspects: ArrayVec::new(), visitor, found_any: false }
    }

    /// Passes on the landings of lone birds in one direction that are not suspects.
    #[inline(always)]
    fn visit_without<const D: usize>(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.visitor.flights(birds, Direction::ALL[D], landings.0[D].without(suspects));
    }

    /// Stores a legal flight that may divide the opponent.
    #[inline(always)]
    fn defer(&mut self, flight: Flight) {
        if self.suspects.is_full() {
            self.flush_suspects();
        }
        self.suspects.push(flight);
    }

    /// Checks the stored flights and passes them on. A flight that divides the opponent becomes one
    /// flight for each region to keep (\[R15\]).
    ///
    /// This runs when the store is full, and must run once more after the search.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn flush_suspects(&mut self) {
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
