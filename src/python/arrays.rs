//! Arrays of NumPy as arguments.

use numpy::{
    Element, PyArray4, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::python::errors::volo_error;
use crate::python::text::type_error;

/// Loads NumPy. The binding would do so by itself when it is first needed, and panic where it cannot:
/// NumPy may be broken, or Ctrl-C come in between.
pub(super) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A copy of an array of bools with one dimension. Their bytes may be any, and all but 0 are true.
pub(super) fn bools(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<bool>> {
    match array.extract::<PyReadonlyArray1<'_, bool>>() {
        Ok(_) => {
            let bytes: Vec<u8> = numbers(&array.call_method1("view", ("uint8",))?, name, "uint8")?;
            Ok(bytes.into_iter().map(|byte| byte != 0).collect())
        }
        Err(_) => Err(wrong_array(array, name, "bool")),
    }
}

/// A copy of an array with one dimension: others may write to it meanwhile.
pub(super) fn numbers<T: Element + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<Vec<T>> {
    match array.extract::<PyReadonlyArray1<'_, T>>() {
        Ok(array) => Ok(array.as_array().to_vec()),
        Err(_) => Err(wrong_array(array, name, dtype)),
    }
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
