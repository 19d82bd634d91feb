//! Reading the lines of a board.

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::notation::caption::Caption;
use crate::notation::style::BoardStyle;
use crate::notation::{Cursor, NotationError};
use crate::sky::{Edge, Sky};
use crate::space::Space;

/// The rows of the largest sky.
const MAX_ROWS: usize = 15;

/// The lines of a board that are not empty, at their first characters.
pub(super) struct Lines<'a> {
    pub(super) edge: Edge,
    above: Option<Cursor<'a>>,
    pub(super) rows: ArrayVec<Cursor<'a>, MAX_ROWS>,
    below: Option<Cursor<'a>>,
    pub(super) caption: Option<Cursor<'a>>,
    pub(super) end: Cursor<'a>,
}

impl<'a> Lines<'a> {
    /// Finds the lines, and distinguishes them by their beginnings.
    pub(super) fn of(text: &'a str) -> Result<Lines<'a>, NotationError> {
        let mut lines = lines(text).peekable();
        let end = Cursor::at(text, text.len());
        let above = lines.next_if(is_numbers);
        let mut rows = ArrayVec::new();
        while let Some(row) = lines.next_if(|line| !is_numbers(line) && !Caption::begins(line)) {
            rows.try_push(row).map_err(|_| row.error(format!("a board has no more than {MAX_ROWS} rows")))?;
        }
        let found = rows.len();
        let next = lines.peek().copied().unwrap_or(end);
        let edge = Edge::all()
            .find(|edge| usize::from(edge.sky().rows()) == found)
            .ok_or_else(|| next.error(format!("expected 7, 9, 11, 13 or 15 rows, not {found}")))?;
        let below = lines.next_if(is_numbers);
        let caption = lines.next_if(Caption::begins);
        match lines.next() {
            Some(line) => Err(line.error("expected nothing more")),
            None => Ok(Lines { edge, above, rows, below, caption, end }),
        }
    }

    /// Reads the rows, and the lines of numbers above and below them.
    pub(super) fn read_rows(&self, sky: &Sky) -> Result<ByColor<Bitboard>, NotationError> {
        // No character for a space is an `a`, so the bottom row shows whether the rows have their letters.
        let is_lettered = self.rows.last().is_some_and(|row| row.rest().starts_with('a'));
        if let Some(line) = self.above {
            read_numbers(line, sky)?;
        }
        let numbers = match self.above {
            Some(_) => Numbers::Outside,
            None if self.shows_missing_spaces(is_lettered) => Numbers::Own,
            None => Numbers::Absent,
        };
        let mut rows = Rows { sky, numbers, is_lettered, style: None, birds: ByColor::default() };
        for (row, &line) in (0..).zip(&self.rows) {
            rows.read(row, line)?;
        }
        match (self.above, self.below) {
            (Some(_), Some(line)) => read_numbers(line, sky)?,
            (None, None) => {}
            (Some(_), None) => {
                let line = self.caption.unwrap_or(self.end);
                return Err(line.error("expected the numbers of the spaces below the rows, as above them"));
            }
            (None, Some(line)) => {
                return Err(line.error("expected no numbers below the rows, as there are none above them"));
            }
        }
        Ok(rows.birds)
    }

    /// Whether the first row, in which a corner is missing, begins with a number.
    fn shows_missing_spaces(&self, is_lettered: bool) -> bool {
        self.rows.first().is_some_and(|&row| {
            let mut row = row;
            if is_lettered {
                row.take_char();
            }
            row.without_blanks().starts_with_digit()
        })
    }
}

/// The lines of a text that are not empty.
fn lines(text: &str) -> impl Iterator<Item = Cursor<'_>> {
    let mut next = Some(Cursor::new(text));
    let all = std::iter::from_fn(move || {
        let mut line = next?;
        line.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
        next = line.next_line();
        Some(line.without_blanks())
    });
    all.filter(|line| !line.is_at_line_end())
}

/// Whether a line begins with two numbers. A row begins with one at most.
fn is_numbers(line: &Cursor<'_>) -> bool {
    let mut line = *line;
    let first = line.take_while(|byte| byte.is_ascii_digit());
    !first.is_empty() && line.without_blanks().starts_with_digit()
}

/// Reads the line of numbers above or below the rows of an old board.
fn read_numbers(mut line: Cursor<'_>, sky: &Sky) -> Result<(), NotationError> {
    let last = sky.edge().length();
    for number in 1..=last {
        let start = line;
        if line.take_number() != Some(number) {
            return Err(start.error(format!("expected {number}, of the numbers 1 to {last}")));
        }
        line = line.without_blanks();
    }
    if line.is_at_line_end() {
        Ok(())
    } else {
        Err(line.error("expected nothing more in the line of numbers"))
    }
}

/// Where a board has the numbers of its spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Absent,
    /// In the missing spaces, and at the end of the rows that end with a space: the number of that space.
    Own,
    /// Outside the sky, as old boards have them: above and below the rows, and at the end of all rows but
    /// the middle one the number after that of the last space, missing or not.
    Outside,
}

/// The rows that have been read.
struct Rows<'a> {
    sky: &'a Sky,
    numbers: Numbers,
    is_lettered: bool,
    style: Option<BoardStyle>,
    birds: ByColor<Bitboard>,
}

impl Rows<'_> {
    fn read(&mut self, row: u8, mut line: Cursor<'_>) -> Result<(), NotationError> {
        let (letter, sky) = (self.sky.letter(row), self.sky);
        if self.is_lettered && !line.take(letter.encode_utf8(&mut [0; 4])) {
            return Err(line.error(format!("expected {letter}, the letter of the row")));
        }
        let (mut number, mut ends_with_space) = (0_u8, false);
        for column in sky.columns(row) {
            number = number.saturating_add(1);
            let space = Space::new(row, column).filter(|&space| sky.contains(space));
            ends_with_space = space.is_some();
            line = line.without_blanks();
            match space {
                Some(space) => {
                    if let Some(color) = self.glyph(&mut line, row)? {
                        self.birds[color] = self.birds[color].with(space);
                    }
                }
                None if self.numbers == Numbers::Own => {
                    expect_number(&mut line, number, || {
                        format!("the number of the missing space in row {letter}")
                    })?;
                }
                None => {}
            }
        }
        line = line.without_blanks();
        let spaces = sky.row(row).count();
        match self.numbers {
            Numbers::Own if ends_with_space => expect_number(&mut line, number, || {
                format!("the number of the last space in row {letter}, which has {spaces} spaces")
            })?,
            Numbers::Outside if row != sky.rows() / 2 => {
                expect_number(&mut line, number.saturating_add(1), || {
                    format!("the number after row {letter} and its {spaces} spaces")
                })?;
            }
            _ => {}
        }
        if line.without_blanks().is_at_line_end() {
            return Ok(());
        }
        line = line.without_blanks();
        Err(line.error(format!("expected nothing more in row {letter}, which has {spaces} spaces")))
    }

    /// Reads a space: the colour of its bird, if there is one.
    fn glyph(&mut self, line: &mut Cursor<'_>, row: u8) -> Result<Option<Color>, NotationError> {
        let (start, letter) = (*line, self.sky.letter(row));
        let known = line.take_char().and_then(|glyph| {
            BoardStyle::ALL.into_iter().find_map(|style| Some((style, style.read(glyph)?)))
        });
        match known {
            Some((style, bird)) if *self.style.get_or_insert(style) == style => Ok(bird),
            Some(_) => Err(start.error("a board has o, b and . or ●, ○ and ·, and not some of both")),
            None => {
                let spaces = self.sky.row(row).count();
                Err(start
                    .error(format!("expected o, b or . (or ●, ○ or ·): row {letter} has {spaces} spaces")))
            }
        }
    }
}

fn expect_number(
    line: &mut Cursor<'_>,
    number: u8,
    what: impl FnOnce() -> String,
) -> Result<(), NotationError> {
    let start = *line;
    if line.take_number() == Some(number) {
        Ok(())
    } else {
        Err(start.error(format!("expected {number}, {}", what())))
    }
}
