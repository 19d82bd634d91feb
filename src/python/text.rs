//! Text from Python.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A `str`, and its characters. What is no character (a lone surrogate) becomes one that no
/// notation has, so that it is refused where it stands; and what stands behind it stays there.
pub(super) struct Text<'a, 'py> {
    pub(super) python: Borrowed<'a, 'py, PyAny>,
    pub(super) chars: Cow<'a, str>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a, 'py> {
    type Error = PyErr;

    fn extract(python: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let string = python.cast::<PyString>().map_err(|_| type_error(python, "text", "a str"))?;
        let chars = match python.extract::<&str>() {
            Ok(chars) => Cow::Borrowed(chars),
            Err(_) => Cow::Owned(replaced(string)?),
        };
        Ok(Text { python, chars })
    }
}

/// The characters of a `str` with one in the place of each lone surrogate.
fn replaced(string: Borrowed<'_, '_, PyString>) -> PyResult<String> {
    // As UTF-8 would write them, surrogates are ED and two more bytes.
    let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut chars = String::new();
    for chunk in encoded.cast::<PyBytes>()?.as_bytes().utf8_chunks() {
        chars.push_str(chunk.valid());
        if chunk.invalid().first() == Some(&0xed) {
            chars.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Ok(chars)
}

/// The `TypeError` for a value that is not what `expected` says.
pub(super) fn type_error(value: Borrowed<'_, '_, PyAny>, name: &str, expected: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {expected}, not {class}")),
        Err(error) => error,
    }
}

/// The value that a word stands for.
///
/// # Errors
/// `TypeError` for what is no text, and `unknown` of a sentence for any other word.
pub(super) fn one_of<T, const N: usize>(
    value: Borrowed<'_, '_, PyAny>,
    name: &str,
    words: [(&'static str, T); N],
    unknown: fn(String) -> PyErr,
) -> PyResult<T> {
    let string = value.cast::<PyString>().map_err(|_| type_error(value, name, "a str"))?;
    let text = string.to_string_lossy();
    let expected = words.each_ref().map(|(word, _)| *word).join(", ");
    words
        .into_iter()
        .find_map(|(word, meaning)| (word == text).then_some(meaning))
        .ok_or_else(|| unknown(format!("{name} must be one of: {expected}")))
}
