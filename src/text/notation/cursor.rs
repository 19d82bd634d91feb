//! [`Cursor`]: a text that is read from left to right.

use alloc::string::String;

use crate::text::notation::{NotationError, WHITE_SPACE};

/// A text, and the place up to which it has been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    /// The unread end of `text`.
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, rest: text }
    }

    /// The beginning of a text without the white space at its ends.
    pub(super) fn trimmed(text: &'a str) -> Cursor<'a> {
        let text = text.trim_end_matches(WHITE_SPACE);
        Cursor { text, rest: text.trim_start_matches(WHITE_SPACE) }
    }

    pub(super) fn at(text: &'a str, offset: usize) -> Cursor<'a> {
        Cursor { text, rest: text.get(offset..).unwrap_or("") }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn offset(&self) -> usize {
        self.text.len().saturating_sub(self.rest.len())
    }

    /// The text between an earlier place and this one.
    pub(crate) fn read_since(&self, earlier: Cursor<'a>) -> &'a str {
        earlier.rest.get(..earlier.rest.len().saturating_sub(self.rest.len())).unwrap_or("")
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Steps over the next bytes for which `fits` is true, and returns them. `fits` must have the same result for all
    /// bytes that are not ASCII.
    pub(crate) fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        self.take_bytes(self.rest.bytes().position(|byte| !fits(byte)))
    }

    /// Steps over the characters before the next one at which `stops` is true, and returns them.
    pub(crate) fn take_until(&mut self, stops: impl Fn(char) -> bool) -> &'a str {
        self.take_bytes(self.rest.find(stops))
    }

    /// Steps over this number of bytes, or over all if there is no number, and returns them.
    fn take_bytes(&mut self, number: Option<usize>) -> &'a str {
        let split = number.and_then(|number| self.rest.split_at_checked(number));
        let (taken, rest) = split.unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    pub(super) fn take_char(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next()?;
        self.rest = characters.as_str();
        Some(next)
    }

    pub(super) fn starts_with_digit(&self) -> bool {
        self.rest.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Steps over a number from 1 without a leading zero and without a sign. `None` if no such number comes next. A
    /// number that is too large for the type becomes its largest value.
    pub(super) fn take_number(&mut self) -> Option<u8> {
        if !self.rest.starts_with(|c: char| matches!(c, '1'..='9')) {
            return None;
        }
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        Some(digits.parse().unwrap_or(u8::MAX))
    }

    /// The same line from its next character that is not a blank. Codes that set colors on a terminal
    /// count as blanks.
    pub(super) fn without_blanks(mut self) -> Cursor<'a> {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t'));
            if self.rest.starts_with("\r\n") {
                self.take("\r");
            } else if !self.take_color() {
                return self;
            }
        }
    }

    /// Steps over a code that sets a color on a terminal, if one comes next.
    fn take_color(&mut self) -> bool {
        let mut after = *self;
        if !after.take("\x1b[") {
            return false;
        }
        after.take_while(|byte| byte.is_ascii_digit() || byte == b';');
        let found = after.take("m");
        if found {
            *self = after;
        }
        found
    }

    pub(super) fn is_at_line_end(&self) -> bool {
        self.is_at_end() || self.rest.starts_with('\n')
    }

    /// The beginning of the next line, if there is one.
    pub(super) fn next_line(mut self) -> Option<Cursor<'a>> {
        self.take_while(|byte| byte != b'\n');
        self.take("\n").then_some(self)
    }

    /// An error at this place. Its cost is linear in the text before.
    pub(super) fn error(&self, problem: impl Into<String>) -> NotationError {
        NotationError::new(problem, self.read_since(Cursor::new(self.text)).chars().count())
    }
}
