//! Writing JSON, on one line and without blanks.

use crate::text::record::json::Value;

#[derive(Debug, Default)]
pub(in crate::text::record) struct Object(String);

impl Object {
    /// Adds a member whose value is already JSON.
    pub(in crate::text::record) fn raw(&mut self, key: &str, value: &str) {
        self.begin(&quote(key));
        self.0.push_str(value);
    }

    fn begin(&mut self, key: &str) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(key);
        self.0.push(':');
    }

    pub(in crate::text::record) fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &quote(value));
    }

    /// Adds a member that is an object, unless that is empty.
    pub(in crate::text::record) fn object(&mut self, key: &str, value: Object) {
        if !value.0.is_empty() {
            self.raw(key, &value.written());
        }
    }

    /// Adds a member with a value of another text, without blanks and in ASCII.
    pub(in crate::text::record) fn ascii(&mut self, key: &str, value: Value<'_>) {
        let mut text = String::new();
        value.write(&mut text, quote_ascii);
        self.begin(&quote_ascii(key));
        self.0.push_str(&text);
    }

    /// Adds a member with a value of another text, without blanks.
    pub(in crate::text::record) fn compact(&mut self, key: &str, value: Value<'_>) {
        let mut text = String::new();
        value.write(&mut text, quote);
        self.raw(key, &text);
    }

    pub(in crate::text::record) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::text::record) fn written(&self) -> String {
        format!("{{{}}}", self.0)
    }
}

/// The text in quotes, as JSON with escapes for all characters that are not ASCII.
fn quote_ascii(text: &str) -> String {
    let mut quoted = String::new();
    for character in quote(text).chars() {
        if character.is_ascii() && character != '\x7f' {
            quoted.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                quoted.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    quoted
}

pub(in crate::text::record) fn quote(text: &str) -> String {
    // Strings can always be written.
    serde_json::to_string(text).unwrap_or_default()
}
