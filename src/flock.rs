//! Flocks: birds of one colour that hang together by touching each other.

use crate::bitboard::{Bitboard, SpaceSet, Task, run};

/// The flocks of a player, in the order of their lowest, then leftmost birds.
pub(crate) fn flocks(birds: Bitboard) -> Vec<Bitboard> {
    connected_parts(birds.into_iter(), birds)
}

/// The parts of `open` that hold a seed, in the order in which the seeds first meet them.
pub(crate) fn connected_parts(seeds: impl Iterator<Item = crate::Space>, open: Bitboard) -> Vec<Bitboard> {
    struct Parts<I>(I, Bitboard);
    impl<I: Iterator<Item = crate::Space>> Task for Parts<I> {
        type Output = Vec<Bitboard>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Vec<Bitboard> {
            let Parts(seeds, open) = self;
            let mut parts: Vec<Bitboard> = Vec::new();
            for seed in seeds {
                if !parts.iter().any(|part| part.contains(seed)) {
                    parts.push(S::single(seed).flood(S::load(open)).store());
                }
            }
            parts
        }
    }
    run(Parts(seeds, open))
}

/// Takes one flock, or one connected part of any set, out of `rest`.
#[inline(always)]
pub(crate) fn take_part<S: SpaceSet>(rest: &mut S) -> S {
    let part = rest.lowest().flood(*rest);
    *rest = rest.without(part);
    part
}

/// The members that touch no other: for birds of one colour, the flocks of one bird.
#[inline(always)]
pub(crate) fn lone<S: SpaceSet>(birds: S) -> S {
    birds.without(birds.around())
}

/// Whether the birds form one flock, of any size ([R17]). No bird at all is no flock.
///
/// Asks first for lone birds: a player with two flocks nearly always has one.
#[inline(always)]
pub(crate) fn is_one_flock<S: SpaceSet>(birds: S) -> bool {
    if lone(birds).is_empty() { birds.is_connected() } else { birds.len() == 1 }
}
