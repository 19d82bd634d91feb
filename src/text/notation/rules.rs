//! Rule sets as text: `standard`, `standard-5`, `french-5,supply=30`, `edge=6,supply=50,pass=forced,stuck=draw`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::geometry::sky::Edge;
use crate::rules::rule_set::{InvalidRules, Passing, Rules, Stuck};
use crate::support::names::shortened;
use crate::text::notation::WHITE_SPACE;

/// The longest text that is examined. The text of a rule set is shorter.
pub(super) const MAX_LENGTH: usize = 80;

/// The names of the settings in the order in which they are written.
const SETTINGS: [&str; 4] = ["edge", "supply", "pass", "stuck"];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Rules::NAMED.iter().find(|(_, rules)| rules == self) {
            return f.write_str(name);
        }
        if let Some((name, _)) = Rules::NAMED.iter().find(|(_, rules)| rules.on(self.edge()) == *self) {
            return write!(f, "{name}-{}", self.edge().length());
        }
        write!(f, "edge={},supply=", self.edge().length())?;
        match self.supply() {
            Some(supply) => write!(f, "{supply}")?,
            None => f.write_str("none")?,
        }
        write!(f, ",pass={},stuck={}", self.passing().name(), self.stuck().name())
    }
}

impl FromStr for Rules {
    type Err = InvalidRules;

    /// Reads a rule set: its name, or the name of one and settings that replace those of it, or all four settings.
    /// White space at the ends of the text is ignored.
    ///
    /// ```
    /// # use volo_rules::Rules;
    /// let scarce: Rules = "french-5,supply=30".parse()?;
    /// assert_eq!(scarce, "stuck=last-mover-wins,pass=forced,supply=30,edge=5".parse()?);
    /// let error = "french,supply=0".parse::<Rules>().unwrap_err();
    /// let problem = "the supply must be 3 to 255 birds, or none for no limit, not \"0\"";
    /// assert_eq!(error.to_string(), format!("rule set \"french,supply=0\": {problem}"));
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    fn from_str(text: &str) -> Result<Rules, InvalidRules> {
        let text = text.trim_matches(WHITE_SPACE);
        let unknown = |name: &str| InvalidRules::Text { text: shortened(name) };
        if text.len() > MAX_LENGTH {
            return Err(unknown(text));
        }
        let mut items = text.split(',').peekable();
        let (base, edge) = match items.next_if(|item| !item.contains('=')) {
            Some(name) => {
                read_name(name).map(|(base, edge)| (Some(base), edge)).ok_or_else(|| unknown(name))?
            }
            None => (None, None),
        };
        read_settings(base, edge, items)
            .map_err(|problem| InvalidRules::Settings { text: shortened(text), problem })
    }
}

/// The rule set of a name, and the edge that is written after it.
fn read_name(text: &str) -> Option<(Rules, Option<&str>)> {
    let named = |name: &str| Rules::NAMED.iter().find(|(n, _)| *n == name).map(|&(_, rules)| rules);
    if let Some(rules) = named(text) {
        return Some((rules, None));
    }
    let (name, edge) = text.rsplit_once('-')?;
    edge.bytes().all(|byte| byte.is_ascii_digit()).then_some((named(name)?, Some(edge)))
}

/// The rule set of settings in any order. `edge` was read before them. The others are those of `base`.
fn read_settings<'a>(
    base: Option<Rules>,
    edge: Option<&'a str>,
    items: impl Iterator<Item = &'a str>,
) -> Result<Rules, String> {
    let mut found = SETTINGS.map(|_| None);
    found[0] = edge;
    for item in items {
        let (name, value) = item.split_once('=').unwrap_or((item, ""));
        let Some((_, place)) = SETTINGS.iter().zip(&mut found).find(|(known, _)| **known == name) else {
            return Err(format!("unknown setting {name:?}; expected one of {}", SETTINGS.join(", ")));
        };
        if place.replace(value).is_some() {
            return Err(format!("the setting {name} is given twice"));
        }
    }
    let missing: Vec<_> =
        SETTINGS.into_iter().zip(found).filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
    if base.is_none() && !missing.is_empty() {
        return Err(format!(
            "without {}; write all settings, or begin with a rule set, as in french,supply=30",
            missing.join(", ")
        ));
    }
    let base = base.unwrap_or_default();
    let [edge, supply, passing, stuck] = found;
    Rules::new(
        edge.map_or(Ok(base.edge()), read_edge)?,
        supply.map_or(Ok(base.supply()), read_supply)?,
        passing
            .map_or(Ok(base.passing()), |name| name.parse::<Passing>().map_err(|error| error.to_string()))?,
        stuck.map_or(Ok(base.stuck()), |name| name.parse::<Stuck>().map_err(|error| error.to_string()))?,
    )
    .map_err(|error| error.to_string())
}

fn read_edge(text: &str) -> Result<Edge, String> {
    number(text).and_then(Edge::new).ok_or_else(|| {
        format!("the edge must be {} to {}, not {text:?}", Edge::MIN.length(), Edge::MAX.length())
    })
}

fn read_supply(text: &str) -> Result<Option<u8>, String> {
    match number(text) {
        Some(supply) if supply >= Rules::MIN_SUPPLY => Ok(Some(supply)),
        _ if text == "none" => Ok(None),
        _ => Err(format!("{}, not {text:?}", InvalidRules::Supply)),
    }
}

/// A number without a sign or zeros before it.
fn number(text: &str) -> Option<u8> {
    if text.starts_with(|c: char| matches!(c, '1'..='9')) { text.parse().ok() } else { None }
}
