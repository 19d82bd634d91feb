//! Rule sets.

use std::ffi::{c_char, c_int};

use volo_rules::{Edge, Passing, Rules, Stuck};

use crate::border::{input, output};
use crate::error::{Failure, volo_error};
use crate::text::{read_text, text_output};

/// A rule set.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_rule_set {
    /// The length of the edge of the sky, 4 to 8. The standard sky has 7.
    pub edge: i32,
    /// The number of birds of each player, 3 to 255; 0 if it is unlimited.
    pub supply: i32,
    /// When a player may pass: a number of `VOLO_LIST_PASS_RULES` (ruling R13).
    pub passing: i32,
    /// What happens if neither player can go on: a number of `VOLO_LIST_END_RULES` (ruling R14b).
    pub stuck: i32,
}

impl From<Rules> for volo_rule_set {
    fn from(rules: Rules) -> volo_rule_set {
        volo_rule_set {
            edge: rules.edge().length().into(),
            supply: rules.supply().unwrap_or(0).into(),
            passing: rules.passing() as i32,
            stuck: rules.stuck() as i32,
        }
    }
}

impl TryFrom<volo_rule_set> for Rules {
    type Error = Failure;

    fn try_from(rules: volo_rule_set) -> Result<Rules, Failure> {
        let supply = match rules.supply {
            0 => None,
            birds => Some(u8::try_from(birds).map_err(|_| volo_rules::InvalidRules::Supply)?),
        };
        let passing = *numbered(&Passing::ALL, rules.passing, "passing", Failure::rules)?;
        let stuck = *numbered(&Stuck::ALL, rules.stuck, "stuck", Failure::rules)?;
        Ok(Rules::new(edge(rules.edge)?, supply, passing, stuck)?)
    }
}

/// Reads a rule set: "french-5", "french,supply=30", "edge=6,supply=50,pass=forced,stuck=draw".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_rule_set_parse(
    text: *const c_char,
    rules: *mut volo_rule_set,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = read_text(text, "text"), rules = output(rules, "rules"); {
        rules.write(text.parse::<Rules>()?.into());
    })
}

/// Writes the text of a rule set, which has fewer than 80 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_rule_set_text(
    rules: *const volo_rule_set,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, rules = input(rules, "rules"), text = text_output(text, capacity, length); {
        text.write(Rules::try_from(rules)?);
    })
}

pub(crate) fn edge(length: i32) -> Result<Edge, Failure> {
    let edge = u8::try_from(length).ok().and_then(Edge::new);
    let (least, most) = (Edge::MIN.length(), Edge::MAX.length());
    edge.ok_or_else(|| Failure::rules(format!("the edge must be {least} to {most}, not {length}")))
}

/// The value with a number. `refuse` makes the error for another number.
pub(crate) fn numbered<'a, T>(
    all: &'a [T],
    number: i32,
    name: &str,
    refuse: fn(String) -> Failure,
) -> Result<&'a T, Failure> {
    let value = usize::try_from(number).ok().and_then(|number| all.get(number));
    value.ok_or_else(|| refuse(format!("{name} must be 0 to {}, not {number}", all.len().saturating_sub(1))))
}

/// The rule set of a pointer, or `None` for NULL.
///
/// # Safety
/// Like [`input`].
pub(crate) unsafe fn optional_rules(rules: *const volo_rule_set) -> Result<Option<Rules>, Failure> {
    if rules.is_null() {
        return Ok(None);
    }
    // SAFETY: The caller of this function promises what `input` asks for.
    unsafe { input(rules, "rules") }?.try_into().map(Some)
}
