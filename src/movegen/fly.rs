//! Flights ([R9] to [R12], [R15]).
//!
//! Sets of birds, or of lines of one length on one axis, fly at once and in all six directions: they
//! are moved step by step while they fit the vacant spaces ([R10]), and meet at each step the spaces
//! where a landing would join another flock ([R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::movegen::contact::Contact;
use crate::movegen::divide::{Divide, LineTests, visit_choices};
use crate::movegen::landing::Landing;
use crate::movegen::lines::Lines;
use crate::movegen::{Scene, Visitor};
use crate::moves::Flight;
use crate::space::{Axis, Direction};

/// Shows every legal flight, and tells whether there is one.
#[inline(always)]
pub(super) fn visit_flights<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let contact = Contact::new(scene.own);
    let mut flights = Flights {
        scene,
        contact: &contact,
        divide: Divide::new(scene, &contact),
        suspects: ArrayVec::new(),
        visitor,
        any: false,
    };
    flights.visit_lone_birds();
    if !contact.flocks.is_empty() {
        flights.visit_birds_of_flocks();
        for &flock in &contact.flocks {
            flights.visit_lines_of(flock);
        }
    }
    flights.visit_suspects();
    flights.any
}

/// The flights of a position, as they are found.
struct Flights<'a, S, V> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    divide: Divide<'a, S>,
    /// Legal flights that may divide the opponent, to be looked at in the end.
    suspects: ArrayVec<Flight, 64>,
    visitor: &'a mut V,
    any: bool,
}

impl<S: SpaceSet, V: Visitor<S>> Flights<'_, S, V> {
    /// Flights of the flocks of one bird. Nothing stays behind, so [R11] holds by itself.
    #[inline(always)]
    fn visit_lone_birds(&mut self) {
        // [R12] One step away a space touches the old place, so it must touch a second flock;
        // further away any flock it touches is another one.
        let vacant = self.scene.vacant;
        let (first, later) = (self.contact.touches_two & vacant, self.contact.touches_one & vacant);
        let mut landings = Landings::new();
        fly(self.contact.lone, &[vacant; 6], first, later, &mut landings);
        for landing in &landings {
            self.any = true;
            let suspects = self.divide.suspects_of_birds(landing.spaces);
            self.visitor.birds(Landing { spaces: landing.spaces.without(suspects), ..*landing });
            for space in suspects.spaces() {
                self.suspect(landing.flight_of_bird(space));
            }
        }
    }

    /// Flights of single birds out of larger flocks. They must land next to what stays behind
    /// ([R11]) and next to another flock ([R12]), so next to two.
    #[inline(always)]
    fn visit_birds_of_flocks(&mut self) {
        let birds = self.scene.own.without(self.contact.lone);
        let targets = self.contact.touches_two & self.scene.vacant;
        let mut landings = Landings::new();
        fly(birds, &[self.scene.vacant; 6], targets, targets, &mut landings);
        for landing in &landings {
            let suspects = self.divide.suspects_of_birds(landing.spaces);
            for space in landing.spaces.spaces() {
                let flight = landing.flight_of_bird(space);
                let (from, to) = (S::single(flight.line.first), S::single(space));
                if touches_every_piece(self.contact.flock_of(from).without(from), to) {
                    self.flight(flight, to.meets(suspects));
                }
            }
        }
    }

    /// Flights of lines of two birds and more out of a flock, or of the whole flock.
    #[inline(always)]
    fn visit_lines_of(&mut self, flock: S) {
        let vacant = self.scene.vacant;
        let size = flock.len();
        let near = flock.around() & vacant;
        let joins = self.contact.touches_another(near) & vacant;
        let birds = Lines::of_one_bird(flock, vacant, joins, near);
        let mut axes = Axis::ALL.into_iter();
        let mut lines = birds;
        loop {
            while lines.starts.is_empty() || lines.length == 1 {
                let Some(axis) = axes.next() else { return };
                lines = birds.on(axis).longer();
            }
            self.visit_lines(flock, size, &lines);
            lines = lines.longer();
        }
    }

    #[inline(always)]
    fn visit_lines(&mut self, flock: S, size: u32, lines: &Lines<S>) {
        // [R11] A part of a flock must land next to the rest; a whole flock leaves none.
        let targets = if size == u32::from(lines.length) { lines.joins } else { lines.joins & lines.near };
        if targets.is_empty() {
            return;
        }
        let mut tests = LineTests::not_made();
        let mut landings = Landings::new();
        fly(lines.starts, &lines.fits_in_direction(self.scene.vacant), targets, targets, &mut landings);
        for landing in &landings {
            for space in landing.spaces.spaces() {
                let line = lines.line(landing.start(space));
                if touches_every_piece(flock.without(line.set()), line.at(space).set()) {
                    let is_suspect = self.divide.suspects_line(lines, &mut tests, S::single(space));
                    self.flight(landing.flight(line), is_suspect);
                }
            }
        }
    }

    /// Notes a legal flight.
    #[inline(always)]
    fn flight(&mut self, flight: Flight, is_suspect: bool) {
        self.any = true;
        if is_suspect {
            self.suspect(flight);
        } else {
            self.visitor.flight(flight);
        }
    }

    #[inline(always)]
    fn suspect(&mut self, flight: Flight) {
        if self.suspects.is_full() {
            self.visit_suspects();
        }
        self.suspects.push(flight);
    }

    #[inline(always)]
    fn visit_suspects(&mut self) {
        for flight in self.suspects.drain(..) {
            visit_choices(self.scene, flight, self.visitor);
        }
    }
}

/// Whether a landing touches every piece that a flock falls into without the birds that flew
/// ([R11]): whether what it touches floods all that is left. True where nothing is left.
#[inline(always)]
fn touches_every_piece<S: SpaceSet>(left_behind: S, to: S) -> bool {
    (to.around() & left_behind).floods_to(left_behind, left_behind)
}

/// There are six directions, and at most 14 steps in each on the largest sky. Large, so never moved.
type Landings<S> = ArrayVec<Landing<S>, 84>;

/// Moves all starts step by step in each direction while they fit it, and notes where they meet the
/// targets: `first` after one step, `later` after more.
#[inline(always)]
fn fly<S: SpaceSet>(starts: S, fits: &[S; 6], first: S, later: S, landings: &mut Landings<S>) {
    let mut targets = first;
    let mut flying = [starts; 6];
    for distance in 1.. {
        flying = [
            flying[0].step::<0>() & fits[0],
            flying[1].step::<1>() & fits[1],
            flying[2].step::<2>() & fits[2],
            flying[3].step::<3>() & fits[3],
            flying[4].step::<4>() & fits[4],
            flying[5].step::<5>() & fits[5],
        ];
        let anywhere = flying[0] | flying[1] | flying[2] | flying[3] | flying[4] | flying[5];
        if anywhere.meets(targets) {
            for (direction, there) in Direction::ALL.into_iter().zip(flying) {
                let spaces = there & targets;
                if !spaces.is_empty() {
                    landings.push(Landing { spaces, direction, distance });
                }
            }
        } else if anywhere.is_empty() {
            return;
        }
        targets = later;
    }
}
