//! Whole games: who plays them, how they are played, and statistics of them.

#[cfg(feature = "engine")]
pub(crate) mod player;
pub(crate) mod playout;
pub(crate) mod tally;
