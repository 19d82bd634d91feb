//! The argument `policy` of `volo.play_random` and `volo.play_games`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyString, PyTuple};
use volo_rules::playouts::{AnyPolicy, Policy};
use volo_rules::{ByColor, Color};

use crate::exceptions::volo_error;
use crate::text::{Text, one_of, type_error};

/// The name of a policy for both players, or a tuple of the names of Orange's policy and Blue's.
pub(crate) struct Policies(pub(crate) ByColor<Policy>);

impl<'a, 'py> FromPyObject<'a, 'py> for Policies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Policies> {
        both(value, policy).map(Policies)
    }
}

/// Like [`Policies`], but each policy may also be that of an engine.
pub(crate) struct AnyPolicies(pub(crate) ByColor<AnyPolicy>);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyPolicies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyPolicies> {
        both(value, any_policy).map(AnyPolicies)
    }
}

/// Orange's policy and Blue's, as the texts that ``volo.simulate.Configuration`` keeps.
///
/// Args:
///     policy: as for :func:`play_games`.
///
/// Raises:
///     VoloError: a policy is unknown, or the tuple does not have two items.
///     TypeError: the policy is neither a str nor a tuple of two str.
#[pyfunction]
#[pyo3(name = "_policies")]
pub(crate) fn policies(policy: AnyPolicies) -> (String, String) {
    (policy.0[Color::Orange].to_string(), policy.0[Color::Blue].to_string())
}

/// The meaning of a text for both players, or of a tuple of two texts.
fn both<T: Copy>(
    value: Borrowed<'_, '_, PyAny>,
    read: fn(Borrowed<'_, '_, PyAny>) -> PyResult<T>,
) -> PyResult<ByColor<T>> {
    if value.is_instance_of::<PyString>() {
        let both = read(value)?;
        return Ok(ByColor::new(both, both));
    }
    let expected = "a str or a tuple of two str";
    let pair = value.cast::<PyTuple>().map_err(|_| type_error(value, "policy", expected))?;
    let players: Vec<Bound<'_, PyAny>> = pair.iter().collect();
    match players.as_slice() {
        [orange, blue] => Ok(ByColor::new(read(orange.as_borrowed())?, read(blue.as_borrowed())?)),
        _ => {
            Err(volo_error("a tuple of policies must have two items: Orange's policy and Blue's".to_string()))
        }
    }
}

fn policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<Policy> {
    one_of(value, "policy", Policy::ALL.map(|policy| (policy.name(), policy)), volo_error)
}

fn any_policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<AnyPolicy> {
    value.cast::<PyString>().map_err(|_| type_error(value, "policy", "a str"))?;
    // `volo.player` reads the texts of all players. The crate reads the form in which kept games have them.
    static POLICY_OF: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let text: Text<'_, '_> = value.extract()?;
    let policy_of = POLICY_OF.import(value.py(), "volo.player", "policy_of")?;
    let policy: String = policy_of.call1((text.chars,))?.extract()?;
    policy.parse().map_err(|error: volo_rules::playouts::PolicyError| volo_error(error.to_string()))
}
