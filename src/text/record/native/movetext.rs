//! Reading the moves of a record with their numbers and comments, and the result after them.

use std::fmt;
use std::ops::Range;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::text::notation::MoveError;
use crate::text::record::checks::{ShouldStop, narrow};
use crate::text::record::ending::GameResult;
use crate::text::record::error::RecordCause;
use crate::text::record::native::comment;
use crate::text::record::native::fault::Fault;
use crate::text::record::native::reader::{Reader, unless_stopped};

/// The moves of a record, all of which have been played.
#[derive(Debug)]
pub(super) struct Movetext<'a> {
    pub(super) moves: Vec<Move>,
    /// The bytes of the text that are each move.
    pub(super) places: Vec<Range<u32>>,
    /// The number of moves before each comment, and its text.
    pub(super) comments: Vec<(usize, String)>,
    /// The number of variations that were skipped.
    pub(super) variations: u64,
    /// The position after the moves.
    pub(super) end: Position,
    pub(super) result: GameResult,
    result_at: &'a str,
}

impl<'a> Movetext<'a> {
    /// Reads the movetext of a game, up to its result. `comments` are those before the tags, and `length` is the
    /// length of the whole text.
    pub(super) fn read(
        reader: &mut Reader<'a>,
        start: Position,
        mut comments: Vec<(usize, String)>,
        length: usize,
        stop: ShouldStop<'_>,
    ) -> Result<Movetext<'a>, Fault<'a>> {
        let (mut moves, mut places, mut position, mut variations) = (Vec::new(), Vec::new(), start, 0);
        loop {
            unless_stopped(moves.len(), reader, stop)?;
            comment::read_all(reader, moves.len(), &mut comments)?;
            while reader.lenient && skip_annotation(reader, &mut variations)? {
                comment::read_all(reader, moves.len(), &mut comments)?;
            }
            let ply = moves.len().saturating_add(1);
            let before = *reader;
            if let Some(result) = GameResult::named(reader.take_item()) {
                let result_at = before.rest();
                return Ok(Movetext {
                    moves,
                    places,
                    comments,
                    variations,
                    end: position,
                    result,
                    result_at,
                });
            }
            *reader = before;
            let numbered = read_number(reader, Number::before(start.turn(), ply));
            let begun = length.saturating_sub(reader.rest().len());
            let mv = numbered.and_then(|()| read_move(reader, &position));
            let mv = mv.map_err(|fault| fault.at_ply(ply).in_position(&position))?;
            position = position.play_unchecked(mv);
            moves.push(mv);
            places.push(narrow(begun..length.saturating_sub(reader.rest().len())));
            reader.gap()?;
        }
    }

    /// The bytes that are the result, of a text of this length.
    pub(super) fn end_place(&self, length: usize) -> Range<u32> {
        let begun = length.saturating_sub(self.result_at.len());
        narrow(begun..begun.saturating_add(self.result.name().len()))
    }

    /// The fault that the result is not the expected one, or that it contradicts the position after the moves.
    pub(super) fn wrong_result(&self, problem: impl Into<String>) -> Fault<'a> {
        Fault::new(problem, self.result_at, self.result.name()).in_position(&self.end)
    }
}

/// The number of a turn before a move: `12.`, or `1...` if Blue begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    turn: usize,
    dots: &'static str,
}

impl Number {
    /// The number before the move at a ply (from 1), if there is one, in a game that the player `first`
    /// begins.
    pub(super) fn before(first: Color, ply: usize) -> Option<Number> {
        let turn = ply.div_ceil(2);
        match (first, ply % 2) {
            (Color::Orange, 1) => Some(Number { turn, dots: "." }),
            (Color::Blue, 1) if ply == 1 => Some(Number { turn, dots: "..." }),
            (Color::Blue, 0) => Some(Number { turn: turn.saturating_add(1), dots: "." }),
            _ => None,
        }
    }

    fn is_written(self, item: &str) -> bool {
        let digits =
            item.strip_suffix(self.dots).filter(|digits| digits.starts_with(|c| matches!(c, '1'..='9')));
        digits.is_some_and(|digits| digits.parse() == Ok(self.turn))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.turn, self.dots)
    }
}

fn read_number<'a>(reader: &mut Reader<'a>, expected: Option<Number>) -> Result<(), Fault<'a>> {
    let before = *reader;
    if reader.lenient {
        let digits = reader.take_while(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Ok(());
        }
        return match reader.take_while(|byte| byte == b'.') {
            "." | "..." => {
                reader.blank();
                Ok(())
            }
            _ => Err(before.expected("expected a number such as 1. or 1..., a move or the result")),
        };
    }
    match expected {
        Some(number) if number.is_written(reader.take_item()) => reader.gap(),
        Some(number) => Err(before.expected(format!("expected {number} and a move, or the result"))),
        None => Ok(()),
    }
}

/// Skips what says nothing about the game: a mark such as `!`, `?!` or `$1`, or a variation in parentheses, which counts
/// once with all variations in it. Returns whether there was one.
fn skip_annotation<'a>(reader: &mut Reader<'a>, variations: &mut u64) -> Result<bool, Fault<'a>> {
    let before = *reader;
    if reader.take("$") {
        if reader.take_while(|byte| byte.is_ascii_digit()).is_empty() {
            return Err(before.expected("expected a number after $"));
        }
    } else if reader.take("(") {
        *variations = variations.saturating_add(1);
        let mut depth = 1_usize;
        while depth > 0 {
            reader.take_until(|character| matches!(character, '(' | ')' | '{'));
            if reader.take("(") {
                depth = depth.saturating_add(1);
            } else if reader.take(")") {
                depth = depth.saturating_sub(1);
            } else if reader.rest().starts_with('{') {
                comment::read_all(reader, 0, &mut Vec::new())?;
            } else {
                return Err(Fault::new("the variation is not closed by )", before.rest(), "("));
            }
        }
    } else if reader.take_while(|byte| matches!(byte, b'!' | b'?')).is_empty() {
        return Ok(false);
    }
    reader.blank();
    Ok(true)
}

fn read_move<'a>(reader: &mut Reader<'a>, position: &Position) -> Result<Move, Fault<'a>> {
    let before = *reader;
    if reader.rest().starts_with('{') {
        return Err(before.expected("expected a move or the result, and no comment here"));
    }
    let text = reader.take_move();
    if text.contains('(') {
        let mut variation = before;
        variation.take_while(|byte| byte != b'(');
        return Err(variation.expected("expected a move or the result, and no variation"));
    }
    position.parse_move(text).map_err(|error| {
        let problem = match &error {
            MoveError::Notation(_) if text.is_empty() => {
                return before.expected("expected a move or the result");
            }
            MoveError::Notation(error) => format!("no move: {}", error.problem),
            MoveError::Illegal(error) => format!("illegal move: {error}"),
        };
        before.expected(problem).because(RecordCause::Move { text: text.into(), error })
    })
}
