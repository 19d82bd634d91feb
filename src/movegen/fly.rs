//! Flights ([R9] to [R12], [R15]).
//!
//! Sets of birds, or of lines of one length on one axis of a flock, fly at once: all they get to over
//! vacant spaces ([R10]) meets the spaces where a landing may join another flock ([R12]).

use crate::bitboard::SpaceSet;
use crate::movegen::Scene;
use crate::movegen::contact::{Contact, Flock};
use crate::movegen::divide::Divide;
use crate::movegen::landing::{Flyers, Landings};
use crate::movegen::lines::Lines;

/// Is shown the landings of a position, with those among them that may divide the opponent.
pub(super) trait Finder<S> {
    /// Landings of flocks of one bird. All are legal: nothing stays behind ([R11]).
    fn lone_birds(&mut self, birds: &Flyers, landings: &Landings<S>, suspects: S);

    /// Landings of lines out of a larger flock. Each is legal if it touches every piece that the
    /// flock falls into without the line ([R11]).
    fn lines(&mut self, flock: S, lines: &Flyers, landings: &Landings<S>, suspects: S);
}

/// Shows every landing that may be legal.
#[inline(always)]
pub(super) fn find_landings<S: SpaceSet, F: Finder<S>>(scene: &Scene<S>, finder: &mut F) {
    let mut contact = Contact::none();
    contact.find(scene.own);
    let mut divide = Divide::new(scene, &contact);
    find_lone_birds(scene, &contact, &mut divide, finder);
    for flock in &contact.flocks {
        let mut search = Search { scene, contact: &contact, divide: &mut divide, flock };
        search.find_on_axis::<0, F>(finder);
        search.find_on_axis::<1, F>(finder);
        search.find_on_axis::<2, F>(finder);
    }
}

#[inline(always)]
fn find_lone_birds<S: SpaceSet, F: Finder<S>>(
    scene: &Scene<S>,
    contact: &Contact<S>,
    divide: &mut Divide<S>,
    finder: &mut F,
) {
    let Contact { lone, touches_one, touches_two, .. } = *contact;
    let vacant = scene.vacant;
    // [R12] One step away a space touches the old place, so it must touch a second flock; further
    // away any flock it touches is another one.
    let landings = Landings([
        lone.slide::<0, true>(vacant) & (touches_one.without(lone.step::<0>()) | touches_two),
        lone.slide::<1, true>(vacant) & (touches_one.without(lone.step::<1>()) | touches_two),
        lone.slide::<2, true>(vacant) & (touches_one.without(lone.step::<2>()) | touches_two),
        lone.slide::<3, true>(vacant) & (touches_one.without(lone.step::<3>()) | touches_two),
        lone.slide::<4, true>(vacant) & (touches_one.without(lone.step::<4>()) | touches_two),
        lone.slide::<5, true>(vacant) & (touches_one.without(lone.step::<5>()) | touches_two),
    ]);
    let all = landings.all();
    if !all.is_empty() {
        finder.lone_birds(&Flyers::birds(lone), &landings, divide.suspects_of_birds(all));
    }
}

/// What the lines of a flock are searched with.
struct Search<'a, 'b, S> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    divide: &'a mut Divide<'b, S>,
    flock: &'a Flock<S>,
}

impl<S: SpaceSet> Search<'_, '_, S> {
    /// Flights of lines on one axis, and on the first axis of single birds.
    #[inline(always)]
    fn find_on_axis<const AXIS: usize, F: Finder<S>>(&mut self, finder: &mut F) {
        let (flock, vacant) = (self.flock, self.scene.vacant);
        let mut lines = Lines::<S, AXIS>::of_one_bird(flock, self.contact, vacant);
        if AXIS != 0 {
            lines = lines.longer();
        }
        while !lines.starts.is_empty() {
            let landings = if flock.size == u32::from(lines.length) {
                lines.landings_of_whole(vacant)
            } else {
                lines.landings_of_parts(vacant, flock.size)
            };
            let all = landings.all();
            if !all.is_empty() {
                let suspects = if lines.length == 1 {
                    self.divide.suspects_of_birds(all)
                } else {
                    self.divide.suspects_of_lines::<AXIS>(lines.length, all)
                };
                let flyers = Flyers::lines(lines.starts, Lines::<S, AXIS>::AXIS, lines.length);
                finder.lines(flock.birds, &flyers, &landings, suspects);
            }
            lines = lines.longer();
        }
    }
}
