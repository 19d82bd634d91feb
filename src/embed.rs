//! Functions for bindings to other languages. This module is not part of the public API.
//!
//! The binding for Python (`python/binding`), the C library (`capi`) and the npm package (`wasm`) use it.

pub use crate::support::fallible::{Halt, collected, filled, push, repeated};
pub use crate::support::names::shortened;
pub use crate::support::pool::STACK_SIZE;
pub use crate::text::notation::MAX_LENGTH as MAX_NOTATION_LENGTH;

use crate::position::Position;
use crate::support::stop::Stopped;

/// The position of [numbers](Position::words) and a [key](Position::zobrist) that both come from one position. They are
/// not checked. If they do not come from a position, the result is unspecified, and using it may panic.
#[inline]
pub fn trusted_position(words: [u64; 9], zobrist: u64) -> Option<Position> {
    Position::from_trusted_words(words, zobrist)
}

/// Like [`Position::perft`], but calls `stop` about every millisecond, and gives up once it returns true. This is for
/// platforms without threads, and for work that is too short for a thread.
///
/// # Errors
/// If `stop` returned true.
pub fn perft(position: &Position, depth: u32, mut stop: impl FnMut() -> bool) -> Result<u64, Stopped> {
    position.count_sequences(depth, &mut stop)
}

/// Replaces the contents of a vector by the [codes](crate::Move::code) of all legal moves, in the order of
/// [`Position::legal_moves`]. This is as fast as [`Position::legal_moves_into`].
#[cfg(feature = "codes")]
#[inline]
pub fn legal_codes_into(position: &Position, codes: &mut Vec<u32>) {
    position.legal_codes_into(codes);
}

/// Reading of game records with a function that stops it.
#[cfg(feature = "records")]
pub mod records {
    use std::io::BufRead;

    use crate::text::record::{GameRecord, GameRecordError, GameRecords, ReadError};

    /// Reads an encoded text that consists of one record. Offsets of errors are in characters. If `stop` returns
    /// true, an unspecified error is returned soon.
    ///
    /// # Errors
    /// If the text is not UTF-8 or not a record.
    pub fn parse(text: &[u8], lenient: bool, stop: &dyn Fn() -> bool) -> Result<GameRecord, GameRecordError> {
        GameRecord::parse_encoded(text, lenient, stop)
    }

    /// Like [`GameRecords::next`]. If `stop` returns true while a record is read, an unspecified error is returned soon,
    /// and the next call reads that record again.
    pub fn next<R: BufRead>(
        records: &mut GameRecords<R>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Result<GameRecord, ReadError>> {
        records.next_until(stop)
    }
}

/// Observations as the types of numbers that bindings offer.
///
/// A generic function is compiled with the crate that calls it, and the binding for Python is compiled for size. These
/// functions are compiled with this crate: bytes are written twice as fast.
#[cfg(all(feature = "python", feature = "batch"))]
pub mod observed {
    use crate::learning::{Batch, BatchError, Decision, Observed, Threads, View, ViewError};
    use crate::playouts::{ReplayError, observe_games_until};
    use crate::position::Position;
    use crate::support::stop::Stop;

    /// A type of the numbers of an observation.
    pub trait Number: Copy + From<u8> + Send {
        /// [`Decision::observe_into`], or [`Position::observe_into`] if the chosen flight is not shown.
        ///
        /// # Errors
        /// If the view does not suit the position.
        fn of_decision(decision: &Decision, observed: Observed, planes: &mut [Self])
        -> Result<(), ViewError>;

        /// [`Batch::observe_into`].
        ///
        /// # Errors
        /// Those of this function.
        fn of_batch(
            batch: &Batch,
            observed: Observed,
            planes: &mut [Self],
            threads: Threads<'_>,
        ) -> Result<(), BatchError>;

        /// [`observe_games_until`].
        ///
        /// # Errors
        /// Those of this function.
        fn of_games(
            start: &Position,
            moves: (&[u32], &[i64]),
            view: View,
            planes: &mut [Self],
            threads: usize,
            stop: &Stop,
        ) -> Result<(), ReplayError>;
    }

    macro_rules! numbers {
        ($($Number:ty),*) => {$(
            impl Number for $Number {
                fn of_decision(
                    decision: &Decision,
                    observed: Observed,
                    planes: &mut [Self],
                ) -> Result<(), ViewError> {
                    match observed.chosen {
                        true => decision.observe_into(observed.view, planes),
                        false => decision.position().observe_into(observed.view, planes),
                    }
                }

                fn of_batch(
                    batch: &Batch,
                    observed: Observed,
                    planes: &mut [Self],
                    threads: Threads<'_>,
                ) -> Result<(), BatchError> {
                    batch.observe_into(observed, planes, threads)
                }

                fn of_games(
                    start: &Position,
                    (codes, offsets): (&[u32], &[i64]),
                    view: View,
                    planes: &mut [Self],
                    threads: usize,
                    stop: &Stop,
                ) -> Result<(), ReplayError> {
                    observe_games_until(start, codes, offsets, view, planes, threads, stop)
                }
            }
        )*};
    }
    numbers!(u8, i16, i32, i64, f32, f64);
}

/// Functions for training the evaluation.
#[cfg(feature = "engine")]
pub mod training {
    #[cfg(feature = "python")]
    pub use crate::search::{COLUMNS, Sample, SelfPlay, estimate, features, play_samples};
    use crate::search::{Engine, EngineError, EngineOptions};
    pub use crate::search::{FEATURES, Weights};
    use crate::support::stop::Stop;

    /// Like [`Engine::new`], with these weights of the evaluation instead of those of the edge.
    ///
    /// # Errors
    /// If memory is insufficient, or `stop` is set meanwhile.
    pub fn engine(
        options: EngineOptions,
        weights: Option<Weights>,
        stop: &Stop,
    ) -> Result<Engine, EngineError> {
        Engine::with_weights(options, weights, stop)
    }
}
