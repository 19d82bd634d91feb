//! [`Lookout`]: the distance from a space to the next member of a set in a direction.

use crate::geometry::bitboard::Bitboard;
use crate::geometry::space::{Direction, Space};

/// A set, stored for finding the nearest member in a direction.
///
/// The search examines four spaces at a time. A branch on each single space would be mispredicted
/// more often than not.
#[derive(Clone, Copy)]
pub(crate) struct Lookout {
    /// The sixteen rows of the set, two bytes each, with eight empty rows before and after them.
    rows: [u8; 64],
}

/// How to find the next four spaces in a direction: which four rows to load as a word, and which of its bits they are.
struct View {
    /// The first of the four rows, relative to the row of the starting space.
    first_row: isize,
    /// The number of bits by which the word is rotated to the right, in addition to the starting column.
    turn: isize,
    /// The bits of the four spaces in the rotated word. E and W use the whole row instead.
    mask: u64,
    /// Whether the nearest space is the lowest bit. Otherwise it is the highest bit.
    from_low: bool,
    /// The binary logarithm of the distance of two of the spaces in bits. From SW to NE, 16 does for 15.
    bits: u32,
}

/// The view in each direction, by the direction's number.
static VIEWS: [View; 6] = [
    View { first_row: 0, turn: 1, mask: !0, from_low: true, bits: 0 },
    View { first_row: 1, turn: 0, mask: 0x0001_0001_0001_0001, from_low: true, bits: 4 },
    View { first_row: 1, turn: -4, mask: 0x0001_0002_0004_0008, from_low: true, bits: 4 },
    View { first_row: -3, turn: -16, mask: !0, from_low: false, bits: 0 },
    View { first_row: -4, turn: 0, mask: 0x0001_0001_0001_0001, from_low: false, bits: 4 },
    View { first_row: -4, turn: 0, mask: 0x0002_0004_0008_0010, from_low: false, bits: 4 },
];

impl Lookout {
    #[cfg_attr(optimized, inline(always))]
    pub(crate) fn new(set: Bitboard) -> Lookout {
        let mut rows = [0; 64];
        for (bytes, word) in rows[16..48].chunks_exact_mut(8).zip(set.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Lookout { rows }
    }

    /// The number of steps from a space to the next member in a direction.
    ///
    /// If there is no member in this direction, the result is unspecified.
    #[cfg_attr(optimized, inline(always))]
    pub(crate) fn distance(&self, from: Space, direction: Direction) -> u8 {
        let View { first_row, turn, mask, from_low, bits } = VIEWS[direction as usize];
        let mut at = from.index();
        let mut steps = 0;
        loop {
            let column = isize::from(at & 15);
            let seen =
                self.four_rows(isize::from(at >> 4) + first_row).rotate_right((column + turn) as u32 & 63)
                    & mask;
            if seen != 0 || steps > 16 {
                let before = if from_low { seen.trailing_zeros() } else { seen.leading_zeros() };
                return steps + 1 + (before >> bits) as u8;
            }
            at = at.wrapping_add(4_u8.wrapping_mul(direction.offset() as u8));
            steps += 4;
        }
    }

    #[cfg_attr(optimized, inline(always))]
    fn four_rows(&self, row: isize) -> u64 {
        let first = (16 + 2 * row) as usize & 63;
        self.rows.get(first..first + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::sky::Edge;

    proptest! {
        #[test]
        fn distances_agree_with_walking(
            set in proptest::array::uniform4(any::<u64>()),
            fewer in proptest::array::uniform4(any::<u64>()),
            from in 1_u8..,
        ) {
            let spaces = Edge::MAX.sky().spaces();
            let set = Bitboard(set) & Bitboard(fewer) & spaces;
            let from = Space::from_index(from).expect("not 0");
            prop_assume!(spaces.contains(from));
            for direction in Direction::ALL {
                let walk = (1..16).find(|&k| from.step(direction, k).is_some_and(|s| set.contains(s)));
                if let Some(steps) = walk {
                    prop_assert_eq!(Lookout::new(set).distance(from, direction), steps);
                }
            }
        }
    }
}
