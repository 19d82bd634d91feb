//! Code that does not depend on the game: memory, threads, random numbers, checksums and names.

pub(crate) mod checksum;
pub(crate) mod fallible;
pub(crate) mod names;
pub(crate) mod pool;
pub(crate) mod rng;
pub(crate) mod setters;
pub(crate) mod stop;
pub(crate) mod threads;
