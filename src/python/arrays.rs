//! Arrays of NumPy as arguments.

use numpy::ndarray::Axis;
use numpy::{
    Element, PyArray1, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::python::errors::{halted, volo_error};
use crate::python::text::type_error;

/// How many numbers are copied between two looks for signals.
const NUMBERS_AT_A_TIME: usize = 1 << 20;

/// Loads NumPy. The binding would do so by itself when it is first needed, and panic where it cannot:
/// NumPy may be broken, or Ctrl-C come in between.
pub(super) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A copy of an array of bools with one dimension. Their bytes may be any, and all but 0 are true.
///
/// # Errors
/// As [`numbers`].
pub(super) fn bools(array: &Bound<'_, PyAny>, name: &str, length: usize) -> PyResult<Vec<bool>> {
    if array.cast::<PyArray1<bool>>().is_err() {
        return Err(wrong_array(array, name, "bool"));
    }
    let bytes: Vec<u8> = numbers(&array.call_method1("view", ("uint8",))?, name, "uint8", Some(length))?;
    Ok(bytes.into_iter().map(|byte| byte != 0).collect())
}

/// A copy of an array with one dimension: others may write to the array while the interpreter is released.
///
/// # Errors
/// `TypeError` for anything but such an array, `VoloError` if it does not have the `length` that is given, and
/// `MemoryError`. Type and length are checked before any memory is taken: an array may claim a length that no
/// memory holds. A signal handler may raise.
pub(super) fn numbers<T: Element + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
    length: Option<usize>,
) -> PyResult<Vec<T>> {
    let Ok(array) = array.cast::<PyArray1<T>>() else { return Err(wrong_array(array, name, dtype)) };
    match length {
        Some(games) if array.len() != games => {
            Err(volo_error(format!("{} were given for {games} games", array.len())))
        }
        _ if !is_aligned(array) => copied(array.call_method0("copy")?.cast::<PyArray1<T>>()?),
        _ => copied(array),
    }
}

/// Whether all numbers of an array lie where the processor can read them: not so in a field of some
/// structured arrays.
fn is_aligned<T: Element>(array: &Bound<'_, PyArray1<T>>) -> bool {
    let alignment = align_of::<T>() as isize;
    let is_multiple = |stride: &isize| stride.checked_rem(alignment) == Some(0);
    array.data().is_aligned() && array.strides().iter().all(is_multiple)
}

fn copied<T: Element + Copy>(array: &Bound<'_, PyArray1<T>>) -> PyResult<Vec<T>> {
    let array = array.try_readonly().map_err(|error| volo_error(error.to_string()))?;
    let view = array.as_array();
    let mut copy = Vec::new();
    copy.try_reserve_exact(view.len()).map_err(|error| halted(error.into()))?;
    for part in view.axis_chunks_iter(Axis(0), NUMBERS_AT_A_TIME) {
        array.py().check_signals()?;
        match part.as_slice() {
            Some(numbers) => copy.extend_from_slice(numbers),
            None => copy.extend(part),
        }
    }
    Ok(copy)
}

/// The error for what is not an array of this type, or not of one dimension where that is wanted.
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

/// An array of bytes of this shape, which lie one after the other.
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

/// The error for an array that has the right type and cannot be written to for all that.
pub(super) fn not_to_be_written() -> PyErr {
    volo_error("out must be writable, and its numbers lie one after the other".to_string())
}
