//! Texts in both directions.

use std::ffi::c_char;

use crate::border::{Output, Outputs, bytes, optional_output, outputs};
use crate::error::{Failure, fitting};

/// The text of a pointer that must not be NULL.
///
/// # Safety
/// Like [`bytes`].
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
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
    unsafe { text(pointer, name) }.map(Some)
}

/// The place for a text.
pub(crate) struct TextOutput {
    characters: Outputs<c_char>,
    length: Option<Output<usize>>,
}

impl TextOutput {
    /// Writes as much of a text as there is room for, and a zero byte, if there is any room.
    pub(crate) fn write(self, text: &str) {
        let capacity = self.characters.capacity();
        self.characters.write(fitting(text, capacity));
        if let Some(length) = self.length {
            length.write(text.len());
        }
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
