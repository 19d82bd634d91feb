//! How the moves of a playout are chosen.

use std::fmt;

use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rng::GameRng;

/// How a player chooses among the legal moves: at random, and every one that comes into question is
/// equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Among all legal moves.
    #[default]
    Uniform,
    /// Among the moves that win at once; where there is none, among those that do not hand the game
    /// over; where there is none either, among all.
    ///
    /// A move hands the game over if the opponent then has won (\[R18\], \[R14b\]), or has a move that
    /// wins at once.
    Careful,
}

impl Policy {
    /// Both.
    pub const ALL: [Policy; 2] = [Policy::Uniform, Policy::Careful];

    /// `uniform` or `careful`.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Uniform => "uniform",
            Policy::Careful => "careful",
        }
    }

    /// The moves that come into question, in the order of [`Position::legal_moves`]; none if the game
    /// is over.
    ///
    /// ```
    /// # use volo::{Policy, Position};
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// assert_eq!(Policy::Uniform.choices(&position).len(), 22);
    /// assert_eq!(Policy::Careful.choices(&position).len(), 6);
    /// # Ok::<(), volo::FenError>(())
    /// ```
    pub fn choices(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        match self {
            Policy::Careful if position.can_win() => moves.retain(|&mv| wins(position, mv)),
            Policy::Careful if moves.iter().any(|&mv| is_safe(position, mv)) => {
                moves.retain(|&mv| is_safe(position, mv));
            }
            Policy::Careful | Policy::Uniform => {}
        }
        moves
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Draws the move of a careful player in an unfinished game from all its moves, of which some are
/// lost on the way. Out of line, so that uniform games do not carry it along.
///
/// Moves are drawn, and put aside if they hand the game over, until one does not: each that does not
/// is the first of its kind as often as any other. So hardly any move need be looked at.
#[inline(never)]
pub(crate) fn draw_careful(position: &Position, moves: &mut MoveList, rng: &mut GameRng) -> Move {
    if position.can_win() {
        moves.retain(|&mv| wins(position, mv));
        return take(moves, rng);
    }
    let first = take(moves, rng);
    let mut mv = first;
    while !is_safe(position, mv) {
        // Where all hand it over, the first was drawn from all of them.
        if moves.is_empty() {
            return first;
        }
        mv = take(moves, rng);
    }
    mv
}

/// Takes one of the moves out, each equally likely. There always is one: who can do nothing else
/// passes.
fn take(moves: &mut MoveList, rng: &mut GameRng) -> Move {
    if moves.is_empty() {
        return Move::Pass;
    }
    let drawn = rng.below(moves.len() as u32) as usize;
    moves.swap_remove(drawn)
}

/// Whether the move wins at once. Adds do not: they make no flock (\[R6\]).
fn wins(position: &Position, mv: Move) -> bool {
    let winner = |outcome: Outcome| outcome.winner;
    !matches!(mv, Move::Add(_))
        && position.play_unchecked(mv).outcome().and_then(winner) == Some(position.turn())
}

/// Whether the opponent neither has won after this move nor can win at once.
fn is_safe(position: &Position, mv: Move) -> bool {
    let after = position.play_unchecked(mv);
    match after.outcome() {
        Some(Outcome { winner, .. }) => winner != Some(after.turn()),
        None => !after.can_win(),
    }
}
