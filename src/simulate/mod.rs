//! Whole games: the players, the runs of games, and statistics.

#[cfg(feature = "engine")]
pub(crate) mod player;
pub(crate) mod playout;
pub(crate) mod tally;
