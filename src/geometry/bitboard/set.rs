//! [`SpaceSet`]: the operations on sets of spaces, and [`Task`]: code that is generic over them.

use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

use crate::geometry::bitboard::{Bitboard, ByIndex, Lookout, Ways, list_word};
use crate::geometry::space::{Direction, Space};

/// A computation that works with any [`SpaceSet`].
///
/// `dispatch!` is shorter where the computation is one block.
pub(crate) trait Task {
    type Output;

    /// Runs the computation with sets of type `S`.
    ///
    /// Every implementation must be `#[inline(always)]`, and so must every function that it passes
    /// sets to, because only code that is inlined into `Instructions::run` is compiled for AVX2 or AVX-512.
    fn run<S: SpaceSet>(self) -> Self::Output;
}

/// A large step that several [`Task`]s share. [`shared!`](crate::geometry::bitboard::shared) writes it from a block.
pub(crate) trait Shared {
    type Output;

    /// Runs the step. Every implementation must be `#[inline(always)]`, as for a task.
    fn run(self) -> Self::Output;
}

/// How the processor holds a set, which decides how moves are searched. The moves and their order are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Four words: to check a flight costs less than to compute the sets that save the check, so prefilters D (for lines), H
    /// and L are left out.
    Words,
    /// Two vector registers: prefilters D and H pay, and one search for flights serves all visitors.
    #[cfg_attr(not(v128), allow(dead_code, reason = "only vectors of 128 bits need it"))]
    Registers,
    /// One vector register: prefilter L pays too, flights of lone birds are found together, and each kind of visitor has a
    /// search of its own, which is inlined where moves are only counted.
    WideRegisters,
}

/// A set of spaces in the form that the processor computes with.
///
/// Every method of sets in registers is inlined into the [`Task`] that calls it. Steps do not
/// respect the borders of a sky: the caller masks off the members that left it. A member that steps
/// beyond row 0 or 15, or beyond column 0 or 15, is lost, in every implementation alike.
pub(crate) trait SpaceSet:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + BitOrAssign
{
    const EMPTY: Self;

    const FORM: Form;

    /// Runs a step as a function that is not inlined, so that it is compiled once for all callers.
    fn run_shared<T: Shared>(step: T) -> T::Output;

    fn load(board: Bitboard) -> Self;

    fn store(self) -> Bitboard;

    fn single(space: Space) -> Self;

    fn without(self, other: Self) -> Self;

    fn is_empty(self) -> bool;

    fn meets(self, other: Self) -> bool;

    fn holds(self, part: Self) -> bool;

    /// The member with the smallest index, as a set. The result is empty if the set is empty.
    ///
    /// The smallest index is in the topmost row that has a member, so this is not the first member
    /// in board order.
    fn first_by_index(self) -> Self;

    /// Adds the rows of both sets as 16-bit numbers. No sum may overflow.
    fn plus(self, other: Self) -> Self;

    fn len(self) -> u32;

    /// The member number `number`, counted from 0 in the order of indices.
    fn nth(self, number: u32) -> Option<Space>;

    /// Every member moved `K` columns to the right. `K` is 1, 2, 4 or 8.
    fn east<const K: i32>(self) -> Self;

    fn west<const K: i32>(self) -> Self;

    /// Every member moved `K` rows down in its column. `K` is 1, 2, 4 or 8.
    fn south_east<const K: i32>(self) -> Self;

    /// Every member moved `K` rows up in its column. `K` is 1, 2, 4 or 8.
    fn north_west<const K: i32>(self) -> Self;

    /// The spaces next to a member. The members themselves are included only where they are next to each other.
    #[cfg_attr(optimized, inline(always))]
    fn around(self) -> Self {
        let (east, west) = (self.east::<1>(), self.west::<1>());
        east | west | (self | west).south_east::<1>() | (self | east).north_west::<1>()
    }

    /// Every member moved `K` steps in the direction with number `D`. `K` is 1, 2, 4 or 8.
    #[cfg_attr(optimized, inline(always))]
    fn steps<const D: usize, const K: i32>(self) -> Self {
        self.moved::<K>(Direction::ALL[D])
    }

    #[cfg_attr(optimized, inline(always))]
    fn moved<const K: i32>(self, direction: Direction) -> Self {
        match direction {
            Direction::E => self.east::<K>(),
            Direction::SE => self.south_east::<K>(),
            Direction::SW => self.west::<K>().south_east::<K>(),
            Direction::W => self.west::<K>(),
            Direction::NW => self.north_west::<K>(),
            Direction::NE => self.east::<K>().north_west::<K>(),
        }
    }

    #[cfg_attr(optimized, inline(always))]
    fn step<const D: usize>(self) -> Self {
        self.steps::<D, 1>()
    }

    /// The spaces that members reach by one or more steps in the direction with number `D`, if every
    /// step ends in `fits`.
    ///
    /// The result covers at least `STEPS` steps, which are 2, 4, 8 or 16, and to the east all steps. Sixteen is more than the
    /// width of any sky. `fits` has no space in the last column.
    ///
    /// The number of steps covered doubles in each round: two rounds cover four steps, and four
    /// rounds cover sixteen.
    #[cfg_attr(optimized, inline(always))]
    fn slide<const D: usize, const STEPS: i32>(self, fits: Self) -> Self {
        slide::<Self, D, STEPS>(self, fits)
    }

    /// One step of a flood fill: the members, all in `open`, and the spaces of `open` that are next to one.
    #[cfg_attr(optimized, inline(always))]
    fn grown(self, open: Self) -> Self {
        (self | self.around()) & open
    }

    /// Flood fill: the spaces of `open` that are connected to a member through spaces of `open`.
    ///
    /// Every member must be in `open`. The cost is one dilation for each step of the longest path.
    #[cfg_attr(optimized, inline(always))]
    fn flood(self, open: Self) -> Self {
        let mut reached = self;
        loop {
            let grown = reached.grown(open);
            if reached.holds(grown) {
                return reached;
            }
            reached = grown;
        }
    }

    /// A [flood fill](SpaceSet::flood) that stops as soon as the result has all of `wanted`.
    #[cfg_attr(optimized, inline(always))]
    fn flood_until(self, open: Self, wanted: Self) -> Self {
        flood_until(self, open, wanted)
    }

    /// Whether a flood fill of `open` from this set reaches all of `wanted`, a subset of `open`.
    #[cfg_attr(optimized, inline(always))]
    fn floods_to(self, open: Self, wanted: Self) -> bool {
        self.flood_until(open, wanted).holds(wanted)
    }

    /// Whether a flood fill of `open` from this set, all in `open`, reaches any of `wanted`, where it stops.
    #[cfg_attr(optimized, inline(always))]
    fn floods_to_any(self, open: Self, wanted: Self) -> bool {
        let mut reached = self;
        loop {
            let grown = reached.grown(open);
            if grown.meets(wanted) || reached.holds(grown) {
                return grown.meets(wanted);
            }
            reached = grown;
        }
    }

    /// Whether the members form exactly one connected component. The empty set does not.
    #[cfg_attr(optimized, inline(always))]
    fn is_connected(self) -> bool {
        !self.is_empty() && self.first_by_index().floods_to(self, self)
    }

    /// This set if a condition holds, otherwise the empty set. It is computed without a branch.
    fn only_if(self, condition: bool) -> Self;

    /// A 4-bit mask of the words of the stored set that are not zero.
    fn nonzero_words(self) -> u32;

    /// The [masks](SpaceSet::nonzero_words) of six sets, that of the first set in the lowest bits.
    #[cfg_attr(optimized, inline(always))]
    fn nonzero_words_of_six(sets: &[Self; 6]) -> u32 {
        let [a, b, c, d, e, f] = *sets;
        a.nonzero_words()
            | b.nonzero_words() << 4
            | c.nonzero_words() << 8
            | d.nonzero_words() << 12
            | e.nonzero_words() << 16
            | f.nonzero_words() << 20
    }

    /// Lists the indices of the members in ascending order. Returns their number. The rest of the list is unspecified.
    fn list_indices(self, list: &mut [u8; 256]) -> usize;

    fn len_of_six(sets: &[Self; 6]) -> u32;

    /// Like `list_indices`, for a word whose lowest bit has the index `first`, which may wrap around.
    #[cfg_attr(optimized, inline(always))]
    fn list_word(first: u8, bits: u64, list: &mut [u8; 64]) {
        // Few words have more than four members.
        list_word::<4>(first, bits, list);
    }

    /// Lists ways in a direction by their ends, which are the members of a word. `index` is the index of the lowest bit of the
    /// word, and may wrap around. Returns the number of the first of these ways, or `None` if there are too many.
    #[cfg_attr(optimized, inline(always))]
    fn list_ways<const ROOM: usize>(
        ways: &mut Ways<ROOM>,
        direction: Direction,
        index: u8,
        bits: u64,
    ) -> Option<usize> {
        let (first, list) = ways.more(direction, bits.count_ones() as usize)?;
        Self::list_word(index, bits, list);
        Some(first)
    }

    /// Finds where ways begin (the nearest member, which must exist) and how many steps they have.
    #[cfg_attr(optimized, inline(always))]
    fn find_ways<const ROOM: usize>(self, ways: &mut Ways<ROOM>) {
        ways.find(&Lookout::new(self.store()));
    }

    #[cfg_attr(optimized, inline(always))]
    fn spaces(self) -> ByIndex {
        self.store().by_index()
    }
}

/// [`SpaceSet::slide`], inlined.
#[cfg_attr(optimized, inline(always))]
pub(super) fn slide<S: SpaceSet, const D: usize, const STEPS: i32>(from: S, fits: S) -> S {
    if D == Direction::E as usize {
        // A step to the east doubles a bit, so a sum carries from the first space of a way to its end.
        let first = from.step::<D>() & fits;
        return (fits.plus(first) ^ fits | first) & fits;
    }
    let mut there = from.step::<D>() & fits;
    there |= there.steps::<D, 1>() & fits;
    if STEPS > 2 {
        // `fits_n` has the spaces for which the last `n` spaces of the way are all in `fits`.
        let fits_2 = fits & fits.steps::<D, 1>();
        there |= there.steps::<D, 2>() & fits_2;
        if STEPS > 4 {
            let fits_4 = fits_2 & fits_2.steps::<D, 2>();
            there |= there.steps::<D, 4>() & fits_4;
            if STEPS > 8 {
                let fits_8 = fits_4 & fits_4.steps::<D, 4>();
                there |= there.steps::<D, 8>() & fits_8;
            }
        }
    }
    there
}

/// [`SpaceSet::flood_until`], inlined.
#[cfg_attr(optimized, inline(always))]
pub(super) fn flood_until<S: SpaceSet>(from: S, open: S, wanted: S) -> S {
    let mut reached = from;
    while !reached.holds(wanted) {
        let grown = reached.grown(open);
        if reached.holds(grown) {
            break;
        }
        reached = grown;
    }
    reached
}

#[cfg(v128)]
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    #[cfg(wide)]
    use crate::geometry::bitboard::instructions::{Avx2, Avx512};
    use crate::geometry::bitboard::v128::V128;
    #[cfg(wide)]
    use crate::geometry::bitboard::wide::Instructions;
    use crate::geometry::sky::Edge;

    struct EveryOperation(Bitboard, Bitboard, Space);

    impl Task for EveryOperation {
        type Output = (Vec<Bitboard>, Vec<bool>, [u32; 2], Vec<Space>, Vec<Option<Space>>, Vec<u8>);

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Self::Output {
            let (a, b, one) = (S::load(self.0), S::load(self.1), S::single(self.2));
            let mut both = a;
            both |= b;
            assert_eq!(one.floods_to_any(a | one, b), one.flood(a | one).meets(b));
            let fits = b & S::load(Edge::MAX.sky().spaces());
            let sets = [
                S::EMPTY,
                a,
                one,
                a & b,
                a | b,
                a ^ b,
                a.only_if(true),
                a.only_if(false),
                both,
                a.without(b),
                a.first_by_index(),
                (a & b).first_by_index(),
                a.around(),
                a.step::<0>(),
                a.step::<1>(),
                a.step::<2>(),
                a.step::<3>(),
                a.step::<4>(),
                a.step::<5>(),
                a.steps::<0, 2>(),
                a.steps::<1, 2>(),
                a.steps::<2, 4>(),
                a.steps::<3, 4>(),
                a.steps::<4, 8>(),
                a.steps::<5, 8>(),
                a.slide::<0, 4>(fits),
                a.slide::<1, 16>(fits),
                a.slide::<2, 8>(fits),
                a.slide::<3, 16>(fits),
                a.slide::<4, 2>(fits),
                a.slide::<4, 8>(fits),
                a.slide::<5, 16>(fits),
                (a & b).flood(b),
                a.first_by_index().flood(a),
            ];
            let answers = [
                a.is_empty(),
                (a & b).is_empty(),
                S::EMPTY.is_empty(),
                a.meets(b),
                a.holds(b),
                (a | b).holds(b),
                a.is_connected(),
                S::EMPTY.is_connected(),
                one.is_connected(),
                (a & b).floods_to(b, b),
                one.floods_to_any(a | one, b),
            ];
            let lens = [a.len(), S::len_of_six(&[a, b, one, a & b, a | b, a ^ b])];
            let every = (0..300).map(|number| a.nth(number)).collect();
            let mut indices = [0; 256];
            let count = a.list_indices(&mut indices);
            let listed = indices[..count].to_vec();
            (sets.map(S::store).to_vec(), answers.to_vec(), lens, a.spaces().collect(), every, listed)
        }
    }

    fn sets() -> impl Strategy<Value = Bitboard> {
        let words = prop_oneof![Just(0), any::<u64>(), (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b)];
        // Index 0 is not a space.
        proptest::array::uniform4(words).prop_map(|[a, b, c, d]| Bitboard([a & !1, b, c, d]))
    }

    proptest! {
        #[test]
        #[allow(unsafe_code)]
        fn sets_in_registers_do_what_sets_in_words_do(a in sets(), b in sets(), index in 1_u8..) {
            let one = Space::from_index(index).expect("not 0");
            let every = || EveryOperation(a, b, one);
            let expected = every().run::<Bitboard>();
            prop_assert_eq!(&every().run::<V128>(), &expected);
            #[cfg(wide)]
            if Avx2::available() {
                // SAFETY: `available` returned `true`.
                prop_assert_eq!(&unsafe { Avx2::run(every()) }, &expected);
            }
            #[cfg(wide)]
            if Avx512::available() {
                // SAFETY: `available` returned `true`.
                prop_assert_eq!(&unsafe { Avx512::run(every()) }, &expected);
            }
        }
    }
}
