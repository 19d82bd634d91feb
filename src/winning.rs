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
use crate::movegen::{Flyers, Lines};
use crate::position::Position;
use crate::rules::Stuck;

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
    let single = Lines::<S, 0>::of_one_bird(own, vacant);
    shortest <= 1 && lines_can_gather(&single, own, vacant, &near)
        || can_gather_on::<S, 0>(own, vacant, &near, shortest)
        || can_gather_on::<S, 1>(own, vacant, &near, shortest)
        || can_gather_on::<S, 2>(own, vacant, &near, shortest)
}

/// Whether the flight of a line on one axis, of two birds and no fewer than `shortest`, makes one
/// flock. `near` has, for each flock, the spaces next to it.
#[inline(always)]
fn can_gather_on<S: SpaceSet, const AXIS: usize>(
    own: S,
    vacant: S,
    near: &ArrayVec<S, MAX_FLOCKS>,
    shortest: usize,
) -> bool {
    let mut lines = Lines::<S, AXIS>::of_one_bird(own, vacant).longer();
    let mut touching = near.clone();
    while !lines.starts.is_empty() {
        for spaces in &mut touching {
            *spaces |= Lines::<S, AXIS>::back(*spaces);
        }
        if usize::from(lines.length) >= shortest && lines_can_gather(&lines, own, vacant, &touching) {
            return true;
        }
        lines = lines.longer();
    }
    false
}

/// Whether the flight of one of these lines makes one flock. `touching` has, for each flock, where
/// such a line touches it.
#[inline(always)]
fn lines_can_gather<S: SpaceSet, const AXIS: usize>(
    lines: &Lines<S, AXIS>,
    own: S,
    vacant: S,
    touching: &[S],
) -> bool {
    // Where a line touches all flocks, and where all but one: its own.
    let mut all = own | vacant;
    let mut all_but_one = all;
    for &spaces in touching {
        all_but_one = all_but_one & spaces | all;
        all = all & spaces;
    }
    if !all_but_one.meets(lines.fits_some_way()) {
        return false;
    }
    let flyers = Flyers::new(lines);
    for (direction, there) in lines.slide::<true>().within(all_but_one).by_direction() {
        for space in there.spaces() {
            let flight = flyers.flight(space, direction);
            if is_one_flock(own.without(flight.line.set()) | flight.landed().set()) {
                return true;
            }
        }
    }
    false
}

/// Whether the birds have a line of this length.
#[inline(always)]
fn has_line<S: SpaceSet>(birds: S, length: usize) -> bool {
    has_line_on::<S, 0>(birds, length)
        || has_line_on::<S, 1>(birds, length)
        || has_line_on::<S, 2>(birds, length)
}

#[inline(always)]
fn has_line_on<S: SpaceSet, const AXIS: usize>(birds: S, length: usize) -> bool {
    let mut starts = birds;
    let mut found = 1;
    while found < length && !starts.is_empty() {
        starts = starts & Lines::<S, AXIS>::back(starts);
        found += 1;
    }
    !starts.is_empty()
}
