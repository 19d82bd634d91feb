//! [`Game`]: a position and the moves that led to it.

use alloc::vec::Vec;
use core::mem::replace;

use crate::position::Position;
use crate::position::play::IllegalMove;
use crate::rules::moves::Move;
use crate::rules::outcome::Outcome;

/// A start and the moves that were played from it. Unlike a [`Position`], a game changes: [`Game::play`] plays a move, and
/// [`Game::undo`] takes it back.
///
/// ```
/// # use volo_rules::{Game, Position};
/// let mut game = Game::new(Position::new("standard-4".parse()?));
/// for text in ["a3", "d5", "b5"] {
///     game.play(game.position().parse_move(text)?)?;
/// }
/// let error = game.play(game.moves()[0]).unwrap_err();
/// assert_eq!(error.to_string(), "a3 is not vacant [R6]");
/// assert_eq!((game.moves().len(), game.outcome()), (3, None));
///
/// let last = game.undo();
/// assert_eq!(last, Some(game.position().parse_move("b5")?));
/// assert_eq!(game.positions().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Game {
    // Positions are small, so the game keeps all of them, and `undo` computes nothing.
    earlier: Vec<Position>,
    position: Position,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins in a position.
    pub const fn new(start: Position) -> Game {
        Game { earlier: Vec::new(), position: start, moves: Vec::new() }
    }

    /// A game with these moves. The caller must know that they are legal, and named as by [`Position::normalize`].
    pub(crate) fn of_legal_moves(start: Position, moves: &[Move]) -> Game {
        let mut game = Game::new(start);
        moves.iter().for_each(|&mv| game.push(mv));
        game
    }

    fn push(&mut self, legal: Move) {
        let next = self.position.play_unchecked(legal);
        self.earlier.push(replace(&mut self.position, next));
        self.moves.push(legal);
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The positions before the current one, the start first. An engine needs them to know which moves repeat a position.
    pub fn earlier(&self) -> &[Position] {
        &self.earlier
    }

    /// All positions from the start to the current one: one more than there are moves.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.earlier.iter().chain([&self.position])
    }

    /// The moves from the start to the current position. Kept regions are named by their lowest, then leftmost spaces.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the game ended; `None` if it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays a move. Returns it as [`Position::legal_moves`] lists it: it may name the region to keep by any space of the
    /// region.
    ///
    /// # Errors
    /// If the move is illegal. Then the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Move, IllegalMove> {
        let legal = self.position.normalize(mv)?;
        self.push(legal);
        Ok(legal)
    }

    /// Takes back the last move, and returns it. `None` if no move has been played.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.earlier.pop()?;
        self.moves.pop()
    }
}
