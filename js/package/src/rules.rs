//! Rule sets. JavaScript passes them as text.

use js_sys::{Array, JsString};
use volo_rules::{Edge, Rules};
use wasm_bindgen::prelude::*;

use crate::error::{invalid_rules, volo_error};
use crate::text::Text;
use crate::{Result, named};

/// The parts of the rule set of a text.
#[wasm_bindgen(
    js_name = parseRules,
    unchecked_return_type = "[edge: number, supply: number | undefined, passing: Passing, stuck: Stuck]"
)]
pub fn parse_rules(text: JsString) -> Result<Array> {
    let rules = read(&Text::new(text))?;
    Ok(Array::of4(
        &rules.edge().length().into(),
        &rules.supply().into(),
        &rules.passing().name().into(),
        &rules.stuck().name().into(),
    ))
}

/// The text of the rule set with these parts.
#[wasm_bindgen(js_name = rulesText)]
pub fn rules_text(length: u8, supply: Option<u8>, passing: &str, stuck: &str) -> Result<String> {
    let rules = Rules::new(edge(length)?, supply, named(passing)?, named(stuck)?);
    Ok(rules.map_err(|error| invalid_rules(&error))?.to_string())
}

pub(crate) fn read(text: &Text) -> Result<Rules> {
    text.chars.parse().map_err(|error| invalid_rules(&error))
}

pub(crate) fn edge(length: u8) -> Result<Edge> {
    Edge::new(length).ok_or_else(|| volo_error("edge must be an integer from 4 to 8"))
}
