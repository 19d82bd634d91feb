//! [`InputError`]: what the errors about moves and texts have in common.

use alloc::boxed::Box;
use core::error::Error;

/// An error about a move or a text from outside: the ruling that a move breaks, and the place in a text.
///
/// `?` turns each of these errors into a `Box<dyn InputError>`, which is displayed as the error is, and that into a
/// `Box<dyn Error>`.
///
/// # Examples
///
/// ```
/// # use volo_rules::{Color, InputError, Position};
/// fn play(position: &str, mv: &str) -> Result<Position, Box<dyn InputError>> {
///     let position: Position = position.parse()?;
///     Ok(position.play(position.parse_move(mv)?)?)
/// }
///
/// let start = Position::new("standard-4".parse()?).to_string();
/// let refused = |position, mv| play(position, mv).map_err(|error| (error.ruling(), error.offset())).err();
/// assert_eq!(play(&start, "a3")?.turn(), Color::Blue);
/// assert_eq!(refused(&start, "b3"), Some((Some("R6"), None)));
/// assert_eq!(refused(&start, "b2-N1"), Some((None, Some(3))));
/// assert_eq!(refused("2/x o 0 standard-4", "b3"), Some((None, Some(2))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait InputError: Error + Send + Sync {
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

impl From<Box<dyn InputError>> for Box<dyn Error> {
    fn from(error: Box<dyn InputError>) -> Box<dyn Error> {
        error
    }
}
