//! Flights ([R9] to [R12], [R15]).
//!
//! All lone birds, or all lines of one length on one axis of a flock, fly at once and in all six
//! directions: sets of first ends are moved step by step while they fit the vacant spaces ([R10]),
//! and meet at each step the spaces where a landing would join another flock ([R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::movegen::contact::Contact;
use crate::movegen::divide::{Divide, visit_choices};
use crate::movegen::lines::Lines;
use crate::movegen::{Scene, Visitor};
use crate::moves::{Flight, Line};
use crate::sky::{Axis, Direction, Space};

/// The first ends of lines that flew this way and this far to where they join another flock.
pub(super) struct Landing<S> {
    first_ends: S,
    direction: Direction,
    distance: u8,
}

/// Six directions, and at most 14 steps in each on the largest sky.
type Landings<S> = ArrayVec<Landing<S>, 84>;

/// Shows every legal flight, and tells whether there is one.
#[inline(always)]
pub(super) fn visit_flights<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let contact = Contact::new(scene.own);
    let mut divide = Divide::new(scene, &contact);
    let mut any = visit_lone_birds(scene, &contact, &mut divide, visitor);
    for &flock in &contact.flocks {
        let size = flock.len();
        let near = flock.around() & scene.vacant;
        // [R12] Spaces next to a flock other than this one.
        let joins = scene.vacant & (contact.touches_one.without(near) | contact.touches_two);
        let birds = Lines::of_single_birds(flock, scene.vacant, joins, near);
        let mut lines = birds;
        let mut axes = Axis::ALL.into_iter();
        while !lines.starts.is_empty() {
            any |= visit_lines(scene, flock, size, &lines, &mut divide, visitor);
            if lines.length > 1 {
                lines = lines.longer();
            }
            while lines.length == 1 || lines.starts.is_empty() {
                let Some(axis) = axes.next() else { break };
                lines = birds.on(axis).longer();
            }
        }
    }
    any
}

/// Flights of the flocks of one bird. Nothing stays behind, so [R11] holds by itself.
#[inline(always)]
fn visit_lone_birds<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    contact: &Contact<S>,
    divide: &mut Divide<'_, S>,
    visitor: &mut V,
) -> bool {
    // [R12] One step away a space touches the old place, so it must touch a second flock; further
    // away any flock it touches is another one.
    let first = contact.touches_two & scene.vacant;
    let later = contact.touches_one & scene.vacant;
    let mut landings = Landings::new();
    fly(contact.lone, &[scene.vacant; 6], first, later, &mut landings);
    for landing in &landings {
        let closer = divide.candidates(landing.first_ends);
        visitor.landings(landing.first_ends.without(closer), landing.direction, landing.distance);
        for space in closer.spaces() {
            let start = landing.start(space);
            let flight = landing.flight(Line::single(start));
            visit_choices(scene, flight, S::single(start), S::single(space), visitor);
        }
    }
    !landings.is_empty()
}

/// Flights of lines, single birds among them, out of a flock of two birds and more.
#[inline(always)]
fn visit_lines<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    flock: S,
    size: u32,
    lines: &Lines<S>,
    divide: &mut Divide<'_, S>,
    visitor: &mut V,
) -> bool {
    // [R11] A part of a flock must land next to the rest; a whole flock leaves none.
    let targets = if size == u32::from(lines.length) { lines.joins } else { lines.joins & lines.near };
    let mut any = false;
    let mut landings = Landings::new();
    fly(lines.starts, &lines.fits_in_direction(scene.vacant), targets, targets, &mut landings);
    for landing in &landings {
        for space in landing.first_ends.spaces() {
            let line = lines.line(landing.start(space));
            let landed = lines.line(space);
            let (from, to) = (line_set::<S>(line), line_set::<S>(landed));
            if touches_every_piece(flock.without(from), to) {
                any = true;
                if divide.is_candidate(landed) {
                    visit_choices(scene, landing.flight(line), from, to, visitor);
                } else {
                    visitor.flight(landing.flight(line));
                }
            }
        }
    }
    any
}

impl<S> Landing<S> {
    /// Where the line that landed with its first end on this space had it before.
    #[inline(always)]
    fn start(&self, landed: Space) -> Space {
        landed.offset(-self.direction.offset() * isize::from(self.distance))
    }

    #[inline(always)]
    fn flight(&self, line: Line) -> Flight {
        Flight { line, direction: self.direction, distance: self.distance, keep: None }
    }
}

/// The spaces of a line in the sky.
#[inline(always)]
fn line_set<S: SpaceSet>(line: Line) -> S {
    let mut set = S::single(line.first);
    for i in 1..line.length {
        set |= S::single(line.space(i));
    }
    set
}

/// Whether a landing touches every piece that a flock falls into without the birds that flew
/// ([R11]): whether what it touches floods all that is left. True where nothing is left.
#[inline(always)]
fn touches_every_piece<S: SpaceSet>(left_behind: S, to: S) -> bool {
    (to.around() & left_behind).floods_to(left_behind, left_behind)
}

/// Moves all starts step by step in each direction while they fit it, and notes those that meet
/// the targets: `first` after one step, `later` after more.
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
                let first_ends = there & targets;
                if !first_ends.is_empty() {
                    landings.push(Landing { first_ends, direction, distance });
                }
            }
        } else if anywhere.is_empty() {
            return;
        }
        targets = later;
    }
}
