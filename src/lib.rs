//! Volo: the rules engine for Volo, an abstract game for two by Dieter Stein
//! (<https://spielstein.com/games/volo>), played with birds on a hexagonal sky.
//!
//! A player adds a bird, or lets a straight line of birds fly; whoever has all birds in one flock
//! wins. Rulings are cited as `[R1]` to `[R19]`; `docs/RULES.md` lists them.
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

// The rulings that stand in brackets are no links.
#![allow(rustdoc::broken_intra_doc_links)]
// Where outside data is handled, modules also deny to index and to overflow.
#![cfg_attr(not(test), deny(clippy::expect_used, clippy::string_slice))]

mod batch;
mod bitboard;
mod code;
mod color;
mod flock;
mod grow;
#[doc(hidden)]
pub mod hot;
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
mod symmetry;
mod tally;
mod threads;
mod transform;
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
pub use symmetry::Symmetry;
pub use tally::{Counts, Tally, TallyError, TallyFault};
