//! `volo.Symmetry`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Symmetry;

use crate::Reduced;
use crate::classes::{copied, formatted};
use crate::errors::{one_of, volo_error};

/// One of the twelve symmetries of the sky: a rotation of the hexagon, or a reflection followed by a rotation.
///
/// ``volo.SYMMETRIES`` has all of them, the identity first. ``a * b`` is the symmetry that applies ``b``
/// first and then ``a``. Immutable; compared, hashed and pickled by value.
///
/// Args:
///     name: ``"identity"``; ``"rotate-60"`` to ``"rotate-300"``, clockwise; ``"mirror"``, which
///         exchanges left and right; or ``"mirror-rotate-60"`` to ``"mirror-rotate-300"``, which mirror
///         first and then rotate.
///
/// Raises:
///     VoloError: the name is not the name of a symmetry.
///     TypeError: the name is not a str.
///
/// Examples:
///     >>> import volo
///     >>> turn, mirror = volo.Symmetry("rotate-60"), volo.Symmetry("mirror")
///     >>> turn * mirror, mirror * turn
///     (Symmetry('mirror-rotate-60'), Symmetry('mirror-rotate-300'))
///     >>> position = volo.Position("standard-4").play("a3")
///     >>> position.transform(turn * mirror) == position.transform(mirror).transform(turn)
///     True
#[pyclass(frozen, eq, hash, module = "volo", name = "Symmetry")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PySymmetry(pub(crate) Symmetry);

copied!(PySymmetry);
formatted!(PySymmetry);

#[pymethods]
impl PySymmetry {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<PySymmetry> {
        let names = Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry));
        one_of(name.as_borrowed(), "name", names, volo_error).map(PySymmetry)
    }

    /// The name, such as ``"mirror-rotate-60"``.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The symmetry that undoes this one.
    #[getter]
    fn inverse(&self) -> PySymmetry {
        PySymmetry(self.0.inverse())
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

/// `volo.SYMMETRIES`.
pub(crate) fn all(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Symmetry::ALL.map(PySymmetry))
}
