//! Moves as text: `c5`, `b2-NE3`, `b2:b4-NE3/g7`, `pass`.

use std::fmt;
use std::ops::RangeInclusive;

use crate::legality::{Fault, IllegalMove, judge};
use crate::moves::{Flight, Line, MAX_DISTANCE, Move};
use crate::notation::{Cursor, NotationError};
use crate::position::Position;
use crate::sky::Sky;
use crate::space::{Direction, Space};

/// The rows of the largest sky.
const ROW_LETTERS: RangeInclusive<char> = 'a'..='o';

/// Text that is no move, or no legal one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not written like a move.
    Notation(NotationError),
    /// It is a move that breaks a rule.
    Illegal(IllegalMove),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Notation(error) => error.fmt(f),
            MoveError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

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

/// A move with the sky that gives its spaces their names.
#[derive(Clone, Copy, Debug)]
pub struct MoveText<'a> {
    mv: Move,
    sky: &'a Sky,
}

impl Move {
    /// The move as text, which needs the sky for the names of its spaces.
    ///
    /// ```
    /// # use volo::{Edge, Move};
    /// let sky = Edge::STANDARD.sky();
    /// let mv = Move::parse("b2:b4-NE3", sky).unwrap();
    /// assert_eq!(mv.display(sky).to_string(), "b2:b4-NE3");
    /// ```
    pub fn display(self, sky: &Sky) -> MoveText<'_> {
        MoveText { mv: self, sky }
    }

    /// Reads a move as it is written; whether it is legal anywhere is another question.
    ///
    /// # Errors
    /// [`MoveError::Notation`] with the offset of the first thing that is wrong, or
    /// [`MoveError::Illegal`] for a line with ends that are not on one straight line (\[R9\]).
    pub fn parse(text: &str, sky: &Sky) -> Result<Move, MoveError> {
        let mut cursor = Cursor::new(text);
        if cursor.take("pass") {
            end(&cursor)?;
            return Ok(Move::Pass);
        }
        let first = space(&mut cursor, sky)?;
        if cursor.is_at_end() {
            return Ok(Move::Add(first));
        }
        // A bent line is a fault of the move, not of the text: the rest has to be text all the same.
        let line = if cursor.take(":") { line_to(&mut cursor, first, sky)? } else { Ok(Line::single(first)) };
        if !cursor.take("-") {
            return Err(cursor.error("expected '-' and a direction").into());
        }
        let direction = direction(&mut cursor)?;
        let distance = distance(&mut cursor)?;
        let keep = if cursor.take("/") { Some(space(&mut cursor, sky)?) } else { None };
        end(&cursor)?;
        Ok(Move::Fly(Flight { line: line?, direction, distance, keep }))
    }
}

impl Position {
    /// Reads a move that is legal here. The kept region may be named by any of its spaces; the move
    /// that comes back names it by the lowest, then leftmost.
    ///
    /// # Errors
    /// [`MoveError::Notation`] for text that is no move, [`MoveError::Illegal`] for a move that
    /// breaks a rule.
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

fn end(cursor: &Cursor<'_>) -> Result<(), NotationError> {
    if cursor.is_at_end() { Ok(()) } else { Err(cursor.error("expected nothing more")) }
}

fn space(cursor: &mut Cursor<'_>, sky: &Sky) -> Result<Space, NotationError> {
    let start = *cursor;
    if cursor.take_char().is_none_or(|letter| !ROW_LETTERS.contains(&letter)) {
        return Err(start.error("expected a space such as b2"));
    }
    let number = *cursor;
    if cursor.take_number().is_none() {
        return Err(number.error("expected the number of the space, from 1"));
    }
    let name = start.text.get(start.offset..cursor.offset).unwrap_or("");
    let edge = sky.edge().length();
    sky.space(name).ok_or_else(|| start.error(format!("a sky of edge {edge} has no such space")))
}

/// The line from a first end to the end that comes next.
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
    Ok(Line::between(first, last).ok_or_else(|| IllegalMove::new(Fault::BentLine(first, last), sky)))
}

fn direction(cursor: &mut Cursor<'_>) -> Result<Direction, NotationError> {
    // No direction's name is the beginning of another's.
    Direction::ALL
        .into_iter()
        .find(|direction| cursor.take(direction.name()))
        .ok_or_else(|| cursor.error("expected a direction: E, SE, SW, W, NW or NE"))
}

fn distance(cursor: &mut Cursor<'_>) -> Result<u8, NotationError> {
    let start = *cursor;
    cursor
        .take_number()
        .filter(|&steps| steps <= MAX_DISTANCE)
        .ok_or_else(|| start.error(format!("expected a number of steps from 1 to {MAX_DISTANCE}")))
}
