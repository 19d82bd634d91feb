//! Game records as text, in the format of `docs/RECORDS.md`: read strictly, written canonically.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    clippy::panic,
    reason = "the text may come from anybody"
)]

mod build;
mod comment;
mod date;
mod ending;
mod error;
mod frames;
mod game;
mod header;
mod invalid;
mod movetext;
mod parse;
mod reader;
mod stream;
mod tag;
mod write;

pub use ending::{Contradiction, GameResult, Termination};
pub use error::{GameRecordError, RecordCause};
pub use game::GameRecord;
pub use invalid::InvalidGameRecord;
pub use stream::{GameRecords, ReadError};

/// The largest record in bytes: 16 MiB.
const MAX_LENGTH: usize = 1 << 24;

/// Whether a byte is a space, a tab or a part of a line end.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
