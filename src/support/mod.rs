//! Code that does not depend on the game: memory, threads, random numbers, checksums, names, and errors of input.

pub(crate) mod checksum;
pub(crate) mod fallible;
pub(crate) mod input_error;
pub(crate) mod names;
pub(crate) mod pool;
pub(crate) mod rng;
pub(crate) mod setters;
pub(crate) mod stop;
pub(crate) mod threads;
