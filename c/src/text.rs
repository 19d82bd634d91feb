//! Texts in both directions.

use std::ffi::c_char;
use std::fmt::{self, Display, Write};

use crate::border::{Output, Outputs, bytes, optional_output, outputs};
use crate::error::{Failure, fitting};

/// The text of a pointer that must not be NULL.
///
/// # Safety
/// Like [`bytes`].
pub(crate) unsafe fn read_text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    // SAFETY: The caller of this function promises what `bytes` asks for.
    let bytes = unsafe { bytes(text, name) }?;
    std::str::from_utf8(bytes).map_err(|error| Failure::encoding(error.valid_up_to()))
}

/// The text of a pointer, or `None` for NULL.
///
/// # Safety
/// Like [`bytes`].
pub(crate) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    name: &str,
) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: The caller of this function promises what `bytes` asks for.
    unsafe { read_text(pointer, name) }.map(Some)
}

pub(crate) struct TextOutput {
    characters: Outputs<c_char>,
    length: Option<Output<usize>>,
}

impl TextOutput {
    /// Writes as much of a text as there is room for, and a zero byte, if there is any room. It is not copied, because it
    /// may be long.
    pub(crate) fn write(self, text: impl Display) {
        let mut part = Fitting { characters: self.characters, written: 0, length: 0 };
        // Writing to memory does not fail.
        let _ = write!(part, "{text}");
        part.characters.put(part.written, 0);
        if let Some(length) = self.length {
            length.write(part.length);
        }
    }
}

/// The part of a text that fits. It ends between two characters, and leaves room for a zero byte.
struct Fitting {
    characters: Outputs<c_char>,
    written: usize,
    /// The length of the whole text.
    length: usize,
}

impl Write for Fitting {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.characters.capacity().saturating_sub(1).saturating_sub(self.written);
        // After a character that does not fit, nothing is written.
        let is_whole = self.written == self.length;
        self.length = self.length.saturating_add(text.len());
        if is_whole {
            for byte in fitting(text, room).bytes() {
                self.characters.put(self.written, byte as c_char);
                self.written = self.written.saturating_add(1);
            }
        }
        Ok(())
    }
}

/// The place for a text. `length` may be NULL.
///
/// # Safety
/// `capacity` bytes can be written to `text`, and `length` is null or can be written, until the end of the call.
pub(crate) unsafe fn text_output(
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Result<TextOutput, Failure> {
    // SAFETY: The caller of this function promises what these functions ask for.
    unsafe {
        Ok(TextOutput {
            characters: outputs(text, capacity, "text")?,
            length: optional_output(length, "length")?,
        })
    }
}
