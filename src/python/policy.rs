//! The policies of `volo.play_random`, which are words.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::python::errors::volo_error;
use crate::python::text::{one_of, type_error};
use crate::{ByColor, Policy};

/// The name of a policy for both players, or a tuple of Orange's and Blue's.
pub(super) struct Policies(pub(super) ByColor<Policy>);

impl<'a, 'py> FromPyObject<'a, 'py> for Policies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Policies> {
        if value.is_instance_of::<PyString>() {
            let both = policy(value)?;
            return Ok(Policies(ByColor::new(both, both)));
        }
        let expected = "a str or a tuple of two";
        let pair = value.cast::<PyTuple>().map_err(|_| type_error(value, "policy", expected))?;
        let players: Vec<Bound<'py, PyAny>> = pair.iter().collect();
        match players.as_slice() {
            [orange, blue] => {
                Ok(Policies(ByColor::new(policy(orange.as_borrowed())?, policy(blue.as_borrowed())?)))
            }
            _ => Err(volo_error("a tuple of policies has two: Orange's and Blue's".to_string())),
        }
    }
}

fn policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<Policy> {
    one_of(value, "policy", Policy::ALL.map(|policy| (policy.name(), policy)), volo_error)
}
