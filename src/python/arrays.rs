//! NumPy arrays as arguments.

use numpy::ndarray::Axis;
use numpy::{
    Element, PyArray1, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::python::errors::{halted, volo_error};
use crate::python::text::type_error;

/// The number of elements that are copied between two checks for signals.
const NUMBERS_AT_A_TIME: usize = 1 << 20;

/// Loads NumPy. Otherwise the `numpy` crate loads it at first use, and panics if that fails, for example
/// because NumPy is broken or Ctrl-C interrupts it.
pub(super) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A copy of a one-dimensional array of bools. An element may be any byte; all but 0 are true.
///
/// # Errors
/// As [`of_games`].
pub(super) fn bools_of_games(array: &Bound<'_, PyAny>, name: &str, games: usize) -> PyResult<Vec<bool>> {
    array_of::<bool>(array, name, "bool")?;
    let bytes: Vec<u8> = of_games(&array.call_method1("view", ("uint8",))?, name, "uint8", games)?;
    Ok(bytes.into_iter().map(|byte| byte != 0).collect())
}

/// A copy of an array that has one number for each game.
///
/// # Errors
/// As [`array_of`] and [`copied`]; `VoloError` if the array has another length, in which case nothing is copied.
pub(super) fn of_games<T: Element + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
    games: usize,
) -> PyResult<Vec<T>> {
    let array = array_of(array, name, dtype)?;
    match array.len() {
        length if length == games => copied(array, games),
        length => Err(volo_error(format!("{length} were given for {games} games"))),
    }
}

/// A one-dimensional array of numbers. Nothing is copied, because an array may claim a length that does not
/// fit into memory.
///
/// # Errors
/// `TypeError` for anything else.
pub(super) fn array_of<'a, 'py, T: Element>(
    array: &'a Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<&'a Bound<'py, PyArray1<T>>> {
    array.cast().map_err(|_| wrong_array(array, name, dtype))
}

/// A copy of the first elements of an array. A copy is needed because other threads may write to the array
/// while the interpreter is released.
///
/// # Errors
/// `MemoryError`, or any error that a signal handler raises.
pub(super) fn copied<T: Element + Copy>(array: &Bound<'_, PyArray1<T>>, length: usize) -> PyResult<Vec<T>> {
    let py = array.py();
    if !is_aligned(array) {
        let first = array.get_item(PySlice::new(py, 0, length as isize, 1))?;
        return copied(first.call_method0("copy")?.cast()?, length);
    }
    let array = array.try_readonly().map_err(|error| volo_error(error.to_string()))?;
    let view = array.as_array();
    let mut copy = Vec::new();
    copy.try_reserve_exact(length.min(view.len())).map_err(|error| halted(error.into()))?;
    for part in view.axis_chunks_iter(Axis(0), NUMBERS_AT_A_TIME) {
        py.check_signals()?;
        let wanted = length.saturating_sub(copy.len()).min(part.len());
        match part.as_slice().and_then(|numbers| numbers.get(..wanted)) {
            Some(numbers) => copy.extend_from_slice(numbers),
            None => copy.extend(part.iter().take(wanted)),
        }
        if copy.len() == length {
            break;
        }
    }
    Ok(copy)
}

/// Whether all elements of an array are aligned. They may be unaligned if they are a field of a structured
/// array.
fn is_aligned<T: Element>(array: &Bound<'_, PyArray1<T>>) -> bool {
    let alignment = align_of::<T>() as isize;
    let is_multiple = |stride: &isize| stride.checked_rem(alignment) == Some(0);
    array.data().is_aligned() && array.strides().iter().all(is_multiple)
}

/// The error for a value that is not an array of this type, or does not have the required dimensions.
fn wrong_array(value: &Bound<'_, PyAny>, name: &str, dtype: &str) -> PyErr {
    let expected = format!("a NumPy array of {dtype}");
    match value.cast::<PyUntypedArray>() {
        Err(_) => type_error(value.as_borrowed(), name, &expected),
        Ok(array) => {
            let (found, dimensions) = (array.dtype(), array.ndim());
            PyTypeError::new_err(format!(
                "{name} must be {expected}, not of {found} with {dimensions} dimensions"
            ))
        }
    }
}

/// A C-contiguous array of bytes of this shape.
pub(super) fn bytes_to_write<'a, 'py>(
    out: &'a Bound<'py, PyAny>,
    shape: [usize; 4],
) -> PyResult<&'a Bound<'py, PyArray4<u8>>> {
    let array = match out.cast::<PyUntypedArray>() {
        Ok(array) if array.dtype().is_equiv_to(&numpy::dtype::<u8>(out.py())) => array,
        _ => return Err(wrong_array(out, "out", "uint8")),
    };
    match out.cast::<PyArray4<u8>>() {
        Ok(_) if !array.is_c_contiguous() => Err(not_to_be_written()),
        Ok(bytes) if array.shape() == shape => Ok(bytes),
        _ => {
            let found = array.shape();
            Err(volo_error(format!("out must have the shape {shape:?}, not {found:?}")))
        }
    }
}

/// The error for an array of the right type that is not writable or not C-contiguous.
pub(super) fn not_to_be_written() -> PyErr {
    volo_error("out must be writable and C-contiguous".to_string())
}
