//! [`Move`] and its parts, and [`MoveList`].

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::geometry::bitboard::SpaceSet;
use crate::geometry::sky::Edge;
use crate::geometry::space::{Axis, Direction, Space};

/// An unbroken straight line of birds, or a single bird (\[R9\]).
///
/// # Examples
///
/// ```
/// # use volo_rules::{Axis, Direction, Edge, Line};
/// //    g 1 . . 4
/// //   f . . . . . 5
/// //  e . . . . . . 6
/// // d 1 . . 4 . . 7
/// //  c . . o . . . 6
/// //   b . o . . . 5
/// //    a 1 . . 4
/// let sky = Edge::MIN.sky();
/// let [b2, c3] = ["b2", "c3"].map(|name| sky.space(name).unwrap());
/// let line = Line::between(c3, b2).unwrap();
/// assert_eq!(line, Line { first: b2, axis: Axis::NE, length: 2 });
/// assert!(line.spaces().eq([Some(b2), Some(c3)]));
/// let [b3, c4] = ["b3", "c4"].map(|name| sky.space(name).unwrap());
/// assert_eq!(line.step(Direction::E, 1), Line::between(b3, c4));
/// assert_eq!(Line::single(b2).length, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// The lower end, or the left one in a row.
    pub first: Space,
    /// The axis of the line. It is [`Axis::E`] for a single bird.
    pub axis: Axis,
    /// The number of birds. It is at least 1.
    pub length: u8,
}

impl Line {
    /// A line of one bird.
    #[inline(always)]
    pub const fn single(space: Space) -> Line {
        Line { first: space, axis: Axis::E, length: 1 }
    }

    /// The same line, on [`Axis::E`] if it is a single bird.
    #[inline(always)]
    pub(crate) const fn normalized(self) -> Line {
        if self.length == 1 { Line::single(self.first) } else { self }
    }

    /// The line with these two ends, in either order. `None` if they are not on one straight line.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Axis, Edge, Line};
    /// let sky = Edge::STANDARD.sky();
    /// let line = Line::between(sky.space("b4").unwrap(), sky.space("b2").unwrap()).unwrap();
    /// assert_eq!((Some(line.first), line.axis, line.length), (sky.space("b2"), Axis::E, 3));
    /// ```
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

    /// The spaces from the first end to the other one. `None` is a space beyond the layout.
    pub fn spaces(self) -> impl Iterator<Item = Option<Space>> {
        (0..self.length).map(move |i| self.first.step(self.axis.direction(), i))
    }

    /// The space with number `i` of a line that is in a sky. The first end has number 0.
    #[inline(always)]
    pub(crate) fn space(self, i: u8) -> Space {
        self.first.offset(self.axis.direction().offset() * isize::from(i))
    }

    #[inline(always)]
    pub(crate) fn to_set<S: SpaceSet>(self) -> S {
        let mut set = S::single(self.first);
        for i in 1..self.length {
            set |= S::single(self.space(i));
        }
        set
    }

    #[inline(always)]
    pub(crate) const fn at(self, first: Space) -> Line {
        Line { first, ..self }
    }

    /// The line that is `distance` steps away. `None` if its first end is beyond the layout.
    pub fn step(self, direction: Direction, distance: u8) -> Option<Line> {
        Some(Line { first: self.first.step(direction, distance)?, ..self })
    }
}

/// A flight of a line (\[R9\]).
///
/// # Examples
///
/// ```
/// # use volo_rules::{Direction, Edge, Move};
/// let sky = Edge::MIN.sky();
/// let flight = |text| match Move::parse(text, sky) {
///     Ok(Move::Fly(flight)) => flight,
///     _ => panic!("{text} is not a flight"),
/// };
/// let east = flight("b2:c3-E2");
/// assert_eq!((east.line.length, east.direction, east.distance, east.keep), (2, Direction::E, 2, None));
/// assert!(!east.is_in_file());
/// assert!(flight("b2:c3-SW1").is_in_file());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flight {
    /// The line before the flight.
    pub line: Line,
    /// The direction of the flight.
    pub direction: Direction,
    /// The number of steps. It is at least 1.
    pub distance: u8,
    /// A space of the region to keep, if the flight divides the opponent (\[R15\]). In moves from the
    /// engine it is the lowest, then leftmost space of the region.
    pub keep: Option<Space>,
}

/// A move: what a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The player adds a bird from the hand on this space (\[R6\]).
    Add(Space),
    /// A line of birds flies (\[R9\]).
    Fly(Flight),
    /// The player passes (\[R13\]).
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 8);

impl Move {
    /// The names of the kinds of moves.
    pub const KINDS: [&'static str; 3] = ["add", "fly", "pass"];

    pub(crate) const fn kind_number(self) -> u8 {
        match self {
            Move::Add(_) => 0,
            Move::Fly(_) => 1,
            Move::Pass => 2,
        }
    }

    /// The name of the move's kind: `add`, `fly` or `pass`.
    pub const fn kind(self) -> &'static str {
        Move::KINDS[self.kind_number() as usize]
    }
}

/// The longest flight in a move's text and code: from side to side of the largest sky.
pub(crate) const MAX_DISTANCE: u8 = 14;

impl Flight {
    /// Whether a line of two or more birds flies along its own axis (\[R9\]). Otherwise it flies side by
    /// side.
    pub fn is_in_file(self) -> bool {
        let along = self.line.axis.direction();
        self.line.length > 1 && (self.direction == along || self.direction.opposite() == along)
    }

    /// The space where the first end of the line lands. `None` if it is beyond the layout.
    pub const fn landing(self) -> Option<Space> {
        self.line.first.step(self.direction, self.distance)
    }

    /// The line after the flight. It must be in a sky.
    #[inline(always)]
    pub(crate) const fn landed(self) -> Line {
        let way = self.direction.offset() * self.distance as isize;
        self.line.at(self.line.first.offset(way))
    }
}

/// A move and the edge of its sky, which together determine the text of the move.
///
/// ```
/// # use volo_rules::{Edge, EdgeMove, Move};
/// let mv = Move::parse("b2-NE3", Edge::STANDARD.sky())?;
/// assert_eq!(EdgeMove { mv, edge: Edge::STANDARD }.to_string(), "b2-NE3");
/// # Ok::<(), volo_rules::notation::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeMove {
    /// The move.
    pub mv: Move,
    /// The edge of the sky that it is played on.
    pub edge: Edge,
}

/// The legal moves of a position. The same position always has its moves in the same order.
///
/// When [`Position::legal_moves_into`](crate::Position::legal_moves_into) fills a list again, the list
/// reuses its memory. A list is a mutable slice, so a search can put the moves into another order.
/// `Vec::from(list)` is a vector, which can grow and shrink.
///
/// # Examples
///
/// ```
/// # use volo_rules::{Move, MoveList, Position};
/// let position = Position::default();
/// let mut moves = MoveList::new();
/// position.legal_moves_into(&mut moves);
/// assert_eq!(moves.len(), 99);
/// assert!(moves.iter().all(|&mv| position.is_legal(mv)));
/// // Spaces near the middle row first.
/// moves.sort_by_key(|mv| if let Move::Add(space) = mv { space.row().abs_diff(6) } else { 0 });
/// assert!(matches!(moves[0], Move::Add(space) if space.row() == 6));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// The capacity of a new list. Nearly every position has fewer moves.
    pub(crate) const CAPACITY: usize = 512;

    pub(crate) const EMPTY: MoveList = MoveList(Vec::new());

    /// An empty list with capacity for the moves of nearly every position.
    pub fn new() -> MoveList {
        MoveList(Vec::with_capacity(MoveList::CAPACITY))
    }

    #[inline(always)]
    pub(crate) const fn storage(&mut self) -> &mut Vec<Move> {
        &mut self.0
    }

    #[inline(always)]
    pub(crate) fn append_adds<S: SpaceSet>(&mut self, spaces: S) {
        let mut indices = [0; 256];
        let count = spaces.list_indices(&mut indices);
        let indices = indices.get(..count).unwrap_or_default();
        self.0.extend(indices.iter().map(|&index| Space::from_index(index).map_or(Move::Pass, Move::Add)));
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl From<MoveList> for Vec<Move> {
    fn from(moves: MoveList) -> Vec<Move> {
        moves.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = alloc::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
