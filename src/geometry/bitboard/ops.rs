//! The public operations on sets of spaces.

use core::fmt;
use core::ops::{BitAndAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::geometry::bitboard::{Bitboard, BitboardIter, SpaceSet, dispatch};
use crate::geometry::space::Space;

/// Sets are combined with `|`, `&`, `-` and `^`. There is no `!`, since a set does not know its sky:
/// the complement of a set is `sky.spaces() - set`.
///
/// ```
/// # use volo_rules::{Color, Edge};
/// let sky = Edge::MIN.sky();
/// let (orange, blue) = (sky.nests(Color::Orange), sky.nests(Color::Blue));
/// let nests = orange | blue;
/// assert_eq!(nests.len(), 6);
/// assert_eq!(nests - blue, orange);
/// assert_eq!(nests ^ orange, blue);
/// assert!((orange & blue).is_empty() && orange.is_disjoint(blue));
/// assert!(orange.is_subset(nests) && !nests.is_subset(orange));
/// let names: Vec<String> = orange.iter().map(|space| sky.name(space).to_string()).collect();
/// assert_eq!(names, ["b2", "d6", "f2"]);
/// ```
impl Bitboard {
    /// The spaces in board order: the lowest row first, each row from left to right.
    pub fn iter(self) -> BitboardIter {
        self.into_iter()
    }

    /// Whether every space of this set is also in `other`.
    pub fn is_subset(self, other: Bitboard) -> bool {
        (self - other).is_empty()
    }

    /// Whether no space of this set is also in `other`.
    pub fn is_disjoint(self, other: Bitboard) -> bool {
        (self & other).is_empty()
    }

    /// The set of these [words](Bitboard::words). The lowest bit of the first word is not a space and is left out. All
    /// other bits are spaces of the layout, but perhaps not of a sky: `set & sky.spaces()` is what a sky has of them.
    ///
    /// ```
    /// # use volo_rules::{Color, Edge, Space};
    /// # use volo_rules::bitboard::Bitboard;
    /// let nests = Edge::MIN.sky().nests(Color::Orange);
    /// assert_eq!(Bitboard::from_words(nests.words()), nests);
    /// let every = Bitboard::from_words([u64::MAX; 4]);
    /// assert_eq!((every.len(), every & Edge::MIN.sky().spaces()), (255, Edge::MIN.sky().spaces()));
    /// ```
    pub const fn from_words([first, b, c, d]: [u64; 4]) -> Bitboard {
        Bitboard([first & !1, b, c, d])
    }

    /// The set as bits. The space with [index](Space::index) `i` is bit `i % 64` of word `i / 64`, and each 16 bits are a
    /// row.
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Flood fill: the spaces of `open` that are connected to a member through spaces of `open`. Members that are not in
    /// `open` do not count.
    ///
    /// ```
    /// # use volo_rules::{Color, Position};
    /// # use volo_rules::bitboard::Bitboard;
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// let birds = position.birds(Color::Blue);
    /// let bird = Bitboard::from(birds.first().unwrap());
    /// assert_eq!(bird.flood(birds), position.flocks(Color::Blue)[0]);
    /// assert_eq!(bird.flood(birds | position.vacant()), position.regions(Color::Blue)[0].spaces());
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    #[must_use]
    pub fn flood(self, open: Bitboard) -> Bitboard {
        dispatch!(<S>(from: Bitboard = self & open, open: Bitboard = open) -> Bitboard {
            S::load(from).flood(S::load(open)).store()
        })
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    /// The spaces of this set that are not in `other`.
    fn sub(self, other: Bitboard) -> Bitboard {
        self.without(other)
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Bitboard) {
        *self = *self - other;
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    /// The spaces that are in exactly one of the two sets.
    fn bitxor(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a ^ p, b ^ q, c ^ r, d ^ s])
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl IntoIterator for &Bitboard {
    type Item = Space;
    type IntoIter = BitboardIter;

    fn into_iter(self) -> BitboardIter {
        (*self).into_iter()
    }
}

impl From<Space> for Bitboard {
    fn from(space: Space) -> Bitboard {
        Bitboard::single(space)
    }
}

impl Extend<Space> for Bitboard {
    fn extend<I: IntoIterator<Item = Space>>(&mut self, spaces: I) {
        *self = spaces.into_iter().fold(*self, Bitboard::with);
    }
}

impl fmt::Debug for Bitboard {
    /// A drawing of the rows and columns of the layout as far as the set uses them, with `x` for the
    /// spaces of the set.
    ///
    /// ```
    /// # use volo_rules::{Color, Edge};
    /// let nests = Edge::MIN.sky().nests(Color::Orange);
    /// let drawing = "Bitboard {
    ///  . . . . . .
    ///   . . . x . .
    ///    . . . . . .
    ///     . . . . . x
    ///      . . . . . .
    ///       . x . . . .
    /// }";
    /// assert_eq!(format!("{nests:?}"), drawing);
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bitboard {")?;
        let rows = self.iter().map(Space::row).max();
        let columns = self.iter().map(Space::column).max();
        if let (Some(last_row), Some(last_column)) = (rows, columns) {
            f.write_str("\n")?;
            for row in 0..=last_row {
                write!(f, "{:indent$}", "", indent = usize::from(row))?;
                for column in 0..=last_column {
                    let is_member = Space::new(row, column).is_some_and(|space| self.contains(space));
                    f.write_str(if is_member { " x" } else { " ." })?;
                }
                f.write_str("\n")?;
            }
        }
        f.write_str("}")
    }
}
