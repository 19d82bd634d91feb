//! Counting games while they are played.

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::rules::outcome::{Ending, Outcome};
use crate::simulate::tally::Tally;

/// Counts games one after the other. For each game, call [`Scorer::ply`] for every ply and [`Scorer::end`] once.
#[derive(Default)]
pub(crate) struct Scorer {
    tally: Tally,
    plies: usize,
    last_clearing: Option<Clearing>,
}

struct Clearing {
    by: Color,
    birds: usize,
    /// The number of plies of the game up to and including the clearing flight.
    plies: usize,
}

impl Scorer {
    pub(crate) fn into_tally(self) -> Tally {
        self.tally
    }

    /// Counts a legal move. `legal_moves` is the number of legal moves in the position before it.
    // Not inlined, because the loop that plays needs the registers for its sets.
    #[inline(never)]
    pub(crate) fn ply(&mut self, before: &Position, legal_moves: u32, mv: Move, after: &Position) {
        let tally = &mut self.tally;
        let mover = before.turn();
        tally.legal_moves.add(self.plies, u64::from(legal_moves));
        self.plies += 1;
        match mv {
            Move::Add(space) => {
                tally.adds += 1;
                tally.adds_on[mover].add(usize::from(space.index()), 1);
            }
            Move::Fly(flight) => {
                match flight.line.length {
                    1 => tally.single += 1,
                    length if flight.is_in_file() => tally.in_file.add(usize::from(length), 1),
                    length => tally.side_by_side.add(usize::from(length), 1),
                }
                if flight.keep.is_some() {
                    let left = [before, after].map(|position| position.birds(!mover).len());
                    let birds = left[0].saturating_sub(left[1]) as usize;
                    tally.clearings.add(birds, 1);
                    self.last_clearing = Some(Clearing { by: mover, birds, plies: self.plies });
                }
            }
            Move::Pass => tally.passes += 1,
        }
    }

    /// Counts the end of a game with this last position. The outcome is `None` if the game was truncated
    /// (\[R19\]).
    #[inline(never)]
    pub(crate) fn end(&mut self, last: &Position, outcome: Option<Outcome>) {
        let plies = core::mem::take(&mut self.plies);
        let clearing = self.last_clearing.take();
        let tally = &mut self.tally;
        tally.lengths.add(plies, 1);
        let (winner, reason) = match outcome {
            None => {
                tally.truncated += 1;
                return;
            }
            Some(Outcome { winner: None, .. }) => {
                tally.draws += 1;
                return;
            }
            Some(Outcome { winner: Some(winner), reason }) => (winner, reason),
        };
        let first = if plies.is_multiple_of(2) { last.turn() } else { !last.turn() };
        tally.first_mover_wins += u64::from(winner == first);
        match reason {
            Ending::Flock => {
                tally.flock_wins[winner] += 1;
                for space in last.birds(winner).by_index() {
                    tally.flocks_on[winner].add(usize::from(space.index()), 1);
                }
            }
            Ending::Stuck => tally.stuck_wins[winner] += 1,
            Ending::Passes => {}
        }
        let handed_over = plies > 0 && outcome.is_some_and(|end| end.is_handed_over(last.turn()));
        tally.handed_over[winner] += u64::from(handed_over);
        match clearing {
            None => {}
            Some(Clearing { by, .. }) if by == winner => tally.won_after_clearing += 1,
            Some(Clearing { birds, plies: then, .. }) => {
                tally.lost_after_clearing += 1;
                if then == plies {
                    tally.deciding_clearings.add(birds, 1);
                }
            }
        }
    }
}
