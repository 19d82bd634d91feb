//! Rule sets as text: `standard`, `standard-5`, `edge=6,supply=50,pass=forced,stuck=draw`.

use core::fmt;
use core::str::FromStr;

use crate::geometry::sky::Edge;
use crate::rules::rule_set::{InvalidRules, Passing, Rules, Stuck};
use crate::support::names::shortened;
use crate::text::notation::WHITE_SPACE;

/// The longest text that is examined. The text of a rule set is shorter.
pub(super) const MAX_LENGTH: usize = 80;

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

    /// Reads a rule set. White space at the ends of the text is ignored.
    fn from_str(text: &str) -> Result<Rules, InvalidRules> {
        let text = text.trim_matches(WHITE_SPACE);
        let no_rules = || InvalidRules::Text { text: shortened(text) };
        if text.len() > MAX_LENGTH {
            return Err(no_rules());
        }
        match read_named(text).map(Ok).or_else(|| read_by_hand(text)) {
            Some(rules) => rules,
            None => Err(no_rules()),
        }
    }
}

fn read_named(text: &str) -> Option<Rules> {
    let named = |name: &str| Rules::NAMED.iter().find(|(n, _)| *n == name).map(|&(_, rules)| rules);
    if let Some(rules) = named(text) {
        return Some(rules);
    }
    let (name, edge) = text.rsplit_once('-')?;
    Some(named(name)?.on(read_edge(edge)?))
}

fn read_by_hand(text: &str) -> Option<Result<Rules, InvalidRules>> {
    let mut fields = text.split(',');
    let mut field = |key: &str| fields.next()?.strip_prefix(key)?.strip_prefix('=');
    let edge = read_edge(field("edge")?)?;
    let supply = match field("supply")? {
        "none" => None,
        number if number.starts_with(|c: char| matches!(c, '1'..='9')) => Some(number.parse::<u32>().ok()?),
        _ => return None,
    };
    let (pass, stuck) = (field("pass")?, field("stuck")?);
    let (passing, stuck): (Passing, Stuck) = (pass.parse().ok()?, stuck.parse().ok()?);
    if fields.next().is_some() {
        return None;
    }
    match supply.map(u8::try_from).transpose() {
        Ok(supply) => Some(Rules::new(edge, supply, passing, stuck)),
        Err(_) => Some(Err(InvalidRules::Supply)),
    }
}

fn read_edge(text: &str) -> Option<Edge> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(digit), None) => Edge::new(u8::try_from(digit.to_digit(10)?).ok()?),
        _ => None,
    }
}
