//! Properties that hold for any bytes. The targets in `tests/fuzz` search for counterexamples. `tests/fuzzed.rs` checks
//! the properties for all inputs kept from fuzzing.
#![allow(clippy::panic, reason = "a failing test panics")]
#![allow(unreachable_pub, reason = "the fuzz targets use this module as a library")]

pub mod board;
pub mod moves;
pub mod position;
pub mod proof;
pub mod record;
mod script;

/// The characters that are ignored at the ends of a text.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
