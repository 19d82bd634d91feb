//! [`Bitboard`] as a [`SpaceSet`]: four 64-bit words, on every processor.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::geometry::bitboard::set::slide;
use crate::geometry::bitboard::{Bitboard, Shared, SpaceSet};
use crate::geometry::space::Space;

/// The bits of column 0 in the four rows of a word.
const EACH_ROW: u64 = 0x0001_0001_0001_0001;

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a & p, b & q, c & r, d & s])
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a | p, b | q, c | r, d | s])
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl SpaceSet for Bitboard {
    const EMPTY: Bitboard = Bitboard::EMPTY;

    const IS_IN_ONE_REGISTER: bool = false;

    #[inline(never)]
    fn run_shared<T: Shared>(step: T) -> T::Output {
        step.run()
    }

    #[inline(always)]
    fn load(board: Bitboard) -> Bitboard {
        board
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        self
    }

    #[inline(always)]
    fn single(space: Space) -> Bitboard {
        Bitboard::EMPTY.with(space)
    }

    #[inline(always)]
    fn without(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a & !p, b & !q, c & !r, d & !s])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Bitboard::is_empty(self)
    }

    #[inline(always)]
    fn meets(self, other: Bitboard) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    fn holds(self, part: Bitboard) -> bool {
        part.without(self).is_empty()
    }

    #[inline(always)]
    fn first_by_index(self) -> Bitboard {
        let mut first = Bitboard::EMPTY;
        for (bit, word) in first.0.iter_mut().zip(self.0) {
            if word != 0 {
                *bit = word & word.wrapping_neg();
                break;
            }
        }
        first
    }

    #[inline(always)]
    fn nonzero_words(self) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from(a != 0) | u32::from(b != 0) << 1 | u32::from(c != 0) << 2 | u32::from(d != 0) << 3
    }

    // Functions of their own: inlined, these steps would be most of the code.
    #[inline(never)]
    fn slide<const D: usize, const FAR: bool>(self, fits: Bitboard) -> Bitboard {
        slide::<Bitboard, D, FAR>(self, fits)
    }

    #[inline(never)]
    fn len_of_six(sets: &[Bitboard; 6]) -> u32 {
        sets.iter().map(|set| set.len()).sum()
    }

    #[inline(always)]
    fn only_if(self, condition: bool) -> Bitboard {
        let mask = 0_u64.wrapping_sub(u64::from(condition));
        Bitboard(self.0.map(|word| word & mask))
    }

    #[inline(always)]
    fn plus(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        // No carry leaves its row.
        Bitboard([a.wrapping_add(p), b.wrapping_add(q), c.wrapping_add(r), d.wrapping_add(s)])
    }

    #[inline(always)]
    fn list_indices(self, list: &mut [u8; 256]) -> usize {
        Bitboard::list_indices(self, list)
    }

    #[inline(always)]
    fn nth(self, number: u32) -> Option<Space> {
        Bitboard::nth(self, number)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        Bitboard::len(self)
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> Bitboard {
        let kept = EACH_ROW * (0xFFFF << K & 0xFFFF);
        Bitboard(self.0.map(|word| word << K & kept))
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> Bitboard {
        let kept = EACH_ROW * (0xFFFF >> K);
        Bitboard(self.0.map(|word| word >> K & kept))
    }

    #[inline(always)]
    fn south_east<const K: i32>(self) -> Bitboard {
        let [a, b, c, d] = self.0;
        match K {
            4 => Bitboard([0, a, b, c]),
            8 => Bitboard([0, 0, a, b]),
            _ => {
                let (up, down) = (16 * K, 64 - 16 * K);
                Bitboard([a << up, b << up | a >> down, c << up | b >> down, d << up | c >> down])
            }
        }
    }

    #[inline(always)]
    fn north_west<const K: i32>(self) -> Bitboard {
        let [a, b, c, d] = self.0;
        match K {
            4 => Bitboard([b, c, d, 0]),
            8 => Bitboard([c, d, 0, 0]),
            _ => {
                let (down, up) = (16 * K, 64 - 16 * K);
                Bitboard([a >> down | b << up, b >> down | c << up, c >> down | d << up, d >> down])
            }
        }
    }
}
