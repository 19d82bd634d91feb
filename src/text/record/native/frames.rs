//! Splitting a file into the texts of its native records.

use crate::text::record::checks::ShouldStop;
use crate::text::record::error::Unit;
use crate::text::record::format::{CutError, FormatReader, FoundGame};
use crate::text::record::is_blank;
use crate::text::record::native::parse;
use crate::text::record::source::{Document, File, MARK};

/// Reads a file of records. The text of a record ends before the first tag after a line that is not a tag.
#[derive(Debug, Default)]
pub(super) struct NativeReader {
    lenient: bool,
    /// Whether a text has begun and not ended, because the input could not be read.
    is_within: bool,
    /// Whether another record follows the text.
    is_followed: bool,
    /// Whether the next byte begins a line, and whether the text has a line that is not a tag.
    begins_line: bool,
    has_other: bool,
}

impl NativeReader {
    pub(super) fn new(lenient: bool) -> NativeReader {
        NativeReader { lenient, ..NativeReader::default() }
    }

    /// Examines the next bytes, and returns how many of them belong to the text.
    fn feed(&mut self, chunk: &[u8]) -> usize {
        let mut rest = chunk;
        while let Some(&byte) = rest.first() {
            if self.begins_line && byte == b'[' && self.has_other {
                break;
            }
            self.has_other |= self.begins_line && byte != b'[';
            let end = rest.iter().position(|&byte| byte == b'\n');
            self.begins_line = end.is_some();
            rest = end.and_then(|end| rest.get(end.saturating_add(1)..)).unwrap_or_default();
        }
        chunk.len().saturating_sub(rest.len())
    }
}

impl FormatReader for NativeReader {
    fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        if !self.is_within {
            if self.lenient {
                source.skip_mark()?;
            }
            if source.skip_while(is_blank)?.is_none() {
                return Ok(false);
            }
            source.begin();
            if source.peek(MARK.len())?.starts_with(MARK) {
                source.take(MARK.len());
            }
            (self.is_within, self.begins_line, self.has_other) = (true, true, false);
        }
        loop {
            let chunk = source.chunk()?;
            let (taken, length) = (self.feed(chunk), chunk.len());
            source.take(taken);
            if length == 0 || taken < length {
                (self.is_within, self.is_followed) = (false, length > 0);
                return Ok(true);
            }
        }
    }

    fn read(&mut self, document: Document<'_>, stop: ShouldStop<'_>) -> FoundGame {
        parse::read(document, self.is_followed, self.lenient, Unit::Bytes, stop).map(Some)
    }
}
