//! Splits a file that contains a JSON array, or one value, into the texts of its elements, without parsing them.

use crate::text::record::error::Origin;
use crate::text::record::format::CutError;
use crate::text::record::is_blank;
use crate::text::record::source::File;

/// The number of bytes of which an error quotes at most 80 characters.
const LONGEST_QUOTE: usize = 400;

/// The elements of the array of a file, or its only value.
#[derive(Debug)]
pub(in crate::text::record) struct Elements {
    state: State,
    /// What an element is called in errors, with its article.
    name: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing has been read.
    Start,
    /// An element was read: of an array, or the only one.
    After { is_array: bool },
    /// The file has ended, or its rest is not read because of an error.
    Over,
}

impl Elements {
    pub(in crate::text::record) const fn new(name: &'static str) -> Elements {
        Elements { state: State::Start, name }
    }

    /// Takes the next element as the document of the source. False at the end of the file.
    ///
    /// # Errors
    /// If the input cannot be read, or the text between two elements is wrong. No more elements follow then.
    pub(in crate::text::record) fn cut(&mut self, source: &mut File<'_>) -> Result<bool, CutError> {
        let state = std::mem::replace(&mut self.state, State::Over);
        let next = source.skip_while(is_blank)?;
        let is_array = match state {
            State::Over => return Ok(false),
            State::Start if next == Some(b'[') => {
                source.skip(1);
                if source.skip_while(is_blank)? == Some(b']') {
                    source.skip(1);
                    return end(source);
                }
                true
            }
            State::Start if next.is_none() => return Ok(false),
            State::Start => false,
            State::After { is_array: false } => return end(source),
            State::After { is_array: true } => match next {
                Some(b',') => {
                    source.skip(1);
                    true
                }
                Some(b']') => {
                    source.skip(1);
                    return end(source);
                }
                _ => return Err(wrong(source, "expected a comma or the end of the array".to_string())?),
            },
        };
        if is_array && matches!(source.skip_while(is_blank)?, None | Some(b',' | b']')) {
            return Err(wrong(source, format!("expected {}", self.name))?);
        }
        source.begin();
        take_value(source, is_array)?;
        self.state = State::After { is_array };
        Ok(true)
    }
}

fn end(source: &mut File<'_>) -> Result<bool, CutError> {
    match source.skip_while(is_blank)? {
        None => Ok(false),
        Some(_) => Err(wrong(source, "expected the end of the file".to_string())?),
    }
}

fn wrong(source: &mut File<'_>, problem: String) -> Result<CutError, CutError> {
    let place = Origin { game: source.place().game.saturating_add(1), ..*source.place() };
    let error = place.error(problem, source.peek(LONGEST_QUOTE)?);
    Ok(CutError::Text(Box::new(error)))
}

/// Takes a value. It ends where its first bracket is closed. If it has none, it ends before a comma or a closing bracket of
/// the array, or at the end of the file if it is alone.
fn take_value(source: &mut File<'_>, is_in_array: bool) -> Result<(), CutError> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    loop {
        let chunk = source.chunk()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let mut end = None;
        for (at, &byte) in chunk.iter().enumerate() {
            if in_string {
                in_string = is_escaped || byte != b'"';
                is_escaped = !is_escaped && byte == b'\\';
                continue;
            }
            match byte {
                b'"' => in_string = true,
                b'[' | b'{' => depth = depth.saturating_add(1),
                b']' | b'}' if depth > 1 => depth = depth.saturating_sub(1),
                b']' | b'}' if depth == 1 => {
                    end = Some(at.saturating_add(1));
                    break;
                }
                b',' | b']' if depth == 0 && is_in_array => {
                    end = Some(at);
                    break;
                }
                _ => {}
            }
        }
        let length = chunk.len();
        source.take(end.unwrap_or(length));
        if end.is_some() {
            return Ok(());
        }
    }
}
