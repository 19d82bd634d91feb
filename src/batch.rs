//! Many games in lockstep: each call of [`Batch::play`] plays one turn in every game.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::grow::{Halt, collected, filled, joined, unless_stopped};
use crate::legality::IllegalMove;
use crate::moves::{Move, MoveList};
use crate::observation::OBSERVATION_LEN;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::sky::Edge;
use crate::threads::{FirstError, share_out};

/// The number of games that a thread takes at a time.
const GAMES_AT_A_TIME: usize = 128;

/// Games that advance together, each by its own rules. A game is identified by its index.
///
/// Methods that take a number of threads divide the games among them. Their results do not depend on the
/// number of threads. They stop early, with an error, when `stop` is set.
///
/// # Examples
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo::{Batch, Color, Position};
/// let mut batch = Batch::new(vec![Position::default(); 3])?;
/// let stop = AtomicBool::new(false);
/// let moves = batch.legal_moves(2, &stop)?;
/// let last_moves: Vec<u32> = moves.offsets[1..].iter().map(|&end| moves.codes[end as usize - 1]).collect();
/// batch.play(&last_moves, 2, &stop)?;
/// assert!(batch.plies().all(|plies| plies == 1));
/// assert!(batch.positions().all(|position| position.turn() == Color::Blue));
/// assert!(batch.outcomes().all(|outcome| outcome.is_none()));
///
/// batch.reset(Some(&[true, false, false]))?;
/// assert!(batch.plies().eq([0, 1, 1]));
/// assert_eq!((batch.len(), batch.is_empty()), (3, false));
/// # Ok::<(), volo::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    starts: Vec<Position>,
    games: Vec<Game>,
    /// A buffer for the next turn. It replaces `games` only after every move has proved legal.
    next: Vec<Game>,
}

#[derive(Clone, Copy, Debug)]
struct Game {
    position: Position,
    outcome: Option<Outcome>,
    plies: u32,
}

impl Game {
    fn new(position: Position) -> Game {
        Game { position, outcome: position.outcome(), plies: 0 }
    }

    /// The game after the move with this code. `index` is the index of the game, for errors.
    fn after(&self, index: usize, code: u32) -> Result<Game, BatchError> {
        let (mv, edge) = Move::from_code(code).ok_or(BatchError::NoMove(index))?;
        if edge != self.position.rules().edge() {
            return Err(BatchError::OtherEdge(index, edge));
        }
        let position = self.position.play(mv).map_err(|error| BatchError::Illegal(index, mv, error))?;
        Ok(Game { position, outcome: position.outcome(), plies: self.plies.saturating_add(1) })
    }
}

/// The legal moves of the games of a batch, in the order of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchMoves {
    /// The [codes](Move::code) of all moves.
    pub codes: Vec<u32>,
    /// The index in `codes` at which each game begins, then the length of `codes`.
    pub offsets: Vec<i64>,
}

/// Why an operation on a batch failed. The batch is unchanged after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The length of an argument, which differs from the number of games.
    Length(usize),
    /// The code at this index is not the code of a move.
    NoMove(usize),
    /// The move at this index belongs to a sky of this edge, and the game's sky has another edge.
    OtherEdge(usize, Edge),
    /// The move at this index is illegal.
    Illegal(usize, Move, IllegalMove),
    /// The stop flag was set.
    Stopped,
    /// There is not enough memory.
    OutOfMemory,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Length(length) => {
                write!(f, "the length is {length}, which is not the number of games")
            }
            BatchError::NoMove(index) => write!(f, "the code at index {index} is not the code of a move"),
            BatchError::OtherEdge(index, edge) => {
                write!(
                    f,
                    "the code at index {index} is the code of a move on a sky of edge {}",
                    edge.length()
                )
            }
            BatchError::Illegal(index, _, error) => write!(f, "illegal move at index {index}: {error}"),
            BatchError::Stopped => f.write_str("the batch was stopped"),
            BatchError::OutOfMemory => f.write_str("not enough memory for the games"),
        }
    }
}

impl std::error::Error for BatchError {}

impl From<Halt> for BatchError {
    fn from(halt: Halt) -> BatchError {
        match halt {
            Halt::OutOfMemory => BatchError::OutOfMemory,
            Halt::Stopped => BatchError::Stopped,
        }
    }
}

impl Batch {
    /// The code that leaves a game unchanged. It is not the code of any move. It is the only code that a
    /// finished game accepts.
    pub const SKIP: u32 = u32::MAX;

    /// Creates a batch with one game from each of these positions.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(starts: Vec<Position>) -> Result<Batch, BatchError> {
        Batch::new_until(starts, &AtomicBool::new(false))
    }

    /// Like [`Batch::new`], but stops when `stop` is set.
    ///
    /// # Errors
    /// If there is not enough memory, or `stop` was set.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::atomic::AtomicBool;
    /// # use volo::{Batch, BatchError, Position};
    /// let starts = vec![Position::default(); 3];
    /// assert_eq!(Batch::new_until(starts.clone(), &AtomicBool::new(false))?.len(), 3);
    /// assert_eq!(Batch::new_until(starts, &AtomicBool::new(true)).unwrap_err(), BatchError::Stopped);
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn new_until(starts: Vec<Position>, stop: &AtomicBool) -> Result<Batch, BatchError> {
        let games = collected(starts.iter().copied().map(Game::new), stop)?;
        let next = collected(games.iter().copied(), stop)?;
        Ok(Batch { starts, games, next })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether the batch has no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The current position of each game.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.games.iter().map(|game| game.position)
    }

    /// The outcome of each game, or `None` while it goes on.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Option<Outcome>> {
        self.games.iter().map(|game| game.outcome)
    }

    /// The number of turns played in each game since its start position.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = u32> {
        self.games.iter().map(|game| game.plies)
    }

    /// The legal moves of all games, in the order of [`Position::legal_moves`]. A finished game has no legal
    /// moves.
    ///
    /// # Errors
    /// If `stop` was set, or there is not enough memory.
    pub fn legal_moves(&self, threads: usize, stop: &AtomicBool) -> Result<BatchMoves, BatchError> {
        let mut offsets = filled(0, self.len().saturating_add(1), stop)?;
        let mut codes = filled(Vec::new(), self.len().div_ceil(GAMES_AT_A_TIME), stop)?;
        let (_, counts) = offsets.split_at_mut(1);
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(counts.chunks_mut(GAMES_AT_A_TIME));
        let wrong = FirstError::new();
        share_out(threads, parts.zip(&mut codes).enumerate(), stop, |(part, ((games, counts), codes))| {
            list(games, counts, codes).unwrap_or_else(|error| wrong.record(part, error));
        });
        unless_stopped(stop)?;
        wrong.into_result()?;
        let codes = joined(codes, stop)?;
        let mut end = 0_i64;
        for offset in &mut offsets {
            end = end.saturating_add(*offset);
            *offset = end;
        }
        Ok(BatchMoves { codes, offsets })
    }

    /// Plays a turn in every game: the move whose code is at the game's index. A game whose code is
    /// [`Batch::SKIP`] is unchanged. As in [`Position::play`], a kept region may be named by any of its spaces.
    ///
    /// # Errors
    /// If the number of codes differs from the number of games, if a code is not the code of a legal move of
    /// its game, or if `stop` was set. The error names the first wrong code. All games are unchanged after an
    /// error.
    pub fn play(&mut self, codes: &[u32], threads: usize, stop: &AtomicBool) -> Result<(), BatchError> {
        if codes.len() != self.len() {
            return Err(BatchError::Length(codes.len()));
        }
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(codes.chunks(GAMES_AT_A_TIME));
        let parts = parts.zip(self.next.chunks_mut(GAMES_AT_A_TIME)).enumerate();
        let wrong = FirstError::new();
        share_out(threads, parts, stop, |(part, ((games, codes), next))| {
            play(part.saturating_mul(GAMES_AT_A_TIME), games, codes, next)
                .unwrap_or_else(|(index, error)| wrong.record(index, error));
        });
        unless_stopped(stop)?;
        wrong.into_result()?;
        std::mem::swap(&mut self.games, &mut self.next);
        Ok(())
    }

    /// Returns games to their start positions: those for which the mask is true, or all games without a mask.
    ///
    /// # Errors
    /// If the length of the mask differs from the number of games.
    pub fn reset(&mut self, mask: Option<&[bool]>) -> Result<(), BatchError> {
        self.reset_until(mask, &AtomicBool::new(false))
    }

    /// Like [`Batch::reset`], but stops when `stop` is set.
    ///
    /// # Errors
    /// If the length of the mask differs from the number of games, or `stop` was set. All games are unchanged
    /// after an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::atomic::AtomicBool;
    /// # use volo::{Batch, BatchError, Position};
    /// let mut batch = Batch::new(vec![Position::default(); 3])?;
    /// batch.reset_until(None, &AtomicBool::new(false))?;
    /// assert_eq!(batch.reset_until(None, &AtomicBool::new(true)), Err(BatchError::Stopped));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn reset_until(&mut self, mask: Option<&[bool]>, stop: &AtomicBool) -> Result<(), BatchError> {
        if let Some(mask) = mask.filter(|mask| mask.len() != self.len()) {
            return Err(BatchError::Length(mask.len()));
        }
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(self.starts.chunks(GAMES_AT_A_TIME));
        let parts = parts.zip(self.next.chunks_mut(GAMES_AT_A_TIME)).enumerate();
        for (part, ((games, starts), next)) in parts {
            unless_stopped(stop)?;
            let first = part.saturating_mul(GAMES_AT_A_TIME);
            for (index, ((&game, &start), next)) in (first..).zip(games.iter().zip(starts).zip(next)) {
                let is_chosen = mask.is_none_or(|mask| mask.get(index) == Some(&true));
                *next = if is_chosen { Game::new(start) } else { game };
            }
        }
        std::mem::swap(&mut self.games, &mut self.next);
        Ok(())
    }

    /// Writes the planes of each position, in the format of [`Position::observe`], in the order of the games.
    ///
    /// # Errors
    /// If the length of `planes` is not the number of games times [`OBSERVATION_LEN`], or if `stop` was set. In
    /// the second case some of the planes may have been written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::atomic::AtomicBool;
    /// # use volo::{Batch, OBSERVATION_LEN, Position};
    /// let batch = Batch::new(vec![Position::default(); 3])?;
    /// let mut planes = vec![0; 3 * OBSERVATION_LEN];
    /// batch.observe(&mut planes, 2, &AtomicBool::new(false))?;
    /// assert_eq!(planes[..OBSERVATION_LEN], planes[2 * OBSERVATION_LEN..]);
    /// # Ok::<(), volo::BatchError>(())
    /// ```
    pub fn observe(&self, planes: &mut [u8], threads: usize, stop: &AtomicBool) -> Result<(), BatchError> {
        let (planes, rest) = planes.as_chunks_mut::<OBSERVATION_LEN>();
        if planes.len() != self.len() || !rest.is_empty() {
            return Err(BatchError::Length(planes.len()));
        }
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(planes.chunks_mut(GAMES_AT_A_TIME));
        share_out(threads, parts, stop, |(games, planes)| {
            for (game, planes) in games.iter().zip(planes) {
                game.position.observe(planes);
            }
        });
        Ok(unless_stopped(stop)?)
    }
}

/// Appends the codes of the legal moves of the games, and writes the number of moves of each game.
fn list(games: &[Game], counts: &mut [i64], codes: &mut Vec<u32>) -> Result<(), Halt> {
    let mut moves = MoveList::new();
    for (game, count) in games.iter().zip(counts) {
        if game.outcome.is_none() {
            game.position.legal_moves_into(&mut moves);
            let edge = game.position.rules().edge();
            codes.try_reserve(moves.len())?;
            codes.extend(moves.iter().map(|mv| mv.code(edge)));
            *count = moves.len() as i64;
        }
    }
    Ok(())
}

/// Plays a turn in each of the games. `first` is the index of the first game. An error has the index of the
/// first wrong code.
fn play(first: usize, games: &[Game], codes: &[u32], next: &mut [Game]) -> Result<(), (usize, BatchError)> {
    for (index, ((game, &code), next)) in (first..).zip(games.iter().zip(codes).zip(next)) {
        *next = if code == Batch::SKIP {
            *game
        } else {
            game.after(index, code).map_err(|error| (index, error))?
        };
    }
    Ok(())
}
