//! Positions as text: `5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard`.

use alloc::string::ToString;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::{Edge, Sky};
use crate::position::Position;
use crate::position::validate::InvalidPosition;
use crate::rules::rule_set::{InvalidRules, Rules};
use crate::support::input_error::InputError;
use crate::text::notation::{Cursor, NotationError, WHITE_SPACE, rules};

/// The rows of the largest sky with a bird on each of its 162 spaces, and the 14 slashes between them.
const MAX_ROWS_LENGTH: usize = 176;

/// Why a text is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not written like a position of its sky.
    Notation(NotationError),
    /// The rule set is unknown.
    Rules(InvalidRules),
    /// The text is neither a rule set nor a position. Only [`Position::parse_start`] returns this error.
    Start(InvalidRules),
    /// The position is invalid.
    Position(InvalidPosition),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Notation(error) => error.fmt(f),
            FenError::Rules(error) => error.fmt(f),
            FenError::Start(error @ InvalidRules::Text { .. }) => {
                let example = Position::default();
                write!(f, "{error}; or write a position, such as '{example}'")
            }
            // A fault in its settings shows that a rule set is meant.
            FenError::Start(error) => error.fmt(f),
            FenError::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

impl InputError for FenError {
    fn offset(&self) -> Option<u64> {
        if let FenError::Notation(error) = self { error.offset() } else { None }
    }
}

impl From<NotationError> for FenError {
    fn from(error: NotationError) -> FenError {
        FenError::Notation(error)
    }
}

impl From<InvalidRules> for FenError {
    fn from(error: InvalidRules) -> FenError {
        FenError::Rules(error)
    }
}

impl From<InvalidPosition> for FenError {
    fn from(error: InvalidPosition) -> FenError {
        FenError::Position(error)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a position: its rows from the top, the player to move, the number of passes just made, the rules.
    /// White space at the ends of the text is ignored.
    ///
    /// ```
    /// # use volo_rules::{Color, Position};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let position: Position = "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4".parse()?;
    /// assert_eq!((position.turn(), position.passes()), (Color::Blue, 1));
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    fn from_str(text: &str) -> Result<Position, FenError> {
        let mut cursor = Cursor::trimmed(text);
        if looks_like_a_board(text) {
            let problem = "expected a position in one line; a printed board is read by from_board";
            return Err(cursor.error(problem).into());
        }
        // The rows come first, but their widths depend on the rules.
        let rows = cursor;
        match cursor.take_while(|byte| matches!(byte, b'o' | b'b' | b'/' | b'0'..=b'9')).len() {
            0 => return Err(cursor.error("expected the rows of the sky from the top").into()),
            1..=MAX_ROWS_LENGTH => {}
            _ => {
                let problem = format!("the rows have no more than {MAX_ROWS_LENGTH} characters");
                let NotationError { problem, offset } = rows.error(problem);
                return Err(NotationError::new(problem, offset.saturating_add(MAX_ROWS_LENGTH)).into());
            }
        }
        separator(
            &mut cursor,
            "expected o, b, / or a number in the rows, then a space and whose turn it is",
        )?;
        let turn =
            take_color(&mut cursor).ok_or_else(|| cursor.error("expected o or b for whose turn it is"))?;
        separator(&mut cursor, "expected a space and the number of passes")?;
        let passes = (0..=2)
            .find(|count: &u8| cursor.take(&count.to_string()))
            .ok_or_else(|| cursor.error("expected 0, 1 or 2 for the number of passes"))?;
        separator(&mut cursor, "expected a space and the rule set")?;
        let named = cursor.take_until(|c| WHITE_SPACE.contains(&c));
        // Text that is too long for a rule set is refused as such, whatever comes after it.
        if named.chars().nth(rules::MAX_LENGTH).is_none() && !cursor.is_at_end() {
            return Err(cursor.error("expected nothing after the rule set").into());
        }
        let rules: Rules = named.parse()?;
        let birds = read_rows(rows, rules.edge().sky())?;
        Ok(Position::from_parts(rules, birds, turn, passes)?)
    }
}

/// Whether a text has as many lines as the smallest board, which people paste in the place of a position.
fn looks_like_a_board(text: &str) -> bool {
    let rows = usize::from(Edge::MIN.sky().rows());
    text.trim_matches(WHITE_SPACE).split('\n').count() >= rows && !text.contains('/')
}

fn take_color(cursor: &mut Cursor<'_>) -> Option<Color> {
    Color::ALL.into_iter().find(|color| cursor.take(color.letter().encode_utf8(&mut [0; 4])))
}

fn separator(cursor: &mut Cursor<'_>, problem: &str) -> Result<(), NotationError> {
    if cursor.take(" ") { Ok(()) } else { Err(cursor.error(problem)) }
}

fn read_rows(mut cursor: Cursor<'_>, sky: &Sky) -> Result<ByColor<Bitboard>, NotationError> {
    let mut birds = ByColor::default();
    let mut above = 0;
    for row in 0..sky.rows() {
        if row > 0 && !cursor.take("/") {
            return Err(row_error(cursor, sky, above, "ends here"));
        }
        above = row;
        let mut spaces = sky.row(row).peekable();
        while spaces.peek().is_some() {
            let start = cursor;
            if let Some(run) = cursor.take_number() {
                if spaces.by_ref().take(usize::from(run)).count() < usize::from(run) {
                    return Err(row_error(start, sky, row, "is too long"));
                }
            } else if let Some(color) = take_color(&mut cursor) {
                birds[color] = spaces.next().into_iter().fold(birds[color], Bitboard::with);
            } else if cursor.rest().starts_with('0') {
                return Err(cursor.error("a run of vacant spaces is a number from 1 without a leading zero"));
            } else {
                return Err(row_error(cursor, sky, row, "is too short"));
            }
        }
    }
    if cursor.rest().starts_with(' ') { Ok(birds) } else { Err(row_error(cursor, sky, above, "ends here")) }
}

fn row_error(cursor: Cursor<'_>, sky: &Sky, row: u8, what: &str) -> NotationError {
    let (letter, spaces, rows) = (sky.letter(row), sky.row(row).count(), sky.rows());
    cursor.error(format!("row {letter} {what}: of {rows} rows from the top, it has {spaces} spaces"))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sky = self.sky();
        for row in 0..sky.rows() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut vacant = 0_u8;
            for space in sky.row(row) {
                match self.bird_at(space) {
                    None => vacant = vacant.saturating_add(1),
                    Some(color) => {
                        write_run(f, core::mem::take(&mut vacant))?;
                        f.write_char(color.letter())?;
                    }
                }
            }
            write_run(f, vacant)?;
        }
        write!(f, " {} {} {}", self.turn().letter(), self.passes(), self.rules())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.to_string())
    }
}

/// Writes a run of vacant spaces, if it has any.
fn write_run(f: &mut fmt::Formatter<'_>, vacant: u8) -> fmt::Result {
    if vacant > 0 { write!(f, "{vacant}") } else { Ok(()) }
}

impl Position {
    /// Reads a position, or a rule set, which means the start of a game by these rules (\[R4\], \[R5\]).
    ///
    /// # Errors
    /// [`FenError::Start`] if the text is neither. If it has a `/`, which separates the rows of a position, or as
    /// many lines as a board, the error of a position.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::notation::FenError;
    /// assert_eq!(Position::parse_start("standard-4")?, Position::new("standard-4".parse()?));
    /// assert_eq!(Position::parse_start("2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4")?.to_string(),
    ///     "2/1o1b1/6/b2o/6/1o1b1/2 b 0 french-4");
    /// assert!(matches!(Position::parse_start("standard-9"), Err(FenError::Start(_))));
    /// assert!(matches!(Position::parse_start("2/1o1b1/6"), Err(FenError::Notation(_))));
    /// assert!(matches!(Position::parse_start("..\n.o.b.\n......\nb..o\n......\n.o.b.\n.."), Err(FenError::Notation(_))));
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn parse_start(text: &str) -> Result<Position, FenError> {
        if text.contains('/') || looks_like_a_board(text) {
            return text.parse();
        }
        text.parse().map(Position::new).map_err(FenError::Start)
    }
}
