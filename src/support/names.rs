//! Values that are written as one of a few names, and texts that errors quote.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::support::input_error::InputError;

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

impl core::error::Error for UnknownName {}

impl InputError for UnknownName {}

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

/// Lets a type with `ALL` and `name` be written and read by name.
macro_rules! named {
    ($type:ident: $what:literal) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::support::names::UnknownName;

            fn from_str(text: &str) -> Result<$type, Self::Err> {
                $crate::support::names::find_name($what, text, &$type::ALL, $type::name)
            }
        }
    };
}

/// Declares an enumeration from the list of its values, each with its name: with `ALL`, `name`, `sentence`, `Display` and
/// `FromStr`. The documentation of a value is its sentence.
macro_rules! listed {
    (
        $(#[$meta:meta])*
        pub enum $list:ident: $what:literal {
            $($(#[doc = $line:literal])+ $value:ident = $name:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $list {
            $($(#[doc = $line])+ $value,)+
        }

        impl $list {
            /// All values, in the order of their numbers.
            pub const ALL: [$list; [$($list::$value),+].len()] = [$($list::$value),+];

            /// The name, as `to_string` writes it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($list::$value => $name,)+
                }
            }

            /// A sentence that says what the value means.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $($list::$value => concat!($($line),+).trim_ascii(),)+
                }
            }
        }

        $crate::support::names::named!($list: $what);
    };
}

pub(crate) use {listed, named};
