//! Texts as arguments.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};
use volo_rules::bindings::MAX_NOTATION_LENGTH;

use crate::memory::append;

/// A `str` and its characters. Each lone surrogate is replaced by one character that no notation allows. So it is
/// refused at its offset, and the offsets of the following characters do not change.
///
/// If the text is longer than any notation allows, `chars` has only its beginning, and one more character that no
/// notation allows. So a text of any length is refused in constant time.
pub(crate) struct Text<'a, 'py> {
    pub(crate) python: Borrowed<'a, 'py, PyAny>,
    pub(crate) chars: Cow<'a, str>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a, 'py> {
    type Error = PyErr;

    fn extract(python: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let string = python.cast::<PyString>().map_err(|_| type_error(python, "text", "a str"))?;
        if python.len()? > MAX_NOTATION_LENGTH {
            let enough = PySlice::new(python.py(), 0, MAX_NOTATION_LENGTH.saturating_add(1) as isize, 1);
            let beginning = python.get_item(enough)?.cast_into::<PyString>()?;
            let mut chars = match beginning.to_str() {
                Ok(chars) => chars.to_string(),
                Err(_) => replaced(beginning.as_borrowed())?,
            };
            // Otherwise a short text with much white space after it would be accepted whatever follows. A subclass of
            // str may have claimed a wrong length.
            if chars.chars().nth(MAX_NOTATION_LENGTH).is_some() {
                chars.push(char::REPLACEMENT_CHARACTER);
            }
            return Ok(Text { python, chars: Cow::Owned(chars) });
        }
        let chars = match python.extract::<&str>() {
            Ok(chars) => Cow::Borrowed(chars),
            Err(_) => Cow::Owned(replaced(string)?),
        };
        Ok(Text { python, chars })
    }
}

/// The text in UTF-8, except that lone surrogates are encoded as if they were characters.
pub(crate) fn encoded<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into()?)
}

/// The characters of a `str`, with a replacement character in the place of each lone surrogate.
fn replaced(string: Borrowed<'_, '_, PyString>) -> PyResult<String> {
    let mut bytes = Vec::new();
    append(&mut bytes, encoded(&string)?.as_bytes())?;
    // The encodings of a surrogate and of the replacement character both have three bytes.
    let mut rest = bytes.as_mut_slice();
    while let Some(lead) = rest.iter().position(|&byte| byte == 0xed) {
        let Some((encoded, after)) = rest.get_mut(lead..).and_then(|from| from.split_at_mut_checked(3))
        else {
            break;
        };
        if matches!(encoded, [_, 0xa0..=0xbf, _]) {
            encoded.copy_from_slice("\u{fffd}".as_bytes());
        }
        rest = after;
    }
    Ok(String::from_utf8(bytes)?)
}

/// The text of a value by a format specification: what `__format__` of the values with a text returns.
pub(crate) fn formatted<'py>(
    value: &Bound<'py, PyAny>,
    specification: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    value.str()?.call_method1("__format__", (specification,))
}

/// The `TypeError` for a value that is not of the type that `expected` describes.
pub(crate) fn type_error(value: Borrowed<'_, '_, PyAny>, name: &str, expected: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {expected}, not {class}")),
        Err(error) => error,
    }
}

/// The meaning of a word.
///
/// # Errors
/// `TypeError` if the value is not a `str`. If it is not one of the words, the error that `unknown` makes of a
/// message.
pub(crate) fn one_of<T, const N: usize>(
    value: Borrowed<'_, '_, PyAny>,
    name: &str,
    words: [(&'static str, T); N],
    unknown: fn(String) -> PyErr,
) -> PyResult<T> {
    value.cast::<PyString>().map_err(|_| type_error(value, name, "a str"))?;
    let text: Text<'_, '_> = value.extract()?;
    let expected = words.each_ref().map(|(word, _)| *word).join(", ");
    words
        .into_iter()
        .find_map(|(word, meaning)| (text.chars == word).then_some(meaning))
        .ok_or_else(|| unknown(format!("{name} must be one of: {expected}")))
}
