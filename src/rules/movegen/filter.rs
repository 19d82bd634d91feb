//! [`FlightFilter`]: checks the landings that the search found, and passes the legal flights to a visitor.

use arrayvec::ArrayVec;

use crate::geometry::bitboard::{Shared, SpaceSet};
use crate::rules::movegen::divide::divided;
use crate::rules::movegen::fly::{FindLandings, LandingVisitor, LineLandings, find_landings};
use crate::rules::movegen::flyers::Flyers;
use crate::rules::movegen::lines::Landings;
use crate::rules::movegen::{MoveVisitor, Scene};
use crate::rules::moves::Flight;

/// Passes every legal flight to a visitor. Returns whether there is one.
#[inline(always)]
pub(crate) fn visit_flights<S: SpaceSet, V: MoveVisitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let mut filter = FlightFilter::new(scene, visitor);
    if V::ONLY_COUNTS && S::COPIES_THE_SEARCH {
        // The visitor itself takes little time, so it pays to inline the search.
        FindLandings(scene, &mut filter).run();
    } else {
        find_landings(scene, &mut filter);
    }
    filter.flush_suspects();
    filter.found_any
}

/// Whether a landing touches every fragment that a flock falls apart into when a line leaves it
/// (\[R11\]). `rest` has the birds that stay behind. True if no bird stays behind.
///
/// A fragment does not touch any other flock, so only the line can connect it to the others.
#[inline(always)]
fn touches_every_fragment<S: SpaceSet>(rest: S, to: S) -> bool {
    // Few fragments need more than two steps of the flood fill. A check after each step would be mispredicted.
    (to.around() & rest).grown(rest).grown(rest).floods_to(rest, rest)
}

/// Whether a flight does not split its flock (\[R11\]). Also true if `flock` is empty.
#[inline(always)]
pub(super) fn keeps_flock_together<S: SpaceSet>(flock: S, flight: Flight) -> bool {
    touches_every_fragment(flock.without(flight.line.to_set::<S>()), flight.landed().to_set::<S>())
}

/// Checks the stored flights of a filter.
struct Flush<'f, 'a, S, V: ?Sized>(&'f mut FlightFilter<'a, S, V>);

impl<S: SpaceSet, V: MoveVisitor<S> + ?Sized> Shared for Flush<'_, '_, S, V> {
    type Output = ();

    /// A flight that divides the opponent becomes one flight for each region to keep (\[R15\]).
    #[inline(always)]
    fn run(self) {
        let Flush(filter) = self;
        let mut doubtful = std::mem::take(&mut filter.doubtful);
        for flight in filter.suspects.drain(..) {
            let regions = if doubtful & 1 == 1 { divided(filter.scene, flight) } else { None };
            doubtful >>= 1;
            match regions {
                None => filter.visitor.flight(flight),
                Some(mut regions) => {
                    while let Some(keep) = regions.next_region() {
                        filter.visitor.flight(Flight { keep: Some(keep), ..flight });
                    }
                }
            }
        }
    }
}

/// Receives landings, checks what the search did not check, and passes legal flights on.
pub(super) struct FlightFilter<'a, S, V: ?Sized> {
    scene: &'a Scene<S>,
    /// Flights that are legal but may divide the opponent. They are checked together.
    ///
    /// The order of a move list depends on the capacity, and the games of a seed depend on that order.
    suspects: ArrayVec<Flight, 64>,
    /// A bit for each of these flights that prefilter D does not rule out.
    doubtful: u64,
    visitor: &'a mut V,
    found_any: bool,
}

impl<S: SpaceSet, V: MoveVisitor<S> + ?Sized> LandingVisitor<S> for FlightFilter<'_, S, V> {
    #[inline(always)]
    fn checks_flights(&self) -> bool {
        true
    }

    #[inline(always)]
    fn divides(&self) -> bool {
        true
    }

    #[inline(always)]
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S) {
        self.found_any = true;
        self.visitor.flights(birds, &landings.without(suspects));
        if !suspects.is_empty() {
            let finder = birds.finder();
            for (direction, space) in landings.within(suspects).each() {
                self.defer(finder.flight(space, direction), true);
            }
        }
    }

    #[inline(always)]
    fn lines(&mut self, lines: &LineLandings<S>) {
        let finder = lines.flyers.finder();
        for (direction, space) in lines.landings.each() {
            let flight = finder.flight(space, direction);
            let is_legal = lines.flock.is_empty()
                || S::IS_IN_REGISTERS && !S::single(flight.line.first).meets(lines.may_split)
                || keeps_flock_together::<S>(lines.flock, flight);
            if is_legal {
                self.found_any = true;
                let landed = S::single(space);
                if landed.meets(lines.suspects) {
                    self.defer(flight, landed.meets(lines.doubtful));
                } else {
                    self.visitor.flight(flight);
                }
            }
        }
    }
}

impl<'a, S: SpaceSet, V: MoveVisitor<S> + ?Sized> FlightFilter<'a, S, V> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, visitor: &'a mut V) -> Self {
        FlightFilter { scene, suspects: ArrayVec::new(), doubtful: 0, visitor, found_any: false }
    }

    /// Stores a legal flight that may divide the opponent.
    #[inline(always)]
    fn defer(&mut self, flight: Flight, is_doubtful: bool) {
        if self.suspects.is_full() {
            S::run_shared(Flush(self));
        }
        self.doubtful |= u64::from(is_doubtful) << self.suspects.len();
        self.suspects.push(flight);
    }

    /// Checks the stored flights and passes them on.
    ///
    /// This runs when the store is full, and must run once more after the search.
    #[inline(always)]
    pub(super) fn flush_suspects(&mut self) {
        Flush(self).run();
    }
}
