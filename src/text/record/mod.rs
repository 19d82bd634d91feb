//! Game records as text in any of the [formats](formats): read strictly or leniently, written canonically.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    clippy::panic,
    reason = "the text may come from anybody"
)]

#[cfg(feature = "formats")]
mod abstract_play;
mod build;
mod checks;
mod date;
mod ending;
mod error;
mod format;
mod formats;
mod game;
#[cfg(feature = "formats")]
mod json;
#[cfg(feature = "formats")]
mod json_lines;
mod native;
#[cfg(feature = "formats")]
mod sgf;
mod source;
mod stream;

pub use build::InvalidGameRecord;
pub use ending::{GameResult, Termination};
pub use error::{GameRecordError, RecordCause};
pub use format::{Format, ReadOptions, Unwritable};
pub use formats::GameRecordWriter;
pub use game::GameRecord;
pub use native::parse;
pub use stream::{GameRecords, ReadError, next};

/// The largest record in bytes: 16 MiB.
const MAX_LENGTH: usize = 1 << 24;

/// Whether a byte is a space, a tab or a part of a line end.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
