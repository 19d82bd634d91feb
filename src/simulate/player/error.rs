//! Why a strategy is invalid.

use std::fmt;

use crate::simulate::player::{EngineStrategy, MAX_HUNDREDTHS};

/// How many characters of the text an error keeps.
const LONGEST_TEXT: usize = 80;

/// Why a strategy is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrategyError {
    /// The text is not a strategy.
    Unknown {
        /// No more than 80 characters of the text.
        text: String,
    },
    /// The text has an option that is unknown, given twice or not a number.
    Option {
        /// No more than 80 characters of the option.
        option: String,
    },
    /// The number of nodes is not 1 to [`EngineStrategy::MAX_NODES`].
    Nodes,
    /// The opening is longer than [`EngineStrategy::MAX_OPENING`] plies.
    Opening,
    /// The temperature is not 0 to [`EngineStrategy::MAX_TEMPERATURE`].
    Temperature,
}

impl StrategyError {
    pub(super) fn unknown(text: &str) -> StrategyError {
        StrategyError::Unknown { text: text.chars().take(LONGEST_TEXT).collect() }
    }

    pub(super) fn option(text: &str) -> StrategyError {
        StrategyError::Option { option: text.chars().take(LONGEST_TEXT).collect() }
    }
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::Unknown { text } => {
                write!(f, "policy must be uniform, careful or engine:NODES, not {text:?}")
            }
            StrategyError::Option { option } => write!(
                f,
                "unknown option {option:?} of an engine policy; expected opening=PLIES and temperature=NUMBER, \
                 once each, the number with at most two decimals"
            ),
            StrategyError::Nodes => {
                write!(f, "the nodes of an engine policy must be 1 to {}", EngineStrategy::MAX_NODES)
            }
            StrategyError::Opening => {
                write!(
                    f,
                    "the opening of an engine policy must be 0 to {} plies",
                    EngineStrategy::MAX_OPENING
                )
            }
            StrategyError::Temperature => {
                write!(f, "the temperature of an engine policy must be 0 to {}", MAX_HUNDREDTHS / 100)
            }
        }
    }
}

impl std::error::Error for StrategyError {}
