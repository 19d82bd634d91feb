//! [`Weights`]: the weights of the features for each edge. `make -C research train` writes the files.

use crate::geometry::sky::Edge;
use crate::search::features::PER_PLAYER;

#[derive(Clone, Copy, Default)]
pub(super) struct Pair {
    pub(super) early: i32,
    pub(super) late: i32,
}

impl Pair {
    #[inline(always)]
    pub(super) const fn add(&mut self, weight: Pair, feature: i32) {
        self.early += weight.early * feature;
        self.late += weight.late * feature;
    }
}

/// The weights of the features for the player to move, in fractions of a unit of [`Score`](crate::engine::Score).
#[derive(Clone, Copy)]
pub struct Weights {
    pub(super) bias: Pair,
    pub(super) mover: [Pair; PER_PLAYER],
    pub(super) opponent: [Pair; PER_PLAYER],
    /// By the number of flocks of the mover and of the opponent, from 2 up.
    pub(super) race: [[i32; Weights::FLOCKS]; Weights::FLOCKS],
}

static WEIGHTS: [Weights; 5] = [
    Weights::new(&include!("weights/edge-4.txt")),
    Weights::new(&include!("weights/edge-5.txt")),
    Weights::new(&include!("weights/edge-6.txt")),
    Weights::new(&include!("weights/edge-7.txt")),
    // On edge 8, the training found no weights that are stronger than those of edge 7.
    Weights::new(&include!("weights/edge-7.txt")),
];

impl Weights {
    /// One unit of a score is this number of units of a weight.
    pub(super) const UNIT: i32 = 16;

    /// The number of rows and columns of `race`. The last one is for this number of flocks plus one, or more.
    pub(super) const FLOCKS: usize = 8;

    /// The number of weights of an edge.
    pub const COUNT: usize = 2 + 4 * PER_PLAYER + Weights::FLOCKS * Weights::FLOCKS;

    /// The greatest weight. No sum of weighted features overflows.
    pub const GREATEST: i32 = 99_999;

    #[inline(always)]
    pub(super) const fn of(edge: Edge) -> &'static Weights {
        &WEIGHTS[(edge.length() - Edge::MIN.length()) as usize]
    }

    /// Creates weights from the numbers in a file of weights. The numbers must be at most [`Weights::GREATEST`].
    pub const fn new(numbers: &[i32; Weights::COUNT]) -> Weights {
        const fn pair(numbers: &[i32; Weights::COUNT], first: usize) -> Pair {
            Pair { early: numbers[first], late: numbers[first + 1] }
        }
        let mut i = 0;
        while i < Weights::COUNT {
            assert!(numbers[i].unsigned_abs() <= Weights::GREATEST as u32, "a weight is too large");
            i += 1;
        }
        let mut weights = Weights {
            bias: pair(numbers, 0),
            mover: [Pair { early: 0, late: 0 }; PER_PLAYER],
            opponent: [Pair { early: 0, late: 0 }; PER_PLAYER],
            race: [[0; Weights::FLOCKS]; Weights::FLOCKS],
        };
        let mut i = 0;
        while i < PER_PLAYER {
            weights.mover[i] = pair(numbers, 2 + 4 * i);
            weights.opponent[i] = pair(numbers, 4 + 4 * i);
            i += 1;
        }
        let mut i = 0;
        while i < Weights::FLOCKS * Weights::FLOCKS {
            weights.race[i / Weights::FLOCKS][i % Weights::FLOCKS] = numbers[2 + 4 * PER_PLAYER + i];
            i += 1;
        }
        weights
    }
}
