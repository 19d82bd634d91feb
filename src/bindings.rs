//! What only bindings to other languages need: the binding for Python (`python/binding`), the C library (`capi`) and the
//! npm package (`wasm`). This module is not part of the public API.

pub use crate::learning::legal_actions::MaskKind;
pub use crate::simulate::replay::count_moves;
pub use crate::support::fallible::{Halt, check_room, collected, filled};
pub use crate::support::names::shortened;
pub use crate::support::pool::{STACK_SIZE, processors};
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

/// Checks that an engine has memory for a search after this number of earlier positions.
///
/// # Errors
/// If there is not enough.
#[cfg(feature = "engine")]
pub fn check_earlier(
    engine: &crate::engine::Engine,
    number: usize,
) -> Result<(), crate::engine::EngineError> {
    engine.check_earlier(number)
}

/// The lists of names of the core.
pub mod lists {
    #[cfg(feature = "engine")]
    use crate::engine::Level;
    #[cfg(feature = "batch")]
    use crate::learning::{Autoreset, DECISION_PLANES};
    use crate::playouts::Policy;
    #[cfg(feature = "records")]
    use crate::records::{Format, GameResult, Termination};
    #[cfg(feature = "solver")]
    use crate::solver::Value;
    use crate::{Direction, Edge, Ending, Passing, Rules, Stuck, Symmetry};

    /// A name in a list.
    pub struct Entry {
        /// The name.
        pub name: String,
        /// What the name means, in a few words or a sentence. Empty in some lists.
        pub description: &'static str,
        /// The suffix of the files of a format. Empty in all other lists.
        pub suffix: &'static str,
    }

    /// A list with the name of its type, and its entries.
    type List = (&'static str, Vec<Entry>);

    fn list<T: ToString>(name: &'static str, all: impl IntoIterator<Item = (T, &'static str)>) -> List {
        let entry = |(name, description): (T, _)| Entry { name: name.to_string(), description, suffix: "" };
        (name, all.into_iter().map(entry).collect())
    }

    macro_rules! described {
        ($type:ident) => {
            list(stringify!($type), $type::ALL.map(|value| (value.name(), value.sentence())))
        };
    }

    /// All lists.
    pub fn lists() -> Vec<List> {
        Vec::from([
            list("RuleSet", Rules::NAMED.map(|(name, _)| (name, ""))),
            described!(Passing),
            described!(Stuck),
            described!(Ending),
            described!(Direction),
            list("Symmetry", Symmetry::ALL.map(|symmetry| (symmetry.name(), ""))),
            described!(Policy),
            #[cfg(feature = "records")]
            ("Format", Format::all().map(entry_of_format).collect()),
            #[cfg(feature = "records")]
            described!(GameResult),
            #[cfg(feature = "records")]
            list("Termination", Termination::ALL.map(|termination| (termination.name(), ""))),
            list("Edge", Edge::ALL.map(|edge| (edge.length(), ""))),
            #[cfg(feature = "engine")]
            list("Level", Level::ALL.map(|level| (level, ""))),
            #[cfg(feature = "solver")]
            described!(Value),
            #[cfg(feature = "batch")]
            described!(Autoreset),
            #[cfg(feature = "batch")]
            list("Plane", DECISION_PLANES.map(|plane| (plane.name, plane.meaning))),
        ])
    }

    #[cfg(feature = "records")]
    fn entry_of_format(format: Format) -> Entry {
        let name = format.name().to_string();
        Entry { name, description: format.description(), suffix: format.suffix() }
    }
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
    use crate::learning::{ArrayGame, Batch, BatchError, Decision, Observed, View, ViewError};
    use crate::playouts::{ReplayError, observe_games};
    use crate::position::Position;
    use crate::support::stop::Threads;

    /// A type of the numbers of an observation.
    pub trait Number: Copy + From<u8> + Send {
        /// [`Decision::observe_into`], or [`Position::observe_into`] if the chosen flight is not shown.
        fn of_decision(decision: &Decision, observed: Observed, planes: &mut [Self])
        -> Result<(), ViewError>;

        /// [`Batch::observe_into`].
        fn of_batch(
            batch: &Batch,
            observed: Observed,
            planes: &mut [Self],
            threads: Threads<'_>,
        ) -> Result<(), BatchError>;

        /// [`ArrayGame::observe_into`].
        fn of_rows(
            game: ArrayGame,
            rows: &[u32],
            view: View,
            planes: &mut [Self],
            threads: Threads<'_>,
        ) -> Result<(), BatchError>;

        /// [`observe_games`].
        fn of_games(
            start: &Position,
            moves: (&[u32], &[i64]),
            view: View,
            planes: &mut [Self],
            threads: Threads<'_>,
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
                    observed.write(decision, planes)
                }

                fn of_batch(
                    batch: &Batch,
                    observed: Observed,
                    planes: &mut [Self],
                    threads: Threads<'_>,
                ) -> Result<(), BatchError> {
                    batch.observe_into(observed, planes, threads)
                }

                fn of_rows(
                    game: ArrayGame,
                    rows: &[u32],
                    view: View,
                    planes: &mut [Self],
                    threads: Threads<'_>,
                ) -> Result<(), BatchError> {
                    game.observe_into(rows, view, planes, threads)
                }

                fn of_games(
                    start: &Position,
                    (codes, offsets): (&[u32], &[i64]),
                    view: View,
                    planes: &mut [Self],
                    threads: Threads<'_>,
                ) -> Result<(), ReplayError> {
                    observe_games(start, codes, offsets, view, planes, threads)
                }
            }
        )*};
    }
    numbers!(u8, i16, i32, i64, f32, f64);
}

/// Functions that have neither options nor [`Threads`](crate::Threads) for a flag, with a flag that stops them. Each is
/// otherwise like the public function of its name, whose documentation also holds here.
pub mod stoppable {
    #![allow(missing_docs, reason = "see the public functions")]

    use std::io::Read;

    #[cfg(feature = "engine")]
    use crate::engine::Engine;
    #[cfg(feature = "batch")]
    use crate::learning::{Batch, BatchError, Seeds};
    use crate::position::Position;
    #[cfg(feature = "solver")]
    use crate::solver::{CheckpointError, ShortestWin, Solver};
    use crate::support::stop::{Stop, Stopped};

    /// If it is stopped, some of the stored results stay.
    #[cfg(feature = "engine")]
    pub fn clear(engine: &mut Engine, stop: &Stop) -> Result<(), Stopped> {
        engine.clear_until(stop)
    }

    #[cfg(feature = "solver")]
    pub fn resume(
        position: &Position,
        bytes: usize,
        source: &mut dyn Read,
        stop: &Stop,
    ) -> Result<Solver, CheckpointError> {
        Solver::resume_until(position, bytes, source, stop)
    }

    /// If it is stopped, the result is that of fewer plies.
    #[cfg(feature = "solver")]
    pub fn shortest_win(position: &Position, plies: u32, nodes: Option<u64>, stop: &Stop) -> ShortestWin {
        crate::solve::shortest_win_until(position, plies, nodes, stop)
    }

    #[cfg(feature = "batch")]
    pub fn seed(batch: &mut Batch, seeds: Seeds<'_>, stop: &Stop) -> Result<(), BatchError> {
        batch.seed_until(seeds, stop)
    }

    #[cfg(feature = "batch")]
    pub fn subset(batch: &Batch, games: &[usize], stop: &Stop) -> Result<Batch, BatchError> {
        batch.subset_until(games, stop)
    }

    #[cfg(feature = "batch")]
    pub fn duplicate(batch: &Batch, stop: &Stop) -> Result<Batch, BatchError> {
        batch.duplicate_until(stop)
    }

    #[cfg(feature = "batch")]
    pub fn to_bytes(batch: &Batch, stop: &Stop) -> Result<Vec<u8>, BatchError> {
        batch.to_bytes_until(stop)
    }

    #[cfg(feature = "batch")]
    pub fn from_bytes(bytes: &[u8], stop: &Stop) -> Result<Batch, BatchError> {
        Batch::from_bytes_until(bytes, stop)
    }
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
