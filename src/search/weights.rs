//! [`Weights`]: the weights of the features for each edge. `make -C research train` writes the files.

use crate::geometry::sky::Edge;
use crate::search::features::{NAMES, PER_PLAYER};

/// The weight of a feature in an early position, and in a late one.
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
    Weights::parse(include_str!("weights/edge-4.txt")),
    Weights::parse(include_str!("weights/edge-5.txt")),
    Weights::parse(include_str!("weights/edge-6.txt")),
    Weights::parse(include_str!("weights/edge-7.txt")),
    // On edge 8, the training found no weights that are stronger than those of edge 7.
    Weights::parse(include_str!("weights/edge-7.txt")),
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

    /// The weights for an edge.
    #[inline(always)]
    pub(super) const fn of(edge: Edge) -> &'static Weights {
        &WEIGHTS[(edge.length() - Edge::MIN.length()) as usize]
    }

    /// Creates weights from the numbers in a file of weights. The numbers must be at most [`Weights::GREATEST`].
    pub const fn new(numbers: &[i32; Weights::COUNT]) -> Weights {
        const fn pair(numbers: &[i32; Weights::COUNT], first: usize) -> Pair {
            Pair { early: numbers[first], late: numbers[first + 1] }
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

    /// Reads a file of weights. It is evaluated at compile time, so a malformed file is a compile error.
    const fn parse(text: &str) -> Weights {
        let mut reader = Reader { text: text.as_bytes(), at: 0, numbers: [0; Weights::COUNT], read: 0 };
        reader.line("bias", 2);
        let mut i = 0;
        while i < PER_PLAYER {
            reader.line(NAMES[i], 4);
            i += 1;
        }
        let mut i = 0;
        while i < Weights::FLOCKS {
            reader.line("race", Weights::FLOCKS);
            i += 1;
        }
        assert!(reader.is_at_end(), "the file of weights goes on");
        Weights::new(&reader.numbers)
    }
}

/// Reads words that are separated by white space. A `#` begins a comment, which ends with the line.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    numbers: [i32; Weights::COUNT],
    /// The number of numbers read so far.
    read: usize,
}

impl Reader<'_> {
    const fn skip(&mut self) {
        let mut is_comment = false;
        while self.at < self.text.len() {
            let byte = self.text[self.at];
            if byte == b'#' {
                is_comment = true;
            } else if byte == b'\n' {
                is_comment = false;
            } else if !is_comment && !byte.is_ascii_whitespace() {
                return;
            }
            self.at += 1;
        }
    }

    const fn is_at_end(&mut self) -> bool {
        self.skip();
        self.at == self.text.len()
    }

    const fn line(&mut self, name: &str, length: usize) {
        self.name(name);
        let end = self.read + length;
        while self.read < end {
            self.numbers[self.read] = self.number();
            self.read += 1;
        }
    }

    const fn name(&mut self, expected: &str) {
        self.skip();
        let expected = expected.as_bytes();
        let mut i = 0;
        while i < expected.len() {
            assert!(self.text[self.at] == expected[i], "a line of the file of weights has another name");
            self.at += 1;
            i += 1;
        }
        assert!(self.text[self.at].is_ascii_whitespace(), "a line of the file of weights has another name");
    }

    const fn number(&mut self) -> i32 {
        self.skip();
        let is_negative = self.text[self.at] == b'-';
        if is_negative {
            self.at += 1;
        }
        let (mut number, mut digits) = (0, 0);
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() && number <= Weights::GREATEST
        {
            number = 10 * number + (self.text[self.at] - b'0') as i32;
            self.at += 1;
            digits += 1;
        }
        assert!(
            0 < digits && number <= Weights::GREATEST,
            "a weight must be a whole number of at most five digits"
        );
        if is_negative { -number } else { number }
    }
}
