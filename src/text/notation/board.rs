//! Writes positions as boards, the text form for people, and reads boards.

use alloc::string::{String, ToString};

use crate::geometry::color::Color;
use crate::geometry::sky::Sky;
use crate::geometry::space::Space;
use crate::position::Position;
use crate::rules::rule_set::Rules;
use crate::support::setters::setters;
use crate::text::notation::caption::{Caption, caption};
use crate::text::notation::rows::Lines;
use crate::text::notation::style::BoardStyle;
use crate::text::notation::{Cursor, FenError, MAX_LENGTH};

/// Values for [`Position::from_board`] that the text may lack. They must not contradict the line below the board.
///
/// ```
/// # use volo_rules::{Color, Position};
/// # use volo_rules::notation::BoardHints;
/// let board = "
///    g 1 . . 4
///   f . o . b . 5
///  e . . . . . . 6
/// d 1 b . 4 . o 7
///  c . . . . . . 6
///   b . o . b . 5
///    a 1 . . 4
/// ";
/// let hints = BoardHints::NONE.with_rules("french-4".parse()?).with_turn(Color::Blue).with_passes(1);
/// let position = Position::from_board(board, hints)?;
/// assert_eq!(position.to_string(), "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4");
/// # Ok::<(), volo_rules::notation::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BoardHints {
    /// The rule set. If `None`, it is read from the line below the board, and is otherwise `standard` on a sky of the
    /// board's size.
    pub rules: Option<Rules>,
    /// The player to move. Required if there is no line below the board.
    pub turn: Option<Color>,
    /// The number of passes just made. If `None`, it is read from the line below the board, and is otherwise 0.
    pub passes: Option<u8>,
}

impl BoardHints {
    /// No hints: the line below the board has to name the player to move.
    pub const NONE: BoardHints = BoardHints { rules: None, turn: None, passes: None };

    setters! {
        with_rules(rules: Rules as Some);
        with_turn(turn: Color as Some);
        with_passes(passes: u8 as Some);
    }
}

impl Position {
    /// The sky with its birds, and a line with the player to move or the outcome. There is no line end at the end of
    /// the text.
    ///
    /// A row begins with its letter. A missing space shows its number, and the other rows end with the
    /// number of their last space, so every space can be counted off (\[R3\]).
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::notation::{BoardHints, BoardStyle};
    /// let position = Position::new("standard-4".parse()?);
    /// let board = "
    ///    g 1 . . 4
    ///   f . o . b . 5
    ///  e . . . . . . 6
    /// d 1 b . 4 . o 7
    ///  c . . . . . . 6
    ///   b . o . b . 5
    ///    a 1 . . 4
    /// Orange to move";
    /// assert_eq!(format!("\n{}", position.board(BoardStyle::Ascii)), board);
    /// assert_eq!(Position::from_board(board, BoardHints::NONE)?, position);
    ///
    /// let unicode = position.board(BoardStyle::Unicode);
    /// assert_eq!(unicode.lines().nth(1), Some("  f · ● · ○ · 5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self, style: BoardStyle) -> String {
        let mut board = String::new();
        for row in 0..self.sky().rows() {
            self.write_row(row, style, &mut board);
            board.push('\n');
        }
        board.push_str(&caption(self));
        board
    }

    fn write_row(&self, row: u8, style: BoardStyle, board: &mut String) {
        let sky = self.sky();
        let middle = sky.rows() / 2;
        board.extend((0..row.abs_diff(middle)).map(|_| ' '));
        board.push(sky.letter(row));
        let (mut number, mut ends_with_number) = (0_u8, false);
        for column in sky.columns(row) {
            number = number.saturating_add(1);
            let space = Space::new(row, column).filter(|&space| sky.contains(space));
            ends_with_number = space.is_none();
            board.push(' ');
            match space {
                Some(space) => board.push(style.glyph(self.bird_at(space))),
                None => board.push_str(&number.to_string()),
            }
        }
        if !ends_with_number {
            board.push_str(&format!(" {number}"));
        }
    }

    /// Reads a board: the rows of the sky from the top, a character for each space, and a line with the player to
    /// move or the outcome.
    ///
    /// `o` and `b` are birds and `.` is a vacant space, or `●`, `○` and `·`; a board does not mix the two.
    /// Letters and numbers are optional. Either every row begins with its letter or none does. Either all
    /// numbers are there, as [`Position::board`] writes them, or none. Blanks, empty lines and ANSI colors
    /// are ignored. The whole text has 65,536 characters at most.
    ///
    /// The line has one of the forms `Orange to move`, `Blue to move, Orange has passed` and, where
    /// the game is over, `Orange wins: all birds in one flock, after Orange's turn`; then
    /// `, rules french-4` where the rule set is not `standard` on a sky of this size.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::notation::BoardHints;
    /// let position = Position::from_board("
    ///    g 1 . . 4
    ///   f . o . b . 5
    ///  e . . . . . . 6
    /// d 1 b . 4 . o 7
    ///  c . . . . . . 6
    ///   b . o . b . 5
    ///    a 1 . o 4
    /// Blue to move, rules french-4
    /// ", BoardHints::NONE)?;
    /// assert_eq!(position.to_string(), "2/1o1b1/6/b2o/6/1o1b1/1o b 0 french-4");
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`FenError::Notation`] with the offset of the first error, also if the line below the board, the
    /// board and `hints` contradict each other; [`FenError::Rules`] for an unknown rule set;
    /// [`FenError::Position`], with every reason, for an invalid position.
    pub fn from_board(text: &str, hints: BoardHints) -> Result<Position, FenError> {
        if let Some((offset, _)) = text.char_indices().nth(MAX_LENGTH) {
            let problem = format!("a board has no more than {MAX_LENGTH} characters");
            return Err(Cursor::at(text, offset).error(problem).into());
        }
        let lines = Lines::of(text)?;
        let sky = lines.edge.sky();
        let birds = lines.read_rows(sky)?;
        let caption = lines.caption.map(Caption::read).transpose()?.unwrap_or_default();
        let start = lines.caption.or(lines.rows.first().copied()).unwrap_or(Cursor::new(text));
        let contradiction =
            |what| start.error(format!("the board and the arguments give two different {what}"));
        let rules = agreed(caption.rules, hints.rules).ok_or_else(|| contradiction("rule sets"))?;
        let turn = agreed(caption.turn, hints.turn).ok_or_else(|| contradiction("turns"))?;
        let passes =
            agreed(caption.passes, hints.passes).ok_or_else(|| contradiction("numbers of passes"))?;
        let rules = rules.unwrap_or(Rules::default().on(lines.edge));
        if rules.edge() != lines.edge {
            return Err(start.error(wrong_size(rules, sky)).into());
        }
        let Some(turn) = turn else {
            return Err(lines.end.error("expected whose turn it is, such as: Orange to move").into());
        };
        let position = Position::from_parts(rules, birds, turn, passes.unwrap_or(0))?;
        match lines.caption {
            Some(line) if caption.end != position.outcome() => Err(line.error(wrong_end(&position)).into()),
            _ => Ok(position),
        }
    }
}

/// Combines two optional values. Returns `Some(None)` if both are `None`, and `None` if they contradict each other.
fn agreed<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<Option<T>> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => Some(one.or(other)),
    }
}

fn wrong_size(rules: Rules, sky: &Sky) -> String {
    format!("the rules are for edge {}, the board has {} rows", rules.edge().length(), sky.rows())
}

fn wrong_end(position: &Position) -> &'static str {
    match position.outcome() {
        Some(_) => "the game is over in this position, but not as the line says",
        None => "the game is not over in this position",
    }
}
