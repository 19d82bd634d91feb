//! The starting position of a game as text: a position, or a rule set.

use crate::position::Position;
use crate::text::notation::FenError;

impl Position {
    /// Reads a position, or a rule set, which means the start of a game by these rules (\[R4\], \[R5\]).
    ///
    /// # Errors
    /// [`FenError::Start`] if the text is neither. If it has a `/`, which separates the rows of a position, the error
    /// of a position.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::notation::FenError;
    /// assert_eq!(Position::parse_start("standard-4")?, Position::new("standard-4".parse()?));
    /// assert_eq!(Position::parse_start("2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4")?.to_string(),
    ///     "2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4");
    /// assert!(matches!(Position::parse_start("standard-9"), Err(FenError::Start(_))));
    /// assert!(matches!(Position::parse_start("2/1o1b1/6"), Err(FenError::Notation(_))));
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn parse_start(text: &str) -> Result<Position, FenError> {
        if text.contains('/') {
            return text.parse();
        }
        text.parse().map(Position::new).map_err(FenError::Start)
    }
}
