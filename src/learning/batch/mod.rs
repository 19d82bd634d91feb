//! Many games in lockstep: each call of [`Batch::play`] plays one turn in every game, and each call of
//! [`Batch::step`] one action.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod actions;
mod advance;
mod array_game;
mod buffers;
mod decision_image;
mod error;
mod game;
mod generator;
mod image;
mod moves;
mod observe;
mod opponent;
mod options;
mod reset;
mod rows;
mod step;
mod subset;

pub use actions::BatchActions;
pub use array_game::{ArrayGame, InvalidRow};
pub use error::BatchError;
pub use image::{from_bytes, to_bytes};
pub use moves::BatchMoves;
pub use observe::Observed;
pub use options::{Autoreset, BatchOptions, Seeds};
pub use rows::{MaskRows, RowStep};
pub use step::Stepped;
pub use subset::{duplicate, subset};

use crate::geometry::color::Color;
use crate::learning::batch::buffers::Buffers;
use crate::learning::batch::error::check_length;
use crate::learning::batch::game::BatchGame;
use crate::learning::batch::generator::Generators;
use crate::learning::batch::options::Settings;
use crate::learning::decision::Decision;
use crate::position::Position;
use crate::rules::outcome::Outcome;
use crate::support::fallible::{collected, filled};
use crate::support::stop::{NEVER, Stop, Threads};

/// Games that advance together, each by its own rules. A game is identified by its index.
///
/// Methods that take [`Threads`] divide the games among them. Their results do not depend on the number of
/// threads.
///
/// ```
/// # use volo_rules::{Color, Position, Threads};
/// # use volo_rules::learning::Batch;
/// let mut batch = Batch::new(vec![Position::default(); 3])?;
/// let threads = Threads::new(2);
/// let moves = batch.legal_moves(threads)?;
/// let last_moves: Vec<u32> = moves.offsets[1..].iter().map(|&end| moves.codes[end as usize - 1]).collect();
/// batch.play(&last_moves, threads)?;
/// assert!(batch.plies().all(|plies| plies == 1));
/// assert!(batch.positions().all(|position| position.turn() == Color::Blue));
/// assert!(batch.outcomes().all(|outcome| outcome.is_none()));
///
/// batch.reset(Some(&[true, false, false]), threads)?;
/// assert!(batch.plies().eq([0, 1, 1]));
/// assert_eq!((batch.len(), batch.is_empty()), (3, false));
/// # Ok::<(), volo_rules::learning::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    settings: Settings,
    starts: Vec<Decision>,
    games: Buffers<BatchGame>,
    /// The last turn of each game that the last step ended and reset. Empty if steps do not reset games.
    last: Buffers<Option<Decision>>,
    generators: Generators,
    stepped: Vec<Stepped>,
}

impl Batch {
    /// Creates a batch with one game from each of these positions.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(starts: Vec<Position>) -> Result<Batch, BatchError> {
        let starts = collected(starts.into_iter().map(Decision::new), &NEVER)?;
        Batch::with_options(starts, &BatchOptions::default(), Threads::new(1))
    }

    /// Creates a batch with one game from each of these turns, for [`Batch::step`]. If there is an opponent, it
    /// makes the first turn where it is to move.
    ///
    /// # Errors
    /// If there are players or seeds, but not one for each game; if there is not enough memory, or the call was
    /// stopped.
    pub fn with_options(
        starts: Vec<Decision>,
        options: &BatchOptions<'_>,
        threads: Threads<'_>,
    ) -> Result<Batch, BatchError> {
        let (settings, players, stop) = (options.settings(), options.players, threads.stop);
        if !players.is_empty() {
            check_length(players.len(), starts.len())?;
        }
        let games = starts
            .iter()
            .enumerate()
            .map(|(game, &start)| BatchGame::new(start, players.get(game).copied().unwrap_or(Color::Orange)));
        let games = Buffers::new(collected(games, stop)?, stop)?;
        let last = match settings.autoreset {
            Some(Autoreset::SameStep) => Buffers::new(filled(None, starts.len(), stop)?, stop)?,
            _ => Buffers::EMPTY,
        };
        let stepped = filled(Stepped::default(), starts.len(), stop)?;
        let generators = Generators::from_seed(0);
        let mut batch = Batch { settings, starts, games, last, generators, stepped };
        seed(&mut batch, options.seeds, stop)?;
        if settings.opponent.is_some() {
            batch.reset(None, threads)?;
        }
        Ok(batch)
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.now.len()
    }

    /// Whether the batch has no games.
    pub fn is_empty(&self) -> bool {
        self.games.now.is_empty()
    }

    /// The current position of each game. Between two decisions of a turn, it is the position before the turn.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.games.now.iter().map(BatchGame::position)
    }

    /// What each game has to decide now.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decision> {
        self.games.now.iter().map(|game| game.turn)
    }

    /// The end of each game that the last step ended and reset, with [`Autoreset::SameStep`]. `None` for the
    /// other games.
    pub fn last_decisions(&self) -> impl ExactSizeIterator<Item = Option<Decision>> {
        (0..self.len()).map(|game| self.last.now.get(game).copied().flatten())
    }

    /// The outcome of each game, or `None` while it goes on.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Option<Outcome>> {
        self.games.now.iter().map(|game| game.outcome)
    }

    /// The number of whole turns played in each game since its start position.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = u32> {
        self.games.now.iter().map(|game| game.plies)
    }

    /// Replaces the random number generators of the games. [`Batch::random_actions`] and the opponent use them.
    ///
    /// # Errors
    /// If there are seeds, but not one for each game, or there is not enough memory.
    pub fn seed(&mut self, seeds: Seeds<'_>) -> Result<(), BatchError> {
        seed(self, seeds, &NEVER)
    }

    fn start(&self, game: usize) -> Decision {
        self.starts.get(game).copied().unwrap_or_else(|| Decision::new(Position::default()))
    }
}

/// [`Batch::seed`] until `stop` is set.
pub fn seed(batch: &mut Batch, seeds: Seeds<'_>, stop: &Stop) -> Result<(), BatchError> {
    match seeds {
        Seeds::One(seed) => batch.generators = Generators::from_seed(seed),
        Seeds::Each(seeds) => {
            check_length(seeds.len(), batch.len())?;
            batch.generators.reseed(seeds.iter().copied().map(Some), stop)?;
        }
        Seeds::Some(seeds) => {
            check_length(seeds.len(), batch.len())?;
            batch.generators.reseed(seeds.iter().copied(), stop)?;
        }
    }
    Ok(())
}
