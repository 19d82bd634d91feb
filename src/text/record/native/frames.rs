//! Splitting a file into the texts of its records.

use std::io::{BufRead, ErrorKind, Result};

use crate::text::record::error::{Origin, Unit};
use crate::text::record::{MAX_LENGTH, is_blank};

/// The largest frame in bytes: a record, and the empty line between two records.
const MAX_FRAME: usize = MAX_LENGTH + 1;

/// A byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The part of a file that is read as one record. It ends before the first tag after a line that is not a tag.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// `None` if the part is too long to be a record.
    pub(super) bytes: Option<&'a [u8]>,
    /// Whether another frame follows.
    pub(super) followed: bool,
    pub(super) origin: Origin,
}

/// The frames of a file, one after the other, in constant memory.
#[derive(Debug)]
pub(super) struct Frames<R> {
    input: R,
    bytes: Vec<u8>,
    is_too_long: bool,
    cutter: Cutter,
    origin: Origin,
    /// Whether another frame follows the frame in `bytes`. If so, the frame in `bytes` is complete.
    followed: bool,
    /// Whether the frame in `bytes` has been returned.
    is_done: bool,
    is_at_end: bool,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R, lenient: bool) -> Frames<R> {
        Frames {
            input,
            bytes: Vec::new(),
            is_too_long: false,
            cutter: Cutter::new(lenient),
            origin: Origin::new(Unit::Bytes),
            followed: false,
            is_done: false,
            is_at_end: false,
        }
    }

    /// The next frame. After an error of the input, the next call continues where this one stopped.
    pub(super) fn next(&mut self) -> Result<Option<Frame<'_>>> {
        if self.is_done {
            self.bytes.clear();
            self.is_too_long = false;
            self.origin = self.cutter.begin_frame(self.origin.game);
            (self.is_done, self.followed) = (false, false);
        }
        while !self.followed && !self.is_at_end {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            reserve(&mut self.bytes, chunk.len());
            self.is_at_end = chunk.is_empty();
            let taken = self.cutter.feed(chunk);
            let taken_bytes = chunk.get(..taken).unwrap_or(chunk);
            if self.bytes.len().saturating_add(taken) > MAX_FRAME {
                self.is_too_long = true;
            } else if !self.is_too_long {
                self.bytes.extend_from_slice(taken_bytes);
            }
            self.followed = taken < chunk.len();
            self.input.consume(taken);
        }
        if self.is_at_end && !self.is_too_long && !self.followed && self.cutter.is_nothing(&self.bytes) {
            return Ok(None);
        }
        self.is_done = true;
        let bytes = if self.is_too_long { None } else { Some(self.bytes.as_slice()) };
        Ok(Some(Frame { bytes, followed: self.followed, origin: self.origin }))
    }

    /// Makes the next call return the same frame again.
    pub(super) fn repeat(&mut self) {
        self.is_done = false;
    }
}

/// Reserves room for more bytes of a frame. The capacity doubles when it grows, but never exceeds [`MAX_FRAME`].
fn reserve(bytes: &mut Vec<u8>, more: usize) {
    let needed = bytes.len().saturating_add(more).min(MAX_FRAME);
    if needed > bytes.capacity() {
        let capacity = bytes.capacity().saturating_mul(2).clamp(needed, MAX_FRAME);
        bytes.reserve_exact(capacity.saturating_sub(bytes.len()));
    }
}

/// Finds the ends of frames, byte by byte.
#[derive(Debug)]
struct Cutter {
    lenient: bool,
    place: Place,
    /// Whether the frame has a tag, and whether it has a line that is not a tag.
    has_tag: bool,
    has_other: bool,
    offset: u64,
    line: u64,
    line_offset: u64,
}

/// The place of a byte in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The beginning of a line.
    Start,
    /// After white space, and in lenient reading after comments, at the beginning of the file; in lenient reading also after
    /// spaces at the beginning of any line.
    Indent,
    /// In a line whose rest does not matter.
    Line,
    /// In the moves, in lenient reading: an indented bracket in the next line begins a tag.
    Moves,
    /// In a comment, in lenient reading: an indented bracket in the next line does not begin a tag.
    Comment(Within),
}

/// The place of a byte in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Start,
    Line,
    Escape,
}

impl Cutter {
    const fn new(lenient: bool) -> Cutter {
        Cutter {
            lenient,
            place: Place::Start,
            has_tag: false,
            has_other: false,
            offset: 0,
            line: 1,
            line_offset: 0,
        }
    }

    /// Begins the next frame, and returns where it begins.
    fn begin_frame(&mut self, last_game: u64) -> Origin {
        (self.has_tag, self.has_other) = (false, false);
        self.place = Place::Start;
        Origin {
            unit: Unit::Bytes,
            offset: self.offset,
            line: self.line,
            column: self.offset.saturating_sub(self.line_offset).saturating_add(1),
            game: last_game.saturating_add(1),
        }
    }

    /// Whether these bytes at the end of a file contain no record.
    fn is_nothing(&self, bytes: &[u8]) -> bool {
        let bytes = if self.lenient { bytes.strip_prefix(MARK).unwrap_or(bytes) } else { bytes };
        bytes.iter().all(|&byte| is_blank(byte))
    }

    /// Examines the next bytes, and returns how many of them belong to the frame.
    fn feed(&mut self, chunk: &[u8]) -> usize {
        let mut rest = chunk;
        while let Some((&byte, after)) = rest.split_first() {
            if self.place == Place::Line {
                // Nearly all bytes are skipped here.
                let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                let (passed, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                self.offset = self.offset.saturating_add(passed.len() as u64);
                rest = after;
                if rest.is_empty() {
                    break;
                }
                self.end_line(Place::Start);
                rest = rest.split_first().map_or(&[], |(_, after)| after);
                continue;
            }
            // A tag in a comment before all tags shows that the comment has no end.
            if self.is_tag(byte) && (self.has_other || self.place == Place::Comment(Within::Start)) {
                break;
            }
            self.step(byte);
            rest = after;
        }
        chunk.len().saturating_sub(rest.len())
    }

    /// Whether a line that is a tag begins with this byte.
    fn is_tag(&self, byte: u8) -> bool {
        byte == b'[' && matches!(self.place, Place::Start | Place::Indent | Place::Comment(Within::Start))
    }

    fn end_line(&mut self, place: Place) {
        self.offset = self.offset.saturating_add(1);
        self.line = self.line.saturating_add(1);
        self.line_offset = self.offset;
        self.place = place;
    }

    /// Steps over a byte that does not end the frame.
    fn step(&mut self, byte: u8) {
        let is_mark = usize::try_from(self.offset).is_ok_and(|offset| MARK.get(offset) == Some(&byte));
        if is_mark && self.place == Place::Start {
            self.offset = self.offset.saturating_add(1);
            return;
        }
        if self.is_tag(byte) {
            self.has_tag = true;
            self.place = Place::Line;
        } else if self.lenient {
            self.step_leniently(byte);
        } else if !self.has_tag && !self.has_other && is_blank(byte) {
            self.place = Place::Indent;
        } else {
            self.has_other = true;
            self.place = Place::Line;
        }
        match (byte, self.place) {
            (b'\n', Place::Comment(_)) => self.end_line(Place::Comment(Within::Start)),
            (b'\n', _) => self.end_line(Place::Start),
            _ => self.offset = self.offset.saturating_add(1),
        }
    }

    fn step_leniently(&mut self, byte: u8) {
        let is_indented = matches!(self.place, Place::Start | Place::Indent);
        self.place = match (self.place, byte) {
            (_, b' ' | b'\t' | b'\r') if is_indented => Place::Indent,
            // Empty lines before the first tag belong to the frame.
            (_, b'\n') if is_indented => {
                self.has_other |= self.has_tag;
                Place::Start
            }
            (Place::Comment(Within::Escape), _) => Place::Comment(Within::Line),
            (Place::Comment(_), b'\\') => Place::Comment(Within::Escape),
            (Place::Comment(_), b'}') if !self.has_tag && !self.has_other => Place::Indent,
            (Place::Comment(_), b'}') => Place::Moves,
            (Place::Comment(_), _) => Place::Comment(Within::Line),
            (_, b'{') => Place::Comment(Within::Line),
            _ => Place::Moves,
        };
        self.has_other |= match self.place {
            Place::Start | Place::Indent => false,
            Place::Comment(_) => self.has_tag,
            Place::Line | Place::Moves => true,
        };
    }
}
