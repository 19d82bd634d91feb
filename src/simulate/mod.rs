//! Whole games: the players, the runs of games, and statistics.

pub(crate) mod observe;
#[cfg(feature = "engine")]
pub(crate) mod player;
pub(crate) mod playout;
pub(crate) mod plays;
pub(crate) mod replay;
pub(crate) mod tally;
