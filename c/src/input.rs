//! Files that a callback reads.

use std::ffi::c_void;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::Range;

use crate::error::Failure;

/// The function cannot read the file.
pub const VOLO_READ_FAILED: i64 = -1;
/// The function wants no more bytes.
pub const VOLO_READ_STOPPED: i64 = -2;

/// A function of the caller that reads the next bytes of a file. It writes at most `capacity` of them to `bytes`, and
/// returns how many it wrote, 0 at the end of the file, `VOLO_READ_STOPPED`, or `VOLO_READ_FAILED` or another negative
/// number. It is called with the `context` that was passed with it, on the thread that called the library. It must return
/// normally, without an exception or `longjmp`.
pub type volo_read =
    Option<unsafe extern "C" fn(context: *mut c_void, bytes: *mut u8, capacity: usize) -> i64>;

/// The number of bytes that a callback can write at once.
const CAPACITY: usize = 1 << 16;

pub(crate) struct Chunks {
    callback: unsafe extern "C" fn(context: *mut c_void, bytes: *mut u8, capacity: usize) -> i64,
    context: *mut c_void,
    bytes: Box<[u8]>,
    /// The bytes that were read and not taken.
    unread: Range<usize>,
}

// SAFETY: The caller of `Chunks::new` has promised that the callback can be called on any thread.
unsafe impl Send for Chunks {}

impl Chunks {
    /// The bytes of a callback.
    ///
    /// # Safety
    /// The callback can be called with the context, on any thread, as long as this value exists.
    pub(crate) unsafe fn new(read: volo_read, context: *mut c_void) -> Result<Chunks, Failure> {
        let callback = read.ok_or_else(|| Failure::argument("read is NULL"))?;
        Ok(Chunks { callback, context, bytes: vec![0; CAPACITY].into_boxed_slice(), unread: 0..0 })
    }
}

impl BufRead for Chunks {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.unread.is_empty() {
            let bytes = self.bytes.as_mut_ptr();
            // SAFETY: The caller of `Chunks::new` has promised that this is allowed. So many bytes can be written.
            let number = unsafe { (self.callback)(self.context, bytes, self.bytes.len()) };
            self.unread = match usize::try_from(number) {
                Ok(length) if length <= self.bytes.len() => 0..length,
                _ => return Err(io::Error::other(Unread(number))),
            };
        }
        Ok(self.bytes.get(self.unread.clone()).unwrap_or(&[]))
    }

    fn consume(&mut self, length: usize) {
        self.unread.start = self.unread.start.saturating_add(length).min(self.unread.end);
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// A number that a callback returned instead of a number of bytes.
#[derive(Debug)]
struct Unread(i64);

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ..=VOLO_READ_FAILED => write!(f, "the callback could not read the file: it returned {}", self.0),
            more => write!(f, "the callback returned {more}, but at most {CAPACITY} bytes were wanted"),
        }
    }
}

impl std::error::Error for Unread {}

pub(crate) fn failure(error: &io::Error) -> Failure {
    match error.get_ref().and_then(|error| error.downcast_ref()) {
        Some(Unread(VOLO_READ_STOPPED)) => volo_rules::Stopped.into(),
        Some(Unread(1..)) => Failure::argument(error),
        _ => Failure::input(error),
    }
}
