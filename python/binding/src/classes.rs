//! Classes that are written in Python: `volo.Color`, `Outcome` and `Region`; names of spaces; and methods that several
//! classes share.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use volo_rules::bitboard::Bitboard;
use volo_rules::{Color, Outcome, Region, Sky, Space};

use crate::errors::{Text, notation_error};

/// A value that Python code makes at the first use. It is made before the cell is touched: while Python code runs, another
/// thread can fork, and in the child a cell that was being filled would never be full.
fn kept<T>(
    py: Python<'_>,
    cell: &'static PyOnceLock<T>,
    make: impl FnOnce() -> PyResult<T>,
) -> PyResult<&'static T> {
    if cell.get(py).is_none() {
        // Another thread may have filled the cell with the same value meanwhile.
        let _ = cell.set(py, make()?);
    }
    cell.get(py).ok_or_else(|| PyRuntimeError::new_err("a cell is empty"))
}

/// A class or a function of a module, which is kept after the first use.
pub(crate) fn imported<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let value = kept(py, cell, || Ok(py.import(module)?.getattr(name)?.unbind()))?;
    Ok(value.bind(py).clone())
}

fn members(py: Python<'_>) -> PyResult<&'static [Py<PyAny>; 2]> {
    static MEMBERS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    kept(py, &MEMBERS, || {
        let class = py.import("volo.color")?.getattr("Color")?;
        Ok([class.getattr("ORANGE")?.unbind(), class.getattr("BLUE")?.unbind()])
    })
}

pub(crate) fn python_color(py: Python<'_>, color: Color) -> PyResult<Py<PyAny>> {
    let [orange, blue] = members(py)?;
    let member = match color {
        Color::Orange => orange,
        Color::Blue => blue,
    };
    Ok(member.clone_ref(py))
}

pub(crate) struct ColorArgument(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for ColorArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<ColorArgument> {
        let py = value.py();
        let [orange, blue] = members(py)?;
        let read = || py.import("volo.color")?.call_method1("as_color", (value,));
        let member = if value.is(orange) || value.is(blue) { value.to_owned() } else { read()? };
        Ok(ColorArgument(if member.is(blue) { Color::Blue } else { Color::Orange }))
    }
}

pub(crate) fn python_outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let winner = outcome.winner.map(|color| python_color(py, color)).transpose()?;
    let class = imported(py, &CLASS, "volo.outcome", "Outcome")?;
    Ok(class.call1((winner, outcome.reason.name()))?.unbind())
}

pub(crate) fn name_of(sky: &Sky, space: Space) -> String {
    sky.name(space).to_string()
}

pub(crate) fn space_of(sky: &Sky, name: &Text<'_, '_>) -> PyResult<Space> {
    sky.parse_space(&name.chars).map_err(|error| notation_error(name, error))
}

/// The names of spaces, in board order.
pub(crate) fn space_names<'py>(
    py: Python<'py>,
    sky: &Sky,
    spaces: Bitboard,
) -> PyResult<Bound<'py, PyTuple>> {
    let names: Vec<String> = spaces.into_iter().map(|space| name_of(sky, space)).collect();
    PyTuple::new(py, names)
}

pub(crate) fn python_region<'py>(py: Python<'py>, sky: &Sky, region: Region) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = imported(py, &CLASS, "volo.color", "Region")?;
    class.call1((space_names(py, sky, region.birds)?, space_names(py, sky, region.vacant)?))
}

/// Copies of an immutable value are the value itself.
macro_rules! copied {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }
        }
    };
}
pub(crate) use copied;

/// Compares values of a class. A value never equals a text, and who compares it with a text that means one is warned. This
/// costs sets and dictionaries nothing, because they compare only what has the same hash.
macro_rules! compared {
    ($Class:ident, $instead:expr, |$value:ident, $text:ident| $means:expr) => {
        #[pymethods]
        impl $Class {
            fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                let py = other.py();
                if let Ok(other) = other.cast::<$Class>() {
                    return Ok(pyo3::types::PyBool::new(py, self == other.get()).to_owned().into_any());
                }
                if let Ok(Ok($text)) = other.cast::<pyo3::types::PyString>().map(|text| text.to_str()) {
                    let $value = self;
                    if $means {
                        crate::errors::warn_of_text(py, $instead)?;
                    }
                }
                Ok(pyo3::types::PyNotImplemented::get(py).to_owned().into_any())
            }
        }
    };
}
pub(crate) use compared;

macro_rules! hashed {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            fn __hash__(&self) -> u64 {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut hasher = DefaultHasher::new();
                self.hash(&mut hasher);
                hasher.finish()
            }
        }
    };
}
pub(crate) use hashed;

macro_rules! formatted {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            fn __format__<'py>(
                slf: &Bound<'py, Self>,
                specification: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                slf.str()?.call_method1("__format__", (specification,))
            }
        }
    };
}
pub(crate) use formatted;

macro_rules! getters {
    ($Class:ident, $python:literal, |$value:ident| $($name:ident: $Type:ty = $read:expr;)*) => {
        #[pymethods]
        impl $Class {
            $(
                #[doc = doc!($python, $name)]
                #[getter]
                fn $name(&self) -> $Type {
                    let $value = self;
                    $read
                }
            )*
        }
    };
}
pub(crate) use getters;

/// Lets pydantic read and write a class: `volo.json_values` has the schema.
macro_rules! in_pydantic {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            #[classmethod]
            fn __get_pydantic_core_schema__<'py>(
                class: &Bound<'py, pyo3::types::PyType>,
                _source: &Bound<'py, PyAny>,
                _handler: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                class.py().import("volo.json_values")?.call_method1("core_schema", (class,))
            }
        }
    };
}
pub(crate) use in_pydantic;
