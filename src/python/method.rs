//! The method of an engine as an argument.

use pyo3::prelude::*;

use crate::Method;
use crate::python::errors::volo_error;
use crate::python::text::one_of;

/// The name of a `Method`.
pub(super) struct MethodArgument(pub(super) Method);

impl<'a, 'py> FromPyObject<'a, 'py> for MethodArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<MethodArgument> {
        let methods = Method::ALL.map(|method| (method.name(), method));
        one_of(value, "method", methods, volo_error).map(MethodArgument)
    }
}
