//! The constructor of `volo.Position`, and the start of a game as an argument.

use pyo3::prelude::*;
use pyo3::types::PyString;
use volo_rules::Position;

use crate::errors::{Text, append, fen_error, type_error, volo_error};
use crate::interpreter::Signals;
use crate::numbers::BatchSize;
use crate::position::PyPosition;
use crate::rules::PyRules;

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

/// The positions of an iterable, which may be infinite, as `value` takes them from its items.
pub(crate) fn each<'py, A, T: Copy>(positions: &Bound<'py, PyAny>, value: impl Fn(A) -> T) -> PyResult<Vec<T>>
where
    A: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    // The characters of a text would be read as texts of positions.
    if positions.is_instance_of::<PyString>() {
        return Err(type_error(positions.as_borrowed(), "positions", "an iterable of positions"));
    }
    let (mut found, mut signals) = (Vec::new(), Signals::default());
    for position in positions.try_iter()? {
        signals.check(positions.py())?;
        if found.len() as u64 == BatchSize::MOST {
            return Err(volo_error(format!("there must be at most {} positions", BatchSize::MOST)));
        }
        append(&mut found, &[value(position?.extract()?)])?;
    }
    Ok(found)
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (start = None, /))]
    fn new(start: Option<PositionArgument>) -> PyPosition {
        PyPosition(start.unwrap_or_default().0)
    }
}
