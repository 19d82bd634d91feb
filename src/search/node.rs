//! [`Node`]: a position to search, and [`After`]: the consequence of a move.

use crate::geometry::bitboard::{Bitboard, SpaceSet, Task, run_short};
use crate::position::Position;
use crate::rules::flock::is_one_flock;
use crate::rules::moves::Move;
use crate::search::score::Score;

/// A position to search. The game is not over.
pub(super) struct Node {
    pub(super) position: Position,
    /// Whether it is known that the player to move cannot win in one ply.
    pub(super) cannot_win: bool,
}

pub(super) enum After {
    Over(Score),
    Node(Node),
}

/// The position after a move. `is_quiet` is true if neither player could win in one ply before the move.
pub(super) fn after(position: &Position, mv: Move, is_quiet: bool) -> After {
    let next = position.play_unchecked(mv);
    let is_over = match mv {
        Move::Add(_) => false,
        // The player who moved could not win in one ply, so only a clearing can make one flock [R18].
        Move::Fly(flight) if is_quiet => flight.keep.is_some() && forms_one_flock(next.birds(next.turn())),
        Move::Fly(_) | Move::Pass => true,
    };
    if is_over && let Some(outcome) = next.outcome() {
        return After::Over(Score::of_outcome(outcome, position.turn()).one_ply_earlier());
    }
    let cannot_win = is_quiet && matches!(mv, Move::Add(_));
    After::Node(Node { position: next, cannot_win })
}

fn forms_one_flock(birds: Bitboard) -> bool {
    struct OneFlock(Bitboard);
    impl Task for OneFlock {
        type Output = bool;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> bool {
            is_one_flock(S::load(self.0))
        }
    }
    run_short(OneFlock(birds))
}
