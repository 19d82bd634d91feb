//! `volo.engine.Score`.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use volo_rules::engine::Score;

use crate::Reduced;
use crate::exceptions::volo_error;
use crate::numbers::{Plies, real};
use crate::pydantic::schema;
use crate::text::formatted;

/// The value of a position for a player, usually the player to move: an estimate, or a proven win or loss.
///
/// Scores can be compared: a better one is greater. So a shorter proven win is greater than a longer one, and a
/// longer proven loss is greater than a shorter one. ``-score`` is the score of the other player. Immutable;
/// compared, hashed and pickled by value. ``str()`` gives ``"win in 3"``, ``"loss in 4"`` or the expected result,
/// such as ``"+0.250"``.
///
/// Args:
///     expected: the expected result of an estimate, from -1 to 1. It is rounded.
///
/// Raises:
///     VoloError: the number is not from -1 to 1.
///     TypeError: the argument is not a number.
///
/// Examples:
///     >>> from volo.engine import Score
///     >>> print(Score(0.5), -Score(0.5), Score.win(3), -Score.win(4))
///     +0.500 -0.500 win in 3 loss in 4
///     >>> Score.loss(2) < Score.loss(4) < Score(-1) < Score(0.9) < Score.win(5) < Score.win(3)
///     True
#[pyclass(frozen, eq, ord, hash, module = "volo.engine", name = "Score")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyScore(pub(crate) Score);

#[pymethods]
impl PyScore {
    #[new]
    fn new(expected: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        let number = real(expected.as_borrowed(), "expected", "a number")?;
        if !(-1.0..=1.0).contains(&number) {
            return Err(volo_error("expected must be -1 to 1".to_string()));
        }
        Ok(PyScore(Score::from_expected(number)))
    }

    /// A proven win in this number of plies, 0 to 1,000.
    ///
    /// Raises:
    ///     VoloError: the number is out of range.
    ///
    /// Examples:
    ///     >>> from volo.engine import Score
    ///     >>> Score.win(3).win_in
    ///     3
    #[staticmethod]
    fn win(plies: Plies) -> PyScore {
        PyScore(Score::win_in_plies(plies.0 as u16))
    }

    /// A proven loss in this number of plies, 0 to 1,000.
    ///
    /// Raises:
    ///     VoloError: the number is out of range.
    ///
    /// Examples:
    ///     >>> from volo.engine import Score
    ///     >>> Score.loss(4) == -Score.win(4)
    ///     True
    #[staticmethod]
    fn loss(plies: Plies) -> PyScore {
        PyScore(Score::loss_in_plies(plies.0 as u16))
    }

    /// The estimate of this number of points, which is the unit of protocols for engines. See :attr:`points`.
    ///
    /// Raises:
    ///     VoloError: the number is NaN.
    ///     TypeError: the argument is not a number.
    ///
    /// Examples:
    ///     >>> from volo.engine import Score
    ///     >>> Score.from_points(37).points
    ///     37
    #[staticmethod]
    fn from_points(points: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        let number = real(points.as_borrowed(), "points", "a number")?;
        if number.is_nan() {
            return Err(volo_error("points must not be NaN".to_string()));
        }
        Ok(PyScore(Score::from_points(number)))
    }

    /// The expected result: 1 is a win, 0 a draw, -1 a loss.
    #[getter]
    fn expected(&self) -> f64 {
        self.0.expected()
    }

    /// The number of plies to the end of the game if a win is proved; None if not.
    #[getter]
    fn win_in(&self) -> Option<u16> {
        self.0.win_in()
    }

    /// The number of plies to the end of the game if a loss is proved; None if not.
    #[getter]
    fn loss_in(&self) -> Option<u16> {
        self.0.loss_in()
    }

    /// The estimate in points; None for a proven win or loss. A hundred points multiply the odds to win by e, so the
    /// expected result is ``tanh(points / 200)``.
    #[getter]
    fn points(&self) -> Option<i32> {
        self.0.points()
    }

    fn __neg__(&self) -> PyScore {
        PyScore(std::ops::Neg::neg(self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(
        slf: &Bound<'py, Self>,
        specification: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        formatted(slf, specification)
    }

    fn __repr__(&self) -> String {
        match (self.0.win_in(), self.0.loss_in()) {
            (Some(plies), _) => format!("Score.win({plies})"),
            (_, Some(plies)) => format!("Score.loss({plies})"),
            _ => format!("Score({:+.3})", self.0.expected()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        let restore = py.import("volo._volo")?.getattr("_restore_score")?;
        Ok((restore, PyTuple::new(py, [self.0.code()])?))
    }

    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        schema(class)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Unpickles a score.
#[pyfunction(name = "_restore_score")]
pub(crate) fn restore_score(code: i32) -> PyResult<PyScore> {
    Score::from_code(code)
        .map(PyScore)
        .ok_or_else(|| volo_error(format!("{code} is not the code of a score")))
}
