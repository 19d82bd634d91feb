//! Code that does not depend on the game: memory, threads, random numbers, checksums, names, and errors of input.

pub(crate) mod checksum;
pub(crate) mod fallible;
pub(crate) mod input_error;
pub(crate) mod names;
#[cfg(feature = "std")]
pub(crate) mod pool;
pub(crate) mod rng;
pub(crate) mod setters;
pub(crate) mod stop;
#[cfg_attr(not(feature = "std"), path = "one_thread.rs")]
pub(crate) mod threads;
