//! Many games in lockstep, a move in each at a time.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::legality::IllegalMove;
use crate::moves::{Move, MoveList};
use crate::observation::OBSERVATION_LEN;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::sky::Edge;
use crate::threads::share_out;

/// How many games a thread takes at a time.
const GAMES_AT_A_TIME: usize = 128;

/// Games that advance together, each by its own rules. They are known by their index.
///
/// What moves or looks at all games shares them out to some threads, and gives up when `stop` is set.
/// What it comes to does not depend on the number of threads.
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo::{Batch, Position};
/// let mut batch = Batch::new(vec![Position::default(); 3])?;
/// let stop = AtomicBool::new(false);
/// let moves = batch.legal_moves(2, &stop)?;
/// let last_moves: Vec<u32> = moves.offsets[1..].iter().map(|&end| moves.codes[end as usize - 1]).collect();
/// batch.play(&last_moves, 2, &stop)?;
/// assert!(batch.plies().all(|plies| plies == 1));
/// # Ok::<(), volo::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    starts: Vec<Position>,
    games: Vec<Game>,
    /// Where the next turn is played, so that the old one is there until all of it is legal.
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

    /// The game after the move with this code.
    fn after(&self, index: usize, code: u32) -> Result<Game, BatchError> {
        let (mv, edge) = Move::from_code(code).ok_or(BatchError::NoMove(index))?;
        if edge != self.position.rules().edge() {
            return Err(BatchError::OtherEdge(index, edge));
        }
        let position = self.position.play(mv).map_err(|error| BatchError::Illegal(index, mv, error))?;
        Ok(Game { position, outcome: position.outcome(), plies: self.plies.saturating_add(1) })
    }
}

/// The legal moves of the games of a batch, one game after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchMoves {
    /// The [codes](Move::code) of all moves.
    pub codes: Vec<u32>,
    /// Where each game begins in `codes`, and where the last one ends.
    pub offsets: Vec<i64>,
}

/// Why a batch did not do what it was told. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// As many were given, but the batch has another number of games.
    Length(usize),
    /// The code at this index is no move's.
    NoMove(usize),
    /// The move at this index is one on a sky of that edge, which is not the game's.
    OtherEdge(usize, Edge),
    /// The move at this index is illegal.
    Illegal(usize, Move, IllegalMove),
    /// It was told to stop.
    Stopped,
    /// There is not enough memory.
    OutOfMemory,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Length(length) => write!(f, "{length} is not the number of games"),
            BatchError::NoMove(index) => write!(f, "the code at index {index} is no move's"),
            BatchError::OtherEdge(index, edge) => {
                write!(f, "the code at index {index} is of a move on a sky of edge {}", edge.length())
            }
            BatchError::Illegal(index, _, error) => write!(f, "illegal move at index {index}: {error}"),
            BatchError::Stopped => f.write_str("the batch was stopped"),
            BatchError::OutOfMemory => f.write_str("not enough memory for so many games"),
        }
    }
}

impl std::error::Error for BatchError {}

impl Batch {
    /// The code that leaves a game alone; no move has it. A game that is over takes no other.
    pub const SKIP: u32 = u32::MAX;

    /// A game from each of these positions.
    ///
    /// # Errors
    /// If memory is short.
    pub fn new(starts: Vec<Position>) -> Result<Batch, BatchError> {
        let (mut games, mut next) = (Vec::new(), Vec::new());
        for room in [&mut games, &mut next] {
            room.try_reserve_exact(starts.len()).map_err(|_| BatchError::OutOfMemory)?;
        }
        games.extend(starts.iter().copied().map(Game::new));
        next.extend_from_slice(&games);
        Ok(Batch { starts, games, next })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The positions that the games are at.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.games.iter().map(|game| game.position)
    }

    /// How each game ended; `None` while it goes on.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Option<Outcome>> {
        self.games.iter().map(|game| game.outcome)
    }

    /// The number of turns in each game since it began.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = u32> {
        self.games.iter().map(|game| game.plies)
    }

    /// All legal moves, as [`Position::legal_moves`] lists them; none where the game is over.
    ///
    /// # Errors
    /// If `stop` was set, or memory is short.
    pub fn legal_moves(&self, threads: usize, stop: &AtomicBool) -> Result<BatchMoves, BatchError> {
        let bounds = self.len().saturating_add(1);
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(bounds).map_err(|_| BatchError::OutOfMemory)?;
        offsets.resize(bounds, 0);
        let (_, ends) = offsets.split_at_mut(1);
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(ends.chunks_mut(GAMES_AT_A_TIME)).enumerate();
        let mut listed =
            share_out(threads, parts, stop, |(part, (games, counts))| (part, list(games, counts)));
        if stop.load(Ordering::Relaxed) {
            return Err(BatchError::Stopped);
        }
        listed.sort_unstable_by_key(|&(part, _)| part);
        let mut codes = Vec::new();
        let total = listed.iter().map(|(_, codes)| codes.len()).sum();
        codes.try_reserve_exact(total).map_err(|_| BatchError::OutOfMemory)?;
        for (_, part) in listed {
            codes.extend(part);
        }
        let mut end = 0_i64;
        for offset in &mut offsets {
            end = end.saturating_add(*offset);
            *offset = end;
        }
        Ok(BatchMoves { codes, offsets })
    }

    /// Plays a turn in every game: the move with the code at the game's index, or none for
    /// [`Batch::SKIP`]. As in [`Position::play`] a kept region may be named by any of its spaces.
    ///
    /// # Errors
    /// If there are not as many codes as games; for the first code that is no legal move of its game;
    /// if `stop` was set. Nothing has changed then.
    pub fn play(&mut self, codes: &[u32], threads: usize, stop: &AtomicBool) -> Result<(), BatchError> {
        if codes.len() != self.len() {
            return Err(BatchError::Length(codes.len()));
        }
        let parts = self.games.chunks(GAMES_AT_A_TIME).zip(codes.chunks(GAMES_AT_A_TIME));
        let parts = parts.zip(self.next.chunks_mut(GAMES_AT_A_TIME)).enumerate();
        let played = share_out(threads, parts, stop, |(part, ((games, codes), next))| {
            play(part.saturating_mul(GAMES_AT_A_TIME), games, codes, next)
        });
        if stop.load(Ordering::Relaxed) {
            return Err(BatchError::Stopped);
        }
        match played.into_iter().filter_map(Result::err).min_by_key(|&(index, _)| index) {
            Some((_, error)) => Err(error),
            None => {
                std::mem::swap(&mut self.games, &mut self.next);
                Ok(())
            }
        }
    }

    /// Begins all games anew, or those for which the mask says so.
    ///
    /// # Errors
    /// If the mask is not as long as the batch.
    pub fn reset(&mut self, mask: Option<&[bool]>) -> Result<(), BatchError> {
        if let Some(mask) = mask.filter(|mask| mask.len() != self.len()) {
            return Err(BatchError::Length(mask.len()));
        }
        for (i, (game, &start)) in self.games.iter_mut().zip(&self.starts).enumerate() {
            if mask.is_none_or(|mask| mask.get(i).is_some_and(|&chosen| chosen)) {
                *game = Game::new(start);
            }
        }
        Ok(())
    }

    /// Writes each position as [`Position::observe`] does, one after the other.
    ///
    /// # Errors
    /// If there is not room for as many as there are games; if `stop` was set: then some are written.
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
        if stop.load(Ordering::Relaxed) { Err(BatchError::Stopped) } else { Ok(()) }
    }
}

/// The codes of all moves; writes down how many there are in each game.
fn list(games: &[Game], counts: &mut [i64]) -> Vec<u32> {
    let mut codes = Vec::new();
    let mut moves = MoveList::new();
    for (game, count) in games.iter().zip(counts) {
        if game.outcome.is_none() {
            game.position.legal_moves_into(&mut moves);
            let edge = game.position.rules().edge();
            codes.extend(moves.iter().map(|mv| mv.code(edge)));
            *count = moves.len() as i64;
        }
    }
    codes
}

/// Plays a turn in each of the games, the first of which has this index, up to the first code that is
/// wrong; that one's index is told.
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
