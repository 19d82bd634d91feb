//! The games of a `volo.Batch`: their moves, and new batches from parts of a batch.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use volo_rules::bindings::stoppable;

use crate::Reduced;
use crate::arrays::{self, bools_of_games, of_games};
use crate::batch::PyBatch;
use crate::batch::arguments::selected;
use crate::batch::work::made;
use crate::decision::DecisionArgument;
use crate::errors::volo_error;
use crate::interpreter::released;
use crate::numbers::{BatchSize, Threads};
use crate::position::each;

#[pymethods]
impl PyBatch {
    #[doc = doc!("Batch.set_positions")]
    #[pyo3(signature = (positions, games = None))]
    fn set_positions(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        games: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let games = games.map(|games| selected(games, self.size)).transpose()?;
        let expected = games.as_ref().map_or(self.size, Vec::len);
        let decisions = each(positions, |DecisionArgument(decision)| decision)?;
        if decisions.len() != expected {
            return Err(volo_error(format!(
                "expected a position for each of the {expected} games, not {}",
                decisions.len()
            )));
        }
        self.work(py, |batch, stop| batch.set_decisions(games.as_deref(), &decisions, self.until(stop)))
    }

    #[doc = doc!("Batch.reset")]
    #[pyo3(signature = (mask = None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = mask.map(|mask| bools_of_games(mask, "mask", self.size)).transpose()?;
        self.work(py, |batch, stop| batch.reset(mask.as_deref(), self.until(stop)))
    }

    #[doc = doc!("Batch.copy")]
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.derived(py, stoppable::duplicate)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __getitem__(&self, py: Python<'_>, games: &Bound<'_, PyAny>) -> PyResult<PyBatch> {
        let games = selected(games, self.size)?;
        self.derived(py, |batch, stop| stoppable::subset(batch, &games, stop))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>, usize)>> {
        let image = self.work(py, |batch, stop| stoppable::to_bytes(batch, stop))?;
        let restore = py.import("volo._volo")?.getattr("_restore_batch")?;
        Ok((restore, (PyBytes::new(py, &image), self.threads)))
    }
}

#[doc = doc!("_restore_batch")]
#[pyfunction(name = "_restore_batch")]
pub(crate) fn restore_batch(
    py: Python<'_>,
    image: &Bound<'_, PyBytes>,
    threads: Threads,
) -> PyResult<PyBatch> {
    arrays::load(py)?;
    let bytes = image.as_bytes();
    let batch = released(py, bytes.len(), 0, |stop| stoppable::from_bytes(bytes, stop))?;
    if batch.as_ref().is_ok_and(|batch| batch.len() as u64 > BatchSize::MOST) {
        return Err(volo_error(format!("a batch must have at most {} games", BatchSize::MOST)));
    }
    made(batch, Threads::or_all(Some(threads)))
}

#[pymethods]
impl PyBatch {
    #[doc = doc!("Batch.legal_moves")]
    #[allow(clippy::type_complexity)]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<i64>>)> {
        let moves = self.work(py, |batch, stop| batch.legal_moves(self.until(stop)))?;
        Ok((moves.codes.into_pyarray(py), moves.offsets.into_pyarray(py)))
    }

    #[doc = doc!("Batch.play")]
    fn play(&self, py: Python<'_>, codes: &Bound<'_, PyAny>) -> PyResult<()> {
        let codes: Vec<u32> = of_games(codes, "codes", "uint32", self.size)?;
        self.work(py, |batch, stop| batch.play(&codes, self.until(stop)))
    }
}
