//! [`Bitboard`] as a [`SpaceSet`]: four 64-bit words, on every processor.

use core::ops::{BitAnd, BitOr, BitOrAssign};

use crate::geometry::bitboard::set::{flood_until, slide};
use crate::geometry::bitboard::{Bitboard, Form, Shared, SpaceSet};
use crate::geometry::space::Space;

/// The bits of column 0 in the four rows of a word.
const EACH_ROW: u64 = 0x0001_0001_0001_0001;

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[cfg_attr(optimized, inline(always))]
    fn bitand(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a & p, b & q, c & r, d & s])
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[cfg_attr(optimized, inline(always))]
    fn bitor(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a | p, b | q, c | r, d | s])
    }
}

impl BitOrAssign for Bitboard {
    #[cfg_attr(optimized, inline(always))]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl SpaceSet for Bitboard {
    const EMPTY: Bitboard = Bitboard::EMPTY;

    const FORM: Form = Form::Words;

    #[inline(never)]
    fn run_shared<T: Shared>(step: T) -> T::Output {
        step.run()
    }

    #[cfg_attr(optimized, inline(always))]
    fn load(board: Bitboard) -> Bitboard {
        board
    }

    #[cfg_attr(optimized, inline(always))]
    fn store(self) -> Bitboard {
        self
    }

    #[cfg_attr(optimized, inline(always))]
    fn single(space: Space) -> Bitboard {
        Bitboard::EMPTY.with(space)
    }

    #[cfg_attr(optimized, inline(always))]
    fn without(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        Bitboard([a & !p, b & !q, c & !r, d & !s])
    }

    #[cfg_attr(optimized, inline(always))]
    fn is_empty(self) -> bool {
        Bitboard::is_empty(self)
    }

    #[cfg_attr(optimized, inline(always))]
    fn meets(self, other: Bitboard) -> bool {
        !(self & other).is_empty()
    }

    #[cfg_attr(optimized, inline(always))]
    fn holds(self, part: Bitboard) -> bool {
        part.without(self).is_empty()
    }

    #[cfg_attr(optimized, inline(always))]
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

    #[cfg_attr(optimized, inline(always))]
    fn nonzero_words(self) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from(a != 0) | u32::from(b != 0) << 1 | u32::from(c != 0) << 2 | u32::from(d != 0) << 3
    }

    // Not inlined, because the copies would make up most of the machine code.
    #[inline(never)]
    fn slide<const D: usize, const STEPS: i32>(self, fits: Bitboard) -> Bitboard {
        slide::<Bitboard, D, STEPS>(self, fits)
    }

    #[inline(never)]
    fn flood_until(self, open: Bitboard, wanted: Bitboard) -> Bitboard {
        flood_until(self, open, wanted)
    }

    #[cfg_attr(optimized, inline(always))]
    fn flood(self, open: Bitboard) -> Bitboard {
        self.flood_until(open, open)
    }

    #[inline(never)]
    fn len_of_six(sets: &[Bitboard; 6]) -> u32 {
        sets.iter().map(|set| set.len()).sum()
    }

    #[cfg_attr(optimized, inline(always))]
    fn only_if(self, condition: bool) -> Bitboard {
        let mask = 0_u64.wrapping_sub(u64::from(condition));
        Bitboard(self.0.map(|word| word & mask))
    }

    #[cfg_attr(optimized, inline(always))]
    fn plus(self, other: Bitboard) -> Bitboard {
        let ([a, b, c, d], [p, q, r, s]) = (self.0, other.0);
        // No carry leaves its row.
        Bitboard([a.wrapping_add(p), b.wrapping_add(q), c.wrapping_add(r), d.wrapping_add(s)])
    }

    #[cfg_attr(optimized, inline(always))]
    fn list_indices(self, list: &mut [u8; 256]) -> usize {
        Bitboard::list_indices(self, list)
    }

    #[cfg_attr(optimized, inline(always))]
    fn nth(self, number: u32) -> Option<Space> {
        Bitboard::nth(self, number)
    }

    #[cfg_attr(optimized, inline(always))]
    fn len(self) -> u32 {
        Bitboard::len(self)
    }

    #[cfg_attr(optimized, inline(always))]
    fn east<const K: i32>(self) -> Bitboard {
        let kept = EACH_ROW * (0xFFFF << K & 0xFFFF);
        Bitboard(self.0.map(|word| word << K & kept))
    }

    #[cfg_attr(optimized, inline(always))]
    fn west<const K: i32>(self) -> Bitboard {
        let kept = EACH_ROW * (0xFFFF >> K);
        Bitboard(self.0.map(|word| word >> K & kept))
    }

    #[cfg_attr(optimized, inline(always))]
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

    #[cfg_attr(optimized, inline(always))]
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
