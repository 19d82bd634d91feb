//! The method of an engine as an argument.

use pyo3::prelude::*;
use volo_rules::Method;

use crate::exceptions::volo_error;
use crate::text::one_of;

/// The name of a `Method`.
pub(crate) struct MethodArgument(pub(crate) Method);

impl<'a, 'py> FromPyObject<'a, 'py> for MethodArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<MethodArgument> {
        let methods = Method::ALL.map(|method| (method.name(), method));
        one_of(value, "method", methods, volo_error).map(MethodArgument)
    }
}
