//! Values that are written as one of a few names.

use std::str::FromStr;

use crate::geometry::color::Color;
use crate::geometry::space::Direction;
use crate::geometry::symmetry::Symmetry;
use crate::support::names::{UnknownName, find_name};

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
    Symmetry is "symmetry";
}
