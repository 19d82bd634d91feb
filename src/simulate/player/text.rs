//! Players as text, in simulated games and in matches: [`PlayerText`], and [`AnyPolicy`] as text.

use std::fmt;
use std::str::FromStr;

use crate::position::policy::Policy;
use crate::search::{ENGINE_OPTIONS, Level};
use crate::simulate::player::{AnyPolicy, EnginePolicy, MAX_HUNDREDTHS};
use crate::support::names::shortened;

/// The contents of the text of a player.
///
/// The text is `uniform`, `careful`, `engine` or `engine:` with settings that have commas between them, or `ugi:` or
/// `ugi,timeout=SECONDS:` and then the command of another program. A number alone in the first place is the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerText {
    text: String,
    /// `uniform`, `careful`, `engine` or `ugi`.
    pub name: &'static str,
    /// The settings. That of another program is `timeout`.
    pub settings: Vec<(&'static str, f64)>,
}

#[derive(Clone, Copy)]
struct Setting {
    name: &'static str,
    decimals: usize,
    /// Why simulated games do not have the setting. Empty if they have it.
    only_matches: &'static str,
}

/// All settings of an engine. The seed is not one of them, because each game has another.
fn settings() -> impl Iterator<Item = Setting> {
    let setting = |(name, decimals, only_matches)| Setting { name, decimals, only_matches };
    let own = [
        ("nodes", 0, ""),
        ("opening", 0, ""),
        ("temperature", 2, ""),
        ("depth", 0, "the engine of simulated games is limited by nodes alone"),
        ("time", 9, "simulated games do not depend on the speed of the machine"),
    ];
    let strongest = "the engine of simulated games plays with one thread, and a table for its nodes";
    let options = ENGINE_OPTIONS.iter().filter(|option| option.name != "seed");
    let refusal = move |name| if name == "level" { "" } else { strongest };
    own.into_iter().chain(options.map(move |option| (option.short, 0, refusal(option.short)))).map(setting)
}

fn read_number(text: &str, decimals: usize) -> Option<f64> {
    let are_digits =
        |part: &str, most| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = are_digits(whole, if decimals == 0 { 18 } else { 9 })
        && (whole.len() == text.len() || are_digits(fraction, decimals));
    is_number.then(|| text.parse().ok())?
}

impl FromStr for PlayerText {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<PlayerText, PolicyError> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let program = word.strip_prefix("ugi").filter(|_| rest.is_some_and(|rest| !rest.trim().is_empty()));
        let (name, settings) = match (program, program.and_then(|timeout| timeout.strip_prefix(",timeout=")))
        {
            (Some(""), _) => ("ugi", Vec::new()),
            (_, Some(seconds)) => ("ugi", Vec::from([("timeout", number(text, "timeout", seconds, 9)?)])),
            _ if word == "engine" => {
                ("engine", rest.map_or(Ok(Vec::new()), |rest| read_settings(text, rest))?)
            }
            _ => match text.parse::<Policy>() {
                Ok(policy) => (policy.name(), Vec::new()),
                Err(_) => return Err(PolicyError::unknown(text)),
            },
        };
        Ok(PlayerText { text: shortened(text), name, settings })
    }
}

fn read_settings(text: &str, rest: &str) -> Result<Vec<(&'static str, f64)>, PolicyError> {
    let mut found: Vec<(&'static str, f64)> = Vec::new();
    for (place, part) in rest.split(',').enumerate() {
        let (key, value) = match part.split_once('=') {
            Some(setting) => setting,
            None if place == 0 && read_number(part, 0).is_some() => ("nodes", part),
            None => (part, ""),
        };
        let mut unused = settings().filter(|setting| found.iter().all(|&(name, _)| name != setting.name));
        let Some(Setting { name, decimals, .. }) = unused.find(|setting| setting.name == key) else {
            let names: Vec<&str> = settings().map(|setting| setting.name).collect();
            let (names, player, key) = (names.join(", "), shortened(text), shortened(key));
            let reason = format!("expected one of {names}, each once, in the player {player:?}, not {key:?}");
            return Err(PolicyError::text(text, reason));
        };
        found.push((name, number(text, name, value, decimals)?));
    }
    Ok(found)
}

fn number(text: &str, name: &'static str, value: &str, decimals: usize) -> Result<f64, PolicyError> {
    read_number(value, decimals).ok_or_else(|| {
        let expected = match decimals {
            0 => "a whole number",
            2 => "a number with at most two decimals",
            _ => "a number of seconds",
        };
        PolicyError::text(
            text,
            format!("expected {expected} after {name}= in the player {:?}", shortened(text)),
        )
    })
}

impl PlayerText {
    fn get(&self, name: &str) -> Option<f64> {
        self.settings.iter().find(|setting| setting.0 == name).map(|setting| setting.1)
    }

    fn refused(&self, reason: &str) -> PolicyError {
        PolicyError::text(&self.text, format!("{:?} {reason}", self.text))
    }

    /// The player in simulated games.
    ///
    /// # Errors
    /// If only matches have the player or a setting, there are no nodes, or a number is out of range.
    pub fn policy(&self) -> Result<AnyPolicy, PolicyError> {
        if self.name == "ugi" {
            let reason =
                "has ugi, which is only for matches: simulated games are played without other programs";
            return Err(self.refused(reason));
        }
        let is_given =
            |setting: &Setting| !setting.only_matches.is_empty() && self.get(setting.name).is_some();
        if let Some(Setting { name, only_matches, .. }) = settings().find(is_given) {
            return Err(self.refused(&format!("has {name}, which is only for matches: {only_matches}")));
        }
        if let Ok(policy) = self.name.parse() {
            return Ok(AnyPolicy::Random(policy));
        }
        let level = match self.get("level") {
            Some(number) => Level::new(number as u8).ok_or(PolicyError::Level)?,
            None => Level::FULL,
        };
        let reason = "needs a number of nodes, as in engine:400, or a level below 12, as in engine:level=3";
        let nodes = self.get("nodes").or_else(|| level.nodes().map(|nodes| nodes as f64));
        let nodes = nodes.ok_or_else(|| self.refused(reason))?;
        // A number that is too large becomes the largest one, which is out of range.
        let mut policy = EnginePolicy::new(nodes as u32)?.with_level(level);
        if let Some(plies) = self.get("opening") {
            policy = policy.with_opening(plies as u32)?;
        }
        policy.with_temperature(self.get("temperature").unwrap_or_default()).map(AnyPolicy::Engine)
    }

    /// Checks that matches have the settings, and the ranges of all but the limits.
    ///
    /// # Errors
    /// If a number is out of range, or there is a temperature.
    pub fn check_for_match(&self) -> Result<(), PolicyError> {
        if self.get("temperature").is_some() {
            let reason = "the engine of a match plays the best move that it finds";
            let reason = format!("has temperature, which is only for simulated games: {reason}");
            return Err(self.refused(&reason));
        }
        let options = ENGINE_OPTIONS.iter().map(|option| (option.short, option.least, option.most));
        for (name, least, most) in options.chain([("opening", 0, EnginePolicy::MAX_OPENING.into())]) {
            if self.get(name).is_some_and(|number| !(least..=most).contains(&(number as u64))) {
                return Err(PolicyError::text(&self.text, format!("{name} must be {least} to {most}")));
            }
        }
        Ok(())
    }
}

/// Divides texts of players with commas between them. A setting, which follows a comma too, stays with its player.
pub fn divided(text: &str) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_setting = part.split(':').next().is_some_and(|word| word.contains('='));
        match players.last_mut().filter(|_| is_setting) {
            Some(player) => *player = format!("{player},{part}"),
            None => players.push(part.to_string()),
        }
    }
    players
}

impl FromStr for AnyPolicy {
    type Err = PolicyError;

    /// Reads `uniform`, `careful`, or `engine:NODES` with the settings `opening=PLIES`, `temperature=NUMBER` and
    /// `level=LEVEL`, each after a comma, in any order. The nodes may also be a setting, as in
    /// `engine:opening=2,nodes=400`. By default, they are those of a level below 12.
    fn from_str(text: &str) -> Result<AnyPolicy, PolicyError> {
        text.parse::<PlayerText>()?.policy()
    }
}

impl FromStr for EnginePolicy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<EnginePolicy, PolicyError> {
        match text.parse()? {
            AnyPolicy::Engine(policy) => Ok(policy),
            AnyPolicy::Random(_) => Err(PolicyError::unknown(text)),
        }
    }
}

impl fmt::Display for AnyPolicy {
    /// Writes the text. It always has the nodes and the opening, and has the temperature and the level if they are not the
    /// default.
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
        }?;
        if self.level < Level::FULL { write!(f, ",level={}", self.level) } else { Ok(()) }
    }
}

/// Why a policy or the text of a player is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyError {
    /// The text is not that of a player of these games.
    Text {
        /// No more than 80 characters of the text.
        text: String,
        /// What is wrong with it, in a sentence.
        reason: String,
    },
    /// The number of nodes is not 1 to [`EnginePolicy::MAX_NODES`].
    Nodes,
    /// The opening is longer than [`EnginePolicy::MAX_OPENING`] plies.
    Opening,
    /// The temperature is not 0 to [`EnginePolicy::MAX_TEMPERATURE`].
    Temperature,
    /// The level is not 1 to 12.
    Level,
}

impl PolicyError {
    fn text(text: &str, reason: String) -> PolicyError {
        PolicyError::Text { text: shortened(text), reason }
    }

    fn unknown(text: &str) -> PolicyError {
        let expected = "expected uniform, careful, engine:SETTINGS or ugi:COMMAND";
        PolicyError::text(text, format!("unknown player {:?}: {expected}", shortened(text)))
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::Text { reason, .. } => f.write_str(reason),
            PolicyError::Nodes => {
                write!(f, "the nodes of an engine policy must be 1 to {}", EnginePolicy::MAX_NODES)
            }
            PolicyError::Opening => {
                write!(f, "the opening of an engine policy must be 0 to {} plies", EnginePolicy::MAX_OPENING)
            }
            PolicyError::Temperature => {
                write!(f, "the temperature of an engine policy must be 0 to {}", MAX_HUNDREDTHS / 100)
            }
            PolicyError::Level => {
                write!(f, "the level of an engine policy must be {} to {}", Level::BEGINNER, Level::FULL)
            }
        }
    }
}

impl std::error::Error for PolicyError {}
