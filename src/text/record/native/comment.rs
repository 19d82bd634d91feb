//! Comments: `{Near the nest at c7.}`.

use std::fmt::{self, Write};

use crate::text::record::error::Refusal;
use crate::text::record::native::reader::Reader;

pub(super) fn read(reader: &mut Reader<'_>) -> Result<String, Refusal> {
    let opening = *reader;
    reader.take("{");
    let mut text = String::new();
    loop {
        text.push_str(reader.take_until(|c| matches!(c, '}' | '\\' | '[') || c.is_control()));
        let rest = reader.rest();
        let begins_line = text.ends_with('\n');
        if reader.take("}") {
            break;
        } else if reader.take("\n") || reader.lenient && reader.take("\r\n") {
            text.push('\n');
        } else if reader.take("\\}") {
            text.push('}');
        } else if reader.take("\\\\") {
            text.push('\\');
        } else if begins_line && reader.take("\\[") || !begins_line && reader.take("[") {
            text.push('[');
        } else {
            let problem = match rest.chars().next() {
                None => "expected } at the end of the comment",
                Some('[') => "expected \\[ for a [ at the beginning of a line in a comment",
                Some('\\') => "expected } or \\ after a \\ in a comment, or [ at the beginning of a line",
                Some(_) => "expected no control character in a comment",
            };
            let quoted = if rest.starts_with('\\') { 2 } else { 1 };
            return Err(reader.refused(problem, reader.next_characters(quoted).len()));
        }
    }
    if text.is_empty() {
        return Err(opening.refused("expected a text in the comment", opening.next_characters(2).len()));
    }
    Ok(text)
}

pub(super) fn write(text: &str, into: &mut impl Write) -> fmt::Result {
    into.write_char('{')?;
    let mut begins_line = false;
    for character in text.chars() {
        if matches!(character, '}' | '\\') || begins_line && character == '[' {
            into.write_char('\\')?;
        }
        into.write_char(character)?;
        begins_line = character == '\n';
    }
    into.write_char('}')
}
