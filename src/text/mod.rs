//! Positions, moves and rule sets as text, and game records.

pub(crate) mod notation;
#[cfg(feature = "records")]
pub(crate) mod record;
