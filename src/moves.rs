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

/// How the fields of a move lie in its [code](Move::code), from the lowest bit.
///
/// | bits | field |
/// |---|---|
/// | 0–7 | the space added on, or the line's first space; 0 for a pass |
/// | 8–11 | the line's length; 0 unless a flight |
/// | 12–13 | the line's axis |
/// | 14–16 | the direction |
/// | 17–20 | the distance |
/// | 21–28 | the space of the kept region; 0 for none |
/// | 29–31 | the edge less 4 |
mod field {
    pub(super) const LENGTH: u32 = 8;
    pub(super) const AXIS: u32 = 12;
    pub(super) const DIRECTION: u32 = 14;
    pub(super) const DISTANCE: u32 = 17;
    pub(super) const KEEP: u32 = 21;
    pub(super) const EDGE: u32 = 29;
}

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

impl Move {
    /// The move as one number, which also tells the edge of the sky.
    ///
    /// From the lowest bit: 8 bits for the space added on or the line's first space (0 for a pass),
    /// 4 for the line's length (0 unless a flight), 2 for its axis, 3 for the direction, 4 for the
    /// distance, 8 for the space of the kept region (0 for none), 3 for the edge less 4.
    pub fn code(self, edge: Edge) -> u32 {
        let edge = u32::from(edge.length() - Edge::MIN.length()) << field::EDGE;
        edge | match self {
            Move::Pass => 0,
            Move::Add(space) => u32::from(space.index()),
            Move::Fly(Flight { line, direction, distance, keep }) => {
                u32::from(line.first.index())
                    | u32::from(line.length) << field::LENGTH
                    | (line.axis as u32) << field::AXIS
                    | (direction as u32) << field::DIRECTION
                    | u32::from(distance) << field::DISTANCE
                    | keep.map_or(0, |space| u32::from(space.index())) << field::KEEP
            }
        }
    }

    /// The move and the edge that a [code](Move::code) stands for.
    ///
    /// `None` for a number that is no move's code; whether the move is legal anywhere is another
    /// question.
    pub fn from_code(code: u32) -> Option<(Move, Edge)> {
        let bits = |from: u32, width: u32| (code >> from & ((1 << width) - 1)) as u8;
        let edge = Edge::new(bits(field::EDGE, 3) + Edge::MIN.length())?;
        let length = bits(field::LENGTH, 4);
        let mv = match (Space::from_index(bits(0, 8)), length) {
            (None, _) => Move::Pass,
            (Some(space), 0) => Move::Add(space),
            (Some(first), _) => Move::Fly(Flight {
                line: Line { first, axis: *Axis::ALL.get(usize::from(bits(field::AXIS, 2)))?, length },
                direction: *Direction::ALL.get(usize::from(bits(field::DIRECTION, 3)))?,
                distance: bits(field::DISTANCE, 4),
                keep: Space::from_index(bits(field::KEEP, 8)),
            }),
        };
        (mv.is_in(edge) && mv.code(edge) == code).then_some((mv, edge))
    }

    /// Whether every space the move names is one of the sky's, and its numbers are in range.
    fn is_in(self, edge: Edge) -> bool {
        let sky = edge.sky();
        match self {
            Move::Pass => true,
            Move::Add(space) => sky.contains(space),
            Move::Fly(Flight { line, distance, keep, .. }) => {
                (line.length > 1 || line.axis == Axis::E)
                    && distance > 0
                    && line.spaces().all(|space| space.is_some_and(|s| sky.contains(s)))
                    && keep.is_none_or(|space| sky.contains(space))
            }
        }
    }
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
