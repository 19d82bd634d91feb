//! Arrays as arguments: those of NumPy, and what shares its memory with one.
//!
//! Other threads and signal handlers may change an array during a call. So a call works on a view of its own, whose shape
//! stays the same, and copies the numbers before it checks them.

use numpy::ndarray::{Axis, Dimension, RemoveAxis};
use numpy::{
    BorrowError, Element, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyTuple};
use volo_rules::Stop;
use volo_rules::bindings::{Halt, MaskKind, collected};
use volo_rules::learning::ActionSpace;

use crate::errors::{halted, type_error, volo_error};
use crate::numbers::BatchSize;

/// The number of elements that are copied between two checks for signals.
const NUMBERS_AT_A_TIME: usize = 1 << 20;

/// Imports NumPy, because the `numpy` crate panics if its import fails, for example because of Ctrl-C.
pub(crate) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// A copy of a one-dimensional array of bools. A byte may have any value, and every value except 0 is true.
pub(crate) fn bools_of_games(array: &Bound<'_, PyAny>, name: &str, games: usize) -> PyResult<Vec<bool>> {
    let array = array_of::<bool>(array, name, "bool")?;
    let bytes: Vec<u8> = of_games(&array.call_method1("view", ("uint8",))?, name, "uint8", games)?;
    Ok(bytes.into_iter().map(|byte| byte != 0).collect())
}

pub(crate) fn of_games<T: Element + Copy>(
    array: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
    games: usize,
) -> PyResult<Vec<T>> {
    let array = array_of(array, name, dtype)?;
    match array.len() {
        length if length == games => copied(&array, name, games),
        length => Err(wrong_length(name, games, length)),
    }
}

pub(crate) fn wrong_length(name: &str, games: usize, length: usize) -> PyErr {
    volo_error(format!("{name}: expected one entry for each of the {games} games, not {length}"))
}

/// A view of a one-dimensional array, and no copy, because an array may claim a length that does not fit into memory.
pub(crate) fn array_of<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let view = view_of(array, name, dtype)?;
    view.as_any().cast().cloned().map_err(|_| wrong_array(&view, name, dtype, 1))
}

/// A value as a NumPy array, if it is one or can be seen as one: it has a buffer, or a method `__array__` or `__dlpack__`,
/// such as the tensors of PyTorch and the arrays of JAX. Only a method `__array__` may copy the numbers. `bytes` are a
/// text rather than numbers, as for NumPy.
pub(crate) fn given<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
    if let Ok(array) = value.cast::<PyUntypedArray>() {
        return Ok(Some(array.clone()));
    }
    if value.is_instance_of::<PyBytes>() {
        return Ok(None);
    }
    let numpy = value.py().import("numpy")?;
    let array = if let Ok(buffer) = PyMemoryView::from(value) {
        numpy.call_method1("asarray", (buffer,))?
    } else if value.hasattr("__array__")? {
        numpy.call_method1("asarray", (value,))?
    } else if value.hasattr("__dlpack__")? {
        numpy.call_method1("from_dlpack", (value,))?
    } else {
        return Ok(None);
    };
    Ok(Some(array.cast_into()?))
}

/// A new view of an array. No other code has this view, so nobody can change its shape.
pub(crate) fn view_of<'py>(
    array: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let wrong = || type_error(array.as_borrowed(), name, &format!("a NumPy array of {dtype}"));
    let array = given(array)?.ok_or_else(wrong)?;
    // This calls the method of `ndarray`. The method of a subclass could return anything.
    let class = array.py().get_type::<PyUntypedArray>();
    Ok(class.call_method1("view", (array, &class))?.cast_into()?)
}

/// A copy of the rows of an array of `uint32`, one after the other, and their number. Each has this number of numbers.
pub(crate) fn rows_of(array: &Bound<'_, PyAny>, name: &str, words: usize) -> PyResult<(Vec<u32>, usize)> {
    let view = view_of(array, name, "uint32")?;
    let rows: &Bound<'_, PyArray2<u32>> =
        view.as_any().cast().map_err(|_| wrong_array(&view, name, "uint32", 2))?;
    match *view.shape() {
        [rows, _] if rows as u64 > BatchSize::MOST => {
            Err(volo_error(format!("{name} must have at most {} rows", BatchSize::MOST)))
        }
        [number, length] if length == words => Ok((copied(rows, name, view.len())?, number)),
        [number, length] => Err(volo_error(format!(
            "{name} must have the shape [{number}, {words}], not [{number}, {length}]"
        ))),
        _ => Err(wrong_array(&view, name, "uint32", 2)),
    }
}

/// A copy of the first elements of an array, because other threads may write to it while the interpreter is released.
pub(crate) fn copied<T: Element + Copy, D: Dimension + RemoveAxis>(
    array: &Bound<'_, PyArray<T, D>>,
    name: &str,
    length: usize,
) -> PyResult<Vec<T>> {
    let py = array.py();
    if !is_aligned(array) {
        let first = array.get_item(PySlice::new(py, 0, length as isize, 1))?;
        return copied::<T, D>(first.call_method0("copy")?.cast()?, name, length);
    }
    let array = array.try_readonly().map_err(|_| in_use(name))?;
    let view = array.as_array();
    let mut copy = Vec::new();
    copy.try_reserve_exact(length.min(view.len())).map_err(|error| halted(error.into()))?;
    let row = view.len().checked_div(view.len_of(Axis(0))).unwrap_or_default().max(1);
    for part in view.axis_chunks_iter(Axis(0), NUMBERS_AT_A_TIME.div_ceil(row)) {
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
fn is_aligned<T: Element, D: Dimension>(array: &Bound<'_, PyArray<T, D>>) -> bool {
    let alignment = align_of::<T>() as isize;
    let is_multiple = |stride: &isize| stride.checked_rem(alignment) == Some(0);
    array.data().is_aligned() && array.strides().iter().all(is_multiple)
}

pub(crate) fn wrong_array(
    array: &Bound<'_, PyUntypedArray>,
    name: &str,
    dtype: &str,
    dimensions: usize,
) -> PyErr {
    let problem = match array.ndim() {
        found if found != dimensions => {
            let plural = if dimensions == 1 { "" } else { "s" };
            format!("with {dimensions} dimension{plural}, not {found}")
        }
        _ => format!("of {dtype}, not of {}", array.dtype()),
    };
    PyTypeError::new_err(format!("{name} must be a NumPy array {problem}"))
}

/// Writes numbers to the argument `out`, or else to a new array. Returns the array.
pub(crate) fn written<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    dtype: &str,
    shape: &[usize],
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let out = or_new(py, out, dtype, shape)?;
    let array = array_to_write(&out, "out", dtype, shape)?;
    write(to_write(&array, "out")?.as_slice_mut().map_err(|_| not_writable("out"))?)?;
    Ok(out)
}

/// Writes masks of legal actions like [`written`]: as bools, or with a bit for each action if they are packed. There is
/// one for each game, or only one if there is no number of games.
pub(crate) fn written_masks<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    packed: bool,
    games: Option<usize>,
    space: &ActionSpace,
    write: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, dtype) = masks_of(packed);
    let shape: Vec<usize> = games.into_iter().chain([kind.length(space)]).collect();
    written(py, out, dtype, &shape, write)
}

pub(crate) const fn masks_of(packed: bool) -> (MaskKind, &'static str) {
    if packed { (MaskKind::Bits, "uint8") } else { (MaskKind::Bytes, "bool") }
}

/// The argument `out`, or else a new array. `PyArray::zeros` would panic if there is not enough memory.
fn or_new<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    match out {
        Some(out) => Ok(out),
        None => py.import("numpy")?.call_method1("empty", (shape, dtype)),
    }
}

/// A view of an argument as a C-contiguous array of this type and shape, to which a result is written. An array of bools
/// is seen as bytes, to which 0 and 1 are written: a reference to bools would not be valid, because it may have any bytes.
pub(crate) fn array_to_write<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let view = view_of(array, name, dtype)?;
    let is_bool = dtype == "bool";
    let expected = if is_bool { numpy::dtype::<bool>(array.py()) } else { numpy::dtype::<T>(array.py()) };
    if !view.dtype().is_equiv_to(&expected) {
        return Err(wrong_array(&view, name, dtype, shape.len()));
    }
    if view.shape() != shape {
        return Err(volo_error(format!("{name} must have the shape {shape:?}, not {:?}", view.shape())));
    }
    check_shared(array, &view, name)?;
    let view = if is_bool { view.call_method1("view", ("uint8",))?.cast_into()? } else { view };
    match view.as_any().cast::<PyArrayDyn<T>>() {
        Ok(typed) if view.is_c_contiguous() => Ok(typed.clone()),
        _ => Err(not_writable(name)),
    }
}

/// Checks that what is written reaches the argument: its method `__array__` gives the same memory again, and no copy.
fn check_shared(array: &Bound<'_, PyAny>, view: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
    if array.is_instance_of::<PyUntypedArray>() {
        return Ok(());
    }
    let memory = |array: &Bound<'_, PyUntypedArray>| {
        array.getattr("__array_interface__")?.get_item("data")?.get_item(0)?.extract::<usize>()
    };
    let again = given(array)?.map_or(Ok(0), |again| memory(&again))?;
    if again == memory(view)? { Ok(()) } else { Err(not_writable(name)) }
}

/// Arrays to write to, with the name, the type and the shape of each: the tuple `out`, or else new arrays. `None` takes the
/// place of an array without a type.
pub(crate) fn tuple_to_write<'py, const N: usize>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    expected: &str,
    arrays: [(Option<&str>, &[usize]); N],
) -> PyResult<Bound<'py, PyTuple>> {
    let Some(out) = out else {
        let new =
            |(dtype, shape): (Option<&str>, _)| dtype.map(|dtype| or_new(py, None, dtype, shape)).transpose();
        return PyTuple::new(py, arrays.into_iter().map(new).collect::<PyResult<Vec<_>>>()?);
    };
    let out = out.cast::<PyTuple>().map_err(|_| type_error(out.as_borrowed(), "out", expected))?;
    if out.len() != N {
        return Err(PyTypeError::new_err(format!("out must be {expected}, not of {} items", out.len())));
    }
    Ok(out.clone())
}

/// Checks that no two arrays to write share memory, which NumPy knows of its own arrays only.
pub(crate) fn check_apart<const N: usize>(arrays: [&Bound<'_, PyAny>; N]) -> PyResult<()> {
    for (i, first) in arrays.iter().enumerate() {
        for second in arrays.iter().skip(i.saturating_add(1)) {
            let numpy = first.py().import("numpy")?;
            if numpy.call_method1("may_share_memory", (first, second))?.is_truthy()? {
                return Err(volo_error("the arrays of out must not share memory".to_string()));
            }
        }
    }
    Ok(())
}

/// The array at a place of the tuple of [`tuple_to_write`]; an empty one if it has no type.
pub(crate) fn item_to_write<'py, T: Element>(
    (arrays, place): (&Bound<'py, PyTuple>, usize),
    name: &str,
    (dtype, shape): (Option<&str>, &[usize]),
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    match dtype {
        Some(dtype) => array_to_write(&arrays.get_item(place)?, name, dtype, shape),
        None => Ok(PyArrayDyn::zeros(arrays.py(), &[0][..], false)),
    }
}

/// Declares the slices of several arrays to write to, and the tuple of these arrays, which is `out` or a new one.
macro_rules! slices_to_write {
    ($returned:ident = $py:expr, $out:expr, $expected:literal:
        $($place:literal $name:ident: $Number:ty = $dtype:expr, $shape:expr;)*) => {
        let $returned = $crate::arrays::tuple_to_write($py, $out, $expected, [$(($dtype, &$shape[..])),*])?;
        $(
            let place = (&$returned, $place);
            let $name = $crate::arrays::item_to_write::<$Number>(
                place, stringify!($name), ($dtype, &$shape[..]),
            )?;
        )*
        if $out.is_some() {
            $crate::arrays::check_apart([$($name.as_any()),*])?;
        }
        $(let mut $name = $crate::arrays::to_write(&$name, stringify!($name))?;)*
        $(
            let $name = $name.as_slice_mut().map_err(|_| $crate::arrays::not_writable(stringify!($name)))?;
        )*
    };
}
pub(crate) use slices_to_write;

/// Borrows an array of [`array_to_write`], so that no other call of this package uses it.
pub(crate) fn to_write<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| match error {
        BorrowError::AlreadyBorrowed => in_use(name),
        _ => not_writable(name),
    })
}

pub(crate) fn not_writable(name: &str) -> PyErr {
    volo_error(format!("{name} must be writable and C-contiguous"))
}

/// The error for an array that cannot be read or written, because another call of this package writes to it.
fn in_use(name: &str) -> PyErr {
    volo_error(format!("{name} is in use by another call"))
}

macro_rules! integers {
    ($($Variant:ident($Number:ty) = $name:literal,)*) => {
        /// A copy of an array of integers, one for each game.
        pub(crate) enum Integers {
            $($Variant(Vec<$Number>),)*
        }

        impl Integers {
            /// A copy of a one-dimensional array of integers that has one for each game.
            pub(crate) fn of_games(
                array: &Bound<'_, PyAny>,
                name: &str,
                games: usize,
            ) -> PyResult<Integers> {
                let view = view_of(array, name, "integers")?;
                if view.ndim() == 1 && view.len() != games {
                    return Err(wrong_length(name, games, view.len()));
                }
                let view = native(view)?;
                let dtype = view.dtype();
                $(
                    if dtype.is_equiv_to(&numpy::dtype::<$Number>(array.py())) {
                        return of_games(view.as_any(), name, $name, games).map(Integers::$Variant);
                    }
                )*
                Err(wrong_array(&view, name, "integers", 1))
            }

            pub(crate) fn get(&self, game: usize) -> Option<i128> {
                match self {
                    $(Integers::$Variant(numbers) => numbers.get(game).map(|&number| i128::from(number)),)*
                }
            }

            pub(crate) fn map<T>(&self, of: impl Fn(i128) -> T) -> Result<Vec<T>, Halt> {
                match self {
                    $(Integers::$Variant(numbers) => {
                        collected(numbers.iter().map(|&number| of(i128::from(number))), &Stop::never())
                    })*
                }
            }
        }
    };
}

integers! {
    U8(u8) = "uint8",
    U16(u16) = "uint16",
    U32(u32) = "uint32",
    U64(u64) = "uint64",
    I8(i8) = "int8",
    I16(i16) = "int16",
    I32(i32) = "int32",
    I64(i64) = "int64",
}

/// The array in the byte order of the machine.
fn native<'py>(array: Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if array.dtype().is_native_byteorder() != Some(false) {
        return Ok(array);
    }
    let dtype = array.dtype().call_method1("newbyteorder", ("=",))?;
    Ok(array.call_method1("astype", (dtype,))?.cast_into()?)
}
