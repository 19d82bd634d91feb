//! A value of JSON, as a place in a text.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::text::record::error::{Refusal, shown};
use crate::text::record::is_blank;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text::record) enum Kind {
    Null,
    Boolean,
    /// A number with a point or an exponent.
    Number,
    Integer,
    String,
    Array,
    Object,
}

/// A value in a text that is known to be JSON.
#[derive(Clone, Copy, Debug)]
pub(in crate::text::record) struct Value<'a> {
    text: &'a str,
    raw: &'a str,
}

impl<'a> Value<'a> {
    pub(super) fn new(text: &'a str, raw: &'a RawValue) -> Value<'a> {
        Value { text, raw: raw.get() }
    }

    pub(super) fn token(text: &'a str) -> Value<'a> {
        Value { text, raw: text }
    }

    fn start(&self) -> usize {
        self.raw.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }

    pub(in crate::text::record) fn span(&self) -> Range<usize> {
        self.start()..self.start().saturating_add(self.raw.len())
    }

    /// The place of something that the value lacks.
    pub(in crate::text::record) fn missing(&self) -> Range<usize> {
        self.start()..self.start()
    }

    /// The value as it is written.
    pub(in crate::text::record) fn raw(&self) -> &'a str {
        self.raw
    }

    pub(in crate::text::record) fn kind(&self) -> Kind {
        match self.raw.as_bytes().first() {
            Some(b'"') => Kind::String,
            Some(b'[') => Kind::Array,
            Some(b'{') => Kind::Object,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'-' | b'0'..=b'9') if self.raw.contains(['.', 'e', 'E']) => Kind::Number,
            Some(b'-' | b'0'..=b'9') => Kind::Integer,
            _ => Kind::Null,
        }
    }

    /// The characters of a string. `None` for other values.
    pub(in crate::text::record) fn string(&self) -> Option<Cow<'a, str>> {
        let inner = self.raw.strip_prefix('"')?.strip_suffix('"')?;
        match inner.contains('\\') {
            true => serde_json::from_str(self.raw).ok().map(Cow::Owned),
            false => Some(Cow::Borrowed(inner)),
        }
    }

    pub(in crate::text::record) fn integer(&self) -> Option<i64> {
        self.raw.parse().ok()
    }

    pub(in crate::text::record) fn is_true(&self) -> bool {
        self.raw == "true"
    }

    /// The value, if it has this type. A number may be an integer.
    pub(in crate::text::record) fn checked(self, kind: Kind, name: &str) -> Result<Value<'a>, Refusal> {
        let found = self.kind();
        if found == kind && (kind != Kind::Integer || self.integer().is_some())
            || kind == Kind::Number && found == Kind::Integer
        {
            return Ok(self);
        }
        let expected = match kind {
            Kind::Null => "null",
            Kind::Boolean => "a boolean",
            Kind::Number => "a number",
            Kind::Integer => "an integer",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        };
        Err(Refusal::new(format!("{name} must be {expected}"), self.span()))
    }

    /// The items of an array; none of other values.
    pub(in crate::text::record) fn items(&self) -> Vec<Value<'a>> {
        let mut items = Vec::new();
        if self.kind() == Kind::Array {
            self.each(&mut |_, item| items.push(item));
        }
        items
    }

    /// The keys and values of an object; none of other values.
    pub(in crate::text::record) fn pairs(&self) -> Vec<(Value<'a>, Value<'a>)> {
        let mut pairs = Vec::new();
        self.each(&mut |key, value| pairs.extend(key.map(|key| (key, value))));
        pairs
    }

    /// Calls a function with the items of an array, or the keys and values of an object.
    fn each(&self, found: Found<'_, 'a>) {
        if matches!(self.kind(), Kind::Array | Kind::Object) {
            // The text was read before, so nothing can be wrong.
            let _ = serde_json::Deserializer::from_str(self.raw).deserialize_any(Each(self.text, found));
        }
    }

    pub(in crate::text::record) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.pairs()
            .into_iter()
            .find(|(name, _)| name.string().is_some_and(|name| name == key))
            .map(|(_, value)| value)
    }

    /// Writes the value without blanks. `quote` writes its strings.
    pub(super) fn write(&self, into: &mut String, quote: fn(&str) -> String) {
        let mut rest = self.raw;
        while let Some(next) = rest.bytes().next() {
            let length = if next == b'"' { end_of_string(rest.as_bytes(), 0) } else { 1 };
            let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            match next {
                b'"' => into.push_str(&quote(&Value::token(token).string().unwrap_or_default())),
                _ if is_blank(next) => {}
                _ => into.push_str(token),
            }
            rest = after;
        }
    }

    /// The steps from the value to the one that a byte of the text belongs to.
    fn steps_to(self, at: usize) -> Vec<Step<'a>> {
        let (mut inner, mut steps) = (Some(self), Vec::new());
        while let Some(value) = inner.take() {
            let mut index = 0;
            value.each(&mut |key, item| {
                let start = key.unwrap_or(item).start();
                if (start..item.span().end).contains(&at) {
                    steps.push(
                        key.map_or(Step::Index(index), |key| Step::Key(key.string().unwrap_or_default())),
                    );
                    inner = Some(item);
                }
                index = index.saturating_add(1);
            });
        }
        steps
    }

    /// The path of the value at a byte of the text. `None` for the whole text.
    pub(in crate::text::record) fn path_to(self, at: usize) -> Option<String> {
        path_of(&self.steps_to(at))
    }

    /// The steps to the value at a byte of the text, such as `['moves'][36]`.
    pub(in crate::text::record) fn steps_shown(self, at: usize) -> String {
        self.steps_to(at).iter().map(Step::in_brackets).collect()
    }
}

/// The path of these steps, such as `$.moves[36]`, cut short if it is long. `None` for no steps.
pub(super) fn path_of(steps: &[Step<'_>]) -> Option<String> {
    let shown: String = steps.iter().map(Step::shown).collect();
    (!steps.is_empty()).then(|| format!("${shown}").chars().take(100).collect())
}

pub(super) enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

impl Step<'_> {
    fn shown(&self) -> String {
        match self {
            Step::Key(key) if is_plain(key) => format!(".{key}"),
            _ => self.in_brackets(),
        }
    }

    fn in_brackets(&self) -> String {
        match self {
            Step::Index(index) => format!("[{index}]"),
            Step::Key(key) => format!("[{}]", shown(key)),
        }
    }
}

fn is_plain(key: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    key.bytes().next().is_some_and(is_letter)
        && key.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
}

/// A function that is called with the key, in an object, and the value.
type Found<'f, 'a> = &'f mut dyn FnMut(Option<Value<'a>>, Value<'a>);

/// Finds the values within an array or an object of a text.
struct Each<'f, 'a>(&'a str, Found<'f, 'a>);

impl<'a> Visitor<'a> for Each<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            self.1(None, Value::new(self.0, item));
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'a>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some((key, value)) = members.next_entry()? {
            self.1(Some(Value::new(self.0, key)), Value::new(self.0, value));
        }
        Ok(())
    }
}

pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_blank(byte)) {
        at = at.saturating_add(1);
    }
    at
}

/// The end of a string that begins here, or of the text.
pub(super) fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start.saturating_add(1);
    loop {
        match bytes.get(at) {
            None => return bytes.len(),
            Some(b'"') => return at.saturating_add(1),
            Some(b'\\') => at = at.saturating_add(2),
            Some(_) => at = at.saturating_add(1),
        }
    }
}
