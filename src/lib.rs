//! A rules engine for Volo, an abstract game for two players by Dieter Stein
//! (<https://spielstein.com/games/volo>). The game is played with birds on a hexagonal sky.
//!
//! In a turn, a player adds a bird or flies a straight line of birds. A player whose birds all form one
//! flock wins. Documentation and code cite the rulings of `docs/RULES.md` as `[R1]` to `[R19]`.
//! `docs/ENGINE.md` explains how moves are generated.
//!
//! The package is called `volo-rules` and the library `volo_rules`: `cargo add volo-rules`, then
//! `use volo_rules::Position`.
//!
//! # Examples
//!
//! ```
//! use volo_rules::{Position, Rules};
//!
//! let mut position = Position::new(Rules::default());
//! for text in ["e4", "c4", "b2-NE2"] {
//!     position = position.play(position.parse_move(text)?)?;
//! }
//! assert_eq!(position.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Without the default features, the crate has the rules, notation, perft, random games, and the actions and
//! observations for machine learning. It compiles several times faster. The default features are:
//!
//! - `engine`: [`Engine`], and [`AnyPolicy`], with which engines play whole games.
//! - `solver`: [`Solver`], [`shortest_win`] and [`check_proof`].
//! - `batch`: [`Batch`], many games in lockstep.
//! - `records`: [`GameRecord`] and [`GameRecords`].
//! - `simd`: sets of spaces in vector registers, on x86-64, aarch64, and WebAssembly with `simd128`. Without it, the only
//!   [`Backend`] is the portable one.
//!
//! The other features are:
//!
//! - `serde`: values with a text form, such as [`Position`], [`Rules`], [`GameRecord`] and [`Ending`], are serialized
//!   as their text. A [`Color`] is serialized as `orange` or `blue`, an [`Edge`] as its length, and an [`Outcome`]
//!   with the fields `winner` and `reason`. The text of a [`Move`] depends on its sky, so a move is serialized as an
//!   [`EdgeMove`] with the fields `edge` and `move`.
//! - `portable`: the portable backend also where `simd` has another one for all processors, so that tests can compare them.
//! - `arbitrary`: [`Position`], [`Rules`], [`Edge`] and [`Color`] implement `Arbitrary`. A position is reached by
//!   legal moves, so it can occur in a game.

// Modules that handle data from outside also deny indexing and arithmetic that may overflow.
#![cfg_attr(not(test), deny(clippy::expect_used, clippy::string_slice))]
// Without one of these features, some of the code that the parts share is not used.
#![cfg_attr(
    not(all(
        feature = "batch",
        feature = "engine",
        feature = "records",
        feature = "simd",
        feature = "solver"
    )),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[doc(hidden)]
pub mod embed;
mod game;
mod geometry;
mod learning;
mod position;
mod rules;
#[cfg(feature = "engine")]
mod search;
#[cfg(feature = "serde")]
mod serde;
mod simulate;
#[cfg(feature = "solver")]
mod solve;
mod support;
mod text;

pub use game::Game;
pub use geometry::bitboard::{Backend, Bitboard, BitboardIter, UnknownBackend, backend};
pub use geometry::color::{ByColor, Color};
pub use geometry::layout::Place;
pub use geometry::sky::{Edge, Sky};
pub use geometry::space::{Axis, Direction, Space};
pub use geometry::symmetry::Symmetry;
pub use learning::action::{Action, ActionSpace};
#[cfg(feature = "batch")]
pub use learning::batch::{
    Autoreset, Batch, BatchActions, BatchError, BatchMoves, BatchOptions, Observed, Seeds, Stepped, Threads,
};
pub use learning::decision::{DECISION_PLANES, Decision, IllegalAction};
pub use learning::observation::{OBSERVATION_LEN, OBSERVATION_SIDE, PLANES, View, ViewError};
pub use position::Position;
pub use position::perft::MAX_PERFT_DEPTH;
pub use position::play::{Fault, IllegalMove};
pub use position::policy::Policy;
pub use position::validate::{InvalidPosition, InvalidPositionReason};
pub use rules::moves::{EdgeMove, Flight, Line, Move, MoveList};
pub use rules::outcome::{Ending, Outcome};
pub use rules::region::Region;
pub use rules::rule_set::{InvalidRules, Passing, Rules, Stuck};
#[cfg(feature = "engine")]
pub use search::{Clock, Engine, EngineError, EngineOptions, Info, Level, Limit, Request, Score};
#[cfg(feature = "engine")]
pub use simulate::player::{AnyPolicy, EnginePolicy, PolicyError};
pub use simulate::playout::{
    PlayoutError, PlayoutOptions, PlayoutPolicy, Playouts, play_games, play_games_until,
};
pub use simulate::tally::{Counts, Tally, TallyError, TallyFault};
#[cfg(feature = "solver")]
pub use solve::{
    CheckedProof, CheckpointError, ProofError, ShortestWin, Solution, SolveError, SolveOptions,
    SolveProgress, Solver, Value, check_proof, check_proof_until, shortest_win, shortest_win_until,
};
pub use support::names::UnknownName;
pub use support::stop::{Stop, Stopped};
pub use text::notation::{BoardHints, BoardStyle, FenError, MoveError, MoveText, NotationError, SpaceName};
#[cfg(feature = "records")]
pub use text::record::{
    Contradiction, GameRecord, GameRecordError, GameRecords, GameResult, InvalidGameRecord, ReadError,
    RecordCause, Termination,
};

// The examples on these pages are doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmePage;

#[cfg(doctest)]
#[doc = include_str!("../docs/cookbook/rust.md")]
struct CookbookPage;
