//! The search for flights (\[R9\] to \[R12\], \[R15\]).
//!
//! All lines of one length on one axis of a flock are searched at once, and so are all lone birds.
//! The landings that they reach over vacant spaces (\[R10\]) are intersected with the spaces where a
//! landing touches another flock (\[R12\]) and the rest of its own flock (\[R11\]).

use crate::geometry::bitboard::{Form, Shared, SpaceSet};
use crate::rules::movegen::Scene;
use crate::rules::movegen::arcs::ArcEnds;
use crate::rules::movegen::contact::{Contact, Flock};
use crate::rules::movegen::divide::DivisionFilter;
use crate::rules::movegen::flyers::Flyers;
use crate::rules::movegen::lines::{Landings, Lines};
use crate::rules::movegen::touch::Touch;

/// What a visitor does with the landings. It decides what the search computes.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    List,
    Count,
    /// Marks the legal flights in a mask, where a flight that divides the opponent is one action.
    Mask,
    /// Makes slots from which a move is drawn.
    Draw {
        divides: bool,
        counts: bool,
    },
}

impl Purpose {
    /// Whether the visitor needs the suspects (\[R15\]). If not, the sets of suspects are empty.
    #[inline(always)]
    fn divides(self) -> bool {
        !matches!(self, Purpose::Mask | Purpose::Draw { divides: false, .. })
    }

    /// Whether the visitor checks every flight, so that the search computes sets that save it some of these checks.
    #[inline(always)]
    fn checks_flights(self) -> bool {
        !matches!(self, Purpose::Draw { counts: false, .. })
    }

    /// Whether landings that break R11 may be left out. Not from slots: the games of a seed depend on their number.
    #[inline(always)]
    fn allows_gaps(self) -> bool {
        !matches!(self, Purpose::Draw { .. })
    }
}

pub(super) trait LandingVisitor<S> {
    fn purpose(&self) -> Purpose;

    /// Receives the landings of all lone birds. All of them are legal: no bird stays behind (\[R11\]).
    fn lone_birds(&mut self, birds: &LoneLandings<S>);

    fn lines(&mut self, lines: &LineLandings<S>);
}

pub(super) struct LoneLandings<S> {
    pub(super) flyers: Flyers,
    pub(super) landings: Landings<S>,
    /// The landings, in any direction, that may divide the opponent (\[R15\]). All others do not divide it.
    pub(super) suspects: S,
}

pub(super) struct LineLandings<S> {
    /// The flock. A landing is legal if it touches every fragment of the flock that stays behind (\[R11\]). If all
    /// landings are known to be legal, this is the empty set.
    pub(super) flock: S,
    /// A superset of the first ends of the lines that may split their flock. All landings of a line whose first end is not
    /// in it are legal.
    pub(super) may_split: S,
    pub(super) flyers: Flyers,
    pub(super) landings: Landings<S>,
    /// The landings that may divide the opponent (\[R15\]): those that prefilter C does not rule out. The order of moves
    /// depends on them.
    pub(super) suspects: S,
    /// The suspects that prefilter D does not rule out either. The other suspects do not divide.
    pub(super) doubtful: S,
}

#[inline(always)]
pub(super) fn find_landings<S: SpaceSet, V: LandingVisitor<S>>(scene: &Scene<S>, visitor: &mut V) {
    if const { matches!(S::FORM, Form::WideRegisters) } {
        S::run_shared(FindLandings(scene, visitor));
    } else {
        S::run_shared(FindLandings(scene, visitor as &mut dyn LandingVisitor<S>));
    }
}

pub(super) struct FindLandings<'a, S, V: ?Sized>(pub(super) &'a Scene<S>, pub(super) &'a mut V);

impl<S: SpaceSet, V: LandingVisitor<S> + ?Sized> Shared for FindLandings<'_, S, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FindLandings(scene, visitor) = self;
        let mut contact = Contact::empty();
        contact.find(scene.own);
        let purpose = visitor.purpose();
        let mut division = DivisionFilter::new(scene, &contact, purpose.divides());
        find_lone_birds(scene, &contact, &mut division, visitor);
        // In many positions of the first plies, all birds are lone birds.
        if contact.flocks.is_empty() {
            return;
        }
        let removes_splits =
            S::FORM == Form::WideRegisters && purpose.allows_gaps() && !contact.encloses_a_space(scene.own);
        for flock in &contact.flocks {
            let (contact, division) = (&contact, &mut division);
            let mut search = Search { scene, contact, division, flock, purpose, removes_splits };
            search.find_on_axis::<0, V>(visitor);
            search.find_on_axis::<1, V>(visitor);
            search.find_on_axis::<2, V>(visitor);
        }
    }
}

#[inline(always)]
fn find_lone_birds<S: SpaceSet, V: LandingVisitor<S> + ?Sized>(
    scene: &Scene<S>,
    contact: &Contact<S>,
    division: &mut DivisionFilter<S>,
    visitor: &mut V,
) {
    let Contact { lone, touches, .. } = *contact;
    let birds = Lines::<S, 0>::of_one_bird(lone, scene.vacant);
    // [R12] After one step, the landing touches the space that the bird left, which still counts as
    // a flock in `touches`. So it must touch a second flock. After more steps, every flock that it
    // touches is another flock.
    let Landings([e, se, sw, w, nw, ne]) = birds.slide::<16>();
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
        let suspects = if visitor.purpose().divides() { division.suspects_of_birds(all) } else { S::EMPTY };
        visitor.lone_birds(&LoneLandings { flyers: Flyers::new(&birds), landings, suspects });
    }
}

struct Search<'a, 'b, S> {
    scene: &'a Scene<S>,
    contact: &'a Contact<S>,
    division: &'a mut DivisionFilter<'b, S>,
    flock: &'a Flock<S>,
    purpose: Purpose,
    /// Whether prefilter L may remove landings.
    removes_splits: bool,
}

impl<S: SpaceSet> Search<'_, '_, S> {
    /// Finds the landings of the lines on one axis, the shortest first. A single bird is a line on the first axis.
    #[inline(always)]
    fn find_on_axis<const AXIS: usize, V: LandingVisitor<S> + ?Sized>(&mut self, visitor: &mut V) {
        let flock = self.flock;
        let mut lines = Lines::<S, AXIS>::of_one_bird(flock.birds, self.scene.vacant);
        if AXIS != 0 {
            lines = lines.longer();
            if lines.starts.is_empty() {
                return;
            }
        }
        let mut touch = Touch::of_one_bird(flock, self.contact);
        if AXIS != 0 {
            touch = touch.longer();
        }
        loop {
            self.find_of_length::<AXIS, V>(&lines, &touch, visitor);
            lines = lines.longer();
            if lines.starts.is_empty() {
                return;
            }
            touch = touch.longer();
        }
    }

    #[inline(always)]
    fn find_of_length<const AXIS: usize, V: LandingVisitor<S> + ?Sized>(
        &mut self,
        lines: &Lines<S, AXIS>,
        touch: &Touch<S, AXIS>,
        visitor: &mut V,
    ) {
        let flock = self.flock;
        let rest = flock.size - u32::from(lines.length);
        let mut landings = touch.landings(lines, flock.size);
        if landings.all().is_empty() {
            return;
        }
        let may_split = self.may_split::<AXIS>(lines.length, rest);
        if self.removes_splits && rest > 1 {
            landings = touch.without_splits(landings, lines, may_split);
        }
        let all = landings.all();
        let (suspects, doubtful) = if !self.purpose.divides() {
            (S::EMPTY, S::EMPTY)
        } else if AXIS == 0 && lines.length == 1 {
            let suspects = self.division.suspects_of_birds(all);
            (suspects, suspects)
        } else {
            let suspects = self.division.suspects_of_lines::<AXIS>(lines.length, all);
            let doubtful = if self.purpose.checks_flights() {
                self.division.doubtful_lines::<AXIS>(lines.length, suspects)
            } else {
                suspects
            };
            (suspects, doubtful)
        };
        let birds = if rest > 1 { flock.birds } else { S::EMPTY };
        let flyers = Flyers::new(lines);
        visitor.lines(&LineLandings { flock: birds, may_split, flyers, landings, suspects, doubtful });
    }

    /// A superset of the first ends of the lines of one length that may split the flock, if `rest` birds stay behind.
    ///
    /// On vectors, for a visitor that checks flights, these are all spaces where a line has two arcs of the flock round it,
    /// and not only those of birds: prefilter L needs the vacant ones too.
    #[inline(always)]
    fn may_split<const AXIS: usize>(&self, length: u8, rest: u32) -> S {
        let birds = self.flock.birds;
        if rest <= 1 {
            S::EMPTY
        } else if S::FORM != Form::Words && self.purpose.checks_flights() {
            // Prefilter H: a line splits its flock only if two arcs of the flock are round it.
            ArcEnds::of(birds).two_round_lines::<AXIS>(length)
        } else {
            birds
        }
    }
}
