//! Moves as 32-bit codes.

// A code may come from outside, so no number may cause a panic.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::geometry::sky::Edge;
use crate::geometry::space::{Axis, Direction, Space};
use crate::rules::moves::{Flight, Line, MAX_DISTANCE, Move};

/// The lowest bit of each field in a move's code. [`Move::code`] has the table.
mod field {
    pub(super) const LENGTH: u32 = 8;
    pub(super) const AXIS: u32 = 12;
    pub(super) const DIRECTION: u32 = 14;
    pub(super) const DISTANCE: u32 = 17;
    pub(super) const KEEP: u32 = 21;
    pub(super) const EDGE: u32 = 29;
}

impl Move {
    /// The move and the edge of the sky as one number.
    ///
    /// | bits | field |
    /// |---|---|
    /// | 0–7 | the index of the add's space, or of the line's first space; 0 for a pass |
    /// | 8–11 | the line's length; 0 for an add and for a pass |
    /// | 12–13 | the number of the line's axis |
    /// | 14–16 | the number of the direction |
    /// | 17–20 | the distance |
    /// | 21–28 | the index of the space that names the region to keep; 0 if there is no region to keep |
    /// | 29–31 | the length of the edge − 4 |
    ///
    /// Bit 0 is the lowest bit. Every move that has a [text](Move::parse) on the sky has its own code.
    /// The code of a move with a field that is out of range for every sky is not unique.
    ///
    /// ```
    /// # use volo_rules::{Edge, Move};
    /// let edge = Edge::STANDARD;
    /// let mv = Move::parse("b2:b4-NE3", edge.sky())?;
    /// assert_eq!(Move::from_code(mv.code(edge)), Some((mv, edge)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn code(self, edge: Edge) -> u32 {
        let edge = u32::from(edge.length().saturating_sub(Edge::MIN.length())) << field::EDGE;
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

    /// The move and the edge with this [code](Move::code).
    ///
    /// `None` if the number is not the code of a move on the sky of that edge. The move need not be legal
    /// in any position.
    pub fn from_code(code: u32) -> Option<(Move, Edge)> {
        let bits = |from: u32, width: u32| (code >> from & !(u32::MAX << width)) as u8;
        let edge = Edge::new(bits(field::EDGE, 3).saturating_add(Edge::MIN.length()))?;
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

    /// Whether the move has a text on the sky with this edge: its spaces exist, and its numbers are in range.
    fn is_in(self, edge: Edge) -> bool {
        let sky = edge.sky();
        match self {
            Move::Pass => true,
            Move::Add(space) => sky.contains(space),
            Move::Fly(Flight { line, distance, keep, .. }) => {
                let is_there = |space: Option<Space>| space.is_some_and(|space| sky.contains(space));
                (line.length > 1 || line.axis == Axis::E)
                    && is_there(Some(line.first))
                    && is_there(line.spaces().last().flatten())
                    && (1..=MAX_DISTANCE).contains(&distance)
                    && keep.is_none_or(|space| sky.contains(space))
            }
        }
    }
}
