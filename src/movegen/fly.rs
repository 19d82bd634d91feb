//! Flights ([R9] to [R12], [R15]).
//!
//! Sets of birds, or of lines of one length on one axis of a flock, fly at once: all they get to over
//! vacant spaces ([R10]) meets the spaces where a landing may join another flock ([R12]).

use crate::bitboard::{SpaceSet, Work};
use crate::movegen::Scene;
use crate::movegen::contact::{Contact, Flock};
use crate::movegen::divide::Divide;
use crate::movegen::flyers::Flyers;
use crate::movegen::landing::Landings;
use crate::movegen::lines::Lines;
use crate::movegen::touch::Touch;

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
    S::apart(FindLandings(scene, finder));
}

struct FindLandings<'a, S, F>(&'a Scene<S>, &'a mut F);

impl<S: SpaceSet, F: Finder<S>> Work for FindLandings<'_, S, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FindLandings(scene, finder) = self;
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
}

#[inline(always)]
fn find_lone_birds<S: SpaceSet, F: Finder<S>>(
    scene: &Scene<S>,
    contact: &Contact<S>,
    divide: &mut Divide<S>,
    finder: &mut F,
) {
    let Contact { lone, touches, .. } = *contact;
    let birds = Lines::<S, 0>::of_one_bird(lone, scene.vacant);
    // [R12] One step away a space touches the old place, so it must touch a second flock; further
    // away any flock it touches is another one.
    let Landings([e, se, sw, w, nw, ne]) = birds.slide::<true>();
    let landings = Landings([
        e & (touches.one.without(lone.step::<0>()) | touches.two),
        se & (touches.one.without(lone.step::<1>()) | touches.two),
        sw & (touches.one.without(lone.step::<2>()) | touches.two),
        w & (touches.one.without(lone.step::<3>()) | touches.two),
        nw & (touches.one.without(lone.step::<4>()) | touches.two),
        ne & (touches.one.without(lone.step::<5>()) | touches.two),
    ]);
    let all = landings.all();
    if !all.is_empty() {
        finder.lone_birds(&Flyers::new(&birds), &landings, divide.suspects_of_birds(all));
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
        let flock = self.flock;
        let mut lines = Lines::<S, AXIS>::of_one_bird(flock.birds, self.scene.vacant);
        let mut touch = Touch::of_one_bird(flock, self.contact);
        if AXIS != 0 {
            (lines, touch) = (lines.longer(), touch.longer());
        }
        while !lines.starts.is_empty() {
            let landings = if flock.size == u32::from(lines.length) {
                touch.landings_of_whole(&lines)
            } else {
                touch.landings_of_parts(&lines, flock.size)
            };
            let all = landings.all();
            if !all.is_empty() {
                let suspects = if lines.length == 1 {
                    self.divide.suspects_of_birds(all)
                } else {
                    self.divide.suspects_of_lines::<AXIS>(lines.length, all)
                };
                finder.lines(flock.birds, &Flyers::new(&lines), &landings, suspects);
            }
            (lines, touch) = (lines.longer(), touch.longer());
        }
    }
}
