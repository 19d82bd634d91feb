//! What holds for any bytes whatever. `tests/fuzz` looks for bytes for which it does not;
//! `tests/fuzzed.rs` asks again of all that it ever found worth keeping.
#![allow(clippy::panic, reason = "a test that fails does")]
#![allow(unreachable_pub, reason = "the fuzz targets take this for a library")]

pub mod board;
pub mod moves;
pub mod position;
pub mod record;
#[cfg(feature = "python")]
pub mod reference;
mod script;
