//! Rule sets, moves and their generation, flocks, regions, ends of games, and keys of positions.

pub(crate) mod code;
pub(crate) mod flock;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod region;
pub(crate) mod rule_set;
pub(crate) mod zobrist;
