//! What only bindings to other languages need: the binding for Python (`python/binding`), the C library (`c`) and the
//! npm package (`js/package`). This module is not part of the public API.

pub use crate::learning::legal_actions::MaskKind;
pub use crate::position::packed::trusted_position;
#[cfg(feature = "engine")]
pub use crate::search::{ENGINE_OPTIONS, EngineOption, check_earlier};
#[cfg(feature = "engine")]
pub use crate::simulate::player::{PlayerText, divided};
pub use crate::simulate::replay::count_moves;
pub use crate::support::fallible::{Halt, check_room, collected, filled};
pub use crate::support::names::shortened;
#[cfg(feature = "std")]
pub use crate::support::pool::{MAX_THREADS, STACK_SIZE, processors};
pub use crate::text::notation::MAX_LENGTH as MAX_NOTATION_LENGTH;

use alloc::string::String;
#[cfg(feature = "codes")]
use alloc::vec::Vec;

use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::support::stop::Stopped;
use crate::text::notation::MoveError;

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

/// A move on a sky of the edge `own`, for a position of an edge.
///
/// # Errors
/// A message if the edges differ.
pub fn move_on(mv: Move, own: Edge, edge: Edge) -> Result<Move, String> {
    if own == edge {
        return Ok(mv);
    }
    let (own, edge) = (own.length(), edge.length());
    Err(format!("a move on a sky of edge {own} in a position of edge {edge}"))
}

/// Whether the move of a text is legal. A line with ends that are not on a straight line is illegal in every position.
///
/// # Errors
/// If the text is not that of a move.
pub fn is_legal_text(position: &Position, text: &str) -> Result<bool, MoveError> {
    match position.parse_move(text) {
        Ok(_) => Ok(true),
        Err(MoveError::Illegal(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The lists of names of the core.
pub mod lists {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

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
    pub use crate::text::record::{next, parse};
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
        fn of_decision(decision: &Decision, observed: Observed, planes: &mut [Self])
        -> Result<(), ViewError>;

        fn of_batch(
            batch: &Batch,
            observed: Observed,
            planes: &mut [Self],
            threads: Threads<'_>,
        ) -> Result<(), BatchError>;

        fn of_rows(
            game: ArrayGame,
            rows: &[u32],
            view: View,
            planes: &mut [Self],
            threads: Threads<'_>,
        ) -> Result<(), BatchError>;

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
    #[cfg(feature = "batch")]
    pub use crate::learning::batch::{duplicate, from_bytes, seed, subset, to_bytes};
    #[cfg(feature = "engine")]
    pub use crate::search::clear;
    #[cfg(feature = "solver")]
    pub use crate::solve::{resume, shortest_win_until as shortest_win};
}

/// Functions for training the evaluation.
#[cfg(feature = "engine")]
pub mod training {
    pub use crate::search::{FEATURES, Weights, engine};
    #[cfg(feature = "python")]
    pub use crate::search::{Sample, SelfPlay, estimate, features, play_samples};
}
