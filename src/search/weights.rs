//! [`Weights`]: what each feature is worth, for each edge. `make train` makes the files.

use crate::search::features::{NAMES, PER_PLAYER};
use crate::sky::Edge;

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

/// What each feature is worth to the player to move, in parts of a unit of [`Score`](crate::Score).
pub(super) struct Weights {
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
    Weights::parse(include_str!("weights/edge-8.txt")),
];

impl Weights {
    /// One unit of a score is this number of units of a weight.
    pub(super) const UNIT: i32 = 16;

    /// The number of rows and columns of `race`. The last one is for this number of flocks plus one, or more.
    pub(super) const FLOCKS: usize = 8;

    /// The weights for an edge.
    #[inline(always)]
    pub(super) const fn of(edge: Edge) -> &'static Weights {
        &WEIGHTS[(edge.length() - Edge::MIN.length()) as usize]
    }

    /// Reads a file of weights. It is evaluated at compile time, so a malformed file is a compile error.
    const fn parse(text: &str) -> Weights {
        let zero = Pair { early: 0, late: 0 };
        let mut weights = Weights {
            bias: zero,
            mover: [zero; PER_PLAYER],
            opponent: [zero; PER_PLAYER],
            race: [[0; Weights::FLOCKS]; Weights::FLOCKS],
        };
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        reader.name("bias");
        weights.bias = reader.pair();
        let mut i = 0;
        while i < PER_PLAYER {
            reader.name(NAMES[i]);
            weights.mover[i] = reader.pair();
            weights.opponent[i] = reader.pair();
            i += 1;
        }
        let mut mover = 0;
        while mover < Weights::FLOCKS {
            reader.name("race");
            let mut opponent = 0;
            while opponent < Weights::FLOCKS {
                weights.race[mover][opponent] = reader.number();
                opponent += 1;
            }
            mover += 1;
        }
        assert!(reader.is_at_end(), "the file of weights goes on");
        weights
    }
}

/// Reads words that are separated by white space. A `#` begins a comment, which ends with the line.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
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
        let mut number = 0;
        let mut digits = 0;
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            number = 10 * number + (self.text[self.at] - b'0') as i32;
            self.at += 1;
            digits += 1;
        }
        // With at most five digits, no sum of weighted features overflows.
        assert!(0 < digits && digits <= 5, "a weight must be a whole number of at most five digits");
        if is_negative { -number } else { number }
    }

    const fn pair(&mut self) -> Pair {
        let early = self.number();
        Pair { early, late: self.number() }
    }
}
