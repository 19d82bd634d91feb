//! Tags: `[Event "Thursday"]`.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::text::record::checks::is_tag_name;
use crate::text::record::native::fault::Fault;
use crate::text::record::native::reader::Reader;

/// A tag that has been read.
#[derive(Debug)]
pub(super) struct Tag<'a> {
    pub(super) value: Cow<'a, str>,
    /// The value as written, and the rest of the text from there.
    written: &'a str,
    rest: &'a str,
}

impl<'a> Tag<'a> {
    /// The fault that the value is not the expected one.
    pub(super) fn expected(&self, problem: impl Into<String>) -> Fault<'a> {
        Fault::new(problem, self.rest, self.written)
    }
}

/// Reads a tag with its line end, after its opening bracket.
pub(super) fn read<'a>(reader: &mut Reader<'a>) -> Result<(&'a str, Tag<'a>), Fault<'a>> {
    let start = *reader;
    let name = reader.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_tag_name(name) {
        return Err(
            start.expected("expected the name of a tag: a letter, then letters, digits and _, 64 at most")
        );
    }
    if !reader.take(" \"") {
        return Err(reader.expected("expected a space and a value in quotes"));
    }
    let before_value = *reader;
    let value = read_value(reader)?;
    let (written, rest) = (reader.read_since(before_value), before_value.rest());
    if !reader.take("\"]") {
        return Err(reader.expected("expected \"] at the end of the tag"));
    }
    reader.line_end()?;
    Ok((name, Tag { value, written, rest }))
}

/// The value up to its closing quote.
fn read_value<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, str>, Fault<'a>> {
    let mut value = Cow::Borrowed("");
    loop {
        let plain = reader.take_until(|c| matches!(c, '"' | '\\') || c.is_control());
        let rest = reader.rest();
        match value.is_empty() {
            true => value = Cow::Borrowed(plain),
            false => value.to_mut().push_str(plain),
        }
        if rest.starts_with('"') {
            return Ok(value);
        } else if reader.take("\\\"") {
            value.to_mut().push('"');
        } else if reader.take("\\\\") {
            value.to_mut().push('\\');
        } else {
            let (problem, quoted) = match rest.chars().next() {
                None | Some('\n') => ("expected \"] at the end of the tag", 1),
                Some('\\') => ("expected \" or \\ after a \\ in the value of a tag", 2),
                Some(_) => ("expected no control character in the value of a tag", 1),
            };
            return Err(Fault::new(problem, rest, reader.next_characters(quoted)));
        }
    }
}

/// Writes a tag with its line end.
pub(super) fn write(name: &str, value: &str, into: &mut impl Write) -> fmt::Result {
    write!(into, "[{name} \"")?;
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            into.write_char('\\')?;
        }
        into.write_char(character)?;
    }
    into.write_str("\"]\n")
}
