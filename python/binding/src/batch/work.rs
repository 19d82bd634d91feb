//! Work on the games of a `volo.Batch` with the interpreter released.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::bindings::Halt;
use volo_rules::learning::{Batch, BatchError, IllegalAction, Observed};
use volo_rules::{Stop, Threads};

use crate::batch::PyBatch;
use crate::errors::{core_error, illegal_action_at, illegal_move_at, truncated_at};
use crate::interpreter::{list_of, released};
use crate::observation::{Number, Observer};

impl PyBatch {
    /// Locks the batch. The interpreter must be released, because the thread with the lock may wait for it.
    pub(super) fn lock(&self) -> MutexGuard<'_, Batch> {
        // A panic leaves the batch valid, because all games are replaced at once.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn until<'a>(&self, stop: &'a Stop) -> Threads<'a> {
        Threads::new(self.threads).until(stop)
    }

    /// Runs work on the batch with the interpreter released. Ctrl-C stops it if the batch is large.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, &Stop) -> Result<T, BatchError> + Send,
    ) -> PyResult<T> {
        released(py, self.size, 0, |stop| work(&mut self.lock(), stop))?.map_err(batch_error)
    }

    pub(super) fn write<N: Send>(
        &self,
        py: Python<'_>,
        values: &mut [N],
        write: impl FnOnce(&Batch, &mut [N], &Stop) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let bytes = size_of_val(values);
        released(py, self.size, bytes, |stop| write(&self.lock(), values, stop))?.map_err(batch_error)
    }

    pub(super) fn list<'py, T: IntoPyObject<'py> + Send>(
        &self,
        py: Python<'py>,
        of: impl FnOnce(&Batch, &Stop) -> Result<Vec<T>, Halt> + Send,
    ) -> PyResult<Bound<'py, PyList>> {
        list_of(py, self.work(py, |batch, stop| Ok(of(batch, stop)?))?)
    }

    pub(super) fn derived(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&Batch, &Stop) -> Result<Batch, BatchError> + Send,
    ) -> PyResult<PyBatch> {
        made(Ok(self.work(py, |batch, stop| make(batch, stop))?), self.threads)
    }
}

pub(crate) fn batch_error(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { index, error } => illegal_move_at(error.move_text(), &error, index),
        BatchError::Action { index, action, error: IllegalAction::Illegal(illegal) } => {
            illegal_action_at(action, &illegal, index)
        }
        BatchError::Truncated { index, action, edge, plies } => truncated_at(action, edge, plies, index),
        _ => core_error(&error, error == BatchError::OutOfMemory),
    }
}

pub(super) fn made(batch: Result<Batch, BatchError>, threads: usize) -> PyResult<PyBatch> {
    let batch = batch.map_err(batch_error)?;
    Ok(PyBatch { size: batch.len(), batch: Mutex::new(batch), threads })
}

pub(super) struct AllGames<'a>(pub(super) &'a PyBatch, pub(super) Observed);

impl Observer for AllGames<'_> {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllGames(batch, observed) = self;
        batch
            .write(py, planes, |games, planes, stop| T::of_batch(games, *observed, planes, batch.until(stop)))
    }
}
