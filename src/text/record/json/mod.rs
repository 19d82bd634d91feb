//! The JSON of games (RFC 8259, strictly): values with their places in a text.
//!
//! `serde_json` checks the grammar, decodes strings and writes them. It does not say where a value is, so values are
//! found by walking over a text that is known to be JSON. A [`Value`] is only a place in the text: nothing is copied, and
//! a hostile text takes no memory beside itself.

mod array;
mod members;
mod value;
mod write;

pub(super) use array::Elements;
pub(super) use members::{Members, Refusals};
pub(super) use value::{Kind, Value};
pub(super) use write::{Object, quote};

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use crate::text::record::MAX_LENGTH;
use crate::text::record::error::Refusal;
use crate::text::record::source::Document;

/// The greatest depth of nested arrays and objects in a file.
pub(super) const MAX_DEPTH: usize = 64;

/// The greatest number of arrays and objects of a game.
const MAX_BRACKETS: usize = 500_000;

const LONGEST_NUMBER: usize = 32;

/// Reads the value of a document. `name` is what it is called in errors.
pub(super) fn parse_document<'a>(document: Document<'a>, name: &str) -> Result<Value<'a>, Refusal> {
    let Document { bytes, is_too_long } = document;
    if is_too_long || bytes.len() > MAX_LENGTH {
        return Err(Refusal::of_syntax(
            format!("the {name} is longer than {} MiB", MAX_LENGTH >> 20),
            0..100,
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let length = error.error_len().unwrap_or(bytes.len().saturating_sub(start));
        Refusal::of_syntax("invalid UTF-8", start..start.saturating_add(length))
    })?;
    parse(text, MAX_DEPTH)
}

/// Reads a text, with at most `max_depth` nested arrays and objects. No object has a key twice, no number has more than
/// 32 characters or is too large for a float, no string has an unpaired surrogate, and there are at most 500,000 arrays
/// and objects.
///
/// # Errors
/// If the text is not such JSON. An error of the grammar comes first, unless the text is nested too deep before it.
pub(super) fn parse(text: &str, max_depth: usize) -> Result<Value<'_>, Refusal> {
    let limit = first_beyond(text, max_depth);
    if let Err(error) = serde_json::from_str::<&RawValue>(text) {
        let start = place_of(text, &error);
        let message = error.to_string();
        // The place of a control character in a string is one byte too early.
        let has_control = message.starts_with("control character");
        let is_control = |byte: &u8| *byte < b' ';
        let rest = text.as_bytes().get(start..).unwrap_or(&[]);
        let start =
            start.saturating_add(rest.iter().position(is_control).filter(|_| has_control).unwrap_or(0));
        if limit.as_ref().is_none_or(|limit| start < limit.at.start) {
            let problem = message.rsplit_once(" at line ").map_or(message.as_str(), |(problem, _)| problem);
            let end = text
                .get(start..)
                .and_then(|rest| rest.chars().next())
                .map_or(start, |character| start.saturating_add(character.len_utf8()));
            return Err(Refusal::of_syntax(format!("invalid JSON: {problem}"), start..end));
        }
    }
    if let Some(limit) = limit {
        return Err(limit);
    }
    let value = Value::of(text);
    check(value)?;
    Ok(value)
}

/// The path of the value at a byte of a document. `None` if the document is not JSON.
pub(super) fn path(document: Document<'_>, at: usize) -> Option<String> {
    let text = std::str::from_utf8(document.bytes).ok()?;
    Value::of(text).path_to(at)
}

/// Recognizes an object from its beginning, by a key and the beginning of its value. Returns the number of bytes up to this
/// key. `None` if there is no such key so far.
pub(super) fn recognize(text: &[u8], is_member: fn(&[u8], &[u8]) -> bool) -> Option<usize> {
    let (mut at, mut depth) = (0_usize, 0_usize);
    if text.first() != Some(&b'{') {
        return None;
    }
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = value::end_of_string(text, at);
                let inner = text.get(at..end)?.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
                let after = value::skip_blank(text, end);
                if depth == 1
                    && let Some([b':', value @ ..]) = text.get(after..)
                    && is_member(inner, value)
                {
                    return Some(end);
                }
                at = end;
                continue;
            }
            b'[' | b'{' => depth = depth.saturating_add(1),
            b']' | b'}' => depth = depth.checked_sub(1).filter(|&depth| depth > 0)?,
            _ => {}
        }
        at = at.saturating_add(1);
    }
    None
}

/// Whether a text begins with these bytes, with any blanks before each of them.
pub(super) fn begins_with(text: &[u8], bytes: &[u8]) -> bool {
    let mut at = 0;
    for byte in bytes {
        at = value::skip_blank(text, at);
        if text.get(at) != Some(byte) {
            return false;
        }
        at = at.saturating_add(1);
    }
    true
}

/// The refusal of the first bracket that is nested too deep, or is one too many. The text need not be JSON.
fn first_beyond(text: &str, max_depth: usize) -> Option<Refusal> {
    let (mut depth, mut number, mut at) = (0_usize, 0_usize, 0_usize);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = value::end_of_string(bytes, at);
                continue;
            }
            b'[' | b'{' => {
                (depth, number) = (depth.saturating_add(1), number.saturating_add(1));
                let problem = if depth > max_depth {
                    format!("nested more than {max_depth} levels deep")
                } else if number > MAX_BRACKETS {
                    "more than 500,000 arrays and objects".to_string()
                } else {
                    at = at.saturating_add(1);
                    continue;
                };
                return Some(Refusal::of_syntax(problem, at..at.saturating_add(1)));
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = at.saturating_add(1);
    }
    None
}

/// The byte at which the grammar of a text is wrong.
fn place_of(text: &str, error: &serde_json::Error) -> usize {
    if error.is_eof() {
        return text.len();
    }
    // The column counts bytes from 1. It is 0 for a line end.
    let line = match error.line().checked_sub(2) {
        None => 0,
        Some(before) => text.match_indices('\n').nth(before).map_or(0, |(end, _)| end.saturating_add(1)),
    };
    let mut place = line.saturating_add(error.column()).saturating_sub(1).min(text.len());
    while !text.is_char_boundary(place) {
        place = place.saturating_sub(1);
    }
    place
}

/// The digits of the least number that is too large for a float, as far as a number of the longest length may have them.
const TOO_LARGE: &str = "17976931348623158079372897140530341";

/// Whether a number is not too large for a float. The standard library would convert it with tables of 10 kB, which the
/// module of WebAssembly does not need otherwise.
fn is_finite(number: &str) -> bool {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole.trim_start_matches('-'), decimals].concat();
    let significant = digits.trim_start_matches('0');
    let most = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    // The power of ten of the first digit that is not 0.
    let places = significant.len() as i64;
    let power = places.saturating_sub(decimals.len() as i64).saturating_sub(1);
    let power = power.saturating_add(exponent.parse().unwrap_or(most));
    significant.is_empty() || power < 308 || power == 308 && significant < TOO_LARGE
}

/// Checks what the grammar does not: keys, numbers and strings, in the order of the text.
fn check(value: Value<'_>) -> Result<(), Refusal> {
    let refuse = |problem: &str, at| Err(Refusal::new(problem, at));
    match value.kind() {
        Kind::Null | Kind::Boolean => Ok(()),
        Kind::Number | Kind::Integer => {
            let number = value.raw();
            match number.len() > LONGEST_NUMBER || !is_finite(number) {
                true => refuse("number with more than 32 characters, or too large for a float", value.span()),
                false => Ok(()),
            }
        }
        Kind::String => match value.has_lone_surrogate() {
            true => refuse("unpaired surrogate", value.span()),
            false => Ok(()),
        },
        Kind::Array => value.items().try_for_each(check),
        Kind::Object => {
            let mut keys = BTreeSet::new();
            for (key, value) in value.pairs() {
                if key.has_lone_surrogate() {
                    return refuse("unpaired surrogate", key.span());
                }
                if !keys.insert(key.string().unwrap_or_default()) {
                    return refuse("duplicate key", key.span());
                }
                check(value)?;
            }
            Ok(())
        }
    }
}
