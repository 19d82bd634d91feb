//! Policies as text.

use std::fmt;
use std::str::FromStr;

use crate::position::policy::Policy;
use crate::simulate::player::{AnyPolicy, DEFAULT_OPENING, EnginePolicy, MAX_HUNDREDTHS};
use crate::support::names::shortened;

impl FromStr for AnyPolicy {
    type Err = PolicyError;

    /// Reads `uniform`, `careful`, or `engine:NODES` with the options `opening=PLIES` and `temperature=NUMBER`, each
    /// after a comma, in any order. Numbers have no signs and no leading zeros.
    fn from_str(text: &str) -> Result<AnyPolicy, PolicyError> {
        if let Some(rest) = text.strip_prefix("engine:") {
            return read_engine(text, rest).map(AnyPolicy::Engine);
        }
        text.parse::<Policy>().map(AnyPolicy::Random).map_err(|_| PolicyError::unknown(text))
    }
}

impl FromStr for EnginePolicy {
    type Err = PolicyError;

    /// Reads `engine:NODES` with its options, like the text of an [`AnyPolicy`].
    fn from_str(text: &str) -> Result<EnginePolicy, PolicyError> {
        match text.parse()? {
            AnyPolicy::Engine(policy) => Ok(policy),
            AnyPolicy::Random(_) => Err(PolicyError::unknown(text)),
        }
    }
}

/// Reads the text after `engine:`.
fn read_engine(text: &str, rest: &str) -> Result<EnginePolicy, PolicyError> {
    let mut parts = rest.split(',');
    let nodes = parts.next().and_then(digits).ok_or_else(|| PolicyError::unknown(text))?;
    let mut policy = EnginePolicy::new(number(nodes))?;
    let (mut opening, mut hundredths) = (None, None);
    for option in parts {
        let wrong = || PolicyError::option(option);
        let (name, value) = option.split_once('=').ok_or_else(wrong)?;
        let (slot, value) = match name {
            "opening" => (&mut opening, digits(value).map(number)),
            "temperature" => (&mut hundredths, read_hundredths(value)),
            _ => return Err(wrong()),
        };
        if slot.replace(value.ok_or_else(wrong)?).is_some() {
            return Err(wrong());
        }
    }
    policy = policy.with_opening(opening.unwrap_or(DEFAULT_OPENING))?;
    policy.hundredths = hundredths.unwrap_or(0);
    if policy.hundredths > MAX_HUNDREDTHS { Err(PolicyError::Temperature) } else { Ok(policy) }
}

/// The text, if it is a number without leading zeros.
fn digits(text: &str) -> Option<&str> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && (text == "0" || !text.starts_with('0'))).then_some(text)
}

/// The number with these digits. A number that is too large counts as the largest.
fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// The hundredths of a number with at most two decimals.
fn read_hundredths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if !(1..=2).contains(&decimals.len()) || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let hundredths = number(decimals) * if decimals.len() == 1 { 10 } else { 1 };
    Some(number(digits(whole)?).saturating_mul(100).saturating_add(hundredths))
}

impl fmt::Display for AnyPolicy {
    /// Writes the text. It always has the opening, and has the temperature if that is not 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPolicy::Random(policy) => policy.fmt(f),
            AnyPolicy::Engine(engine) => engine.fmt(f),
        }
    }
}

impl fmt::Display for EnginePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine:{},opening={}", self.nodes, self.opening)?;
        let (whole, decimals) = (self.hundredths / 100, self.hundredths % 100);
        match decimals {
            0 if whole == 0 => Ok(()),
            0 => write!(f, ",temperature={whole}"),
            _ if decimals.is_multiple_of(10) => write!(f, ",temperature={whole}.{}", decimals / 10),
            _ => write!(f, ",temperature={whole}.{decimals:02}"),
        }
    }
}

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
