//! Positions as boards: the picture that people look at, read back.

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::notation::caption::Caption;
use crate::notation::{Cursor, FenError, MAX_LENGTH, NotationError};
use crate::position::Position;
use crate::rules::Rules;
use crate::sky::{Edge, Sky};

/// The rows of the largest sky.
const MAX_ROWS: usize = 15;

/// What stands for a space: vacant, with a bird of Orange, with one of Blue.
#[derive(Debug, PartialEq, Eq)]
struct Glyphs([char; 3]);

impl Glyphs {
    const ALL: [&Glyphs; 2] = [&Glyphs(['.', 'o', 'b']), &Glyphs(['·', '●', '○'])];

    fn has(&self, glyph: char) -> bool {
        self.0.contains(&glyph)
    }

    fn bird(&self, glyph: char) -> Option<Color> {
        let [_, orange, blue] = self.0;
        match glyph {
            _ if glyph == orange => Some(Color::Orange),
            _ if glyph == blue => Some(Color::Blue),
            _ => None,
        }
    }
}

/// What is said of a position beside its board. It must not contradict the line below the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardHints {
    /// The rule set; where the line names none either, it is `standard` on a sky of the board's size.
    pub rules: Option<Rules>,
    /// Whose turn it is; has to be said, here or in the line below the board.
    pub turn: Option<Color>,
    /// The passes just made; 0 where the line says nothing either.
    pub passes: Option<u8>,
}

impl Position {
    /// Reads a board: the rows of the sky from the top, a glyph for each space, and a line that says
    /// whose turn it is.
    ///
    /// `o` and `b` are birds and `.` is a vacant space, or `●`, `○` and `·`; a board has the ones or
    /// the others. Missing spaces are left out. Every row may have its letter before it; above and
    /// below the rows and behind all but the middle one may stand the numbers of the spaces: the whole
    /// of them or none. Blanks, empty lines and ANSI colours mean nothing. The whole text has 65,536
    /// characters at most.
    ///
    /// The line has one of the forms `Orange to move`, `Blue to move, Orange has passed` and, where
    /// the game is over, `Orange wins: all birds in one flock, after Orange's turn`; then
    /// `, rules french-4` where the rule set is not `standard` on a sky of this size.
    ///
    /// ```
    /// # use volo::{Position, BoardHints};
    /// let position = Position::from_board("
    ///         . .
    ///        . o . b .
    ///       . . . . . .
    ///        b .   . o
    ///       . . . . . .
    ///        . o . b .
    ///         . o
    ///     Blue to move, rules french-4
    /// ", BoardHints::default())?;
    /// assert_eq!(position.to_string(), "2/1o1b1/6/b2o/6/1o1b1/1o b 0 french-4");
    /// # Ok::<(), volo::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`FenError::Notation`] with the offset of the first thing that is wrong, also where the line,
    /// the board and `said` contradict each other; [`FenError::Rules`] for a rule set that is none;
    /// [`FenError::Position`], with every reason, for a position that cannot be.
    pub fn from_board(text: &str, said: BoardHints) -> Result<Position, FenError> {
        if let Some((offset, _)) = text.char_indices().nth(MAX_LENGTH) {
            let problem = format!("a board has no more than {MAX_LENGTH} characters");
            return Err(Cursor { text, offset }.error(problem).into());
        }
        let lines = Lines::of(text)?;
        let sky = lines.edge.sky();
        let birds = lines.read_rows(sky)?;
        let caption = lines.caption.map(Caption::read).transpose()?.unwrap_or_default();
        let start = lines.caption.or(lines.rows.first().copied()).unwrap_or(Cursor::new(text));
        let contradiction =
            |what| start.error(format!("the board and what is said beside it give two {what}"));
        let rules = agreed(caption.rules, said.rules).ok_or_else(|| contradiction("rule sets"))?;
        let turn = agreed(caption.turn, said.turn).ok_or_else(|| contradiction("turns"))?;
        let passes = agreed(caption.passes, said.passes).ok_or_else(|| contradiction("numbers of passes"))?;
        let rules = rules.unwrap_or(Rules::standard(lines.edge));
        if rules.edge() != lines.edge {
            let (edge, rows) = (rules.edge().length(), sky.rows());
            return Err(start
                .error(format!("the rules are for edge {edge}, the board has {rows} rows"))
                .into());
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

/// What both say, or the only one that says anything; `None` if they contradict each other.
fn agreed<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<Option<T>> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => Some(one.or(other)),
    }
}

fn wrong_end(position: &Position) -> &'static str {
    match position.outcome() {
        Some(_) => "the game is over in this position, and not as the line says",
        None => "the game is not over in this position",
    }
}

/// The lines of a board that have anything in them, at their first characters.
struct Lines<'a> {
    edge: Edge,
    above: Option<Cursor<'a>>,
    rows: ArrayVec<Cursor<'a>, MAX_ROWS>,
    below: Option<Cursor<'a>>,
    caption: Option<Cursor<'a>>,
    end: Cursor<'a>,
}

impl<'a> Lines<'a> {
    /// Tells the lines apart by how they begin.
    fn of(text: &'a str) -> Result<Lines<'a>, NotationError> {
        let mut lines = lines(text).peekable();
        let end = Cursor { text, offset: text.len() };
        let above = lines.next_if(has_number);
        let mut rows = ArrayVec::new();
        while let Some(row) = lines.next_if(|line| !has_number(line) && !Caption::begins(line)) {
            rows.try_push(row).map_err(|_| row.error(format!("a board has no more than {MAX_ROWS} rows")))?;
        }
        let found = rows.len();
        let next = lines.peek().copied().unwrap_or(end);
        let edge = Edge::all()
            .find(|edge| usize::from(edge.sky().rows()) == found)
            .ok_or_else(|| next.error(format!("expected 7, 9, 11, 13 or 15 rows, not {found}")))?;
        let below = lines.next_if(has_number);
        let caption = lines.next_if(Caption::begins);
        match lines.next() {
            Some(line) => Err(line.error("expected nothing more")),
            None => Ok(Lines { edge, above, rows, below, caption, end }),
        }
    }

    fn read_rows(&self, sky: &Sky) -> Result<ByColor<Bitboard>, NotationError> {
        let middle = sky.rows() / 2;
        // No glyph is an `a`, so the bottom row tells whether the rows have their letters.
        let lettered = self.rows.last().is_some_and(|row| row.rest().starts_with('a'));
        if let Some(line) = self.above {
            read_numbers(line, sky)?;
        }
        let mut rows = Rows { sky, glyphs: None, birds: ByColor::default() };
        for (row, &line) in (0..).zip(&self.rows) {
            let last = sky.columns(row).count();
            let number = (self.above.is_some() && row != middle).then_some(last.saturating_add(1));
            rows.read(row, line, lettered, number)?;
        }
        match (self.above, self.below) {
            (Some(_), Some(line)) => read_numbers(line, sky)?,
            (None, None) => {}
            (None, Some(line)) => return Err(line.error("expected no numbers, as there are none above")),
            (Some(_), None) => {
                let next = self.caption.unwrap_or(self.end);
                return Err(next.error("expected the numbers of the spaces, as above the rows"));
            }
        }
        Ok(rows.birds)
    }
}

/// The lines of a text that are not blank, at their first characters.
fn lines(text: &str) -> impl Iterator<Item = Cursor<'_>> {
    let mut next = Some(Cursor::new(text));
    let all = std::iter::from_fn(move || {
        let mut line = next?;
        line.take_while(|c| matches!(c, ' ' | '\t' | '\n'));
        next = line.next_line();
        Some(line.without_blanks())
    });
    all.filter(|line| !line.is_at_line_end())
}

fn has_number(line: &Cursor<'_>) -> bool {
    line.rest().starts_with(|c: char| c.is_ascii_digit())
}

/// Reads the line of numbers above or below the rows.
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

/// The rows as far as they are read.
struct Rows<'a> {
    sky: &'a Sky,
    glyphs: Option<&'static Glyphs>,
    birds: ByColor<Bitboard>,
}

impl Rows<'_> {
    fn read(
        &mut self,
        row: u8,
        mut line: Cursor<'_>,
        lettered: bool,
        number: Option<usize>,
    ) -> Result<(), NotationError> {
        let (letter, sky) = (self.sky.letter(row), self.sky);
        if lettered && !line.take(letter.encode_utf8(&mut [0; 4])) {
            return Err(line.error(format!("expected {letter}, the letter of the row")));
        }
        for space in sky.row(row) {
            line = line.without_blanks();
            if let Some(color) = self.glyph(&mut line, row)? {
                self.birds[color] = self.birds[color].with(space);
            }
        }
        line = line.without_blanks();
        if let Some(number) = number {
            let start = line;
            if line.take_number().map(usize::from) != Some(number) {
                let spaces = sky.row(row).count();
                let problem =
                    format!("expected {number}, the number behind row {letter} and its {spaces} spaces");
                return Err(start.error(problem));
            }
            line = line.without_blanks();
        }
        if line.is_at_line_end() {
            return Ok(());
        }
        let spaces = sky.row(row).count();
        Err(line.error(format!("expected nothing more in row {letter}, which has {spaces} spaces")))
    }

    /// Reads a space: the colour of its bird, if there is one.
    fn glyph(&mut self, line: &mut Cursor<'_>, row: u8) -> Result<Option<Color>, NotationError> {
        let (start, letter) = (*line, self.sky.letter(row));
        let known = line.take_char().and_then(|glyph| {
            let glyphs = Glyphs::ALL.into_iter().find(|glyphs| glyphs.has(glyph))?;
            Some((glyphs, glyphs.bird(glyph)))
        });
        match known {
            Some((glyphs, bird)) if *self.glyphs.get_or_insert(glyphs) == glyphs => Ok(bird),
            Some(_) => Err(start.error("a board has o, b and . or ●, ○ and ·, and not some of both")),
            None => {
                let spaces = self.sky.row(row).count();
                Err(start
                    .error(format!("expected o, b or . (or ●, ○ or ·): row {letter} has {spaces} spaces")))
            }
        }
    }
}
