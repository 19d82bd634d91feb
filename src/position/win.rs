//! [`Position::can_win`]: whether the player to move has a move that wins at once (\[R17\], \[R14b\]). The
//! moves are not listed.
//!
//! Only a flight can make one flock of all birds (\[R6\]). The line must land next to every flock but
//! its own, which two prefilters of `docs/MOVES.md` use:
//!
//! - F: there are `2n + 4` spaces round a line of `n` birds. Birds of two flocks are never on
//!   neighboring spaces. So the line touches at most `n + 2` flocks, and if the player has more than
//!   `n + 3` flocks, lines of `n` birds are skipped.
//! - J: for lines of each length, the spaces where a line touches all flocks but one are computed as a
//!   set, in the same way as the move generator computes contact with other flocks.
//!
//! The remaining flights are tried one by one.

use arrayvec::ArrayVec;

use crate::geometry::bitboard::{SpaceSet, dispatch, shared};
use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::flock::{is_one_flock, lone, take_component};
use crate::rules::movegen::{Flyers, Landings, Lines};
use crate::rules::moves::{Flight, Move};
use crate::rules::rule_set::Stuck;

/// A line of `n` birds touches at most `n + 2` flocks, and has its own.
const MORE_THAN_BIRDS: usize = 3;

/// The largest number of flocks that a line can unite. The longest line of the largest sky has 15 birds.
const MAX_UNITED: usize = 15 + MORE_THAN_BIRDS;

impl Position {
    /// Whether the player to move has a move that wins at once (\[R17\], \[R14b\]). Returns `false` if the
    /// game is over.
    ///
    /// This is much faster than listing the moves and playing them.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// //    g 1 . . 4
    /// //   f b . . . o 5
    /// //  e b . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . b o . 6
    /// //   b . . . b . 5
    /// //    a 1 . . 4
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// assert!(position.can_win());
    /// // For example, by `f5-SE1`: the bird on f5 joins the flock of e6, d6 and c5.
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn can_win(&self) -> bool {
        dispatch!(<S>(position: &Position = self) -> bool {
            if position.outcome_in::<S>().is_some() {
                return false;
            }
            let own = S::load(position.birds(position.turn()));
            can_gather(own, S::load(position.vacant())) || position.pass_wins()
        })
    }

    /// The winner (`None` in a draw) if the last move has ended the game, or the player to move can win at once.
    pub(crate) fn decided_after(&self, last: Move) -> Option<Option<Color>> {
        dispatch!(<S>(position: &Position = self, last: Move = last) -> Option<Option<Color>> {
            if let Some(outcome) = position.outcome_after::<S>(last) {
                return Some(outcome.winner);
            }
            let own = S::load(position.birds(position.turn()));
            let wins = can_gather(own, S::load(position.vacant())) || position.pass_wins();
            wins.then_some(Some(position.turn()))
        })
    }

    /// Whether a pass wins at once (\[R14b\]). A pass that answers a pass does: the player who passes second
    /// was the last to add or fly. The game must not be over.
    pub(crate) fn pass_wins(&self) -> bool {
        match self.rules().stuck() {
            Stuck::Draw => false,
            Stuck::LastMoverWins => self.passes() == 1 && self.can_pass(),
        }
    }
}

/// Whether some flight makes one flock of all the player's birds (\[R17\]). They must not be one flock yet.
///
/// Such a flight is legal: it does not split its flock (\[R11\]), and enlarges it (\[R12\]).
#[inline(always)]
pub(crate) fn can_gather<S: SpaceSet>(own: S, vacant: S) -> bool {
    find_gathering(own, vacant, |_| true)
}

/// Passes the flights that make one flock of all the player's birds (\[R17\]) to `found` until it returns `true`.
/// Returns whether it did. The birds must not be one flock yet.
#[inline(always)]
pub(crate) fn find_gathering<S: SpaceSet>(own: S, vacant: S, mut found: impl FnMut(Flight) -> bool) -> bool {
    // Prefilter F with lone birds only. It rules out most positions before the flocks are searched.
    if !has_line(own, (lone(own).len() as usize).saturating_sub(MORE_THAN_BIRDS)) {
        return false;
    }
    let found: &mut dyn FnMut(Flight) -> bool = &mut found;
    shared!(<S>(own: S = own, vacant: S = vacant, found: &mut dyn FnMut(Flight) -> bool = found) -> bool {
        let mut near = ArrayVec::<S, MAX_UNITED>::new();
        let mut rest = own;
        while !rest.is_empty() {
            if near.try_push(take_component(&mut rest).around()).is_err() {
                return false;
            }
        }
        let shortest = near.len().saturating_sub(MORE_THAN_BIRDS);
        let single = Lines::<S, 0>::of_one_bird(own, vacant);
        shortest <= 1 && find_among(&single, own, vacant, &near, found)
            || find_on::<S, 0>(own, vacant, &near, shortest, found)
            || find_on::<S, 1>(own, vacant, &near, shortest, found)
            || find_on::<S, 2>(own, vacant, &near, shortest, found)
    })
}

/// Passes on the flights of lines on one axis that make one flock of all birds. The lines have at least two birds,
/// and at least `shortest`.
///
/// `near` has, for each flock, the spaces next to it.
#[inline(always)]
fn find_on<S: SpaceSet, const AXIS: usize>(
    own: S,
    vacant: S,
    near: &ArrayVec<S, MAX_UNITED>,
    shortest: usize,
    found: &mut dyn FnMut(Flight) -> bool,
) -> bool {
    let mut lines = Lines::<S, AXIS>::of_one_bird(own, vacant).longer();
    let mut touching = near.clone();
    while !lines.starts.is_empty() {
        for spaces in &mut touching {
            *spaces |= Lines::<S, AXIS>::back(*spaces);
        }
        if usize::from(lines.length) >= shortest && find_among(&lines, own, vacant, &touching, found) {
            return true;
        }
        lines = lines.longer();
    }
    false
}

/// Passes on the flights of these lines that make one flock of all birds.
///
/// `touching` has, for each flock, the first ends of the lines that would touch the flock.
#[inline(always)]
fn find_among<S: SpaceSet, const AXIS: usize>(
    lines: &Lines<S, AXIS>,
    own: S,
    vacant: S,
    touching: &[S],
    found: &mut dyn FnMut(Flight) -> bool,
) -> bool {
    // Prefilter J: where a line touches all flocks, and where it touches all but at most one, which is its own.
    let mut all = own | vacant;
    let mut all_but_one = all;
    for &spaces in touching {
        all_but_one = all_but_one & spaces | all;
        all = all & spaces;
    }
    if !all_but_one.meets(lines.fits_any_direction()) {
        return false;
    }
    gathers(&Flyers::new(lines), lines.slide::<16>().within(all_but_one), own, found)
}

/// Passes on the flights to these landings that make one flock of all birds.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn gathers<S: SpaceSet>(
    flyers: &Flyers,
    landings: Landings<S>,
    own: S,
    found: &mut dyn FnMut(Flight) -> bool,
) -> bool {
    let finder = flyers.finder();
    for (direction, there) in landings.by_direction() {
        for space in there.spaces() {
            let flight = finder.flight(space, direction);
            if is_one_flock(own.without(flight.line.to_set()) | flight.landed().to_set()) && found(flight) {
                return true;
            }
        }
    }
    false
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::bitboard::{Bitboard, Task, run};
    use crate::slow::Slow;

    struct Gathering<'a>(&'a Position);

    impl Task for Gathering<'_> {
        type Output = Vec<Flight>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Vec<Flight> {
            let mut flights = Vec::new();
            find_gathering(S::load(self.0.birds(self.0.turn())), S::load(self.0.vacant()), |flight| {
                flights.push(flight);
                false
            });
            flights.sort_unstable();
            flights
        }
    }

    #[test]
    fn prefilters_f_and_j_leave_every_flight_that_makes_one_flock() {
        // For lines of each length, the largest number of flocks that one has united.
        let mut united = [0; 5];
        for position in FIGURES.iter().step_by(2) {
            let slow = Slow::of(position);
            let mut expected = Vec::new();
            for (flight, landed) in slow.reach() {
                if slow.flown(flight.line, landed).is_one_flock(position.turn()) {
                    expected.push(flight);
                }
            }
            expected.sort_unstable();
            let flocks = position.flocks(position.turn()).len();
            for flight in &expected {
                let most = &mut united[usize::from(flight.line.length).min(4)];
                *most = flocks.max(*most);
            }
            assert_eq!(run(Gathering(position)), expected, "{position}");
            assert_eq!(Gathering(position).run::<Bitboard>(), expected, "{position}");
        }
        // On this edge, no figure has room for the flight of four birds that unites seven flocks.
        assert_eq!(united[..4], [0, 4, 5, 6]);
    }
}
