//! A value of JSON, as a place in a text.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::record::error::shown;
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
    start: usize,
    end: usize,
}

impl<'a> Value<'a> {
    /// The value that a text is, with blanks around it.
    pub(super) fn of(text: &'a str) -> Value<'a> {
        Value::at(text, skip_blank(text.as_bytes(), 0))
    }

    fn at(text: &'a str, start: usize) -> Value<'a> {
        Value { text, start, end: end_of_value(text.as_bytes(), start) }
    }

    pub(in crate::text::record) fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The place of something that the value lacks.
    pub(in crate::text::record) fn missing(&self) -> Range<usize> {
        self.start..self.start
    }

    /// The value as it is written.
    pub(in crate::text::record) fn raw(&self) -> &'a str {
        self.text.get(self.span()).unwrap_or_default()
    }

    pub(in crate::text::record) fn kind(&self) -> Kind {
        match self.text.as_bytes().get(self.start) {
            Some(b'"') => Kind::String,
            Some(b'[') => Kind::Array,
            Some(b'{') => Kind::Object,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'-' | b'0'..=b'9') if self.raw().contains(['.', 'e', 'E']) => Kind::Number,
            Some(b'-' | b'0'..=b'9') => Kind::Integer,
            _ => Kind::Null,
        }
    }

    /// The characters of a string. `None` for other values.
    pub(in crate::text::record) fn string(&self) -> Option<Cow<'a, str>> {
        let inner = self.raw().strip_prefix('"')?.strip_suffix('"')?;
        match inner.contains('\\') {
            true => unescaped(inner).map(Cow::Owned),
            false => Some(Cow::Borrowed(inner)),
        }
    }

    /// Whether a string has half of a pair of surrogates.
    pub(super) fn has_lone_surrogate(&self) -> bool {
        self.raw().contains("\\u") && self.string().is_none()
    }

    /// The value of an integer. `None` for other values.
    pub(in crate::text::record) fn integer(&self) -> Option<i128> {
        self.raw().parse().ok()
    }

    pub(in crate::text::record) fn is_true(&self) -> bool {
        self.raw() == "true"
    }

    /// The items of an array; none of other values.
    pub(in crate::text::record) fn items(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        Inner { text: self.text, at: self.start.saturating_add(1), is_over: self.kind() != Kind::Array }
    }

    /// The keys and values of an object; none of other values.
    pub(in crate::text::record) fn pairs(&self) -> impl Iterator<Item = (Value<'a>, Value<'a>)> + use<'a> {
        let mut inner =
            Inner { text: self.text, at: self.start.saturating_add(1), is_over: self.kind() != Kind::Object };
        std::iter::from_fn(move || Some((inner.next()?, inner.next()?)))
    }

    pub(in crate::text::record) fn get(&self, key: &str) -> Option<Value<'a>> {
        self.pairs().find(|(name, _)| name.string().is_some_and(|name| name == key)).map(|(_, value)| value)
    }

    /// Writes the value without blanks. `quote` writes its strings.
    pub(super) fn write(&self, into: &mut String, quote: fn(&str) -> String) {
        let brackets = match self.kind() {
            Kind::Array => ('[', ']'),
            Kind::Object => ('{', '}'),
            Kind::String => return into.push_str(&quote(&self.string().unwrap_or_default())),
            _ => return into.push_str(self.raw()),
        };
        into.push(brackets.0);
        let items = self.items().map(|item| (None, item));
        let members = items.chain(self.pairs().map(|(key, value)| (Some(key), value)));
        for (number, (key, value)) in members.enumerate() {
            if number > 0 {
                into.push(',');
            }
            if let Some(key) = key {
                key.write(into, quote);
                into.push(':');
            }
            value.write(into, quote);
        }
        into.push(brackets.1);
    }

    /// The steps from the value to the one that a byte of the text belongs to.
    fn steps_to(self, at: usize) -> Vec<Step<'a>> {
        let (mut value, mut steps) = (self, Vec::new());
        loop {
            let inner = match value.kind() {
                Kind::Array => (0..)
                    .zip(value.items())
                    .find(|(_, item)| item.span().contains(&at))
                    .map(|(index, item)| (Step::Index(index), item)),
                Kind::Object => value
                    .pairs()
                    .find(|(key, value)| (key.start..value.end).contains(&at))
                    .map(|(key, value)| (Step::Key(key.string().unwrap_or(Cow::Borrowed(key.raw()))), value)),
                _ => None,
            };
            let Some((step, inner)) = inner else { return steps };
            steps.push(step);
            value = inner;
        }
    }

    /// The path of the value at a byte of the text, such as `$.moves[36]`, cut short if it is long. `None` for the whole
    /// text.
    pub(in crate::text::record) fn path_to(self, at: usize) -> Option<String> {
        let steps = self.steps_to(at);
        let shown: String = steps.iter().map(Step::shown).collect();
        (!steps.is_empty()).then(|| format!("${shown}").chars().take(100).collect())
    }

    /// The steps to the value at a byte of the text, such as `['moves'][36]`.
    pub(in crate::text::record) fn steps_shown(self, at: usize) -> String {
        self.steps_to(at).iter().map(Step::in_brackets).collect()
    }
}

enum Step<'a> {
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

/// The values within an array or an object, where keys and values take turns.
#[derive(Debug)]
struct Inner<'a> {
    text: &'a str,
    at: usize,
    is_over: bool,
}

impl<'a> Iterator for Inner<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        if self.is_over {
            return None;
        }
        let bytes = self.text.as_bytes();
        self.at = skip_blank(bytes, self.at);
        if let Some(b',' | b':') = bytes.get(self.at) {
            self.at = skip_blank(bytes, self.at.saturating_add(1));
        }
        self.is_over = matches!(bytes.get(self.at), None | Some(b']' | b'}'));
        if self.is_over {
            return None;
        }
        let value = Value::at(self.text, self.at);
        self.at = value.end;
        Some(value)
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

fn end_of_value(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = end_of_string(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'[' | b'{' => depth = depth.saturating_add(1),
            b']' | b'}' if depth > 1 => depth = depth.saturating_sub(1),
            // The bracket that closes the value, or the array that contains a number or a word.
            b']' | b'}' => return if depth == 1 { at.saturating_add(1) } else { at },
            b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return at,
            _ => {}
        }
        at = at.saturating_add(1);
    }
    bytes.len()
}

/// The characters of a string with escapes, without its quotation marks. `None` if it has half of a pair of surrogates.
fn unescaped(text: &str) -> Option<String> {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        found.push_str(before);
        let escape = after.chars().next()?;
        rest = after.get(escape.len_utf8()..)?;
        found.push(match escape {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = unit(&mut rest)?;
                let second = match first {
                    0xd800..0xdc00 => {
                        rest = rest.strip_prefix("\\u")?;
                        Some(unit(&mut rest)?)
                    }
                    _ => None,
                };
                char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?
            }
            other => other,
        });
    }
    found.push_str(rest);
    Some(found)
}

/// Takes the four digits of a UTF-16 unit.
fn unit(text: &mut &str) -> Option<u16> {
    let (digits, rest) = text.split_at_checked(4)?;
    *text = rest;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a failing test panics")]
mod tests {
    use crate::text::record::json::value::Value;
    use crate::text::record::json::{MAX_DEPTH, is_finite, parse};

    #[test]
    fn escapes_and_large_numbers_are_read_as_the_libraries_read_them() {
        for text in [
            r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\udc26 é""#,
            r#""\ud83d""#,
            r#""\ud83d\n""#,
            r#""\ud83d\ud83d""#,
            r#""\udc26\ud83d""#,
        ] {
            let expected = serde_json::from_str::<String>(text).ok();
            assert_eq!(Value::of(text).string().map(String::from), expected, "{text}");
        }
        let edges =
            ["1.7976931348623158079e308", "1.7976931348623158080e308", "17976931348623159e292", "1e308"];
        let long = ["0e99999999999999999999", "1e99999999999999999999", "-1e-99999999999999999999"];
        for number in
            edges.into_iter().chain(long).chain(["0.0001e312", "0.0001e313", "1E+309", "-12", "0", "-0.5"])
        {
            let expected = number.parse::<f64>().expect("a number").is_finite();
            assert_eq!(is_finite(number), expected, "{number}");
        }
    }

    #[test]
    fn values_have_places_and_paths() {
        let text = r#" { "a" : [ 1 , { "b\u0063" : [ [ ] , "x" ] } ] , "d" : { } } "#;
        let value = parse(text, MAX_DEPTH).expect("JSON");
        assert_eq!(value.raw(), text.trim());
        let inner = value.get("a").and_then(|a| a.items().nth(1)?.get("bc")).expect("a value");
        assert_eq!(inner.raw(), r#"[ [ ] , "x" ]"#);
        for (found, path) in [
            ("1", Some("$.a[0]")),
            ("\"x\"", Some("$.a[1].bc[1]")),
            ("\"b", Some("$.a[1].bc")),
            ("{ }", Some("$.d")),
            ("\"d\"", Some("$.d")),
            ("{ \"a", None),
        ] {
            assert_eq!(value.path_to(text.find(found).expect("a text")).as_deref(), path, "{found}");
        }
        assert_eq!(value.steps_shown(text.find('x').expect("a text")), "['a'][1]['bc'][1]");
    }
}
