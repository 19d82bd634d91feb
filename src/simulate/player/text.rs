//! Strategies as text.

use std::fmt;
use std::str::FromStr;

use crate::position::policy::Policy;
use crate::simulate::player::{DEFAULT_OPENING, EngineStrategy, MAX_HUNDREDTHS, Strategy, StrategyError};

impl FromStr for Strategy {
    type Err = StrategyError;

    /// Reads `uniform`, `careful`, or `engine:NODES` with the options `opening=PLIES` and `temperature=NUMBER`, each
    /// after a comma, in any order. Numbers have no signs and no superfluous zeros in front.
    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        if let Some(rest) = text.strip_prefix("engine:") {
            return read_engine(text, rest).map(Strategy::Engine);
        }
        text.parse::<Policy>().map(Strategy::Random).map_err(|_| StrategyError::unknown(text))
    }
}

/// Reads the text after `engine:`.
fn read_engine(text: &str, rest: &str) -> Result<EngineStrategy, StrategyError> {
    let mut parts = rest.split(',');
    let nodes = parts.next().and_then(digits).ok_or_else(|| StrategyError::unknown(text))?;
    let mut strategy = EngineStrategy::new(number(nodes))?;
    let (mut opening, mut hundredths) = (None, None);
    for option in parts {
        let wrong = || StrategyError::option(option);
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
    strategy = strategy.with_opening(opening.unwrap_or(DEFAULT_OPENING))?;
    strategy.hundredths = hundredths.unwrap_or(0);
    if strategy.hundredths > MAX_HUNDREDTHS { Err(StrategyError::Temperature) } else { Ok(strategy) }
}

/// The text, if it is a number without superfluous zeros in front.
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

impl fmt::Display for Strategy {
    /// Writes the text, with the opening always and the temperature if it is not 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Random(policy) => policy.fmt(f),
            Strategy::Engine(engine) => engine.fmt(f),
        }
    }
}

impl fmt::Display for EngineStrategy {
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
