//! The text of one record, read from left to right.

use std::ops::{Deref, DerefMut};

use crate::text::notation::Cursor;
use crate::text::record::checks::{ShouldStop, is_to_stop};
use crate::text::record::error::Refusal;
use crate::text::record::is_blank;

/// A place in a text, and whether the text is read leniently. It adds the gaps of records and their errors to a
/// [`Cursor`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    cursor: Cursor<'a>,
    pub(super) lenient: bool,
}

impl<'a> Deref for Reader<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.cursor
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, lenient: bool) -> Reader<'a> {
        Reader { cursor: Cursor::new(text), lenient }
    }

    /// The characters up to the next gap between items of the movetext, and leniently up to the next comment. Empty
    /// if a gap comes next.
    pub(super) fn take_item(&mut self) -> &'a str {
        let lenient = self.lenient;
        self.take_while(|byte| !(is_blank(byte) || lenient && byte == b'{'))
    }

    /// Steps over a gap: a space or a line end; leniently over any number of them, and of tabs, or none beside a comment.
    pub(super) fn gap(&mut self) -> Result<(), Refusal> {
        let before = self.rest().len();
        if self.lenient {
            self.blank();
        } else if !self.take(" ") {
            self.take("\n");
        }
        match self.rest().len() < before || self.lenient {
            true => Ok(()),
            false => Err(self.expected("expected a space or a line end")),
        }
    }

    pub(super) fn line_end(&mut self) -> Result<(), Refusal> {
        if self.lenient {
            self.spaces();
        }
        let found = self.take("\n") || self.lenient && (self.take("\r\n") || self.cursor.is_at_end());
        if found { Ok(()) } else { Err(self.expected("expected a line end")) }
    }

    pub(super) fn spaces(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    pub(super) fn blank(&mut self) {
        self.take_while(is_blank);
    }

    pub(super) fn refused(&self, problem: impl Into<String>, length: usize) -> Refusal {
        let start = self.offset();
        Refusal::new(problem, start..start.saturating_add(length))
    }

    /// The refusal of the next item, which is not the expected one. It quotes the item, or the next character if
    /// there is a gap.
    pub(super) fn expected(&self, problem: impl Into<String>) -> Refusal {
        let item = self.clone().take_item();
        let quoted = if item.is_empty() { self.next_characters(1) } else { item };
        self.refused(problem, quoted.len())
    }

    pub(super) fn next_characters(&self, number: usize) -> &'a str {
        let end = self.rest().char_indices().nth(number).map_or(self.rest().len(), |(end, _)| end);
        self.rest().get(..end).unwrap_or("")
    }
}

/// Refuses if reading is to stop. `count` is the number of tags or moves read so far.
pub(super) fn unless_stopped(count: usize, reader: &Reader<'_>, stop: ShouldStop<'_>) -> Result<(), Refusal> {
    if is_to_stop(count, stop) {
        return Err(reader.expected("the reading was stopped"));
    }
    Ok(())
}
