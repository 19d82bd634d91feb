//! Values that are written as one of a few names, and texts that errors quote.

use std::fmt;

/// As much of a text as an error keeps: 80 characters.
pub fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Text that is not one of the names of a type.
///
/// ```
/// # use volo_rules::Direction;
/// let error = "N".parse::<Direction>().unwrap_err();
/// assert_eq!(error.text(), "N");
/// assert_eq!(error.expected(), ["E", "SE", "SW", "W", "NW", "NE"]);
/// assert_eq!(error.to_string(), "unknown direction \"N\"; expected one of E, SE, SW, W, NW, NE");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    what: &'static str,
    text: String,
    expected: Vec<&'static str>,
}

impl UnknownName {
    /// The text, shortened to 80 characters.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that are known.
    pub fn expected(&self) -> &[&'static str] {
        &self.expected
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { what, text, expected } = self;
        write!(f, "unknown {what} {text:?}; expected one of {}", expected.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// The value with this name.
pub(crate) fn find_name<T: Copy>(
    what: &'static str,
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    all.iter().copied().find(|&value| name(value) == text).ok_or_else(|| UnknownName {
        what,
        text: shortened(text),
        expected: all.iter().copied().map(name).collect(),
    })
}
