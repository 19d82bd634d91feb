//! `volo.Color`, an enumeration written in Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use volo_rules::Color;

use crate::text::type_error;

/// `volo.ORANGE` and `volo.BLUE`.
fn members(py: Python<'_>) -> PyResult<&'static [Py<PyAny>; 2]> {
    static MEMBERS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    MEMBERS.get_or_try_init(py, || {
        let class = py.import("volo.color")?.getattr("Color")?;
        Ok([class.getattr("ORANGE")?.unbind(), class.getattr("BLUE")?.unbind()])
    })
}

/// The member of `volo.Color` for a colour.
pub(crate) fn to_python(py: Python<'_>, color: Color) -> PyResult<Py<PyAny>> {
    let [orange, blue] = members(py)?;
    let member = match color {
        Color::Orange => orange,
        Color::Blue => blue,
    };
    Ok(member.clone_ref(py))
}

/// An argument that must be a member of `volo.Color`.
pub(crate) struct ColorArgument(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for ColorArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<ColorArgument> {
        match members(value.py())? {
            [orange, _] if value.is(orange) => Ok(ColorArgument(Color::Orange)),
            [_, blue] if value.is(blue) => Ok(ColorArgument(Color::Blue)),
            _ => Err(type_error(value, "color", "volo.ORANGE or volo.BLUE")),
        }
    }
}
