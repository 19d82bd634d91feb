//! For machine learning: actions, decisions, observations, and many games in lockstep.

pub(crate) mod action;
#[cfg(feature = "batch")]
pub(crate) mod batch;
pub(crate) mod decision;
pub(crate) mod legal_actions;
pub(crate) mod observation;

pub use action::{ACTION_FEATURES, Action, ActionSpace};
#[cfg(feature = "batch")]
pub use batch::{
    ArrayGame, Autoreset, Batch, BatchActions, BatchError, BatchMoves, BatchOptions, InvalidRow, MaskRows,
    Observed, RowStep, Seeds, Stepped,
};
pub use decision::{DECISION_PLANES, Decision, FLIGHT_PLANES, IllegalAction};
pub use observation::{OBSERVATION_LEN, OBSERVATION_SIDE, PLANES, Plane, View, ViewError};
