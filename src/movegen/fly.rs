//! Flights ([R9] to [R12], [R15]).
//!
//! All birds, and all lines of one length on one axis, fly at once: a set of starts is moved step
//! by step while it fits the vacant spaces ([R10]), and meets at each step the spaces where a
//! landing would join another flock ([R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::movegen::contact::Contact;
use crate::movegen::divide::{Divide, may_divide, touches_every_piece, visit_choices};
use crate::movegen::{Scene, Visitor};
use crate::moves::{Flight, Line};
use crate::sky::{Axis, Direction};

const E: usize = Direction::E as usize;
const SE: usize = Direction::SE as usize;
const SW: usize = Direction::SW as usize;
const W: usize = Direction::W as usize;
const NW: usize = Direction::NW as usize;
const NE: usize = Direction::NE as usize;

/// Where birds, or the first ends of lines, may land that flew this way and this far.
#[derive(Clone, Copy)]
struct Landing<S> {
    spaces: S,
    direction: Direction,
    distance: u8,
}

/// Six directions, and at most 14 steps in each on the largest sky.
type Landings<S> = ArrayVec<Landing<S>, 84>;

/// Shows every legal flight, and tells whether there is one.
#[inline(always)]
pub(super) fn visit_flights<S: SpaceSet, V: Visitor<S>>(scene: &Scene<S>, visitor: &mut V) -> bool {
    let contact = Contact::new(scene.own);
    let divide = Divide::new(scene);
    let mut any = visit_lone_birds(scene, &contact, &divide, visitor);
    for &flock in &contact.flocks {
        let near = flock.around() & scene.vacant;
        // [R12] Spaces next to a flock other than this one.
        let joins = scene.vacant & (contact.touches_one.without(near) | contact.touches_two);
        any |= visit_birds_of(scene, flock, joins & near, &divide, visitor);
        any |= visit_lines_of(scene, flock, joins, near, visitor);
    }
    any
}

/// Flights of the flocks of one bird. Nothing stays behind, so [R11] holds by itself.
#[inline(always)]
fn visit_lone_birds<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    contact: &Contact<S>,
    divide: &Divide<S>,
    visitor: &mut V,
) -> bool {
    // [R12] One step away a space touches the old place, so it must touch a second flock; further
    // away any flock it touches is another one.
    let first = contact.touches_two & scene.vacant;
    let later = contact.touches_one & scene.vacant;
    let mut landings = Landings::new();
    slide_in_all_directions(contact.lone, scene.vacant, first, later, &mut landings);
    let any = !landings.is_empty();
    for landing in landings {
        let Landing { spaces, direction, distance } = landing;
        let closer = divide.candidates(spaces);
        visitor.landings(spaces.without(closer), direction, distance);
        for space in closer.spaces() {
            let start = space.offset(-direction.offset() * isize::from(distance));
            let flight = Flight { line: Line::single(start), direction, distance, keep: None };
            visit_choices(scene, flight, S::single(start), S::single(space), visitor);
        }
    }
    any
}

/// Flights of single birds out of a larger flock. They must land next to what stays behind ([R11])
/// and next to another flock ([R12]): on `joins_and_near`.
#[inline(always)]
fn visit_birds_of<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    flock: S,
    joins_and_near: S,
    divide: &Divide<S>,
    visitor: &mut V,
) -> bool {
    if joins_and_near.is_empty() {
        return false;
    }
    let mut landings = Landings::new();
    slide_in_all_directions(flock, scene.vacant, joins_and_near, joins_and_near, &mut landings);
    let mut any = false;
    for Landing { spaces, direction, distance } in landings {
        let closer = divide.candidates(spaces);
        for space in spaces.spaces() {
            let start = space.offset(-direction.offset() * isize::from(distance));
            let (from, to) = (S::single(start), S::single(space));
            if touches_every_piece(flock.without(from), to) {
                any = true;
                let flight = Flight { line: Line::single(start), direction, distance, keep: None };
                if to.meets(closer) {
                    visit_choices(scene, flight, from, to, visitor);
                } else {
                    visitor.flight(flight);
                }
            }
        }
    }
    any
}

/// Flights of lines of two birds and more out of a flock, or of the whole flock.
#[inline(always)]
fn visit_lines_of<S: SpaceSet, V: Visitor<S>>(
    scene: &Scene<S>,
    flock: S,
    joins: S,
    near: S,
    visitor: &mut V,
) -> bool {
    visit_lines_on::<S, V, W, { Axis::E as usize }>(scene, flock, joins, near, visitor)
        | visit_lines_on::<S, V, SE, { Axis::NW as usize }>(scene, flock, joins, near, visitor)
        | visit_lines_on::<S, V, SW, { Axis::NE as usize }>(scene, flock, joins, near, visitor)
}

/// Flights of the lines on one axis, the shorter lines first. `BACK` is the way to a line's first
/// end.
///
/// A line is known by its first end: it starts, fits or touches where the line one shorter does,
/// from its first end and from the next space.
#[inline(always)]
fn visit_lines_on<S: SpaceSet, V: Visitor<S>, const BACK: usize, const AXIS: usize>(
    scene: &Scene<S>,
    flock: S,
    joins: S,
    near: S,
    visitor: &mut V,
) -> bool {
    let mut any = false;
    let mut length = 2;
    let mut starts = flock & flock.step::<BACK>();
    // Where the whole line is over vacant spaces, and where its other end is.
    let mut fits = scene.vacant & scene.vacant.step::<BACK>();
    let mut fits_ahead = scene.vacant.step::<BACK>();
    let mut joins = joins | joins.step::<BACK>();
    let mut near = near | near.step::<BACK>();
    while !starts.is_empty() {
        // [R11] A part of a flock must land next to the rest; a whole flock leaves none.
        let targets = if flock.len() == u32::from(length) { joins } else { joins & near };
        let mut landings = Landings::new();
        // [R10] In file only the end in front needs a vacant space, side by side every bird does.
        slide::<S, E>(starts, if AXIS == Axis::E as usize { fits_ahead } else { fits }, targets, targets, &mut landings);
        slide::<S, SE>(starts, if AXIS == Axis::NW as usize { scene.vacant } else { fits }, targets, targets, &mut landings);
        slide::<S, SW>(starts, if AXIS == Axis::NE as usize { scene.vacant } else { fits }, targets, targets, &mut landings);
        slide::<S, W>(starts, if AXIS == Axis::E as usize { scene.vacant } else { fits }, targets, targets, &mut landings);
        slide::<S, NW>(starts, if AXIS == Axis::NW as usize { fits_ahead } else { fits }, targets, targets, &mut landings);
        slide::<S, NE>(starts, if AXIS == Axis::NE as usize { fits_ahead } else { fits }, targets, targets, &mut landings);
        for Landing { spaces, direction, distance } in landings {
            for space in spaces.spaces() {
                let first = space.offset(-direction.offset() * isize::from(distance));
                let line = Line { first, axis: Axis::ALL[AXIS], length };
                let (from, to) = (line_set::<S>(first, Axis::ALL[AXIS], length), line_set::<S>(space, Axis::ALL[AXIS], length));
                if touches_every_piece(flock.without(from), to) {
                    any = true;
                    let flight = Flight { line, direction, distance, keep: None };
                    if may_divide(scene, to) {
                        visit_choices(scene, flight, from, to, visitor);
                    } else {
                        visitor.flight(flight);
                    }
                }
            }
        }
        length += 1;
        starts = starts & starts.step::<BACK>();
        fits = fits & fits.step::<BACK>();
        fits_ahead = fits_ahead.step::<BACK>();
        joins |= joins.step::<BACK>();
        near |= near.step::<BACK>();
    }
    any
}

/// The spaces of a line.
#[inline(always)]
fn line_set<S: SpaceSet>(first: crate::Space, axis: Axis, length: u8) -> S {
    let mut set = S::single(first);
    for i in 1..length {
        set |= S::single(first.offset(axis.direction().offset() * isize::from(i)));
    }
    set
}

#[inline(always)]
fn slide_in_all_directions<S: SpaceSet>(starts: S, fits: S, first: S, later: S, landings: &mut Landings<S>) {
    slide::<S, E>(starts, fits, first, later, landings);
    slide::<S, SE>(starts, fits, first, later, landings);
    slide::<S, SW>(starts, fits, first, later, landings);
    slide::<S, W>(starts, fits, first, later, landings);
    slide::<S, NW>(starts, fits, first, later, landings);
    slide::<S, NE>(starts, fits, first, later, landings);
}

/// Moves all starts step by step in the direction `D` while they fit, and notes those that meet
/// the targets: `first` after one step, `later` after more.
#[inline(always)]
fn slide<S: SpaceSet, const D: usize>(starts: S, fits: S, first: S, later: S, landings: &mut Landings<S>) {
    let mut flying = starts.step::<D>() & fits;
    let mut targets = first;
    let mut distance = 1;
    while !flying.is_empty() {
        let spaces = flying & targets;
        if !spaces.is_empty() {
            landings.push(Landing { spaces, direction: Direction::ALL[D], distance });
        }
        flying = flying.step::<D>() & fits;
        targets = later;
        distance += 1;
    }
}
