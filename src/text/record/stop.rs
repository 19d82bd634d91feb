//! How the reading of a long record is stopped.

use crate::text::record::error::Fault;
use crate::text::record::reader::Reader;

/// Is asked now and then whether to stop.
pub(crate) type Stop<'a> = &'a dyn Fn() -> bool;

/// Lets everything be read.
pub(crate) const NEVER: Stop<'static> = &|| false;

/// How many tags or moves are read between two questions: they take less than some milliseconds.
const BETWEEN_QUESTIONS: usize = 1 << 10;

/// A fault if reading is to stop, given the number of tags or moves so far.
pub(super) fn unless_stopped<'a>(count: usize, reader: &Reader<'a>, stop: Stop<'_>) -> Result<(), Fault<'a>> {
    if count % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1 && stop() {
        return Err(reader.expected("the reading was stopped"));
    }
    Ok(())
}
