//! Properties that hold for any bytes. The targets in `tests/fuzz` search for counterexamples. `tests/fuzzed.rs` checks
//! the properties for all inputs kept from fuzzing.
#![allow(clippy::panic, reason = "a failing test panics")]
#![allow(unreachable_pub, reason = "the fuzz targets use this module as a library")]

pub mod arrays;
pub mod batch;
pub mod board;
pub mod moves;
pub mod position;
pub mod proof;
pub mod record;
mod script;

/// The characters that are ignored at the ends of a text.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// FNV-1a with 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The bytes, and after them their checksum. Few bytes have the right checksum by chance.
pub fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    [bytes, &checksum(bytes).to_le_bytes()].concat()
}
