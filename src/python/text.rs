//! Text from Python.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyString};

use crate::grow::append;
use crate::notation::MAX_LENGTH;
use crate::python::errors::halted;

/// A `str`, and its characters. A lone surrogate, which is not a character, is replaced by a character that no
/// notation uses. So it is refused with its offset, and the offsets after it do not change.
///
/// If the text is longer than any notation allows, only its first `MAX_LENGTH + 1` characters are read, which
/// show that it is too long. So a text that is too long is refused in constant time.
pub(super) struct Text<'a, 'py> {
    pub(super) python: Borrowed<'a, 'py, PyAny>,
    pub(super) chars: Cow<'a, str>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a, 'py> {
    type Error = PyErr;

    fn extract(python: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let string = python.cast::<PyString>().map_err(|_| type_error(python, "text", "a str"))?;
        if python.len()? > MAX_LENGTH {
            let enough = PySlice::new(python.py(), 0, MAX_LENGTH.saturating_add(1) as isize, 1);
            let beginning = python.get_item(enough)?.cast_into::<PyString>()?;
            let chars = match beginning.to_str() {
                Ok(chars) => chars.to_string(),
                Err(_) => replaced(beginning.as_borrowed())?,
            };
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
pub(super) fn encoded<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into()?)
}

/// The characters of a `str`, in which a replacement character replaces each lone surrogate.
fn replaced(string: Borrowed<'_, '_, PyString>) -> PyResult<String> {
    let mut bytes = Vec::new();
    append(&mut bytes, encoded(&string)?.as_bytes()).map_err(halted)?;
    // An encoded surrogate has three bytes, and so has the replacement character.
    let mut rest = bytes.as_mut_slice();
    while let Some(lead) = rest.iter().position(|&byte| byte == 0xed) {
        let Some((written, after)) = rest.get_mut(lead..).and_then(|from| from.split_at_mut_checked(3))
        else {
            break;
        };
        if matches!(written, [_, 0xa0..=0xbf, _]) {
            written.copy_from_slice("\u{fffd}".as_bytes());
        }
        rest = after;
    }
    Ok(String::from_utf8(bytes)?)
}

/// The `TypeError` for a value of the wrong type; `expected` describes the right one.
pub(super) fn type_error(value: Borrowed<'_, '_, PyAny>, name: &str, expected: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {expected}, not {class}")),
        Err(error) => error,
    }
}

/// The value that a word means.
///
/// # Errors
/// `TypeError` if the argument is not a `str`; for any other word, the error that `unknown` makes from a message.
pub(super) fn one_of<T, const N: usize>(
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
