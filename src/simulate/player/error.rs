//! Why a policy is invalid.

use std::fmt;

use crate::simulate::player::{EnginePolicy, MAX_HUNDREDTHS};
use crate::support::names::shortened;

/// Why a policy is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyError {
    /// The text is not a policy.
    Unknown {
        /// No more than 80 characters of the text.
        text: String,
    },
    /// The text has an option that is unknown, given twice or not a number.
    Option {
        /// No more than 80 characters of the option.
        option: String,
    },
    /// The number of nodes is not 1 to [`EnginePolicy::MAX_NODES`].
    Nodes,
    /// The opening is longer than [`EnginePolicy::MAX_OPENING`] plies.
    Opening,
    /// The temperature is not 0 to [`EnginePolicy::MAX_TEMPERATURE`].
    Temperature,
}

impl PolicyError {
    pub(super) fn unknown(text: &str) -> PolicyError {
        PolicyError::Unknown { text: shortened(text) }
    }

    pub(super) fn option(text: &str) -> PolicyError {
        PolicyError::Option { option: shortened(text) }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::Unknown { text } => {
                write!(f, "policy must be uniform, careful or engine:NODES, not {text:?}")
            }
            PolicyError::Option { option } => write!(
                f,
                "unknown option {option:?} of an engine policy; expected opening=PLIES and temperature=NUMBER, \
                 once each, the number with at most two decimals"
            ),
            PolicyError::Nodes => {
                write!(f, "the nodes of an engine policy must be 1 to {}", EnginePolicy::MAX_NODES)
            }
            PolicyError::Opening => {
                write!(f, "the opening of an engine policy must be 0 to {} plies", EnginePolicy::MAX_OPENING)
            }
            PolicyError::Temperature => {
                write!(f, "the temperature of an engine policy must be 0 to {}", MAX_HUNDREDTHS / 100)
            }
        }
    }
}

impl std::error::Error for PolicyError {}
