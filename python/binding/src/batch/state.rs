//! The state of all games: planes, positions, and columns of numbers.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::bindings::collected;
use volo_rules::learning::{Observed, View};
use volo_rules::{Edge, Ending, Outcome};

use crate::batch::PyBatch;
use crate::batch::work::AllGames;
use crate::classes::ColorArgument;
use crate::decision::PyDecision;
use crate::numbers::Side;
use crate::observation::{ViewArguments, observed};
use crate::position::PyPosition;
use crate::symmetry::SymmetryArgument;

#[pymethods]
impl PyBatch {
    #[doc = doc!("Batch.observe")]
    #[pyo3(
        signature = (
            out = None, *, size = None, player = None, dtype = None, symmetry = None, chosen = false,
            before_reset = false,
        ),
        text_signature = "($self, out=None, *, size=None, player=None, dtype='uint8', symmetry=None, \
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
        symmetry: Option<SymmetryArgument>,
        chosen: bool,
        before_reset: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let side = match &size {
            Some(side) => side.0 as usize,
            None => self.smallest_side(py, before_reset)?,
        };
        let view = ViewArguments::new(size, player, symmetry).with_default(side);
        let what = Observed::new(view).with_chosen(chosen).with_before_reset(before_reset);
        let shape = [self.size, what.planes(), view.side, view.side];
        observed(py, out, dtype, &shape, &AllGames(self, what))
    }

    #[doc = doc!("Batch.positions")]
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |batch, stop| collected(batch.positions().map(PyPosition), stop))
    }

    #[doc = doc!("Batch.decisions")]
    #[getter]
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |batch, stop| collected(batch.decisions().map(PyDecision), stop))
    }
}

impl PyBatch {
    /// The smallest side of planes that show all games, perhaps as they were before the last step reset them.
    fn smallest_side(&self, py: Python<'_>, before_reset: bool) -> PyResult<usize> {
        let largest = self.work(py, |batch, _| {
            let last = batch.last_decisions().flatten().filter(|_| before_reset);
            Ok(batch.decisions().chain(last).map(|decision| decision.position().rules().edge()).max())
        })?;
        Ok(View::of(largest.unwrap_or(Edge::MIN)).side)
    }
}

macro_rules! columns {
    ($($name:ident: $Number:ty = |$batch:ident| $numbers:expr;)*) => {
        #[pymethods]
        impl PyBatch {
            $(
                #[doc = doc!("Batch", $name)]
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<$Number>>> {
                    Ok(self.work(py, |$batch, stop| Ok(collected($numbers, stop)?))?.into_pyarray(py))
                }
            )*
        }
    };
}

columns! {
    turn: i8 = |batch| batch.positions().map(|at| at.turn() as i8);
    outcome: i8 = |batch| batch.outcomes().map(|end| end.map_or(Outcome::ONGOING, Outcome::number));
    reason: i8 = |batch| batch.outcomes().map(|end| end.map_or(Ending::NOTHING, |end| end.reason.number()));
    plies: i32 = |batch| batch.plies().map(|plies| plies.min(i32::MAX as u32) as i32);
    terminated: bool = |batch| batch.outcomes().map(|end| end.is_some());
    truncated: bool = |batch| batch.truncated();
}
