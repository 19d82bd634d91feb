//! The bytes of a file, from which a reader takes the texts of games one after the other.

use std::fmt;
use std::io::{BufRead, ErrorKind, Result};

use crate::text::record::MAX_LENGTH;
use crate::text::record::error::{Origin, Unit};

pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// A file, and its document: the text of the game that is being read. Memory is bounded by the largest game.
pub(super) struct Source<R: ?Sized> {
    document: Vec<u8>,
    /// Where the game begins in these bytes.
    start: usize,
    is_too_long: bool,
    /// Where the document begins, and the number of its game.
    origin: Origin,
    /// Where the bytes begin that have not been taken.
    place: Origin,
    /// Some bytes of the input, and the number of them that were taken.
    ahead: Vec<u8>,
    taken: usize,
    is_at_end: bool,
    input: R,
}

impl<R> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        let start = Origin::new(Unit::Bytes);
        Source {
            document: Vec::new(),
            start: 0,
            is_too_long: false,
            origin: start,
            place: Origin { game: 0, ..start },
            ahead: Vec::new(),
            taken: 0,
            is_at_end: false,
            input,
        }
    }
}

/// What a [`Source`] needs of a file. Unlike `dyn BufRead`, a `dyn Input` does not keep all methods of `BufRead` in a
/// program.
pub(super) trait Input {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, length: usize);
}

impl<R: BufRead> Input for R {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        BufRead::fill_buf(self)
    }

    fn consume(&mut self, length: usize) {
        BufRead::consume(self, length);
    }
}

pub(super) type File<'a> = Source<dyn Input + 'a>;

impl<R: Input + ?Sized> Source<R> {
    /// Some of the bytes that have not been taken; none at the end of the file.
    pub(super) fn chunk(&mut self) -> Result<&[u8]> {
        if self.taken >= self.ahead.len() {
            self.taken = 0;
            self.ahead.clear();
            self.read_more()?;
        }
        Ok(self.ahead.get(self.taken..).unwrap_or(&[]))
    }

    /// At least the next `size` bytes, fewer if the file ends before, without taking them.
    pub(super) fn peek(&mut self, size: usize) -> Result<&[u8]> {
        while self.ahead.len().saturating_sub(self.taken) < size && !self.is_at_end {
            self.read_more()?;
        }
        Ok(self.ahead.get(self.taken..).unwrap_or(&[]))
    }

    /// Reads some more bytes. They are copied, so that no error of the input can come between looking at bytes and taking
    /// them.
    fn read_more(&mut self) -> Result<()> {
        while !self.is_at_end {
            match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(chunk) => {
                    let chunk = chunk.get(..LONGEST_CHUNK).unwrap_or(chunk);
                    let length = chunk.len();
                    self.ahead.extend_from_slice(chunk);
                    self.input.consume(length);
                    self.is_at_end = length == 0;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Begins the document of the next game here.
    pub(super) fn begin(&mut self) {
        self.document.clear();
        self.start = 0;
        self.is_too_long = false;
        self.place.game = self.place.game.saturating_add(1);
        self.origin = self.place;
    }

    /// Begins the next game within the document, after its first bytes.
    pub(super) fn begin_within(&mut self, after: usize) {
        let end = self.start.saturating_add(after).min(self.document.len());
        self.origin = self.origin.after(self.document.get(self.start..end).unwrap_or(&[]));
        self.start = end;
        self.place.game = self.place.game.saturating_add(1);
        self.origin.game = self.place.game;
    }

    /// Takes the first bytes of the chunk, and adds them to the document. A document that is too long keeps only its
    /// beginning.
    pub(super) fn take(&mut self, length: usize) {
        let room = MAX_DOCUMENT.saturating_sub(self.document.len());
        let end = self.taken.saturating_add(length.min(room));
        let bytes = self.ahead.get(self.taken..end).unwrap_or(&[]);
        reserve(&mut self.document, bytes.len());
        self.document.extend_from_slice(bytes);
        self.is_too_long |= length > room;
        self.skip(length);
    }

    /// Takes the first bytes of the chunk, which belong to no game.
    pub(super) fn skip(&mut self, length: usize) {
        let end = self.taken.saturating_add(length).min(self.ahead.len());
        self.place = self.place.after(self.ahead.get(self.taken..end).unwrap_or(&[]));
        self.taken = end;
    }

    /// Skips bytes, and returns the first other one, which is not taken. None at the end of the file.
    pub(super) fn skip_while(&mut self, skips: impl Fn(u8) -> bool) -> Result<Option<u8>> {
        loop {
            let chunk = self.chunk()?;
            let length = chunk.iter().position(|&byte| !skips(byte));
            let next = length.and_then(|length| chunk.get(length).copied());
            if chunk.is_empty() || next.is_some() && length == Some(0) {
                return Ok(next);
            }
            let length = length.unwrap_or(chunk.len());
            self.skip(length);
        }
    }

    /// Skips a byte order mark, if one comes next.
    pub(super) fn skip_mark(&mut self) -> Result<()> {
        if self.peek(MARK.len())?.starts_with(MARK) {
            self.skip(MARK.len());
        }
        Ok(())
    }
}

impl<R: ?Sized> Source<R> {
    /// The text of the game that is being read. Of a text that is too long, this is the beginning.
    pub(super) fn document(&self) -> Document<'_> {
        Document { bytes: self.document.get(self.start..).unwrap_or(&[]), is_too_long: self.is_too_long }
    }

    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Where the bytes begin that have not been taken.
    pub(super) fn place(&self) -> &Origin {
        &self.place
    }
}

impl<R: ?Sized> fmt::Debug for Source<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("place", &self.place).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Document<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether the text is longer than any game, so that `bytes` is only its beginning.
    pub(super) is_too_long: bool,
}

/// The largest number of bytes that are copied from the input at once.
const LONGEST_CHUNK: usize = 1 << 16;

/// The largest document in bytes: a game, and the empty line between two native records.
const MAX_DOCUMENT: usize = MAX_LENGTH + 1;

/// Reserves room for more bytes. The capacity doubles when it grows, but never exceeds [`MAX_DOCUMENT`].
fn reserve(bytes: &mut Vec<u8>, more: usize) {
    let needed = bytes.len().saturating_add(more);
    if needed > bytes.capacity() {
        let capacity = bytes.capacity().saturating_mul(2).clamp(needed, MAX_DOCUMENT.max(needed));
        bytes.reserve_exact(capacity.saturating_sub(bytes.len()));
    }
}
