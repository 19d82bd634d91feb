//! [`Space`], [`Direction`] and [`Axis`] (\[R2\]).

use core::num::NonZeroU8;

use crate::support::names::listed;

listed! {
    /// One of the six directions (\[R2\]). They are numbered clockwise, beginning in the east.
    ///
    /// ```
    /// # use volo_rules::{Direction, Edge};
    /// let sky = Edge::MIN.sky();
    /// let b2 = sky.space("b2").unwrap();
    /// let ends = Direction::ALL.map(|direction| b2.step(direction, 1).filter(|&space| sky.contains(space)));
    /// assert_eq!(ends, ["b3", "a2", "a1", "b1", "c2", "c3"].map(|name| sky.space(name))); // a1 is missing
    /// assert_eq!((Direction::NE.name(), Direction::NE.opposite()), ("NE", Direction::SW));
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum Direction: "direction" {
        /// To the right along a row.
        E = "E",
        /// To the lower right.
        SE = "SE",
        /// To the lower left.
        SW = "SW",
        /// To the left along a row.
        W = "W",
        /// To the upper left.
        NW = "NW",
        /// To the upper right.
        NE = "NE",
    }
}

impl Direction {
    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// The difference that one step makes to the index of a space.
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

    /// The differences that one step makes to the row and the column of a space.
    pub(crate) const fn step(self) -> (i32, i32) {
        let offset = self.offset() as i32;
        let row = (offset + 1) >> 4;
        (row, offset - 16 * row)
    }
}

/// One of the three axes that lines lie on.
///
/// An axis is named after the direction from a line's first end to its other end. The first end is the
/// lower one, or the left one in a row.
///
/// ```
/// # use volo_rules::{Axis, Direction};
/// assert_eq!(Axis::ALL.map(Axis::direction), [Direction::E, Direction::NW, Direction::NE]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Axis {
    E = 0,
    NW = 1,
    NE = 2,
}

impl Axis {
    /// All axes in the order of their numbers.
    pub const ALL: [Axis; 3] = [Axis::E, Axis::NW, Axis::NE];

    /// The direction from a line's first end to its other end.
    #[inline(always)]
    pub const fn direction(self) -> Direction {
        match self {
            Axis::E => Direction::E,
            Axis::NW => Direction::NW,
            Axis::NE => Direction::NE,
        }
    }
}

/// A space of the layout that all skies share. The layout has 255 spaces, and a sky uses 30 to 162 of
/// them.
///
/// The name of a space depends on the sky: see [`Sky::name`](crate::Sky::name). Spaces are ordered by
/// their index, with the top row first. Board order is different: it begins with the bottom row.
///
/// ```
/// # use volo_rules::{Edge, Space};
/// let sky = Edge::MIN.sky();
/// let b3 = sky.space("b3").unwrap();
/// assert_eq!((b3.row(), b3.column(), b3.index()), (5, 2, 82));
/// assert_eq!(Space::new(5, 2), Some(b3));
/// assert_eq!(Space::from_index(82), Some(b3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(NonZeroU8);

impl Space {
    /// The space in a row and an axial column. The top row is row 0.
    ///
    /// `None` if a number is above 15, or if both are 0, which is not a space of any sky.
    pub const fn new(row: u8, column: u8) -> Option<Space> {
        if row > 15 || column > 15 {
            return None;
        }
        Space::from_index(row << 4 | column)
    }

    /// The space with this index, or that with index 1 if the index is 0.
    #[inline(always)]
    pub(crate) const fn from_index_or_first(index: u8) -> Space {
        match NonZeroU8::new(index) {
            Some(index) => Space(index),
            None => Space(NonZeroU8::MIN),
        }
    }

    /// The space with this index. `None` if the index is 0.
    pub const fn from_index(index: u8) -> Option<Space> {
        match NonZeroU8::new(index) {
            Some(index) => Some(Space(index)),
            None => None,
        }
    }

    /// The number of the space in the layout, which is 16 × row + column. This is also the number of its
    /// bit in a [`Bitboard`](crate::bitboard::Bitboard).
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

    /// The space that is `distance` steps away. `None` if it is beyond the layout.
    ///
    /// The result may be outside of a sky: see [`Sky::contains`](crate::Sky::contains).
    ///
    /// ```
    /// # use volo_rules::{Direction, Edge};
    /// let sky = Edge::MIN.sky();
    /// let b2 = sky.space("b2").unwrap();
    /// assert_eq!(b2.step(Direction::NE, 3), sky.space("e4"));
    /// ```
    pub const fn step(self, direction: Direction, distance: u8) -> Option<Space> {
        let (d_row, d_column) = direction.step();
        let row = self.row() as i32 + d_row * distance as i32;
        let column = self.column() as i32 + d_column * distance as i32;
        if row < 0 || row > 15 || column < 0 || column > 15 {
            return None;
        }
        Space::new(row as u8, column as u8)
    }

    /// The space whose index differs by `offset`. The caller must know that it exists.
    #[inline(always)]
    pub(crate) const fn offset(self, offset: isize) -> Space {
        let index = (self.index() as isize + offset) as u8;
        match NonZeroU8::new(index) {
            Some(index) => Space(index),
            None => self,
        }
    }
}
