//! Stops the reading of a long record.

use crate::text::record::error::Fault;
use crate::text::record::reader::Reader;

/// A function that is called regularly, and returns whether to stop.
pub(crate) type ShouldStop<'a> = &'a dyn Fn() -> bool;

/// Never stops.
pub(crate) const NEVER: ShouldStop<'static> = &|| false;

/// The number of tags or moves that are read between two calls of the function. Reading them takes a few milliseconds
/// at most.
const BETWEEN_QUESTIONS: usize = 1 << 10;

/// Returns a fault if reading is to stop. `count` is the number of tags or moves read so far.
pub(super) fn unless_stopped<'a>(
    count: usize,
    reader: &Reader<'a>,
    stop: ShouldStop<'_>,
) -> Result<(), Fault<'a>> {
    if count % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1 && stop() {
        return Err(reader.expected("the reading was stopped"));
    }
    Ok(())
}
