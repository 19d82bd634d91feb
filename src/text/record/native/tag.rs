//! Tags: `[Event "Thursday"]`.

use std::fmt::{self, Write};
use std::ops::Range;

use crate::text::record::checks::is_tag_name;
use crate::text::record::error::Refusal;
use crate::text::record::native::reader::Reader;

/// Reads a tag with its line end, after its opening bracket. Returns its name, its value, and the place of the value.
pub(super) fn read<'a>(reader: &mut Reader<'a>) -> Result<(&'a str, String, Range<usize>), Refusal> {
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
    let before = reader.offset();
    let value = read_value(reader)?;
    let at = before..reader.offset();
    if !reader.take("\"]") {
        return Err(reader.expected("expected \"] at the end of the tag"));
    }
    reader.line_end()?;
    Ok((name, value, at))
}

/// The value up to its closing quote.
fn read_value(reader: &mut Reader<'_>) -> Result<String, Refusal> {
    let mut value = String::new();
    loop {
        value.push_str(reader.take_until(|c| matches!(c, '"' | '\\') || c.is_control()));
        let rest = reader.rest();
        if rest.starts_with('"') {
            return Ok(value);
        } else if reader.take("\\\"") {
            value.push('"');
        } else if reader.take("\\\\") {
            value.push('\\');
        } else {
            let (problem, quoted) = match rest.chars().next() {
                None | Some('\n') => ("expected \"] at the end of the tag", 1),
                Some('\\') => ("expected \" or \\ after a \\ in the value of a tag", 2),
                Some(_) => ("expected no control character in the value of a tag", 1),
            };
            return Err(reader.refused(problem, reader.next_characters(quoted).len()));
        }
    }
}

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
