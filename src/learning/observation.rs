//! [`Position::observe`]: a position as planes of numbers, for machine learning.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // a view is untrusted

use core::array::from_fn;
use core::fmt;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::Color;
use crate::geometry::sky::{Edge, Sky};
use crate::geometry::symmetry::Symmetry;
use crate::position::Position;
use crate::rules::rule_set::{Passing, Stuck};
use crate::support::setters::setters;

/// The number of rows, and of columns, of a plane. It is the number of rows of the largest sky.
pub const OBSERVATION_SIDE: usize = 15;

const PLANE: usize = OBSERVATION_SIDE * OBSERVATION_SIDE;

/// A plane of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Plane {
    /// The name.
    pub name: &'static str,
    /// What the numbers mean, in a few words.
    pub meaning: &'static str,
    /// The largest number that the plane can have.
    pub largest: u8,
}

macro_rules! planes {
    ($(#[$meta:meta])* pub const $list:ident { $($name:literal to $largest:expr => $meaning:literal;)+ }) => {
        $(#[$meta])*
        ///
        /// | plane | meaning |
        /// |---|---|
        $(#[doc = concat!("| `", $name, "` | ", $meaning, " |")])+
        pub const $list: [$crate::learning::Plane; [$($name),+].len()] =
            [$($crate::learning::Plane { name: $name, meaning: $meaning, largest: $largest }),+];
    };
}

pub(super) use planes;

planes! {
    /// The planes of a position.
    ///
    /// The first four planes are sets: 1 for each member, and 0 elsewhere. The other planes have the same
    /// number everywhere.
    pub const PLANES {
        "sky" to 1 => "the spaces of the sky";
        "own" to 1 => "the birds of the player to move";
        "other" to 1 => "the birds of the other player";
        "vacant" to 1 => "the vacant spaces";
        "turn" to 1 => "the player to move: 0 for Orange, 1 for Blue";
        "passes" to 2 => "the number of passes just made: 0, 1 or 2";
        "own_hand" to u8::MAX => "the birds in the hand of the player to move; 255 if the supply is unlimited";
        "other_hand" to u8::MAX => "the birds in the hand of the other player; 255 if the supply is unlimited";
        "passing" to (Passing::ALL.len() as u8).saturating_sub(1) => "the number of the pass rule, its place in the list of pass rules";
        "stuck" to (Stuck::ALL.len() as u8).saturating_sub(1) => "the number of the end rule, its place in the list of end rules";
    }
}

/// The number of numbers that [`Position::observe`] writes.
pub const OBSERVATION_LEN: usize = PLANES.len() * PLANE;

/// How positions are observed: the size of a plane, the player who observes, and a symmetry.
///
/// ```
/// # use volo_rules::{Color, Edge, Position, Symmetry};
/// # use volo_rules::learning::{PLANES, View};
/// let start = Position::new("standard-4".parse()?);
/// let view = View::of(Edge::MIN).with_player(Color::Blue);
/// let mut planes = vec![0_f32; PLANES.len() * 7 * 7];
/// start.observe_into(view, &mut planes)?;
/// let own: f32 = planes[7 * 7..2 * 7 * 7].iter().sum();
/// assert_eq!((own, planes[2 * 7 + 2]), (3.0, 1.0)); // Blue has three birds, and e1 is a space of the sky
///
/// let mirror = View::of(Edge::MIN).with_symmetry("mirror".parse::<Symmetry>()?);
/// let (mut mirrored, mut expected) = (vec![0_u8; 490], vec![0_u8; 490]);
/// start.observe_into(mirror, &mut mirrored)?;
/// start.transform(mirror.symmetry).observe_into(View::of(Edge::MIN), &mut expected)?;
/// assert_eq!(mirrored, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct View {
    /// The number of rows, and of columns, of a plane: 7, 9, 11, 13 or 15. A sky of edge `n` has `2n - 1` rows.
    pub side: usize,
    /// The player whose birds are `own`. `None` means the player to move.
    pub player: Option<Color>,
    /// The symmetry by which the sky is turned or mirrored first.
    pub symmetry: Symmetry,
}

impl View {
    /// The view of the player to move, with the rows and columns of a sky of this edge.
    pub fn of(edge: Edge) -> View {
        View { side: usize::from(edge.sky().rows()), player: None, symmetry: Symmetry::IDENTITY }
    }

    setters! {
        with_side(side: usize);
        with_player(player: Color as Some);
        with_symmetry(symmetry: Symmetry);
    }

    /// Checks that the side of a plane is valid, and large enough for a sky.
    pub(crate) fn check(self, sky: &Sky) -> Result<(), ViewError> {
        let (side, rows) = (self.side, sky.rows());
        let is_valid = matches!(side, 7 | 9 | 11 | 13 | 15) && side >= usize::from(rows);
        if is_valid { Ok(()) } else { Err(ViewError::Side { side, rows }) }
    }

    pub(crate) const fn numbers(self, planes: usize) -> usize {
        planes.saturating_mul(self.side).saturating_mul(self.side)
    }
}

/// Why a position could not be observed. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum ViewError {
    /// The side of a plane is not 7, 9, 11, 13 or 15, or is less than the number of rows of the sky.
    Side { side: usize, rows: u8 },
    /// The length of the slice is not the number of numbers to write.
    Length { length: usize, expected: usize },
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::Side { side, rows } => write!(
                f,
                "the side of a plane must be 7, 9, 11, 13 or 15, and at least {rows} for this sky, not {side}"
            ),
            ViewError::Length { length, expected } => {
                write!(f, "there are {expected} numbers to write, and room for {length}")
            }
        }
    }
}

impl core::error::Error for ViewError {}

impl Position {
    /// Writes the position as [`PLANES`], one after the other. A plane is written row by row, from the
    /// top row of the sky.
    ///
    /// The column of a space in a plane is its axial column. So the six neighbors of a space have the
    /// same offsets everywhere, as in [`Space::step`](crate::Space::step). A sky that is smaller than the
    /// largest one fills the first rows and columns.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::learning::{OBSERVATION_LEN, OBSERVATION_SIDE};
    /// let mut planes = [0; OBSERVATION_LEN];
    /// Position::new("standard-4".parse()?).observe(&mut planes);
    /// let planes = planes.chunks(OBSERVATION_SIDE * OBSERVATION_SIDE);
    /// let sums: Vec<u32> = planes.map(|plane| plane.iter().map(|&number| u32::from(number)).sum()).collect();
    /// assert_eq!(sums[..4], [30, 3, 3, 24]); // the sky, the birds of both players, the vacant spaces
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn observe(&self, planes: &mut [u8; OBSERVATION_LEN]) {
        let view = View { side: OBSERVATION_SIDE, player: None, symmetry: Symmetry::IDENTITY };
        write_planes(view.side, &self.planes(view), planes);
    }

    /// Writes the position as [`PLANES`], like [`Position::observe`], but with a view, and with numbers of any type.
    ///
    /// # Errors
    /// If a plane of the view is too small for the sky, or the slice does not have the length of all planes.
    pub fn observe_into<T: Copy + From<u8>>(&self, view: View, planes: &mut [T]) -> Result<(), ViewError> {
        write_checked(self, view, &[], planes)
    }

    fn planes(&self, view: View) -> [Content; PLANES.len()] {
        let own = view.player.unwrap_or(self.turn());
        let other = !own;
        let hand = |color| Content::Number(self.in_hand(color).unwrap_or(u8::MAX));
        let set = |set| Content::Set(seen(set, view, self.rules().edge()));
        [
            Content::Set(self.sky().spaces()),
            set(self.birds(own)),
            set(self.birds(other)),
            set(self.vacant()),
            Content::Number(self.turn() as u8),
            Content::Number(self.passes()),
            hand(own),
            hand(other),
            Content::Number(self.rules().passing() as u8),
            Content::Number(self.rules().stuck() as u8),
        ]
    }
}

pub(crate) fn seen(set: Bitboard, view: View, edge: Edge) -> Bitboard {
    if view.symmetry == Symmetry::IDENTITY { set } else { view.symmetry.set(set, edge) }
}

#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// 1 for each member, and 0 elsewhere.
    Set(Bitboard),
    Number(u8),
}

/// Checks a view of a position, and writes its planes, and then some more.
pub(crate) fn write_checked<T: Copy + From<u8>>(
    position: &Position,
    view: View,
    more: &[Content],
    out: &mut [T],
) -> Result<(), ViewError> {
    view.check(position.sky())?;
    let expected = view.numbers(PLANES.len().saturating_add(more.len()));
    if out.len() != expected {
        return Err(ViewError::Length { length: out.len(), expected });
    }
    let (first, rest) = out.split_at_mut(view.numbers(PLANES.len()));
    write_planes(view.side, &position.planes(view), first);
    write_planes(view.side, more, rest);
    Ok(())
}

/// Writes the planes. The side is a constant in each of the called functions, which makes them several times faster.
fn write_planes<T: Copy + From<u8>>(side: usize, planes: &[Content], out: &mut [T]) {
    match side {
        7 => write_planes_of::<7, T>(planes, out),
        9 => write_planes_of::<9, T>(planes, out),
        11 => write_planes_of::<11, T>(planes, out),
        13 => write_planes_of::<13, T>(planes, out),
        _ => write_planes_of::<15, T>(planes, out),
    }
}

/// Copies eight numbers at a time from tables, because the extension for Python, optimized for size, has no vectors.
fn write_planes_of<const SIDE: usize, T: Copy + From<u8>>(planes: &[Content], out: &mut [T]) {
    let table: [[T; 4]; 16] = from_fn(|bits| from_fn(|bit| T::from((bits >> bit & 1) as u8)));
    let four_of = |bits: u8| table.get(usize::from(bits & 15)).copied().unwrap_or([T::from(0); 4]);
    let eight_of = |bits: u8| {
        if size_of::<T>() == 1 {
            return BYTES.get(usize::from(bits)).map_or([T::from(0); 8], |bytes| bytes.map(T::from));
        }
        let ([a, b, c, d], [e, f, g, h]) = (four_of(bits), four_of(bits >> 4));
        [a, b, c, d, e, f, g, h]
    };
    for (plane, out) in planes.iter().zip(out.chunks_exact_mut(SIDE.saturating_mul(SIDE))) {
        match *plane {
            Content::Number(number) => {
                let sixteen = [T::from(number); 16];
                out.as_chunks_mut().0.fill(sixteen);
                // The last sixteen numbers overlap others.
                out.last_chunk_mut().into_iter().for_each(|last| *last = sixteen);
            }
            Content::Set(set) => {
                let halves = out.chunks_mut(SIDE.saturating_mul(8));
                for (bits, out) in rows_without_gaps::<SIDE>(set).into_iter().zip(halves) {
                    let (eights, rest) = out.as_chunks_mut();
                    let mut bits = bits.to_le_bytes().into_iter();
                    eights.iter_mut().zip(&mut bits).for_each(|(eight, bits)| *eight = eight_of(bits));
                    // The side is odd, so there may be one more number.
                    rest.iter_mut().zip(bits).for_each(|(one, bits)| *one = T::from(bits & 1));
                }
            }
        }
    }
}

/// The first columns of eight rows of a set, one row directly after the other, and then those of the other eight rows.
#[expect(clippy::arithmetic_side_effects, reason = "a row has at most 16 bits")]
fn rows_without_gaps<const SIDE: usize>(set: Bitboard) -> [u128; 2] {
    let row = (1 << SIDE) - 1;
    let [a, b, c, d] = set.0.map(|word| {
        let row = |number: usize| (word >> (16 * number) & row) << (SIDE * number);
        u128::from(row(0) | row(1) | row(2) | row(3))
    });
    [a | b << (4 * SIDE), c | d << (4 * SIDE)]
}

/// The bits of each byte, as bytes.
#[expect(clippy::indexing_slicing, reason = "it is computed by the compiler")]
static BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut number = 0;
    while number < 256 * 8 {
        let (bits, bit) = (number / 8, number % 8);
        bytes[bits][bit] = ((bits >> bit) & 1) as u8;
        number += 1;
    }
    bytes
};
