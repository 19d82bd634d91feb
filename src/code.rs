//! Moves as numbers.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // anybody may make up a number

use crate::moves::{Flight, Line, MAX_DISTANCE, Move};
use crate::sky::Edge;
use crate::space::{Axis, Direction, Space};

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

impl Move {
    /// The move as one number, which also tells the edge of the sky.
    ///
    /// From the lowest bit: 8 bits for the space added on or the line's first space (0 for a pass),
    /// 4 for the line's length (0 unless a flight), 2 for its axis, 3 for the direction, 4 for the
    /// distance, 8 for the space of the kept region (0 for none), 3 for the edge less 4.
    ///
    /// Every move that can be [written](Move::parse) on the sky has a code of its own. Moves whose
    /// numbers no sky has room for share theirs with others.
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

    /// The move and the edge that a [code](Move::code) stands for.
    ///
    /// `None` for a number that is no move's code; whether the move is legal anywhere is another
    /// question.
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

    /// Whether the move can be written on a sky: the spaces that it names are there, and the numbers in range.
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
