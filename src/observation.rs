//! [`Position::observe`]: a position as planes of numbers, for machine learning.

use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::rules::{Passing, Stuck};

/// The number of rows, and of columns, of a plane. The largest sky has that many.
pub const OBSERVATION_SIDE: usize = 15;

/// The number of numbers in a plane.
const PLANE: usize = OBSERVATION_SIDE * OBSERVATION_SIDE;

/// The names of the planes.
///
/// The first four planes are sets: 1 for each member, and 0 elsewhere. The other planes have the same
/// number everywhere.
///
/// | plane | meaning |
/// |---|---|
/// | `sky` | the spaces of the sky |
/// | `own` | the birds of the player to move |
/// | `other` | the birds of the other player |
/// | `vacant` | the vacant spaces |
/// | `turn` | the player to move: 0 for Orange, 1 for Blue |
/// | `passes` | the number of passes just made: 0, 1 or 2 |
/// | `own_hand` | the birds in the hand of the player to move; 255 if the supply is unlimited |
/// | `other_hand` | the birds in the hand of the other player; 255 if the supply is unlimited |
/// | `passing` | the pass rule: 0 for `standard`, 1 for `forced`, 2 for `own-regions` |
/// | `stuck` | the end rule: 0 for `draw`, 1 for `last-mover-wins` |
pub const PLANES: [&str; 10] =
    ["sky", "own", "other", "vacant", "turn", "passes", "own_hand", "other_hand", "passing", "stuck"];

/// The number of numbers that [`Position::observe`] writes.
pub const OBSERVATION_LEN: usize = PLANES.len() * PLANE;

impl Position {
    /// Writes the position as [`PLANES`], one after the other. A plane is written row by row, from the
    /// top row of the sky.
    ///
    /// The column of a space in a plane is its axial column. So the six neighbours of a space have the
    /// same offsets everywhere, as in [`Space::step`](crate::Space::step). A sky that is smaller than the
    /// largest one fills the first rows and columns.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo::{OBSERVATION_LEN, OBSERVATION_SIDE, Position};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let mut planes = [0; OBSERVATION_LEN];
    /// Position::new("standard-4".parse()?).observe(&mut planes);
    /// let planes = planes.chunks(OBSERVATION_SIDE * OBSERVATION_SIDE);
    /// let sums: Vec<u32> = planes.map(|plane| plane.iter().map(|&number| u32::from(number)).sum()).collect();
    /// assert_eq!(sums[..4], [30, 3, 3, 24]); // the sky, the birds of both players, the vacant spaces
    /// # Ok::<(), volo::InvalidRules>(())
    /// ```
    pub fn observe(&self, planes: &mut [u8; OBSERVATION_LEN]) {
        let (own, other) = (self.turn(), self.turn().other());
        let hand = |color| self.in_hand(color).unwrap_or(u8::MAX);
        let (planes, _) = planes.as_chunks_mut::<PLANE>();
        let sets = [self.sky().spaces(), self.birds(own), self.birds(other), self.vacant()];
        let numbers = [
            self.turn() as u8,
            self.passes(),
            hand(own),
            hand(other),
            match self.rules().passing() {
                Passing::Standard => 0,
                Passing::Forced => 1,
                Passing::OwnRegions => 2,
            },
            match self.rules().stuck() {
                Stuck::Draw => 0,
                Stuck::LastMoverWins => 1,
            },
        ];
        let (of_sets, of_numbers) = planes.split_at_mut(sets.len());
        for (plane, set) in of_sets.iter_mut().zip(sets) {
            write_set(plane, set);
        }
        for (plane, number) in of_numbers.iter_mut().zip(numbers) {
            plane.fill(number);
        }
    }
}

/// Writes 1 for each member of the set, and 0 elsewhere.
fn write_set(plane: &mut [u8; PLANE], set: Bitboard) {
    let (rows, _) = plane.as_chunks_mut::<OBSERVATION_SIDE>();
    let lanes = set.0.into_iter().flat_map(|word| [word, word >> 16, word >> 32, word >> 48]);
    for (row, bits) in rows.iter_mut().zip(lanes) {
        for (column, number) in row.iter_mut().enumerate() {
            *number = (bits >> column & 1) as u8;
        }
    }
}
