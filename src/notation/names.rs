//! Values that are written as one of a few names.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::outcome::Ending;
use crate::rules::{Passing, Stuck};
use crate::space::Direction;

/// How many characters of the text an error keeps.
const LONGEST_TEXT: usize = 80;

/// Text that is not one of the names of a type.
///
/// ```
/// # use volo_rules::Direction;
/// let error = "N".parse::<Direction>().unwrap_err();
/// assert_eq!(error.text(), "N");
/// assert_eq!(error.expected(), ["E", "SE", "SW", "W", "NW", "NE"]);
/// assert_eq!(error.to_string(), "unknown direction \"N\"; expected one of E, SE, SW, W, NW, NE");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    text: String,
    expected: Vec<&'static str>,
}

impl UnknownName {
    /// The text, of which no more than 80 characters are kept.
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
        text: text.chars().take(LONGEST_TEXT).collect(),
        expected: all.iter().copied().map(name).collect(),
    })
}

impl FromStr for Color {
    type Err = UnknownName;

    /// Reads `orange` or `blue`, also with a capital as `to_string` writes it.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!("blue".parse(), Ok(Color::Blue));
    /// assert_eq!(Color::Orange.to_string().parse(), Ok(Color::Orange));
    /// ```
    fn from_str(text: &str) -> Result<Color, UnknownName> {
        let written = Color::ALL.into_iter().find(|color| color.to_string() == text);
        written.map_or_else(|| find_name("color", text, &Color::ALL, Color::name), Ok)
    }
}

/// Implements [`FromStr`] for types with `ALL` and `name`.
macro_rules! read_by_name {
    ($($type:ident is $what:literal;)*) => {$(
        impl FromStr for $type {
            type Err = UnknownName;

            /// Reads a name as `to_string` writes it.
            fn from_str(text: &str) -> Result<$type, UnknownName> {
                find_name($what, text, &$type::ALL, $type::name)
            }
        }
    )*};
}

read_by_name! {
    Direction is "direction";
    Ending is "ending";
    Passing is "pass rule";
    Stuck is "end rule";
}
