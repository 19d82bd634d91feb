//! Splitting a file into the texts of its native records.

use crate::text::record::checks::ShouldStop;
use crate::text::record::error::Unit;
use crate::text::record::format::{CutError, FormatReader, FoundGame};
use crate::text::record::is_blank;
use crate::text::record::native::parse;
use crate::text::record::source::{Document, File, MARK};

/// Reads a file of records. The text of a record ends before the first tag after a line that is not a tag.
#[derive(Debug)]
pub(super) struct NativeReader {
    lenient: bool,
    cutter: Cutter,
    /// Whether a text has begun and not ended, because the input could not be read.
    is_within: bool,
    is_followed: bool,
}

impl NativeReader {
    pub(super) const fn new(lenient: bool) -> NativeReader {
        NativeReader { lenient, cutter: Cutter::new(lenient), is_within: false, is_followed: false }
    }
}

impl FormatReader for NativeReader {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        if !self.is_within {
            source.begin();
            self.cutter.begin_frame();
            (self.is_within, self.is_followed) = (true, false);
        }
        while !self.is_followed {
            let chunk = source.chunk()?;
            if chunk.is_empty() {
                break;
            }
            let taken = self.cutter.feed(chunk);
            self.is_followed = taken < chunk.len();
            source.take(taken);
        }
        let document = source.document();
        if !self.is_followed && !document.is_too_long && self.cutter.is_nothing(document.bytes) {
            return Ok(false);
        }
        self.is_within = false;
        Ok(true)
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        let read = parse::read(document, self.is_followed, self.lenient, Unit::Bytes, stop);
        read.map(Some)
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
    /// Whether nothing precedes in the file but a byte order mark, and the number of bytes of a mark that precede.
    is_first: bool,
    mark: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
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
        Cutter { lenient, place: Place::Start, has_tag: false, has_other: false, is_first: true, mark: 0 }
    }

    fn begin_frame(&mut self) {
        (self.has_tag, self.has_other) = (false, false);
        self.place = Place::Start;
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
                rest = rest.get(end..).unwrap_or(&[]);
                if let Some((_, after)) = rest.split_first() {
                    self.place = Place::Start;
                    rest = after;
                }
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

    /// Steps over a byte that does not end the frame.
    fn step(&mut self, byte: u8) {
        // A mark may be at the beginning of a file, and leniently between two files that were joined.
        let may_be_mark = self.is_first || self.lenient && self.place == Place::Start;
        if may_be_mark && MARK.get(self.mark) == Some(&byte) {
            self.mark = self.mark.saturating_add(1);
            return;
        }
        (self.is_first, self.mark) = (false, 0);
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
            (b'\n', Place::Comment(_)) => self.place = Place::Comment(Within::Start),
            (b'\n', _) => self.place = Place::Start,
            _ => {}
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
