//! Moves as text: `c5`, `b2-NE3`, `f3-SE2/a2`, `pass`.

use alloc::string::ToString;
use core::fmt;

use crate::geometry::sky::Sky;
use crate::geometry::space::{Direction, Space};
use crate::position::Position;
use crate::position::play::{Fault, IllegalMove, judge};
use crate::rules::moves::{EdgeMove, Flight, Line, MAX_DISTANCE, Move};
use crate::support::input_error::InputError;
use crate::text::notation::space::LETTERS;
use crate::text::notation::{Cursor, NotationError};

/// Why a text is not a move, or not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not written like a move.
    Notation(NotationError),
    /// The move breaks a rule.
    Illegal(IllegalMove),
}

impl MoveError {
    fn inner(&self) -> &dyn InputError {
        match self {
            MoveError::Notation(error) => error,
            MoveError::Illegal(error) => error,
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.inner(), f)
    }
}

impl core::error::Error for MoveError {}

impl InputError for MoveError {
    fn ruling(&self) -> Option<&'static str> {
        self.inner().ruling()
    }

    fn offset(&self) -> Option<u64> {
        self.inner().offset()
    }
}

impl From<NotationError> for MoveError {
    fn from(error: NotationError) -> MoveError {
        MoveError::Notation(error)
    }
}

impl From<IllegalMove> for MoveError {
    fn from(error: IllegalMove) -> MoveError {
        MoveError::Illegal(error)
    }
}

/// A move as text; see [`Move::display`].
#[derive(Clone, Copy, Debug)]
pub struct MoveText<'a> {
    mv: Move,
    sky: &'a Sky,
}

impl Move {
    /// The move as text. A move has no [`Display`](fmt::Display) of its own, because the names of its spaces
    /// depend on the sky; [`EdgeMove`] has one.
    ///
    /// ```
    /// # use volo_rules::{Edge, Move};
    /// let sky = Edge::STANDARD.sky();
    /// let mv = Move::parse("b2:b4-NE3", sky).unwrap();
    /// assert_eq!(mv.display(sky).to_string(), "b2:b4-NE3");
    /// ```
    pub fn display(self, sky: &Sky) -> MoveText<'_> {
        MoveText { mv: self, sky }
    }

    /// Reads a move. It may be illegal in every position. White space at the ends of the text is ignored.
    ///
    /// ```
    /// # use volo_rules::{Edge, Move, Space};
    /// let sky = Edge::STANDARD.sky();
    /// assert_eq!(Move::parse("c5", sky), Ok(Move::Add(sky.space("c5").unwrap())));
    /// assert_eq!(Move::parse("c5-N1", sky).unwrap_err().to_string(),
    ///     "expected a direction: E, SE, SW, W, NW or NE, at offset 3");
    /// assert_eq!(Move::parse("b2-d4", sky).unwrap_err().to_string(),
    ///     "expected a direction: E, SE, SW, W, NW or NE, and a number of steps: b2-NE2, at offset 3");
    /// ```
    ///
    /// # Errors
    /// [`MoveError::Notation`] with the offset of the first error, or [`MoveError::Illegal`] for a line
    /// with ends that are not on one straight line (\[R9\]).
    pub fn parse(text: &str, sky: &Sky) -> Result<Move, MoveError> {
        let mut cursor = Cursor::trimmed(text);
        if cursor.take("pass") {
            end(&cursor)?;
            return Ok(Move::Pass);
        }
        let first = space(&mut cursor, sky)?;
        if cursor.is_at_end() {
            return Ok(Move::Add(first));
        }
        // A bent line is an illegal move, but an error in the rest of the text is reported first.
        let line = if cursor.take(":") { line_to(&mut cursor, first, sky)? } else { Ok(Line::single(first)) };
        if !cursor.take("-") {
            return Err(cursor.error("expected '-' and a direction").into());
        }
        let direction = direction(&mut cursor, &line, sky)?;
        let distance = distance(&mut cursor)?;
        let keep = if cursor.take("/") { Some(space(&mut cursor, sky)?) } else { None };
        end(&cursor)?;
        Ok(Move::Fly(Flight { line: line?, direction, distance, keep }))
    }
}

impl Position {
    /// Reads a legal move of this position. The text may name the kept region by any of its spaces; the
    /// returned move names it by the lowest, then leftmost space. White space at the ends of the text is ignored.
    ///
    /// # Errors
    /// [`MoveError::Notation`] for a text that is not written like a move, [`MoveError::Illegal`] for a move
    /// that breaks a rule.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let start = Position::new("standard-4".parse()?);
    /// assert!(start.parse_move("b5").is_ok());
    /// let error = start.parse_move("b3").unwrap_err();
    /// assert_eq!(error.to_string(), "touches the friendly bird at b2 [R6]");
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(judge(self, Move::parse(text, self.sky())?)?)
    }
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveText { mv, sky } = *self;
        let Flight { line, direction, distance, keep } = match mv {
            Move::Pass => return f.write_str("pass"),
            Move::Add(space) => return sky.name(space).fmt(f),
            Move::Fly(flight) => flight,
        };
        sky.name(line.first).fmt(f)?;
        if let Some(Some(last)) = line.spaces().skip(1).last() {
            write!(f, ":{}", sky.name(last))?;
        }
        write!(f, "-{direction}{distance}")?;
        match keep {
            Some(space) => write!(f, "/{}", sky.name(space)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for EdgeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.display(self.edge.sky()).fmt(f)
    }
}

fn end(cursor: &Cursor<'_>) -> Result<(), NotationError> {
    if cursor.is_at_end() { Ok(()) } else { Err(cursor.error("expected nothing more")) }
}

fn space(cursor: &mut Cursor<'_>, sky: &Sky) -> Result<Space, NotationError> {
    let start = *cursor;
    let letter = cursor.take_char().unwrap_or_default();
    if LETTERS.contains(letter.to_ascii_lowercase()) && letter.is_ascii_uppercase() {
        return Err(start.error("expected a space in lower case, such as b2"));
    }
    if !LETTERS.contains(letter) {
        return Err(start.error("expected a space such as b2"));
    }
    let number = *cursor;
    if cursor.take_number().is_none() {
        return Err(number.error("expected the number of the space, from 1"));
    }
    sky.parse_space(cursor.read_since(start)).map_err(|error| start.error(error.problem))
}

/// Reads the second end of a line. The inner result is an error if the line is bent.
fn line_to(
    cursor: &mut Cursor<'_>,
    first: Space,
    sky: &Sky,
) -> Result<Result<Line, IllegalMove>, NotationError> {
    let start = *cursor;
    let last = space(cursor, sky)?;
    if last == first {
        return Err(start.error("a single bird is written without its second end"));
    }
    let lower_first = (first.row(), last.column()) > (last.row(), first.column());
    if !lower_first {
        let problem = format!("the lower, then left end comes first: {}:{}", sky.name(last), sky.name(first));
        return Err(start.error(problem));
    }
    Ok(Line::between(first, last).ok_or_else(|| IllegalMove::new(None, Fault::BentLine { first, last }, sky)))
}

fn direction(
    cursor: &mut Cursor<'_>,
    line: &Result<Line, IllegalMove>,
    sky: &Sky,
) -> Result<Direction, NotationError> {
    // No name of a direction is the beginning of another one.
    if let Some(direction) = Direction::ALL.into_iter().find(|direction| cursor.take(direction.name())) {
        return Ok(direction);
    }
    let mut problem = "expected a direction: E, SE, SW, W, NW or NE".to_string();
    if let Some(flight) = line.as_ref().ok().and_then(|line| flight_to(cursor.rest(), *line, sky)) {
        problem.push_str(&format!(", and a number of steps: {}", Move::Fly(flight).display(sky)));
    }
    Err(cursor.error(problem))
}

/// The flight of a single bird to a space, which a text such as `b2-d4` means.
fn flight_to(end: &str, line: Line, sky: &Sky) -> Option<Flight> {
    let end = sky.space(end).filter(|_| line.length == 1)?;
    Direction::ALL.into_iter().find_map(|direction| {
        let distance = (1..=MAX_DISTANCE).find(|&steps| line.first.step(direction, steps) == Some(end))?;
        Some(Flight { line, direction, distance, keep: None })
    })
}

fn distance(cursor: &mut Cursor<'_>) -> Result<u8, NotationError> {
    let start = *cursor;
    cursor
        .take_number()
        .filter(|&steps| steps <= MAX_DISTANCE)
        .ok_or_else(|| start.error(format!("expected a number of steps from 1 to {MAX_DISTANCE}")))
}
