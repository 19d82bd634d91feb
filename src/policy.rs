//! How the moves of a playout are chosen.

use crate::bitboard::{SpaceSet, Task, run};
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
    /// A move hands the game over if the opponent then has won ([R18], [R14b]), or has a move that
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
        if self == Policy::Careful {
            run(Sift(position, &mut moves));
        }
        moves
    }
}

/// Leaves those of all legal moves that a careful player chooses from.
struct Sift<'a>(&'a Position, &'a mut MoveList);

impl Task for Sift<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        let Sift(position, moves) = self;
        if moves.is_empty() {
            return;
        }
        if position.can_win_in::<S>() {
            keep_winning::<S>(position, moves);
            return;
        }
        let all = moves.clone();
        moves.clear();
        for &mv in &all {
            if is_safe::<S>(position, mv) {
                moves.push(mv);
            }
        }
        if moves.is_empty() {
            *moves = all;
        }
    }
}

/// Draws the move of a careful player from all moves of an unfinished game, of which some are lost
/// on the way.
///
/// Moves are drawn, and put aside if they hand the game over, until one does not: each that does not
/// is the first of its kind as often as any other. So hardly any move need be looked at.
#[inline(always)]
pub(crate) fn draw_careful<S: SpaceSet>(
    position: &Position,
    moves: &mut MoveList,
    rng: &mut GameRng,
) -> Move {
    if position.can_win_in::<S>() {
        keep_winning::<S>(position, moves);
        return take(moves, rng);
    }
    let first = take(moves, rng);
    let mut mv = first;
    loop {
        if is_safe::<S>(position, mv) {
            return mv;
        }
        // Where all hand it over, the first was drawn from all of them.
        if moves.is_empty() {
            return first;
        }
        mv = take(moves, rng);
    }
}

/// Takes one of the moves out, each equally likely. There always is one: who can do nothing else
/// passes.
#[inline(always)]
fn take(moves: &mut MoveList, rng: &mut GameRng) -> Move {
    if moves.is_empty() {
        return Move::Pass;
    }
    let drawn = rng.below(moves.len() as u32) as usize;
    moves.swap_remove(drawn)
}

/// Leaves only the moves that win at once, in their order.
#[inline(always)]
fn keep_winning<S: SpaceSet>(position: &Position, moves: &mut MoveList) {
    let mut kept = 0;
    for i in 0..moves.len() {
        let mv = moves[i];
        let after = position.after::<S>(mv);
        let outcome = after.outcome_after::<S>(mv);
        if outcome.is_some_and(|outcome| outcome.winner == Some(position.turn())) {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// Whether the opponent neither has won after this move nor can win at once.
#[inline(always)]
fn is_safe<S: SpaceSet>(position: &Position, mv: Move) -> bool {
    let after = position.after::<S>(mv);
    match after.outcome_after::<S>(mv) {
        Some(Outcome { winner, .. }) => winner != Some(after.turn()),
        None => !after.can_win_in::<S>(),
    }
}
