//! Zobrist keys: a 64-bit key for each position, updated with every move.
//!
//! The key is the exclusive or of random numbers: one for each bird, one if Blue is to move, one for
//! the passes just made, and one for the rule set. Equal positions have equal keys. The numbers never
//! change between versions.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::rules::Rules;
use crate::space::Space;

/// Random number `n`: the output of SplitMix64 (Steele, Lea and Flood 2014) at step `n` of its sequence.
const fn number(n: u64) -> u64 {
    let z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The numbers of birds, by colour and by the index of the space.
static BIRDS: [[u64; 256]; 2] = {
    let mut keys = [[0; 256]; 2];
    let mut i = 0;
    while i < 512 {
        keys[i / 256][i % 256] = number(i as u64);
        i += 1;
    }
    keys
};

/// The number of a bird on a space.
#[inline(always)]
pub(crate) fn bird(color: Color, space: Space) -> u64 {
    BIRDS[color as usize][usize::from(space.index())]
}

/// The exclusive or of the numbers of a set of birds.
pub(crate) fn birds(color: Color, birds: Bitboard) -> u64 {
    birds.by_index().fold(0, |key, space| key ^ bird(color, space))
}

/// The number of the player to move.
#[inline(always)]
pub(crate) const fn turn(color: Color) -> u64 {
    const BLUE: u64 = number(512);
    match color {
        Color::Orange => 0,
        Color::Blue => BLUE,
    }
}

/// The number of the passes just made: 0, 1 or 2.
#[inline(always)]
pub(crate) const fn passes(count: u8) -> u64 {
    const ONE: u64 = number(513);
    const TWO: u64 = number(514);
    match count {
        0 => 0,
        1 => ONE,
        _ => TWO,
    }
}

/// The number of a rule set.
pub(crate) fn rules(rules: Rules) -> u64 {
    let supply = rules.supply().map_or(0, u64::from);
    let fields = [u64::from(rules.edge().length()), supply, rules.passing() as u64, rules.stuck() as u64];
    fields.into_iter().fold(515, |key, field| number(key ^ field << 16))
}
