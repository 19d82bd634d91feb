//! The JSON of games (RFC 8259, strictly): values with their places in a text.
//!
//! `serde_json` reads and writes them. A [`Value`] is only a part of the text, so its place is known: nothing is copied,
//! and a hostile text takes no memory beside itself.

mod array;
mod check;
mod members;
mod value;
mod write;

pub(super) use array::Elements;
pub(super) use members::Members;
pub(super) use value::{Kind, Value};
pub(super) use write::{Object, quote};

use serde_json::value::RawValue;

use crate::text::record::MAX_LENGTH;
use crate::text::record::error::Refusal;
use crate::text::record::source::Document;

/// The greatest depth of nested arrays and objects in a file.
pub(super) const MAX_DEPTH: usize = 64;

/// The greatest number of arrays and objects of a game.
const MAX_BRACKETS: usize = 500_000;

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

/// Reads a text, with at most `max_depth` nested arrays and objects. No object has a key twice, no number is too large for
/// a float, no string has an unpaired surrogate, and there are at most 500,000 arrays and objects.
///
/// # Errors
/// If the text is not such JSON. An error of the grammar comes first, unless the text is nested too deep before it.
pub(super) fn parse(text: &str, max_depth: usize) -> Result<Value<'_>, Refusal> {
    match (serde_json::from_str::<&RawValue>(text), check::check(text, max_depth)) {
        (Ok(raw), checked) => checked.map(|()| Value::new(text, raw)),
        (Err(error), checked) => match (syntax_error(text, &error), checked) {
            (refusal, Err(limit)) if limit.is_syntax && limit.at.start <= refusal.at.start => Err(limit),
            (refusal, _) => Err(refusal),
        },
    }
}

/// The path of the value at a byte of a document. `None` if the document is not JSON.
pub(super) fn path(document: Document<'_>, at: usize) -> Option<String> {
    let text = std::str::from_utf8(document.bytes).ok()?;
    Value::new(text, serde_json::from_str(text).ok()?).path_to(at)
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

fn syntax_error(text: &str, error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    let mut start = place_of(text, error);
    let rest = text.get(start..).unwrap_or_default();
    // The place of a control character in a string is one byte too early.
    if message.starts_with("control character") {
        start = start.saturating_add(rest.find(|letter| letter < ' ').unwrap_or(0));
    }
    let next = text.get(start..).and_then(|rest| rest.chars().next());
    let problem = message.rsplit_once(" at line ").map_or(message.as_str(), |(problem, _)| problem);
    let end = start.saturating_add(next.map_or(0, char::len_utf8));
    Refusal::of_syntax(format!("invalid JSON: {problem}"), start..end)
}

/// The last byte that was read before an error.
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
