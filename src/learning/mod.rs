//! For machine learning: actions, decisions, observations, and many games in lockstep.

pub(crate) mod action;
#[cfg(feature = "batch")]
pub(crate) mod batch;
pub(crate) mod decision;
pub(crate) mod legal_actions;
pub(crate) mod observation;
