//! `volo.Color`, an enumeration written in Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use volo_rules::Color;

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

/// A player as an argument. `volo.color.as_color` describes its types.
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
