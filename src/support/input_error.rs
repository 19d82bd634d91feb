//! [`InputError`]: what the errors about moves and texts have in common.

use alloc::boxed::Box;
use core::error::Error;

/// An error about a move or a text from outside: the ruling that a move breaks, and the place in a text.
///
/// `?` turns each of these errors into a `Box<dyn InputError>`, which is displayed as the error is.
///
/// # Examples
///
/// ```
/// # use volo_rules::{Position, InputError};
/// fn play(position: &str, mv: &str) -> Result<Position, Box<dyn InputError>> {
///     let position: Position = position.parse()?;
///     Ok(position.play(position.parse_move(mv)?)?)
/// }
///
/// let start = Position::new("standard-4".parse()?).to_string();
/// let refused = |position, mv| play(position, mv).map_err(|error| (error.ruling(), error.offset())).err();
/// assert_eq!(refused(&start, "a3"), None);
/// assert_eq!(refused(&start, "b3"), Some((Some("R6"), None)));
/// assert_eq!(refused(&start, "b2-N1"), Some((None, Some(3))));
/// assert_eq!(refused("2/x o 0 standard-4", "b3"), Some((None, Some(2))));
/// # Ok::<(), volo_rules::InvalidRules>(())
/// ```
pub trait InputError: Error {
    /// The number of the ruling that a move breaks, such as `R10`.
    fn ruling(&self) -> Option<&'static str> {
        None
    }

    /// The number of characters before the error in a text, or of bytes in a file.
    fn offset(&self) -> Option<u64> {
        None
    }
}

impl<E: InputError + 'static> From<E> for Box<dyn InputError> {
    fn from(error: E) -> Box<dyn InputError> {
        Box::new(error)
    }
}
