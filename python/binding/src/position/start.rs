//! The constructor of `volo.Position`, and the start of a game as an argument.

use pyo3::prelude::*;
use pyo3::types::PyString;
use volo_rules::Position;

use crate::errors::fen_error;
use crate::position::PyPosition;
use crate::rules::PyRules;
use crate::text::{Text, type_error};

/// A position, given as a `volo.Position`, a `volo.Rules` (which means its start), or the text of either.
#[derive(Default)]
pub(crate) struct PositionArgument(pub(crate) Position);

impl<'a, 'py> FromPyObject<'a, 'py> for PositionArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<PositionArgument> {
        if let Ok(position) = value.cast::<PyPosition>() {
            return Ok(PositionArgument(position.get().0));
        }
        if let Ok(rules) = value.cast::<PyRules>() {
            return Ok(PositionArgument(Position::new(rules.get().0)));
        }
        if !value.is_instance_of::<PyString>() {
            return Err(type_error(value, "position", "a volo.Position, a volo.Rules, or the text of one"));
        }
        let text: Text<'_, '_> = value.extract()?;
        Position::parse_start(&text.chars).map(PositionArgument).map_err(|error| fen_error(&text, error))
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (rules = None))]
    fn new(rules: Option<PositionArgument>) -> PyPosition {
        PyPosition(rules.unwrap_or_default().0)
    }
}
