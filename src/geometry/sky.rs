//! The sky: a hexagon of spaces without its corners and its center (\[R1\], \[R2\]).
//!
//! All edges share one layout. A space has a row and an axial column. The top row is row 0. A step to
//! the south-east or the north-west stays in the same axial column:
//!
//! ```text
//!            NW  NE            row 0        . o o .
//!              \/              row 1       o o o o o
//!           W -- E             row 2      o o o o o o
//!              /\              row 3     . o o . o o .      edge 4
//!            SW  SE
//! ```

use core::fmt;

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::geometry::color::Color;
use crate::geometry::space::{Direction, Space};

/// The length of the edge of a sky, in spaces: 4 to 8 (\[R1\]).
///
/// # Examples
///
/// ```
/// # use volo_rules::Edge;
/// let edge = Edge::new(7).unwrap();
/// assert_eq!((edge, edge.length(), edge.sky().spaces().len()), (Edge::STANDARD, 7, 120));
/// assert_eq!((edge.to_string().as_str(), Edge::new(9)), ("7", None));
/// assert_eq!(Edge::ALL.map(Edge::length), [4, 5, 6, 7, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u8);

impl Edge {
    /// The smallest edge.
    pub const MIN: Edge = Edge(4);
    /// The small sky of the two-sizes edition.
    pub const SMALL: Edge = Edge(6);
    /// The standard sky.
    pub const STANDARD: Edge = Edge(7);
    /// The largest edge.
    pub const MAX: Edge = Edge(8);
    /// All edges, from the shortest to the longest.
    pub const ALL: [Edge; 5] = [Edge::MIN, Edge(5), Edge::SMALL, Edge::STANDARD, Edge::MAX];

    /// The edge with this length. `None` if the length is not 4 to 8.
    pub const fn new(length: u8) -> Option<Edge> {
        if length >= Edge::MIN.0 && length <= Edge::MAX.0 { Some(Edge(length)) } else { None }
    }

    /// The number of spaces along the edge.
    #[inline(always)]
    pub const fn length(self) -> u8 {
        self.0
    }

    /// The sky of this edge.
    #[inline(always)]
    pub const fn sky(self) -> &'static Sky {
        &SKIES[(self.0 - Edge::MIN.0) as usize]
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The geometry of the sky with one edge.
///
/// # Examples
///
/// The smallest sky. A missing space shows its number (\[R3\]).
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
/// assert_eq!((sky.edge(), sky.rows(), sky.spaces().len()), (Edge::MIN, 7, 30));
/// assert!(sky.space("d3").is_some_and(|space| sky.contains(space)));
/// assert!(sky.space("d4").is_none(), "the center is missing");
/// ```
#[derive(Debug)]
pub struct Sky {
    edge: Edge,
    spaces: Bitboard,
    rim: Bitboard,
    center: Bitboard,
    nests: [Bitboard; 2],
}

static SKIES: [Sky; 5] =
    [Sky::new(Edge(4)), Sky::new(Edge(5)), Sky::new(Edge(6)), Sky::new(Edge(7)), Sky::new(Edge(8))];

impl Sky {
    const fn new(edge: Edge) -> Sky {
        let corner = edge.0 as i32 - 1;
        let nest = corner - 1;
        let mut sky = Sky {
            edge,
            spaces: Bitboard::EMPTY,
            rim: Bitboard::EMPTY,
            center: Bitboard::EMPTY.with(place(corner, (0, 0))),
            // [R4] Colors alternate round the sky, and Orange has the nest at the bottom left.
            nests: [
                set(corner, [(-nest, nest), (0, -nest), (nest, 0)]),
                set(corner, [(-nest, 0), (nest, -nest), (0, nest)]),
            ],
        };
        let mut r = -corner;
        while r <= corner {
            let mut q = -corner;
            while q <= corner {
                // The distance from the center, and whether the space is on a line from it to a corner.
                let far = (q.abs() + r.abs() + (q + r).abs()) / 2;
                let to_corner = q == 0 || r == 0 || q + r == 0;
                // [R1] The center and the corners are missing.
                if 0 < far && far <= corner && !(to_corner && far == corner) {
                    let space = place(corner, (q, r));
                    sky.spaces = sky.spaces.with(space);
                    if far == corner || to_corner && far == nest {
                        sky.rim = sky.rim.with(space);
                    }
                }
                q += 1;
            }
            r += 1;
        }
        sky
    }

    /// The length of the edge.
    pub const fn edge(&self) -> Edge {
        self.edge
    }

    /// All spaces of the sky: 30, 54, 84, 120 or 162 (\[R1\]).
    #[inline(always)]
    pub const fn spaces(&self) -> Bitboard {
        self.spaces
    }

    /// The spaces next to a missing corner or next to the outside of the hexagon.
    #[inline(always)]
    pub(crate) const fn rim(&self) -> Bitboard {
        self.rim
    }

    #[inline(always)]
    pub(crate) const fn center(&self) -> Bitboard {
        self.center
    }

    /// Whether a space is in the sky. The corners, the center and all spaces outside of the hexagon are
    /// missing (\[R2\]).
    #[inline(always)]
    pub const fn contains(&self, space: Space) -> bool {
        self.spaces.contains(space)
    }

    /// A player's three nests (\[R4\]).
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Color, Edge};
    /// # use volo_rules::bitboard::Bitboard;
    /// let sky = Edge::MIN.sky();
    /// let nests: Bitboard = ["b2", "d6", "f2"].into_iter().filter_map(|name| sky.space(name)).collect();
    /// assert_eq!(sky.nests(Color::Orange), nests);
    /// ```
    pub const fn nests(&self, color: Color) -> Bitboard {
        self.nests[color as usize]
    }

    /// The number of rows: 2 × edge − 1.
    pub const fn rows(&self) -> u8 {
        2 * self.edge.0 - 1
    }

    /// The axial columns of a row from left to right, including those of missing spaces.
    pub(crate) fn columns(&self, row: u8) -> core::ops::RangeInclusive<u8> {
        let rim = self.edge.0 - 1;
        let first = rim.saturating_sub(row);
        let last = (3 * rim).saturating_sub(row).min(2 * rim);
        first..=last
    }

    pub(crate) const fn bytes_of_a_set(&self) -> usize {
        (self.spaces.len() as usize).div_ceil(8)
    }

    /// A set of spaces as bytes: a bit for each space in the order of the indices, the lowest bit of a byte first.
    pub(crate) fn set_to_bytes(&self, set: Bitboard) -> impl Iterator<Item = u8> {
        let mut spaces = self.spaces().by_index();
        (0..self.bytes_of_a_set()).map(move |_| {
            let eight = spaces.by_ref().take(8).zip(0..);
            eight.fold(0, |byte, (space, bit)| byte | u8::from(set.contains(space)) << bit)
        })
    }

    pub(crate) fn set_from_bytes(&self, bytes: &[u8]) -> Bitboard {
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
        self.spaces()
            .by_index()
            .zip(bits)
            .filter_map(|(space, is_member)| is_member.then_some(space))
            .collect()
    }

    /// The six corners and the center, which are missing (\[R1\]). They have names like spaces, in
    /// board order.
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// let names: Vec<String> = sky.missing().into_iter().map(|space| sky.name(space).to_string()).collect();
    /// assert_eq!(names, ["a1", "a4", "d1", "d4", "d7", "g1", "g4"]);
    /// ```
    pub fn missing(&self) -> Bitboard {
        let place = |row: u8| self.columns(row).filter_map(move |column| Space::new(row, column));
        (0..self.rows()).flat_map(place).filter(|&space| !self.contains(space)).collect()
    }

    /// The spaces next to a space, or next to a member of a set (\[R2\]). A space has six neighbors, or fewer beside a
    /// missing space or the outside. Members of a set are in the result only where they are neighbors of each other.
    ///
    /// ```
    /// # use volo_rules::{Color, Edge};
    /// let sky = Edge::MIN.sky();
    /// let names: Vec<String> =
    ///     sky.neighbors(sky.space("c3").unwrap()).into_iter().map(|space| sky.name(space).to_string()).collect();
    /// assert_eq!(names, ["b2", "b3", "c2", "c4", "d3"]); // d4 is the missing center
    /// assert_eq!(sky.neighbors(sky.nests(Color::Orange)).len(), 15); // five beside each nest
    /// ```
    pub fn neighbors(&self, spaces: impl Into<Bitboard>) -> Bitboard {
        spaces.into().around() & self.spaces
    }

    /// The spaces that are one step in a direction away from a member of a set. A step that leaves the sky, or ends on a
    /// missing space, leads nowhere.
    ///
    /// ```
    /// # use volo_rules::{Color, Direction, Edge};
    /// let sky = Edge::MIN.sky();
    /// let nests = sky.nests(Color::Orange);
    /// let names: Vec<String> =
    ///     sky.step(nests, Direction::SE).into_iter().map(|space| sky.name(space).to_string()).collect();
    /// assert_eq!(names, ["a2", "c6", "e3"]);
    /// assert_eq!(sky.step(nests, Direction::E).len(), 2); // d7 is a missing corner
    /// ```
    pub fn step(&self, spaces: Bitboard, direction: Direction) -> Bitboard {
        spaces.moved::<1>(direction) & self.spaces
    }

    /// The spaces next to a space, in the order of [`Direction::ALL`] (\[R2\]).
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// let neighbors = sky.neighbors_by_direction(sky.space("b2").unwrap());
    /// let names: Vec<String> = neighbors.map(|space| sky.name(space).to_string()).collect();
    /// assert_eq!(names, ["b3", "a2", "b1", "c2", "c3"]); // a1, in the direction SW, is missing
    /// ```
    pub fn neighbors_by_direction(&self, space: Space) -> impl Iterator<Item = Space> + '_ {
        let steps = Direction::ALL.into_iter().filter_map(move |direction| space.step(direction, 1));
        steps.filter(|&next| self.contains(next))
    }

    /// The spaces of a row from left to right, without the missing ones. The top row is row 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// let names: Vec<String> = sky.row(3).map(|space| sky.name(space).to_string()).collect();
    /// assert_eq!(names, ["d2", "d3", "d5", "d6"]);
    /// ```
    pub fn row(&self, row: u8) -> impl Iterator<Item = Space> + '_ {
        self.columns(row).filter_map(move |column| Space::new(row, column)).filter(|&s| self.contains(s))
    }
}

/// The space with these axial coordinates relative to the center.
#[allow(clippy::panic)] // It is evaluated at compile time.
const fn place(corner: i32, (q, r): (i32, i32)) -> Space {
    match Space::new((r + corner) as u8, (q + corner) as u8) {
        Some(space) => space,
        None => panic!("row 0, column 0 is not a space of any sky"),
    }
}

const fn set(corner: i32, places: [(i32, i32); 3]) -> Bitboard {
    let [one, two, three] = places;
    Bitboard::EMPTY.with(place(corner, one)).with(place(corner, two)).with(place(corner, three))
}
