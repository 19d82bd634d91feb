//! SGF as the site Boardspace writes it, with what its players did in a turn rather than its moves.

mod actions;
mod header;
mod reader;
mod replay;
mod syntax;
mod write;

use crate::text::record::format::{Entry, Format, Joined};
use crate::text::record::is_blank;
use crate::text::record::sgf::reader::SgfReader;

pub(super) const ENTRY: Entry = Entry {
    format: Format::Boardspace,
    name: "boardspace",
    suffix: ".sgf",
    description: "SGF",
    has_unknown_tags: false,
    recognize,
    reader: |options| Box::new(SgfReader::new(options)),
    write: write::write,
    joined: Joined::Directly,
};

/// A text begins with a game and its first node.
fn recognize(text: &[u8]) -> Option<usize> {
    let node = text.strip_prefix(b"(")?.iter().position(|&byte| !is_blank(byte))?.saturating_add(1);
    (text.get(node) == Some(&b';')).then(|| node.saturating_add(1))
}
