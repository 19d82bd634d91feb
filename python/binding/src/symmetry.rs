//! `volo.Symmetry`.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use volo_rules::Symmetry;

use crate::Reduced;
use crate::classes::{compared, copied, formatted, getters, hashed};
use crate::errors::{one_of, type_error, volo_error};

#[doc = doc!("Symmetry")]
#[pyclass(frozen, module = "volo", name = "Symmetry")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PySymmetry(pub(crate) Symmetry);

compared!(PySymmetry, c"a Symmetry never equals a text: compare its name", |_symmetry, text| {
    Symmetry::ALL.iter().any(|symmetry| symmetry.name() == text)
});
hashed!(PySymmetry);
copied!(PySymmetry);
formatted!(PySymmetry);
getters! {
    PySymmetry, "Symmetry", |symmetry|
    name: &'static str = symmetry.0.name();
    inverse: PySymmetry = PySymmetry(symmetry.0.inverse());
}

pub(crate) struct SymmetryArgument(pub(crate) Symmetry);

impl<'a, 'py> FromPyObject<'a, 'py> for SymmetryArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<SymmetryArgument> {
        match value.cast::<PySymmetry>() {
            Ok(symmetry) => Ok(SymmetryArgument(symmetry.get().0)),
            Err(_) if value.is_instance_of::<PyString>() => named(value, "symmetry").map(SymmetryArgument),
            Err(_) => Err(type_error(value, "symmetry", "a volo.Symmetry or its name")),
        }
    }
}

fn named(value: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<Symmetry> {
    one_of(value, name, Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry)), volo_error)
}

#[pymethods]
impl PySymmetry {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<PySymmetry> {
        named(name.as_borrowed(), "name").map(PySymmetry)
    }

    fn __mul__(&self, other: PyRef<'_, PySymmetry>) -> PySymmetry {
        PySymmetry(self.0.after(other.0))
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("Symmetry('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (&'static str,)> {
        (slf.get_type().into_any(), (slf.get().name(),))
    }
}

pub(crate) fn all(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Symmetry::ALL.map(PySymmetry))
}
