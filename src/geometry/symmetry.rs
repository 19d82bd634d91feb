//! The twelve symmetries of the sky, acting on directions, spaces and sets of spaces.
//!
//! A symmetry is a rotation of the hexagon by a multiple of 60 degrees, or a left-right reflection
//! followed by such a rotation. It maps neighbors to neighbors, and missing spaces to missing spaces.

use core::fmt;
use core::ops::Mul;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::sky::Edge;
use crate::geometry::space::{Direction, Space};
use crate::support::names::named;

/// One of the twelve symmetries of the sky.
///
/// `a * b` is the symmetry that applies `b` first and then `a`.
///
/// ```
/// # use volo_rules::{Color, Direction, Edge, Symmetry};
/// let turn: Symmetry = "rotate-60".parse()?;
/// assert_eq!(turn.direction(Direction::E), Direction::SE);
/// assert_eq!(turn * turn.inverse(), Symmetry::IDENTITY);
/// assert_eq!(turn.after(turn).name(), "rotate-120");
///
/// let sky = Edge::MIN.sky();
/// let mirror: Symmetry = "mirror".parse()?;
/// assert_eq!(Some(mirror.space(sky.space("b2").unwrap(), sky.edge())), sky.space("b4"));
/// assert_eq!(mirror.set(sky.nests(Color::Orange), sky.edge()), sky.nests(Color::Blue));
/// # Ok::<(), volo_rules::UnknownName>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether the sky is mirrored before it is rotated.
    mirrored: bool,
    /// The number of clockwise rotations by 60 degrees, 0 to 5.
    turns: u8,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { mirrored: false, turns: 0 };

    /// All twelve symmetries: the rotations, beginning with the identity, and then the reflection followed
    /// by each of the rotations.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry::IDENTITY; 12];
        let mut number = 0;
        while number < 12 {
            all[number] = Symmetry { mirrored: number >= 6, turns: (number % 6) as u8 };
            number += 1;
        }
        all
    };

    /// The name: `identity`, `rotate-60` to `rotate-300` (clockwise), `mirror` (left and right are
    /// exchanged), and `mirror-rotate-60` to `mirror-rotate-300` (mirrored first, then rotated).
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 12] = [
            "identity",
            "rotate-60",
            "rotate-120",
            "rotate-180",
            "rotate-240",
            "rotate-300",
            "mirror",
            "mirror-rotate-60",
            "mirror-rotate-120",
            "mirror-rotate-180",
            "mirror-rotate-240",
            "mirror-rotate-300",
        ];
        NAMES[self.number()]
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Every mirrored symmetry is a reflection, and a reflection is its own inverse.
        if self.mirrored { self } else { Symmetry { mirrored: false, turns: (6 - self.turns) % 6 } }
    }

    /// The symmetry that applies `first` and then this one: `self * first`.
    #[must_use]
    pub const fn after(self, first: Symmetry) -> Symmetry {
        // A rotation before a reflection equals a rotation in the opposite direction after it.
        let first_turns = if self.mirrored { 6 - first.turns } else { first.turns };
        Symmetry { mirrored: self.mirrored != first.mirrored, turns: (self.turns + first_turns) % 6 }
    }

    /// The image of a direction.
    pub const fn direction(self, direction: Direction) -> Direction {
        // Mirroring exchanges E with W, SE with SW, and NE with NW.
        let number = direction as u8;
        let mirrored = if self.mirrored { 9 - number } else { number };
        Direction::ALL[((mirrored + self.turns) % 6) as usize]
    }

    /// The image of a space of the sky of this edge. If the sky does not have the space,
    /// this is the space itself.
    pub fn space(self, space: Space, edge: Edge) -> Space {
        self.images(edge)[usize::from(space.index())].unwrap_or(space)
    }

    /// The images of the spaces of a set.
    pub fn set(self, set: Bitboard, edge: Edge) -> Bitboard {
        let images = self.images(edge);
        set.by_index().map(|space| images[usize::from(space.index())].unwrap_or(space)).collect()
    }

    /// The image of each space of a sky, by the index of the space.
    fn images(self, edge: Edge) -> &'static Images {
        &IMAGES[usize::from(edge.length() - Edge::MIN.length())][self.number()]
    }

    const fn number(self) -> usize {
        6 * self.mirrored as usize + self.turns as usize
    }
}

impl Mul for Symmetry {
    type Output = Symmetry;

    fn mul(self, first: Symmetry) -> Symmetry {
        self.after(first)
    }
}

named!(Symmetry: "symmetry");

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

type Images = [Option<Space>; 256];

/// The images of the spaces of every sky under every symmetry, 15 kilobytes in all.
static IMAGES: [[Images; 12]; 5] = {
    let mut tables = [[[None; 256]; 12]; 5];
    let mut row = 0;
    while row < 60 {
        let symmetry = Symmetry::ALL[row % 12];
        if let Some(edge) = Edge::new(Edge::MIN.length() + (row / 12) as u8) {
            tables[row / 12][row % 12] = images(symmetry, edge);
        }
        row += 1;
    }
    tables
};

const fn images(symmetry: Symmetry, edge: Edge) -> Images {
    let mut images = [None; 256];
    let (east, south_east) = (symmetry.direction(Direction::E), symmetry.direction(Direction::SE));
    let center = edge.length() as isize - 1;
    let sky = edge.sky();
    let mut index = 0;
    while index < 256 {
        if let Some(space) = Space::from_index(index as u8)
            && sky.contains(space)
        {
            // A column is a number of steps to the east, and a row is a number of steps to the south-east.
            let (right, down) = (space.column() as isize - center, space.row() as isize - center);
            let image = 17 * center + right * east.offset() + down * south_east.offset();
            images[index] = Space::from_index(image as u8);
        }
        index += 1;
    }
    images
}
