//! NumPy arrays as arguments.
//!
//! Other threads and signal handlers may change the shape of an array during a call. So a call uses only a view of its
//! own, whose shape nobody else can change. It copies the numbers before it checks them.

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

/// Imports NumPy. The `numpy` crate would import it on first use, and panic if that fails, for example because
/// NumPy is broken or because of Ctrl-C.
pub(super) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A copy of a one-dimensional array of bools. A byte may have any value, and every value except 0 is true.
///
/// # Errors
/// The same as those of [`of_games`].
pub(super) fn bools_of_games(array: &Bound<'_, PyAny>, name: &str, games: usize) -> PyResult<Vec<bool>> {
    let array = array_of::<bool>(array, name, "bool")?;
    let bytes: Vec<u8> = of_games(&array.call_method1("view", ("uint8",))?, name, "uint8", games)?;
    Ok(bytes.into_iter().map(|byte| byte != 0).collect())
}

/// A copy of an array that has one element for each game.
///
/// # Errors
/// `VoloError` if the array has another length; then nothing is copied. Also the errors of [`array_of`] and
/// [`copied`].
pub(super) fn of_games<T: Element + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
    games: usize,
) -> PyResult<Vec<T>> {
    let array = array_of(array, name, dtype)?;
    match array.len() {
        length if length == games => copied(&array, name, games),
        length => Err(wrong_length(games, length)),
    }
}

/// The error for an argument that does not have one element for each game.
pub(super) fn wrong_length(games: usize, length: usize) -> PyErr {
    volo_error(format!("expected one entry for each of the {games} games, not {length}"))
}

/// A view of a one-dimensional array of numbers. Nothing is copied, because an array may claim a length that does not
/// fit into memory.
///
/// # Errors
/// `TypeError` if the value is not such an array.
pub(super) fn array_of<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let view = view_of(array, name, dtype)?;
    view.as_any().cast().cloned().map_err(|_| wrong_array(&view, name, dtype))
}

/// A view of an array that no other code has.
///
/// # Errors
/// `TypeError` if the value is not an array.
fn view_of<'py>(array: &Bound<'py, PyAny>, name: &str, dtype: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    if !array.is_instance_of::<PyUntypedArray>() {
        return Err(type_error(array.as_borrowed(), name, &format!("a NumPy array of {dtype}")));
    }
    // This calls the method of `ndarray`. The method of a subclass could return anything.
    let class = array.py().get_type::<PyUntypedArray>();
    Ok(class.call_method1("view", (array, &class))?.cast_into()?)
}

/// A copy of the first elements of an array. A copy is needed because other threads may write to the array while
/// the interpreter is released.
///
/// # Errors
/// `VoloError` if another call writes to the array, `MemoryError` if there is not enough memory, or the exception of a
/// signal handler.
pub(super) fn copied<T: Element + Copy>(
    array: &Bound<'_, PyArray1<T>>,
    name: &str,
    length: usize,
) -> PyResult<Vec<T>> {
    let py = array.py();
    if !is_aligned(array) {
        let first = array.get_item(PySlice::new(py, 0, length as isize, 1))?;
        return copied(first.call_method0("copy")?.cast()?, name, length);
    }
    let array = array.try_readonly().map_err(|_| in_use(name))?;
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

/// Whether all elements of an array are aligned. Elements that are a field of a structured array may not be.
fn is_aligned<T: Element>(array: &Bound<'_, PyArray1<T>>) -> bool {
    let alignment = align_of::<T>() as isize;
    let is_multiple = |stride: &isize| stride.checked_rem(alignment) == Some(0);
    array.data().is_aligned() && array.strides().iter().all(is_multiple)
}

/// The error for an array of another type, or with a wrong number of dimensions.
fn wrong_array(array: &Bound<'_, PyUntypedArray>, name: &str, dtype: &str) -> PyErr {
    let (found, dimensions) = (array.dtype(), array.ndim());
    PyTypeError::new_err(format!(
        "{name} must be a NumPy array of {dtype}, not of {found} with {dimensions} dimensions"
    ))
}

/// A view of the argument `out` as a C-contiguous array of bytes of this shape.
///
/// # Errors
/// `TypeError` if it is not an array of uint8, and `VoloError` if it has another shape or is not C-contiguous.
pub(super) fn bytes_to_write<'py>(
    out: &Bound<'py, PyAny>,
    shape: [usize; 4],
) -> PyResult<Bound<'py, PyArray4<u8>>> {
    let view = view_of(out, "out", "uint8")?;
    if !view.dtype().is_equiv_to(&numpy::dtype::<u8>(out.py())) {
        return Err(wrong_array(&view, "out", "uint8"));
    }
    match view.as_any().cast::<PyArray4<u8>>() {
        Ok(_) if !view.is_c_contiguous() => Err(not_writable()),
        Ok(bytes) if view.shape() == shape => Ok(bytes.clone()),
        _ => {
            let found = view.shape();
            Err(volo_error(format!("out must have the shape {shape:?}, not {found:?}")))
        }
    }
}

/// The error for an array of the right type and shape that cannot be written to.
pub(super) fn not_writable() -> PyErr {
    volo_error("out must be writable and C-contiguous".to_string())
}

/// The error for an array that cannot be read or written, because another call of this package writes to it.
pub(super) fn in_use(name: &str) -> PyErr {
    volo_error(format!("{name} is in use by another call"))
}
