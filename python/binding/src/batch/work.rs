//! Work on the games of a `volo.Batch` with the interpreter released.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use volo_rules::bindings::Halt;
use volo_rules::learning::{Batch, BatchError, IllegalAction, Observed};
use volo_rules::{Stop, Threads};

use crate::arrays::wrong_length;
use crate::batch::PyBatch;
use crate::errors::{illegal_action_at, illegal_move_at, truncated_at};
use crate::exceptions::volo_error;
use crate::interrupt::released;
use crate::observation::{Number, Observer};

impl PyBatch {
    /// Waits for the batch and locks it. Must be called with the interpreter released, because the thread that
    /// holds the lock may wait for the interpreter.
    pub(super) fn lock(&self) -> MutexGuard<'_, Batch> {
        // A panic leaves the batch valid, because all games are replaced at once.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads of the batch until `stop` is set.
    pub(super) fn until<'a>(&self, stop: &'a Stop) -> Threads<'a> {
        Threads::new(self.threads).until(stop)
    }

    /// Runs work on the batch with the interpreter released. Ctrl-C stops it if the batch is large.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Batch, &Stop) -> Result<T, BatchError> + Send + Sync,
    ) -> PyResult<T> {
        released(py, self.size, |stop| work(&mut self.lock(), stop))?.map_err(|error| self.error(error))
    }

    /// Like [`work`](PyBatch::work), with numbers that the work writes.
    pub(super) fn write<N: Send>(
        &self,
        py: Python<'_>,
        numbers: &mut [N],
        work: impl Fn(&mut Batch, &mut [N], &Stop) -> Result<(), BatchError> + Send + Sync,
    ) -> PyResult<()> {
        let numbers = Mutex::new(numbers);
        self.work(py, |batch, stop| {
            work(batch, &mut numbers.lock().unwrap_or_else(PoisonError::into_inner), stop)
        })
    }

    /// An array with a number for each game.
    pub(super) fn column<'py, T: Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Batch, &Stop) -> Result<Vec<T>, Halt> + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        Ok(self.work(py, |batch, stop| Ok(of(batch, stop)?))?.into_pyarray(py))
    }

    pub(super) fn error(&self, error: BatchError) -> PyErr {
        match error {
            BatchError::Illegal { index, error } => illegal_move_at(error.move_text(), &error, index),
            BatchError::Action { index, action, error: IllegalAction::Illegal(illegal) } => {
                illegal_action_at(action, &illegal, index)
            }
            BatchError::Truncated { index, action, edge, plies } => truncated_at(action, edge, plies, index),
            BatchError::Length { length, expected } => wrong_length(expected, length),
            BatchError::OutOfMemory => PyMemoryError::new_err(error.to_string()),
            _ => volo_error(error.to_string()),
        }
    }

    /// A new batch that is made from this one.
    pub(super) fn derived(
        &self,
        py: Python<'_>,
        make: impl Fn(&Batch, &Stop) -> Result<Batch, BatchError> + Send + Sync,
    ) -> PyResult<PyBatch> {
        made(Ok(self.work(py, |batch, stop| make(batch, stop))?), self.threads)
    }
}

/// The Python object of a new batch.
pub(super) fn made(batch: Result<Batch, BatchError>, threads: usize) -> PyResult<PyBatch> {
    match batch {
        Ok(batch) => Ok(PyBatch { size: batch.len(), batch: Mutex::new(batch), threads }),
        Err(error @ BatchError::OutOfMemory) => Err(PyMemoryError::new_err(error.to_string())),
        Err(error) => Err(volo_error(error.to_string())),
    }
}

/// Observes all games of a batch.
pub(super) struct AllGames<'a>(pub(super) &'a PyBatch, pub(super) Observed);

impl Observer for AllGames<'_> {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllGames(batch, observed) = self;
        batch
            .write(py, planes, |games, planes, stop| T::of_batch(games, *observed, planes, batch.until(stop)))
    }
}
