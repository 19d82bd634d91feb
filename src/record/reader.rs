//! The text of one record, read from left to right.

use crate::record::error::Fault;

/// The rest of a text, and whether it is read leniently.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    pub(super) rest: &'a str,
    pub(super) lenient: bool,
}

impl<'a> Reader<'a> {
    /// Steps over `word` if it comes next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Steps over the bytes that come next and fit, and returns them. `fits` must be true for all bytes that are
    /// not ASCII.
    pub(super) fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let end = self.rest.bytes().position(|byte| !fits(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// The characters up to the next gap between items of the movetext. Empty if a gap comes next.
    pub(super) fn take_item(&mut self) -> &'a str {
        self.take_while(|byte| !matches!(byte, b' ' | b'\n' | b'\t' | b'\r'))
    }

    /// Steps over a gap: a space or a line end; leniently over any number of them, and of tabs.
    pub(super) fn gap(&mut self) -> Result<(), Fault<'a>> {
        let before = self.rest.len();
        if self.lenient {
            self.blank();
        } else if !self.take(" ") {
            self.take("\n");
        }
        match self.rest.len() < before {
            true => Ok(()),
            false => Err(self.expected("expected a space or a line end")),
        }
    }

    /// Steps over the end of a line.
    pub(super) fn line_end(&mut self) -> Result<(), Fault<'a>> {
        if self.lenient {
            self.spaces();
        }
        let found = self.take("\n") || self.lenient && (self.take("\r\n") || self.rest.is_empty());
        if found { Ok(()) } else { Err(self.expected("expected a line end")) }
    }

    /// Steps over spaces and tabs.
    pub(super) fn spaces(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Steps over spaces, tabs and line ends.
    pub(super) fn blank(&mut self) {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
            if !self.take("\r\n") {
                return;
            }
        }
    }

    /// The fault that the next item is not the expected one. It quotes the item, or the next character if
    /// there is a gap.
    pub(super) fn expected(&self, problem: impl Into<String>) -> Fault<'a> {
        let item = self.clone().take_item();
        Fault::new(problem, self.rest, if item.is_empty() { self.next_characters(1) } else { item })
    }

    /// The beginning of `text`, up to this place. `text` is the rest at an earlier place.
    pub(super) fn read_of(&self, text: &'a str) -> &'a str {
        text.get(..text.len().saturating_sub(self.rest.len())).unwrap_or("")
    }

    /// The next characters, `number` of them or as many as there are.
    pub(super) fn next_characters(&self, number: usize) -> &'a str {
        let end = self.rest.char_indices().nth(number).map_or(self.rest.len(), |(end, _)| end);
        self.rest.get(..end).unwrap_or("")
    }
}
