//! Moves, and lists of them.

use std::ops::{Deref, DerefMut};

use crate::bitboard::SpaceSet;
use crate::sky::Edge;
use crate::space::{Axis, Direction, Space};

/// An unbroken straight line of birds, or a single bird ([R9]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The end lower on the board; in a row, the left one.
    pub first: Space,
    /// The way from the first end to the other. [`Axis::E`] for a single bird.
    pub axis: Axis,
    /// The number of birds, 1 or more.
    pub length: u8,
}

impl Line {
    /// A single bird.
    #[inline(always)]
    pub const fn single(space: Space) -> Line {
        Line { first: space, axis: Axis::E, length: 1 }
    }

    /// The line with these two ends, in either order; `None` if they are not on one straight line.
    pub fn between(one: Space, other: Space) -> Option<Line> {
        if one == other {
            return Some(Line::single(one));
        }
        let reach = |from: Space, to: Space| {
            Axis::ALL.into_iter().find_map(|axis| {
                let distance = (1..16).find(|&k| from.step(axis.direction(), k) == Some(to))?;
                Some(Line { first: from, axis, length: distance + 1 })
            })
        };
        reach(one, other).or_else(|| reach(other, one))
    }

    /// The spaces from the first end to the other; `None` stands for one beyond the layout.
    pub fn spaces(self) -> impl Iterator<Item = Option<Space>> {
        (0..self.length).map(move |i| self.first.step(self.axis.direction(), i))
    }

    /// The `i`th space of a line that lies in a sky.
    #[inline(always)]
    pub(crate) fn space(self, i: u8) -> Space {
        self.first.offset(self.axis.direction().offset() * isize::from(i))
    }

    /// The spaces of a line that lies in a sky.
    #[inline(always)]
    pub(crate) fn set<S: SpaceSet>(self) -> S {
        let mut set = S::single(self.first);
        for i in 1..self.length {
            set |= S::single(self.space(i));
        }
        set
    }

    /// This line with its first end on another space.
    #[inline(always)]
    pub(crate) const fn at(self, first: Space) -> Line {
        Line { first, ..self }
    }

    /// The line `distance` steps away, if the layout has its first space.
    pub fn step(self, direction: Direction, distance: u8) -> Option<Line> {
        Some(Line { first: self.first.step(direction, distance)?, ..self })
    }
}

/// A flight of a line ([R9]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flight {
    /// The birds that fly.
    pub line: Line,
    /// Where to.
    pub direction: Direction,
    /// How many steps, 1 or more.
    pub distance: u8,
    /// Where the flight divides the opponent: a space of the region that is kept ([R15]). The
    /// engine names the lowest, then leftmost one.
    pub keep: Option<Space>,
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Put a bird from the hand on this space ([R6]).
    Add(Space),
    /// Let a line of birds fly ([R9]).
    Fly(Flight),
    /// Do neither ([R13]).
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 8);

/// The longest flight that can be written: from side to side of the largest sky.
pub(crate) const MAX_DISTANCE: u8 = 14;

impl Flight {
    /// Whether a line of two or more flies along itself; if not, it flies side by side ([R9]).
    pub fn is_in_file(self) -> bool {
        let along = self.line.axis.direction();
        self.line.length > 1 && (self.direction == along || self.direction.opposite() == along)
    }

    /// Where the line lands, in a sky.
    #[inline(always)]
    pub(crate) const fn landed(self) -> Line {
        let way = self.direction.offset() * self.distance as isize;
        self.line.at(self.line.first.offset(way))
    }
}

/// A move with the edge of its sky: what it takes to write the move down and to read it back.
///
/// ```
/// # use volo::{Edge, EdgeMove, Move};
/// let mv = Move::parse("b2-NE3", Edge::STANDARD.sky())?;
/// assert_eq!(EdgeMove { mv, edge: Edge::STANDARD }.to_string(), "b2-NE3");
/// # Ok::<(), volo::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EdgeMove {
    /// The move.
    pub mv: Move,
    /// The edge of the sky that it is played on.
    pub edge: Edge,
}

/// The legal moves of a position, in an order that is always the same. Reusable: a list that is
/// filled again keeps its memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list with room for the moves of nearly every position.
    pub fn new() -> MoveList {
        MoveList(Vec::with_capacity(512))
    }
}

impl Deref for MoveList {
    type Target = Vec<Move>;

    #[inline(always)]
    fn deref(&self) -> &Vec<Move> {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<Move> {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
