//! The state of all games: planes, positions, and columns of numbers.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::bindings::collected;
use volo_rules::learning::{OBSERVATION_SIDE, Observed};
use volo_rules::{Ending, Outcome};

use crate::batch::PyBatch;
use crate::batch::work::AllGames;
use crate::classes::ColorArgument;
use crate::decision::PyDecision;
use crate::numbers::Side;
use crate::observation::{ViewArguments, observed};
use crate::position::PyPosition;
use crate::symmetry::PySymmetry;

#[pymethods]
impl PyBatch {
    #[doc = doc!("Batch.observe")]
    #[pyo3(
        signature = (
            out = None, *, size = None, player = None, dtype = None, symmetry = None, chosen = false,
            before_reset = false,
        ),
        text_signature = "($self, out=None, *, size=15, player=None, dtype='uint8', symmetry=None, \
            chosen=False, before_reset=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        size: Option<Side>,
        player: Option<ColorArgument>,
        dtype: Option<&Bound<'py, PyAny>>,
        symmetry: Option<PyRef<'_, PySymmetry>>,
        chosen: bool,
        before_reset: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = ViewArguments::new(size, player, symmetry).with_default(OBSERVATION_SIDE);
        let what = Observed::new(view).with_chosen(chosen).with_before_reset(before_reset);
        let shape = [self.size, what.planes(), view.side, view.side];
        observed(py, out, dtype, &shape, &AllGames(self, what))
    }

    #[doc = doc!("Batch.positions")]
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |batch, stop| collected(batch.positions().map(PyPosition), stop))
    }

    #[doc = doc!("Batch.turns")]
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |batch, stop| collected(batch.turns().map(PyDecision), stop))
    }

    #[doc = doc!("Batch.turn")]
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.column(py, |batch, stop| collected(batch.positions().map(|at| at.turn() as i8), stop))
    }

    #[doc = doc!("Batch.outcome")]
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let number = |end: Option<Outcome>| end.map_or(Outcome::ONGOING, Outcome::number);
        self.column(py, |batch, stop| collected(batch.outcomes().map(number), stop))
    }

    #[doc = doc!("Batch.reason")]
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let number = |end: Option<Outcome>| end.map_or(Ending::NOTHING, |end| end.reason.number());
        self.column(py, |batch, stop| collected(batch.outcomes().map(number), stop))
    }

    #[doc = doc!("Batch.plies")]
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.column(py, |batch, stop| {
            collected(batch.plies().map(|plies| plies.min(i32::MAX as u32) as i32), stop)
        })
    }

    #[doc = doc!("Batch.terminated")]
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.column(py, |batch, stop| collected(batch.outcomes().map(|end| end.is_some()), stop))
    }

    #[doc = doc!("Batch.truncated")]
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.column(py, |batch, stop| collected(batch.truncated(), stop))
    }
}
