//! Texts of JavaScript.

use js_sys::JsString;
use volo_rules::records::GameRecord;

/// The largest number of UTF-16 units of a text that are passed to the core. No notation allows a longer text.
const MAX_LENGTH: u32 = GameRecord::MAX_LENGTH as u32;

/// A string of JavaScript and its characters. Each lone surrogate is replaced by one character that no notation allows.
///
/// If the string is longer than any notation allows, `chars` has only its beginning, and one more character that no
/// notation allows. So a string of any length is refused in constant time.
pub(crate) struct Text {
    js: JsString,
    pub(crate) chars: String,
}

impl Text {
    pub(crate) fn new(js: JsString) -> Text {
        let chars = match js.length() > MAX_LENGTH {
            true => String::from(js.slice(0, MAX_LENGTH)) + "\u{fffd}",
            false => String::from(&js),
        };
        Text { js, chars }
    }

    pub(crate) fn js(&self) -> &JsString {
        &self.js
    }

    /// The index in the string of the character with this number.
    pub(crate) fn index(&self, characters: usize) -> u32 {
        units(self.chars.chars().take(characters))
    }
}

/// The number of UTF-16 units of some characters.
pub(crate) fn units(chars: impl Iterator<Item = char>) -> u32 {
    chars.fold(0, |units: u32, char| units.saturating_add(char.len_utf16() as u32))
}
