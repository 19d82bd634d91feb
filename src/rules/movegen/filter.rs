//! [`FlightFilter`]: checks the landings that the search found, and passes the legal flights to a visitor.

use arrayvec::ArrayVec;

use crate::geometry::bitboard::{Form, Shared, SpaceSet};
use crate::rules::movegen::divide::divided;
use crate::rules::movegen::fly::{
    FindLandings, LandingVisitor, LineLandings, LoneLandings, Purpose, find_landings,
};
use crate::rules::movegen::{MoveVisitor, Scene};
use crate::rules::moves::Flight;

/// Passes every legal flight to a visitor. Returns whether there is one.
#[inline(always)]
pub(crate) fn visit_flights<S: SpaceSet, V: MoveVisitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let mut filter = FlightFilter::new(scene, visitor);
    loop {
        if const { matches!((S::FORM, V::PURPOSE), (Form::WideRegisters, Purpose::Count)) } {
            // Counting itself takes so little time that it pays to inline the search.
            FindLandings(scene, &mut filter).run();
        } else {
            find_landings(scene, &mut filter);
        }
        filter.flush_suspects();
        if !filter.must_search_again() {
            return filter.found_any;
        }
    }
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

struct Flush<'f, 'a, S, V>(&'f mut FlightFilter<'a, S, V>);

impl<S: SpaceSet, V: MoveVisitor<S>> Shared for Flush<'_, '_, S, V> {
    type Output = ();

    /// A flight that divides the opponent becomes one flight for each region to keep (\[R15\]).
    #[inline(always)]
    fn run(self) {
        let Flush(filter) = self;
        let mut doubtful = core::mem::take(&mut filter.doubtful);
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
pub(super) struct FlightFilter<'a, S, V> {
    scene: &'a Scene<S>,
    /// Flights that are legal but may divide the opponent. They are checked together.
    suspects: ArrayVec<Flight, 64>,
    /// Bit `i` is set if prefilter D does not rule out suspect `i`.
    doubtful: u64,
    found_suspects: usize,
    /// The number of suspects that the searches before this one have passed on.
    known_suspects: usize,
    visitor: &'a mut V,
    found_any: bool,
}

impl<S: SpaceSet, V: MoveVisitor<S>> LandingVisitor<S> for FlightFilter<'_, S, V> {
    #[inline(always)]
    fn purpose(&self) -> Purpose {
        V::PURPOSE
    }

    #[inline(always)]
    fn lone_birds(&mut self, birds: &LoneLandings<S>) {
        let LoneLandings { ref flyers, landings, suspects } = *birds;
        self.found_any = true;
        if self.is_first_search() {
            self.visitor.flights(flyers, &landings.without(suspects));
        }
        if !suspects.is_empty() {
            let finder = flyers.finder();
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
                || S::FORM != Form::Words && !S::single(flight.line.first).meets(lines.may_split)
                || keeps_flock_together::<S>(lines.flock, flight);
            if is_legal {
                self.found_any = true;
                let landed = S::single(space);
                if landed.meets(lines.suspects) {
                    self.defer(flight, landed.meets(lines.doubtful));
                } else if self.is_first_search() {
                    self.visitor.flight(flight);
                }
            }
        }
    }
}

impl<'a, S: SpaceSet, V: MoveVisitor<S>> FlightFilter<'a, S, V> {
    #[inline(always)]
    pub(super) fn new(scene: &'a Scene<S>, visitor: &'a mut V) -> Self {
        FlightFilter {
            scene,
            suspects: ArrayVec::new(),
            doubtful: 0,
            found_suspects: 0,
            known_suspects: 0,
            visitor,
            found_any: false,
        }
    }

    /// Whether the visitor lists the moves, so that their order counts: suspects come after all other flights.
    const LISTS: bool = matches!(V::PURPOSE, Purpose::List);

    /// Whether this is the first search. Only this one passes on the flights that are not suspects.
    #[inline(always)]
    fn is_first_search(&self) -> bool {
        !Self::LISTS || self.known_suspects == 0
    }

    #[inline(always)]
    fn defer(&mut self, flight: Flight, is_doubtful: bool) {
        self.found_suspects += 1;
        if Self::LISTS && self.found_suspects <= self.known_suspects {
            return;
        }
        if self.suspects.is_full() {
            if Self::LISTS {
                // The next search finds it again.
                return;
            }
            S::run_shared(Flush(self));
        }
        self.doubtful |= u64::from(is_doubtful) << self.suspects.len();
        self.suspects.push(flight);
    }

    /// Checks the stored flights and passes them on. Must be called after each search.
    #[inline(always)]
    pub(super) fn flush_suspects(&mut self) {
        Flush(self).run();
    }

    /// Whether a list lacks suspects because there were more than can be stored. Few positions have so many.
    #[inline(always)]
    fn must_search_again(&mut self) -> bool {
        self.known_suspects += self.suspects.capacity();
        Self::LISTS && core::mem::take(&mut self.found_suspects) > self.known_suspects
    }
}
