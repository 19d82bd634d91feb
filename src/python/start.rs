//! Arguments for the starting position of a game.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::Position;
use crate::python::errors::fen_error;
use crate::python::position::PyPosition;
use crate::python::rules::PyRules;
use crate::python::text::{Text, type_error};

/// A position, given as a `volo.Position`, a `volo.Rules` (which means its start), or the text of either.
#[derive(Default)]
pub(super) struct PositionArgument(pub(super) Position);

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
