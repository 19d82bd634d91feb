//! A rules engine for Volo, an abstract game for two players by Dieter Stein
//! (<https://spielstein.com/games/volo>). The game is played with birds on a hexagonal sky.
//!
//! In a turn, a player adds a bird or flies a straight line of birds. A player whose birds all form one
//! flock wins. Documentation and code cite [the rulings](https://OWNER.github.io/volo/RULES.html) as `[R1]` to `[R19]`.
//! [MOVES](https://OWNER.github.io/volo/MOVES.html) explains how moves are generated, and
//! [stability](https://OWNER.github.io/volo/stability.html) says what later versions keep.
//!
//! The package is called `volo-rules` and the library `volo_rules`: `cargo add volo-rules`, then
//! `use volo_rules::Position`.
//!
//! # Examples
//!
//! ```
//! # #[cfg(feature = "engine")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
//! use volo_rules::playouts::{PlayoutOptions, play_games};
//! use volo_rules::{Game, Position};
//!
//! let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
//! assert_eq!(position.legal_moves().len(), 22);
//! let mut game = Game::new(position);
//! game.play(position.parse_move("a2")?)?;
//! let error = game.position().parse_move("a2").unwrap_err();
//! assert_eq!(error.to_string(), "a2 is not vacant [R6]");
//! let games = play_games(&PlayoutOptions::new(position, 100).with_seed(1), 2)?;
//! assert_eq!(games.winner.len(), 100);
//! let mut engine = Engine::new(EngineOptions::default())?;
//! let info = &engine.search(&Request::of(&game, Limit::nodes(1_000)))[0];
//! assert!(info.best().is_some_and(|mv| game.position().is_legal(mv)));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "engine"))]
//! # fn main() {}
//! ```
//!
//! # Features
//!
//! Without the default features, the crate has the rules, notation, perft, random games, and the actions and
//! observations for machine learning. It compiles several times faster, and needs an allocator and 32-bit atomics, but no
//! standard library (`no_std`). The default features are:
//!
//! - `std`: calls with [`Threads`] or a number of threads use more than the calling thread, memory is kept between calls
//!   of [`Position::random_move`], and the environment variable `VOLO_BACKEND` is read. The other features but
//!   `serde` imply it.
//! - `engine`: the module [`engine`], and [`AnyPolicy`](playouts::AnyPolicy), with which engines play whole games.
//! - `solver`: the module [`solver`].
//! - `batch`: [`Batch`](learning::Batch), many games in lockstep.
//! - `records`: the module [`records`], with the native format.
//! - `formats`: the other formats of game records.
//! - `simd`: sets of spaces in vector registers, on x86-64, aarch64, and WebAssembly with `simd128`. Without it, the only
//!   [`Backend`](bitboard::Backend) is the portable one.
//!
//! The other features are:
//!
//! - `serde`: values with a text form, such as [`Position`], [`Rules`], [`GameRecord`](records::GameRecord) and
//!   [`Ending`], are serialized as their text, and a [`Game`] as that of its record. A [`Color`] is serialized as `orange`
//!   or `blue`, an [`Edge`] as its length, and an [`Outcome`] with the fields `winner` and `reason`. The text of a
//!   [`Move`] depends on its sky, so a move is serialized as an [`EdgeMove`] with the fields `edge` and `move`.
//! - `arbitrary`: [`Position`], [`Rules`], [`Edge`] and [`Color`] implement `Arbitrary`. A position is reached by
//!   legal moves, so it can occur in a game.
//!
//! The features `codes`, `exhaustive`, `portable` and `python` are internal: the project's bindings and tests use them, and
//! they may change in any version.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
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

#[cfg_attr(not(feature = "std"), macro_use)]
extern crate alloc;

// Figures and the slow rules are shared with the tests of the public API, which see the crate by its name.
#[cfg(test)]
extern crate self as volo_rules;
#[cfg(test)]
#[path = "../tests/common/figures.rs"]
mod figures;
#[cfg(test)]
#[path = "../tests/common/slow.rs"]
mod slow;

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[doc(hidden)]
pub mod bindings;
mod game;
mod geometry;
pub mod learning;
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
pub use geometry::color::{ByColor, Color};
pub use geometry::layout::Place;
pub use geometry::sky::{Edge, Sky};
pub use geometry::space::{Axis, Direction, Space};
pub use geometry::symmetry::Symmetry;
pub use position::Position;
pub use position::perft::MAX_PERFT_DEPTH;
pub use position::play::{Fault, IllegalMove};
pub use position::validate::{InvalidPosition, InvalidPositionReason};
pub use rules::moves::{EdgeMove, Flight, Line, Move, MoveList};
pub use rules::outcome::{Ending, Outcome};
pub use rules::region::Region;
pub use rules::rule_set::{InvalidRules, Passing, Rules, Stuck};
pub use support::input_error::InputError;
pub use support::names::UnknownName;
pub use support::stop::{Stop, Stopped, Threads};

/// Sets of spaces, and the instructions of the processor that they are made of.
pub mod bitboard {
    #[cfg(feature = "std")]
    pub use crate::geometry::bitboard::UnknownBackend;
    pub use crate::geometry::bitboard::{Backend, Bitboard, BitboardIter, backend};
}

/// Text: positions, moves and boards, and the errors in them.
pub mod notation {
    pub use crate::text::notation::{
        BoardHints, BoardStyle, FenError, MoveError, MoveText, NotationError, SpaceName,
    };
}

/// Games that are played to the end, at random or by engines, and statistics of them.
pub mod playouts {
    pub use crate::position::policy::Policy;
    pub use crate::simulate::observe::observe_games;
    #[cfg(feature = "engine")]
    pub use crate::simulate::player::{AnyPolicy, EnginePolicy, PolicyError};
    pub use crate::simulate::playout::{
        PlayoutError, PlayoutOptions, PlayoutPolicy, Playouts, play_games, play_games_from,
    };
    pub use crate::simulate::plays::{MoveParts, Plays};
    pub use crate::simulate::replay::{ReplayError, ReplayFault, check_offsets};
    pub use crate::simulate::tally::{Counter, Counts, Tally};
}

/// An engine, which finds good moves.
#[cfg(feature = "engine")]
pub mod engine {
    pub use crate::search::{
        Clock, Engine, EngineError, EngineOptions, Info, Level, Limit, Request, Score, evaluate,
    };
}

/// A solver, which finds out who wins a position and proves it.
#[cfg(feature = "solver")]
pub mod solver {
    pub use crate::solve::{
        CheckOptions, CheckedProof, CheckpointError, MAX_SEARCH_LIMIT, ProofError, ShortestWin, Solution,
        SolveError, SolveOptions, SolveProgress, Solver, Value, check_proof, shorten_proof, shortest_win,
    };
}

/// Game records: the games of a file, with their tags and comments.
#[cfg(feature = "records")]
pub mod records {
    pub use crate::text::record::{
        Format, GameRecord, GameRecordError, GameRecordWriter, GameRecords, GameResult, InvalidGameRecord,
        ReadError, ReadOptions, RecordCause, Termination, Unwritable,
    };
}

// The examples on these pages are doc tests.
#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../README.md")]
struct ReadmePage;

#[cfg(all(doctest, feature = "engine", feature = "records"))]
#[doc = include_str!("../docs/cookbook/rust.md")]
struct CookbookPage;
