//! A position as planes of numbers, for those who learn from positions.

use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::rules::{Passing, Stuck};

/// The rows and columns of a plane: those of the largest sky.
pub const OBSERVATION_SIDE: usize = 15;

/// The numbers of a plane.
const PLANE: usize = OBSERVATION_SIDE * OBSERVATION_SIDE;

/// What each plane tells. The first four have a 1 for each space of a set: the spaces of the sky, the
/// birds of the player to move, those of the other player, and the vacant spaces. The others have the
/// same number everywhere: whose turn it is (0 Orange, 1 Blue), the passes just made, the birds that
/// the player to move and the other player have in hand (255 if there is no limit), when a pass is
/// legal (0 `standard`, 1 `forced`, 2 `own-regions`), and what it means when nobody goes on (0 `draw`,
/// 1 `last-mover-wins`).
pub const PLANES: [&str; 10] =
    ["sky", "own", "other", "vacant", "turn", "passes", "own_hand", "other_hand", "passing", "stuck"];

/// How many numbers a position is.
pub const OBSERVATION_LEN: usize = PLANES.len() * PLANE;

impl Position {
    /// Writes the position as [`PLANES`], one after the other, each row by row from the top.
    ///
    /// A space stands in the column of its axial coordinate, so its six neighbours are at the same
    /// steps everywhere, as [`Space::step`](crate::Space::step) has them, and a sky smaller than the
    /// largest fills the first rows and columns.
    ///
    /// ```
    /// # use volo::{OBSERVATION_LEN, Position};
    /// let mut planes = [0; OBSERVATION_LEN];
    /// Position::default().observe(&mut planes);
    /// assert_eq!(planes.iter().map(|&number| u32::from(number)).sum::<u32>(), 2 * 120 + 2 * 57 * 225);
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

/// A 1 for each member, and else 0.
fn write_set(plane: &mut [u8; PLANE], set: Bitboard) {
    let (rows, _) = plane.as_chunks_mut::<OBSERVATION_SIDE>();
    let lanes = set.0.into_iter().flat_map(|word| [word, word >> 16, word >> 32, word >> 48]);
    for (row, bits) in rows.iter_mut().zip(lanes) {
        for (column, number) in row.iter_mut().enumerate() {
            *number = (bits >> column & 1) as u8;
        }
    }
}
