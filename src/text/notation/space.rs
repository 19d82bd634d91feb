//! The names of spaces (\[R3\]).

use alloc::string::{String, ToString};
use core::fmt;

use crate::geometry::sky::Sky;
use crate::geometry::space::{Direction, Space};
use crate::text::notation::NotationError;

/// The letters of the rows from the bottom. The largest sky uses all of them.
pub(super) const LETTERS: &str = "abcdefghijklmno";

/// The name of a space in its sky, such as `g12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpaceName {
    letter: char,
    number: u8,
}

impl fmt::Display for SpaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

impl Sky {
    /// The letter of a row (\[R3\]): `a` is the bottom row.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// //    g 1 . . 4
    /// //   f . . . . . 5
    /// //  e . . . . . . 6
    /// // d 1 . . 4 . . 7
    /// //  c . . . . . . 6
    /// //   b . . . . . 5
    /// //    a 1 . . 4
    /// let sky = Edge::MIN.sky();
    /// assert_eq!((sky.letter(0), sky.letter(6)), ('g', 'a'));
    /// ```
    pub fn letter(&self, row: u8) -> char {
        let from_bottom = self.rows().saturating_sub(row).saturating_sub(1);
        LETTERS.chars().nth(usize::from(from_bottom)).unwrap_or('a')
    }

    /// The name of a space (\[R3\]): the letter of its row and its number from the left. Missing spaces are
    /// counted.
    ///
    /// ```
    /// # use volo_rules::{Edge, Space};
    /// let sky = Edge::MIN.sky();
    /// let space = Space::new(3, 4).unwrap();
    /// assert_eq!(sky.name(space).to_string(), "d5"); // the missing center is d4
    /// ```
    pub fn name(&self, space: Space) -> SpaceName {
        let before = space.column().saturating_sub(*self.columns(space.row()).start());
        SpaceName { letter: self.letter(space.row()), number: before.saturating_add(1) }
    }

    /// The names of all spaces, in board order: the lowest row first, each row from left to right.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let names: Vec<String> = Edge::MIN.sky().names().map(|name| name.to_string()).collect();
    /// assert_eq!(names.len(), 30);
    /// assert_eq!(names[..4], ["a2", "a3", "b1", "b2"]);
    /// ```
    pub fn names(&self) -> impl ExactSizeIterator<Item = SpaceName> {
        self.spaces().into_iter().map(|space| self.name(space))
    }

    /// The space with this name, if the sky has it.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// let space = sky.space("b2").unwrap();
    /// assert_eq!(sky.name(space).to_string(), "b2");
    /// assert_eq!((sky.space("b02"), sky.space("d4")), (None, None)); // d4 is the missing center
    /// ```
    pub fn space(&self, name: &str) -> Option<Space> {
        let mut letters = name.chars();
        let letter = letters.next()?;
        let row = (0..self.rows()).find(|&row| self.letter(row) == letter)?;
        let number = letters.as_str();
        if !number.starts_with(|c: char| matches!(c, '1'..='9')) {
            return None;
        }
        let before = number.parse::<u8>().ok()?.checked_sub(1)?;
        let space = Space::new(row, self.columns(row).start().checked_add(before)?)?;
        self.contains(space).then_some(space)
    }

    /// Reads the name of a space.
    ///
    /// # Errors
    /// If the sky has no space of this name.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// assert_eq!(sky.parse_space("b2").ok(), sky.space("b2"));
    /// let error = sky.parse_space("d4").unwrap_err();
    /// let problem = "a sky of edge 4 has no such space: row d has d2 to d3 and d5 to d6, at offset 0";
    /// assert_eq!(error.to_string(), problem);
    /// ```
    pub fn parse_space(&self, name: &str) -> Result<Space, NotationError> {
        self.space(name).ok_or_else(|| {
            let (edge, written) = (self.edge().length(), self.spaces_beside(name));
            NotationError::new(format!("a sky of edge {edge} has no such space: {written}"), 0)
        })
    }

    /// Which spaces there are in the row that a wrong name means, or which rows there are.
    fn spaces_beside(&self, name: &str) -> String {
        let letter = name.chars().next().unwrap_or_default();
        let Some(row) = (0..self.rows()).find(|&row| self.letter(row) == letter) else {
            return format!("its rows are a to {}", self.letter(0));
        };
        let ends = |space: Space, direction| space.step(direction, 1).is_none_or(|next| !self.contains(next));
        let mut text = format!("row {letter} has ");
        for (number, space) in self.row(row).enumerate() {
            let (is_first, is_last) = (ends(space, Direction::W), ends(space, Direction::E));
            if is_first || is_last {
                let before = if is_last {
                    " to "
                } else if number > 0 {
                    " and "
                } else {
                    ""
                };
                text.push_str(before);
                text.push_str(&self.name(space).to_string());
            }
        }
        text
    }
}
