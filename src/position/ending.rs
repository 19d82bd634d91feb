//! [`Position::outcome`]: whether a game is over, and how it ended (\[R14\], \[R14b\], \[R17\], \[R18\]).

use crate::geometry::bitboard::{SpaceSet, dispatch, shared};
use crate::position::Position;
use crate::rules::flock::is_one_flock;
use crate::rules::moves::Move;
use crate::rules::outcome::{Ending, Outcome};
use crate::rules::rule_set::Stuck;

impl Position {
    /// How the game ended (\[R14\], \[R14b\], \[R17\], \[R18\]). `None` if it is not over.
    ///
    /// ```
    /// # use volo_rules::{Color, Ending, Outcome, Position};
    /// let board = "
    ///    g 1 . . 4
    ///   f . . . b . 5
    ///  e . . . . . . 6
    /// d 1 . o 4 . . 7
    ///  c . . o o . . 6
    ///   b . . . b . 5
    ///    a 1 . . 4
    /// Orange wins: all birds in one flock, after Orange's turn
    /// ";
    /// let outcome = Position::from_board(board, Default::default())?.outcome();
    /// assert_eq!(outcome, Some(Outcome::new(Some(Color::Orange), Ending::Flock)));
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        dispatch!(<S>(position: &Position = self) -> Option<Outcome> { position.outcome_in::<S>() })
    }

    /// How the game ended (\[R14\], \[R14b\], \[R17\], \[R18\]), with sets of type `S`.
    #[inline(always)]
    pub(crate) fn outcome_in<S: SpaceSet>(&self) -> Option<Outcome> {
        match self.winning_flock::<S>() {
            None => self.end_by_passes(),
            outcome => outcome,
        }
    }

    /// How the game ended with its last move. It must not have been over before.
    ///
    /// An add cannot make one flock of all birds, because an added bird touches no friendly bird (\[R6\]).
    #[inline(always)]
    pub(crate) fn outcome_after<S: SpaceSet>(&self, last: Move) -> Option<Outcome> {
        match last {
            Move::Add(_) => None,
            Move::Fly(_) => self.winning_flock::<S>(),
            Move::Pass => self.end_by_passes(),
        }
    }

    /// The win of a player whose birds form one flock (\[R17\], \[R18\]).
    #[inline(always)]
    fn winning_flock<S: SpaceSet>(&self) -> Option<Outcome> {
        shared!(<S>(position: &Position = self) -> Option<Outcome> {
            // [R17] is about the player who moved last. [R18] is about the player to move, and comes second.
            for winner in [!position.turn(), position.turn()] {
                if is_one_flock(S::load(position.birds(winner))) {
                    return Some(Outcome { winner: Some(winner), reason: Ending::Flock });
                }
            }
            None
        })
    }

    #[inline(always)]
    fn end_by_passes(&self) -> Option<Outcome> {
        let stuck = |winner| Some(Outcome { winner: Some(winner), reason: Ending::Stuck });
        match (self.rules().stuck(), self.passes()) {
            (_, 0) | (Stuck::Draw, 1) => None,
            // [R14] Two passes in a row are a draw.
            (Stuck::Draw, _) => Some(Outcome { winner: None, reason: Ending::Passes }),
            // [R14b] The pass was forced, and leaves the other player without an add or a flight.
            (Stuck::LastMoverWins, 1) => {
                let can_act = |turn| self.with_turn(turn).can_act();
                let forced = !can_act(!self.turn());
                if forced && !can_act(self.turn()) { stuck(self.turn()) } else { None }
            }
            // [R14b] The second pass ends the game. The first player to pass is to move, and loses.
            (Stuck::LastMoverWins, _) => stuck(!self.turn()),
        }
    }
}
