//! Reading the moves of a record with their numbers and comments, and the result after them.

use std::fmt;
use std::ops::Range;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::text::notation::MoveError;
use crate::text::record::checks::{Draft, ShouldStop};
use crate::text::record::ending::GameResult;
use crate::text::record::error::{RecordCause, Refusal};
use crate::text::record::native::comment;
use crate::text::record::native::reader::{Reader, unless_stopped};

/// Reads the movetext of a game, up to its result. Returns the result and its place.
pub(super) fn read(
    reader: &mut Reader<'_>,
    draft: &mut Draft,
    stop: ShouldStop<'_>,
) -> Result<(GameResult, Range<usize>), Refusal> {
    let first = draft.position().turn();
    loop {
        let plies = draft.plies();
        unless_stopped(plies, reader, stop)?;
        if reader.rest().starts_with('{') {
            draft.comments.push((plies, comment::read(reader)?));
            reader.gap()?;
        }
        let before = *reader;
        if let Some(result) = GameResult::named(reader.take_item()) {
            return Ok((result, before.offset()..reader.offset()));
        }
        *reader = before;
        let ply = plies.saturating_add(1);
        let numbered = read_number(reader, Number::before(first, ply));
        let begun = reader.offset();
        let mv = numbered.and_then(|()| read_move(reader, draft.position()));
        let mv = mv.map_err(|refusal| refusal.at_ply(ply).in_position(draft.position()))?;
        draft.play_legal(mv, begun..reader.offset());
        reader.gap()?;
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

fn read_number(reader: &mut Reader<'_>, expected: Option<Number>) -> Result<(), Refusal> {
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

fn read_move(reader: &mut Reader<'_>, position: &Position) -> Result<Move, Refusal> {
    let before = *reader;
    if reader.rest().starts_with('{') {
        return Err(before.expected("expected a move or the result, and no comment here"));
    }
    let text = reader.take_item();
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
