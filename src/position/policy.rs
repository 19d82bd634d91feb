//! How moves are chosen at random.

use alloc::boxed::Box;

use chacha20::rand_core::Rng;

use crate::position::Position;
use crate::rules::movegen::Slots;
use crate::rules::moves::{Move, MoveList};
use crate::rules::outcome::Outcome;
use crate::support::names::listed;
use crate::support::rng::{Source, below};
use crate::support::threads::with_kept;

listed! {
    /// The legal moves from which a player draws a move. Each of them is equally likely.
    ///
    /// ```
    /// # use volo_rules::playouts::Policy;
    /// assert_eq!(Policy::ALL.map(Policy::name), ["uniform", "careful"]);
    /// assert_eq!("careful".parse(), Ok(Policy::Careful));
    /// ```
    #[non_exhaustive]
    pub enum Policy: "policy" {
        /// All legal moves.
        Uniform = "uniform",
        /// The moves that win at once. If no move does, the moves that do not hand the game over. If all moves hand the
        /// game over, all legal moves. A move hands the game over if the opponent has then won (\[R18\], \[R14b\]) or can
        /// win at once.
        Careful = "careful",
    }
}

impl Default for Policy {
    /// All legal moves.
    fn default() -> Policy {
        Policy::Uniform
    }
}

impl Policy {
    /// The moves among which the player to move chooses, in the order of [`Position::legal_moves`]. Empty
    /// if the game is over.
    ///
    /// `Careful` looks at the position after every move, so it costs much more than `Uniform`.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::playouts::Policy;
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// assert_eq!(Policy::Uniform.choices(&position).len(), 22);
    /// assert_eq!(Policy::Careful.choices(&position).len(), 6);
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn choices(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        match self {
            Policy::Careful if position.can_win() => moves.storage().retain(|&mv| wins(position, mv)),
            Policy::Careful if moves.iter().any(|&mv| is_safe(position, mv)) => {
                moves.storage().retain(|&mv| is_safe(position, mv));
            }
            Policy::Careful | Policy::Uniform => {}
        }
        moves
    }
}

impl Position {
    /// One of the legal moves, each equally likely; `None` if the game is over.
    ///
    /// `random` returns 64 random bits, such as `|| rng.next_u64()` with a generator of the crate `rand`. This is faster than
    /// choosing from [`Position::legal_moves`], and with the feature `std` allocates memory only at the first call on a thread.
    /// For whole games, [`play_games`](crate::playouts::play_games) is faster.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// use chacha20::ChaCha8Rng;
    /// use chacha20::rand_core::{Rng, SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let mut position = Position::new("standard-4".parse()?);
    /// while let Some(mv) = position.random_move(|| rng.next_u64()) {
    ///     position = position.play(mv)?;
    /// }
    /// assert!(position.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_move(&self, mut random: impl FnMut() -> u64) -> Option<Move> {
        self.drawn_move(&mut random)
    }

    /// Not generic, so that it is compiled once.
    fn drawn_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        with_kept!(Option<Box<Slots>> = None, |kept| {
            let slots = kept.get_or_insert_with(|| Box::new(Slots::new()));
            Some(self.draw_one(slots, &mut Source(random)))
        })
    }
}

/// The move of a careful player among all legal moves, some of which are removed. Not inlined into uniform games.
#[inline(never)]
pub(crate) fn draw_careful<R: Rng>(position: &Position, moves: &mut MoveList, rng: &mut R) -> Move {
    if position.can_win() {
        moves.storage().retain(|&mv| wins(position, mv));
        return take(moves, rng);
    }
    draw_safe(position, moves, rng)
}

/// Draws the move of a careful player who cannot win at once from these legal moves. Some of them are removed.
///
/// Draws moves, and removes those that hand the game over, until one does not. Each move that does not is
/// equally likely to be the first such move, so the result is uniform, and usually few moves are examined.
pub(crate) fn draw_safe<R: Rng>(position: &Position, moves: &mut MoveList, rng: &mut R) -> Move {
    let first = take(moves, rng);
    let mut mv = first;
    while !is_safe(position, mv) {
        // If all moves hand the game over, the first one was drawn from all of them.
        if moves.is_empty() {
            return first;
        }
        mv = take(moves, rng);
    }
    mv
}

/// Removes one of the moves, each equally likely. There is always one: who cannot add or fly passes.
fn take<R: Rng>(moves: &mut MoveList, rng: &mut R) -> Move {
    if moves.is_empty() {
        return Move::Pass;
    }
    let drawn = below(rng, moves.len() as u32) as usize;
    moves.storage().swap_remove(drawn)
}

/// Whether the move wins at once. An add does not, because it joins no flock (\[R6\]).
fn wins(position: &Position, mv: Move) -> bool {
    let winner = |outcome: Outcome| outcome.winner;
    !matches!(mv, Move::Add(_))
        && position.play_unchecked(mv).outcome().and_then(winner) == Some(position.turn())
}

fn is_safe(position: &Position, mv: Move) -> bool {
    let after = position.play_unchecked(mv);
    match after.outcome() {
        Some(Outcome { winner, .. }) => winner != Some(after.turn()),
        None => !after.can_win(),
    }
}
