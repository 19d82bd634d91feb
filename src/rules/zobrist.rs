//! Zobrist keys: a 64-bit key for each position, updated with every move.
//!
//! The key is the exclusive or of random numbers: one for each bird, one if Blue is to move, one for
//! the passes just made, and one for the rule set. Equal positions have equal keys. The random
//! numbers never change between versions.

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::Color;
use crate::geometry::space::Space;
use crate::rules::rule_set::Rules;

/// Random number `n`: the output of SplitMix64 (Steele, Lea and Flood 2014) at step `n` of its sequence.
pub(crate) const fn random(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static BIRDS: [[u64; 256]; 2] = {
    let mut keys = [[0; 256]; 2];
    let mut i = 0;
    while i < 512 {
        keys[i / 256][i % 256] = random(i as u64);
        i += 1;
    }
    keys
};

#[inline(always)]
pub(crate) fn bird(color: Color, space: Space) -> u64 {
    BIRDS[color as usize][usize::from(space.index())]
}

pub(crate) fn birds(color: Color, birds: Bitboard) -> u64 {
    birds.by_index().fold(0, |key, space| key ^ bird(color, space))
}

/// The random number for the player to move; 0 for Orange.
#[inline(always)]
pub(crate) const fn turn(color: Color) -> u64 {
    const BLUE: u64 = random(512);
    match color {
        Color::Orange => 0,
        Color::Blue => BLUE,
    }
}

#[inline(always)]
pub(crate) const fn passes(count: u8) -> u64 {
    const ONE: u64 = random(513);
    const TWO: u64 = random(514);
    match count {
        0 => 0,
        1 => ONE,
        _ => TWO,
    }
}

pub(crate) fn rules(rules: Rules) -> u64 {
    let supply = rules.supply().map_or(0, u64::from);
    let fields = [u64::from(rules.edge().length()), supply, rules.passing() as u64, rules.stuck() as u64];
    fields.into_iter().fold(515, |key, field| random(key ^ field << 16))
}
