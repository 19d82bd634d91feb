//! A rules engine for Volo, an abstract game for two players by Dieter Stein
//! (<https://spielstein.com/games/volo>). The game is played with birds on a hexagonal sky.
//!
//! In a turn, a player adds a bird or flies a straight line of birds. A player whose birds all form one
//! flock wins. Documentation and code cite the rulings of `docs/RULES.md` as `[R1]` to `[R19]`.
//! `docs/ENGINE.md` explains how moves are generated.
//!
//! # Examples
//!
//! ```
//! use volo::{Position, Rules};
//!
//! let mut position = Position::new(Rules::default());
//! for text in ["e4", "c4", "b2-NE2"] {
//!     position = position.play(position.parse_move(text)?)?;
//! }
//! assert_eq!(position.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Modules that handle data from outside also deny indexing and arithmetic that may overflow.
#![cfg_attr(not(test), deny(clippy::expect_used, clippy::string_slice))]

mod batch;
#[doc(hidden)]
pub mod bench;
mod bitboard;
mod code;
mod color;
mod flock;
mod legality;
mod movegen;
mod moves;
mod notation;
mod observation;
mod outcome;
mod perft;
mod playout;
mod policy;
mod position;
#[cfg(feature = "python")]
mod python;
mod region;
mod rng;
mod rules;
mod setup;
mod sky;
mod space;
mod tally;
mod threads;
mod winning;
mod zobrist;

pub use batch::{Batch, BatchError, BatchMoves};
pub use bitboard::{Backend, Bitboard, BitboardIter, UnknownBackend, backend};
pub use color::{ByColor, Color};
pub use legality::{Fault, IllegalMove};
pub use moves::{Flight, Line, Move, MoveList};
pub use notation::{
    BoardHints, Contradiction, FenError, GameRecord, GameRecordError, GameRecords, GameResult,
    InvalidGameRecord, MoveError, MoveText, NotationError, ReadError, RecordCause, SpaceName, Termination,
};
pub use observation::{OBSERVATION_LEN, OBSERVATION_SIDE, PLANES};
pub use outcome::{Ending, Outcome};
pub use perft::MAX_PERFT_DEPTH;
pub use playout::{PlayoutError, PlayoutOptions, Playouts, play_games, play_games_counted};
pub use policy::Policy;
pub use position::Position;
pub use region::Region;
pub use rules::{InvalidRules, Passing, Rules, Stuck};
pub use setup::{InvalidPosition, InvalidPositionReason};
pub use sky::{Edge, Sky};
pub use space::{Axis, Direction, Space};
pub use tally::{Counts, Tally, TallyError, TallyFault};
