//! Winning at once: whether the player to move has a move that ends the game in his favour ([R17],
//! [R14b]), found without listing his moves.
//!
//! Only a flight makes one flock of all birds ([R6]). The line that flies must land next to every
//! flock but its own, and hardly any landing is next to so many. Round a line of `n` birds there are
//! `2n + 4` spaces, and two flocks never stand side by side there: a line touches `n + 2` flocks at
//! most. So where there are more than `n + 3`, no line of `n` birds need be looked at. What passes
//! both tests is flown, and looked at whole.

use arrayvec::ArrayVec;

use crate::bitboard::{SpaceSet, Task, run};
use crate::flock::{is_one_flock, lone, take_part};
use crate::moves::Line;
use crate::position::Position;
use crate::rules::Stuck;
use crate::space::{Axis, Direction};

/// How many more flocks than it has birds a line can make one flock of: those that it touches, and
/// its own.
const MORE_THAN_BIRDS: usize = 3;

/// As many flocks as a line across the largest sky can make one flock of.
const MAX_FLOCKS: usize = 15 + MORE_THAN_BIRDS;

impl Position {
    /// Whether the player to move has a move that wins at once ([R17], [R14b]). `false` if the game
    /// is over.
    ///
    /// Costs far less than to list the moves and play them.
    ///
    /// ```
    /// # use volo::Position;
    /// // The bird on f5 joins the line from c5 to d6: `f5-SE1`, say.
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// assert!(position.can_win());
    /// # Ok::<(), volo::FenError>(())
    /// ```
    pub fn can_win(&self) -> bool {
        struct CanWin<'a>(&'a Position);
        impl Task for CanWin<'_> {
            type Output = bool;

            #[inline(always)]
            fn run<S: SpaceSet>(self) -> bool {
                let position = self.0;
                if position.outcome_in::<S>().is_some() {
                    return false;
                }
                let own = S::load(position.birds(position.turn()));
                can_gather(own, S::load(position.vacant())) || position.pass_wins()
            }
        }
        run(CanWin(self))
    }

    /// Whether a pass wins an unfinished game at once ([R14b]): one that answers a pass does, because
    /// it leaves its player the last who moved.
    fn pass_wins(&self) -> bool {
        self.passes() == 1 && self.rules().stuck() == Stuck::LastMoverWins && self.can_pass()
    }
}

/// Whether some flight makes one flock of all the mover's birds, which are not one yet ([R17]). It
/// then also breaks none of the rules for flights ([R11], [R12]).
#[inline(always)]
fn can_gather<S: SpaceSet>(own: S, vacant: S) -> bool {
    let lone = lone(own);
    // Most positions have too many lone birds for any of their lines: told before flocks are sought.
    if !has_line(own, (lone.len() as usize).saturating_sub(MORE_THAN_BIRDS)) {
        return false;
    }
    let mut near = ArrayVec::<S, MAX_FLOCKS>::new();
    let mut rest = own;
    while !rest.is_empty() {
        if near.try_push(take_part(&mut rest).around()).is_err() {
            return false;
        }
    }
    let shortest = near.len().saturating_sub(MORE_THAN_BIRDS);
    let birds = Lines { axis: Axis::E, length: 1, starts: own, fits: vacant, fits_ahead: vacant };
    if shortest <= 1 && birds.can_gather(own, vacant, &near) {
        return true;
    }
    for axis in Axis::ALL {
        let mut lines = Lines { axis, ..birds };
        let mut touching = near.clone();
        loop {
            lines = lines.longer();
            if lines.starts.is_empty() {
                break;
            }
            for spaces in &mut touching {
                *spaces |= back(axis, *spaces);
            }
            if usize::from(lines.length) >= shortest && lines.can_gather(own, vacant, &touching) {
                return true;
            }
        }
    }
    false
}

/// Whether the birds have a line of this length.
#[inline(always)]
fn has_line<S: SpaceSet>(birds: S, length: usize) -> bool {
    if length <= 1 {
        return true;
    }
    for axis in Axis::ALL {
        let mut starts = birds;
        let mut found = 1;
        while found < length && !starts.is_empty() {
            starts = starts & back(axis, starts);
            found += 1;
        }
        if !starts.is_empty() {
            return true;
        }
    }
    false
}

/// Moves every space of a line to the one before it.
#[inline(always)]
fn back<S: SpaceSet>(axis: Axis, spaces: S) -> S {
    match axis {
        Axis::E => spaces.step::<{ Direction::W as usize }>(),
        Axis::NW => spaces.step::<{ Direction::SE as usize }>(),
        Axis::NE => spaces.step::<{ Direction::SW as usize }>(),
    }
}

/// All lines of one length on one axis, of whatever flock, each known by its first end.
#[derive(Clone, Copy)]
struct Lines<S> {
    axis: Axis,
    length: u8,
    /// Where they are.
    starts: S,
    /// Where every space of such a line is vacant,
    fits: S,
    /// and where the space at its other end is.
    fits_ahead: S,
}

impl<S: SpaceSet> Lines<S> {
    #[inline(always)]
    fn longer(&self) -> Self {
        Lines {
            axis: self.axis,
            length: self.length + 1,
            starts: self.starts & back(self.axis, self.starts),
            fits: self.fits & back(self.axis, self.fits),
            fits_ahead: back(self.axis, self.fits_ahead),
        }
    }

    /// Whether the flight of one of these lines makes one flock. `touching` has, for each flock, where
    /// such a line touches it.
    #[inline(always)]
    fn can_gather(&self, own: S, vacant: S, touching: &[S]) -> bool {
        // Where a line touches all flocks, and where all but one: its own.
        let mut all = own | vacant;
        let mut all_but_one = all;
        for &spaces in touching {
            all_but_one = all_but_one & spaces | all;
            all = all & spaces;
        }
        // [R10] Side by side every bird needs a vacant space, in file only the one in front.
        let ahead = self.axis.direction();
        let mut fits = [self.fits; 6];
        fits[ahead as usize] = self.fits_ahead;
        fits[ahead.opposite() as usize] = vacant;
        if !all_but_one.meets(self.fits | self.fits_ahead | vacant) {
            return false;
        }
        self.fly::<{ Direction::E as usize }>(own, fits[0], all_but_one)
            || self.fly::<{ Direction::SE as usize }>(own, fits[1], all_but_one)
            || self.fly::<{ Direction::SW as usize }>(own, fits[2], all_but_one)
            || self.fly::<{ Direction::W as usize }>(own, fits[3], all_but_one)
            || self.fly::<{ Direction::NW as usize }>(own, fits[4], all_but_one)
            || self.fly::<{ Direction::NE as usize }>(own, fits[5], all_but_one)
    }

    /// Whether a flight in this direction, to one of the targets, makes one flock.
    #[inline(always)]
    fn fly<const D: usize>(&self, own: S, fits: S, targets: S) -> bool {
        let step = Direction::ALL[D].offset();
        let mut flying = self.starts;
        let mut way = 0;
        loop {
            flying = flying.step::<D>() & fits;
            way += step;
            if flying.is_empty() {
                return false;
            }
            for space in (flying & targets).spaces() {
                let to = Line { first: space, axis: self.axis, length: self.length };
                let from = to.at(space.offset(-way));
                if is_one_flock(own.without(from.set()) | to.set()) {
                    return true;
                }
            }
        }
    }
}
