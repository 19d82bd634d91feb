//! What the grammar of JSON does not say: no key twice, no unpaired surrogates, no numbers too large for a float, and not too
//! many or too deep arrays and objects.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_path_to_error::{Segment, Track};

use crate::text::record::error::Refusal;
use crate::text::record::json::value::{Step, Value, end_of_string, path_of};
use crate::text::record::json::{MAX_BRACKETS, place_of};

const DUPLICATE: &str = "duplicate key";

/// Checks a text that is JSON. The time is linear, whatever is wrong: `serde_path_to_error` knows the path. Of a text that
/// is not JSON, only a refusal of the syntax means something.
pub(super) fn check(text: &str, max_depth: usize) -> Result<(), Refusal> {
    let mut track = Track::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let check = Check { depth: max_depth, max_depth, brackets: &Cell::new(0) };
    let read = check.deserialize(serde_path_to_error::Deserializer::new(&mut reader, &mut track));
    let Err(error) = read else { return Ok(()) };
    let (message, place) = (error.to_string(), place_of(text, &error));
    if message.starts_with("nested") || message.starts_with("more than") {
        // The reader has skipped blanks, and perhaps a bracket that closes.
        let start = text.get(..=place).unwrap_or(text).rfind(['[', '{']).unwrap_or(place);
        let problem = message.split(" at line ").next().unwrap_or_default();
        return Err(Refusal::of_syntax(problem, start..start.saturating_add(1)));
    }
    let (problem, at) = if message.starts_with("number") {
        ("number too large for a float", number_at(text, place))
    } else {
        let problem = if message.starts_with(DUPLICATE) { DUPLICATE } else { "unpaired surrogate" };
        (problem, string_at(text, place))
    };
    let token = text.get(at.clone()).unwrap_or_default();
    let path = track.path();
    let mut steps: Vec<Step<'_>> = path
        .iter()
        .map(|segment| match segment {
            Segment::Seq { index } => Step::Index(*index),
            Segment::Map { key } => Step::Key(key.into()),
            // A key that cannot be read.
            Segment::Enum { .. } | Segment::Unknown => Step::Key(token.into()),
        })
        .collect();
    if problem == DUPLICATE {
        steps.extend(Value::token(token).string().map(Step::Key));
    }
    Err(Refusal { path: path_of(&steps), ..Refusal::new(problem, at) })
}

fn number_at(text: &str, at: usize) -> Range<usize> {
    let is_other = |letter: char| !matches!(letter, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind(is_other).map_or(0, |end| end.saturating_add(1));
    start..at.saturating_add(after.find(is_other).unwrap_or(after.len()))
}

/// The string that a byte belongs to, or the one before the blanks there.
fn string_at(text: &str, at: usize) -> Range<usize> {
    let before = text.get(..=at).unwrap_or(text).trim_end_matches([' ', '\t', '\r', '\n']);
    let mut before = before.get(..before.len().saturating_sub(1)).unwrap_or_default();
    // A quotation mark within a string has an odd number of backslashes before it.
    while let Some(quote) = before.rfind('"') {
        before = before.get(..quote).unwrap_or_default();
        let backslashes = before.len().saturating_sub(before.trim_end_matches('\\').len());
        if backslashes.is_multiple_of(2) {
            return quote..end_of_string(text.as_bytes(), quote);
        }
    }
    at..at
}

#[derive(Clone, Copy)]
struct Check<'a> {
    /// How much deeper arrays and objects may be nested.
    depth: usize,
    max_depth: usize,
    brackets: &'a Cell<usize>,
}

impl Check<'_> {
    /// The check of what is in an array or object.
    fn inner<E: Error>(self) -> Result<Self, E> {
        self.brackets.set(self.brackets.get().saturating_add(1));
        match self.depth.checked_sub(1) {
            None => Err(E::custom(format!("nested more than {} levels deep", self.max_depth))),
            Some(_) if self.brackets.get() > MAX_BRACKETS => {
                Err(E::custom("more than 500,000 arrays and objects"))
            }
            Some(depth) => Ok(Check { depth, ..self }),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Check<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

/// Reads a value that has no parts.
macro_rules! scalar {
    ($visit:ident, $type:ty) => {
        fn $visit<E>(self, _: $type) -> Result<(), E> {
            Ok(())
        }
    };
}

impl<'de> Visitor<'de> for Check<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    scalar!(visit_bool, bool);
    scalar!(visit_i64, i64);
    scalar!(visit_u64, u64);
    scalar!(visit_f64, f64);
    scalar!(visit_str, &str);

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inner = self.inner()?;
        while items.next_element_seed(inner)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let (inner, mut keys) = (self.inner()?, BTreeSet::new());
        while let Some(key) = members.next_key::<String>()? {
            if !keys.insert(key) {
                return Err(A::Error::custom(DUPLICATE));
            }
            members.next_value_seed(inner)?;
        }
        Ok(())
    }
}
