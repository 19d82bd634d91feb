//! [`Batch::subset`] and [`Batch::duplicate`]: new batches from a batch.

use crate::learning::batch::Batch;
use crate::learning::batch::buffers::Buffers;
use crate::learning::batch::error::BatchError;
use crate::learning::batch::generator::Generators;
use crate::learning::batch::step::Stepped;
use crate::support::fallible::{collected, filled};
use crate::support::stop::{NEVER, Stop};

impl Batch {
    /// A new batch with the games with these indices, in this order. A game may occur several times. Each game
    /// keeps its start, its turns and the state of its generator.
    ///
    /// # Errors
    /// If an index is not less than the number of games, or there is not enough memory.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::{Batch, BatchError};
    /// let (four, five) = (Position::new("standard-4".parse()?), Position::new("standard-5".parse()?));
    /// let batch = Batch::new(vec![four, five])?;
    /// assert!(batch.subset(&[1, 1, 0])?.positions().eq([five, five, four]));
    /// assert_eq!(batch.subset(&[2]).err(), Some(BatchError::NoGame { index: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subset(&self, games: &[usize]) -> Result<Batch, BatchError> {
        subset(self, games, &NEVER)
    }

    /// A copy, like that of [`Clone`], but returns an error if there is not enough memory.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn duplicate(&self) -> Result<Batch, BatchError> {
        duplicate(self, &NEVER)
    }
}

/// [`Batch::subset`] until `stop` is set.
pub fn subset(batch: &Batch, games: &[usize], stop: &Stop) -> Result<Batch, BatchError> {
    if let Some(&index) = games.iter().find(|&&game| game >= batch.len()) {
        return Err(BatchError::NoGame { index });
    }
    let mut parts = Vec::new();
    parts.try_reserve_exact(games.len()).map_err(|_| BatchError::OutOfMemory)?;
    parts.extend(games.iter().filter_map(|&game| batch.games.now.get(game).copied()));
    let starts = collected(games.iter().map(|&game| batch.start(game)), stop)?;
    let generators = collected(games.iter().map(|&game| batch.generators.of(game)), stop)?;
    let last = match batch.last.now.is_empty() {
        true => Vec::new(),
        false => collected(games.iter().map(|&game| batch.last.now.get(game).copied().flatten()), stop)?,
    };
    Ok(Batch {
        settings: batch.settings,
        starts,
        stepped: filled(Stepped::default(), parts.len(), stop)?,
        games: Buffers::new(parts, stop)?,
        last: Buffers::new(last, stop)?,
        generators: Generators { seed: 0, made: Buffers::new(generators, stop)? },
    })
}

/// [`Batch::duplicate`] until `stop` is set.
pub fn duplicate(batch: &Batch, stop: &Stop) -> Result<Batch, BatchError> {
    let made = &batch.generators.made;
    Ok(Batch {
        settings: batch.settings,
        starts: collected(batch.starts.iter().copied(), stop)?,
        stepped: collected(batch.stepped.iter().copied(), stop)?,
        games: Buffers::new(collected(batch.games.now.iter().copied(), stop)?, stop)?,
        last: Buffers::new(collected(batch.last.now.iter().copied(), stop)?, stop)?,
        generators: Generators {
            seed: batch.generators.seed,
            made: Buffers::new(collected(made.now.iter().copied(), stop)?, stop)?,
        },
    })
}
