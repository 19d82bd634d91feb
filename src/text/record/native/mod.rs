//! The native format `volo`, which `docs/RECORDS.md` describes.

mod comment;
mod frames;
mod header;
mod movetext;
mod parse;
mod reader;
mod tag;
mod write;

pub use parse::parse;

pub(super) use write::length;

use crate::text::record::format::{Entry, Format, Joined};

pub(super) const ENTRY: Entry = Entry {
    format: Format::Volo,
    name: "volo",
    suffix: ".volo",
    description: "native records",
    has_unknown_tags: true,
    recognize,
    reader: |options| Box::new(frames::NativeReader::new(options.lenient)),
    write: |record| Ok(record.to_string()),
    joined: Joined::WithEmptyLine,
};

/// A text with a tag at its beginning.
fn recognize(text: &[u8]) -> Option<usize> {
    matches!(text, [b'[', letter, ..] if letter.is_ascii_alphabetic()).then_some(1)
}
