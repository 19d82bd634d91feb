//! Reading the lines of a board.

use alloc::string::String;

use arrayvec::ArrayVec;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::{Edge, Sky};
use crate::geometry::space::Space;
use crate::text::notation::caption::Caption;
use crate::text::notation::style::BoardStyle;
use crate::text::notation::{Cursor, NotationError};

/// The rows of the largest sky.
const MAX_ROWS: usize = 15;

/// The lines of a board that are not empty, at their first characters.
pub(super) struct Lines<'a> {
    pub(super) edge: Edge,
    pub(super) rows: ArrayVec<Cursor<'a>, MAX_ROWS>,
    pub(super) caption: Option<Cursor<'a>>,
    pub(super) end: Cursor<'a>,
}

impl<'a> Lines<'a> {
    /// Splits a text into the rows and the caption, which begin differently.
    pub(super) fn of(text: &'a str) -> Result<Lines<'a>, NotationError> {
        let mut lines = lines(text).peekable();
        let end = Cursor::at(text, text.len());
        let mut rows = ArrayVec::new();
        while let Some(row) = lines.next_if(|line| !Caption::begins(line)) {
            rows.try_push(row).map_err(|_| row.error(format!("a board has no more than {MAX_ROWS} rows")))?;
        }
        let found = rows.len();
        let next = lines.peek().copied().unwrap_or(end);
        let edge = Edge::ALL
            .into_iter()
            .find(|edge| usize::from(edge.sky().rows()) == found)
            .ok_or_else(|| next.error(format!("expected 7, 9, 11, 13 or 15 rows, not {found}")))?;
        let caption = lines.next_if(Caption::begins);
        match lines.next() {
            Some(line) => Err(line.error("expected nothing more")),
            None => Ok(Lines { edge, rows, caption, end }),
        }
    }

    pub(super) fn read_rows(&self, sky: &Sky) -> Result<ByColor<Bitboard>, NotationError> {
        // No character for a space is an `a`, so the bottom row shows whether the rows have their letters.
        let is_lettered = self.rows.last().is_some_and(|row| row.rest().starts_with('a'));
        let is_numbered = self.shows_missing_spaces(is_lettered);
        let mut rows = Rows { sky, is_numbered, is_lettered, style: None, birds: ByColor::default() };
        for (row, &line) in (0..).zip(&self.rows) {
            rows.read(row, line)?;
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

fn lines(text: &str) -> impl Iterator<Item = Cursor<'_>> {
    let mut next = Some(Cursor::new(text));
    let all = core::iter::from_fn(move || {
        let mut line = next?;
        line.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
        next = line.next_line();
        Some(line.without_blanks())
    });
    all.filter(|line| !line.is_at_line_end())
}

struct Rows<'a> {
    sky: &'a Sky,
    /// Whether missing spaces show their numbers, and the rows that end with a space end with its number.
    is_numbered: bool,
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
                None if self.is_numbered => {
                    expect_number(&mut line, number, || {
                        format!("the number of the missing space in row {letter}")
                    })?;
                }
                None => {}
            }
        }
        line = line.without_blanks();
        let spaces = sky.row(row).count();
        if self.is_numbered && ends_with_space {
            expect_number(&mut line, number, || {
                format!("the number of the last space in row {letter}, which has {spaces} spaces")
            })?;
            line = line.without_blanks();
        }
        if line.is_at_line_end() {
            return Ok(());
        }
        Err(line.error(format!("expected nothing more in row {letter}, which has {spaces} spaces")))
    }

    /// Reads a space: the color of its bird, if there is one.
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
