//! Spaces, and the directions and axes that lead from one to another ([R2]).

use std::fmt;
use std::num::NonZeroU8;

/// A direction of flight ([R2]), clockwise from the east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    E = 0,
    SE = 1,
    SW = 2,
    W = 3,
    NW = 4,
    NE = 5,
}

impl Direction {
    /// All six, clockwise from the east.
    pub const ALL: [Direction; 6] =
        [Direction::E, Direction::SE, Direction::SW, Direction::W, Direction::NW, Direction::NE];

    /// The way back.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// What one step adds to the index of a space.
    #[inline(always)]
    pub(crate) const fn offset(self) -> isize {
        match self {
            Direction::E => 1,
            Direction::SE => 16,
            Direction::SW => 15,
            Direction::W => -1,
            Direction::NW => -16,
            Direction::NE => -15,
        }
    }

    /// The direction's name in a move: `E`, `SE`, `SW`, `W`, `NW` or `NE`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::E => "E",
            Direction::SE => "SE",
            Direction::SW => "SW",
            Direction::W => "W",
            Direction::NW => "NW",
            Direction::NE => "NE",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the three axes that lines lie on, named after the way from a line's first end (the lower
/// one; in a row the left one) to its other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Axis {
    E = 0,
    NW = 1,
    NE = 2,
}

impl Axis {
    /// All three.
    pub const ALL: [Axis; 3] = [Axis::E, Axis::NW, Axis::NE];

    /// The way from a line's first end to its other end.
    #[inline(always)]
    pub const fn direction(self) -> Direction {
        match self {
            Axis::E => Direction::E,
            Axis::NW => Direction::NW,
            Axis::NE => Direction::NE,
        }
    }
}

/// A place in the layout: one of 255, of which a sky uses 30 to 162.
///
/// A space has a name only in a sky: see [`Sky::name`](crate::Sky::name). Spaces are ordered by their
/// index, the top row first; that is not board order, where the lowest row comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(NonZeroU8);

impl Space {
    /// The space in a row (from the top) and an axial column.
    ///
    /// `None` beyond 15, and for the one place that no sky uses (row 0, column 0).
    pub const fn new(row: u8, column: u8) -> Option<Space> {
        if row > 15 || column > 15 {
            return None;
        }
        Space::from_index(row << 4 | column)
    }

    /// The space with this index; 0 is none.
    pub const fn from_index(index: u8) -> Option<Space> {
        match NonZeroU8::new(index) {
            Some(index) => Some(Space(index)),
            None => None,
        }
    }

    /// The space's number in the layout, 16 × row + column: the bit that stands for it in a
    /// [`Bitboard`](crate::Bitboard).
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0.get()
    }

    /// The row, counted from the top of the sky.
    pub const fn row(self) -> u8 {
        self.index() >> 4
    }

    /// The axial column.
    pub const fn column(self) -> u8 {
        self.index() & 15
    }

    /// The space `distance` steps away, if the layout has it; whether the sky does is for
    /// [`Sky::contains`](crate::Sky::contains) to say.
    ///
    /// ```
    /// # use volo::{Direction, Edge};
    /// let sky = Edge::STANDARD.sky();
    /// let b2 = sky.space("b2").unwrap();
    /// assert_eq!(b2.step(Direction::NE, 3), sky.space("e5"));
    /// ```
    pub const fn step(self, direction: Direction, distance: u8) -> Option<Space> {
        let (d_row, d_column) = match direction {
            Direction::E => (0, 1),
            Direction::SE => (1, 0),
            Direction::SW => (1, -1),
            Direction::W => (0, -1),
            Direction::NW => (-1, 0),
            Direction::NE => (-1, 1),
        };
        let row = self.row() as i32 + d_row * distance as i32;
        let column = self.column() as i32 + d_column * distance as i32;
        if row < 0 || row > 15 || column < 0 || column > 15 {
            return None;
        }
        Space::new(row as u8, column as u8)
    }

    /// The space whose index differs by `offset`, which the caller knows to be one.
    #[inline(always)]
    pub(crate) const fn offset(self, offset: isize) -> Space {
        let index = (self.index() as isize + offset) as u8;
        match NonZeroU8::new(index) {
            Some(index) => Space(index),
            None => self,
        }
    }
}
