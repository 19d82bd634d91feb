//! Work on the games of a `volo.Batch` with the interpreter released, and the arrays that it writes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArrayDyn;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use volo_rules::bindings::Halt;
use volo_rules::learning::{Batch, BatchError, IllegalAction, Observed, Stepped};
use volo_rules::{Color, Stop, Threads};

use crate::arrays::{
    array_to_write, bools_to_write, check_apart, not_writable, to_write, tuple_to_write, wrong_length,
};
use crate::batch::PyBatch;
use crate::errors::{illegal_action_at, illegal_move_at, truncated_at, volo_error};
use crate::interpreter::{Signals, released};
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
        released(py, self.size, |stop| work(&mut self.lock(), stop))?.map_err(batch_error)
    }

    /// Like [`work`](PyBatch::work), for work that writes to `numbers`.
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

    /// A list with a value for each game.
    pub(super) fn list<'py, T: IntoPyObject<'py> + Send>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Batch, &Stop) -> Result<Vec<T>, Halt> + Send + Sync,
    ) -> PyResult<Bound<'py, PyList>> {
        let (list, mut signals) = (PyList::empty(py), Signals::default());
        for value in self.work(py, |batch, stop| Ok(of(batch, stop)?))? {
            signals.check(py)?;
            list.append(value)?;
        }
        Ok(list)
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

/// The exception for an error of the core.
pub(crate) fn batch_error(error: BatchError) -> PyErr {
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

pub(super) fn made(batch: Result<Batch, BatchError>, threads: usize) -> PyResult<PyBatch> {
    match batch {
        Ok(batch) => Ok(PyBatch { size: batch.len(), batch: Mutex::new(batch), threads }),
        Err(error @ BatchError::OutOfMemory) => Err(PyMemoryError::new_err(error.to_string())),
        Err(error) => Err(volo_error(error.to_string())),
    }
}

pub(super) struct AllGames<'a>(pub(super) &'a PyBatch, pub(super) Observed);

impl Observer for AllGames<'_> {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllGames(batch, observed) = self;
        batch
            .write(py, planes, |games, planes, stop| T::of_batch(games, *observed, planes, batch.until(stop)))
    }
}

/// The rewards, and whether each game is over or truncated.
pub(super) struct StepArrays<'py> {
    rewards: Bound<'py, PyArrayDyn<f32>>,
    terminated: Bound<'py, PyArrayDyn<u8>>,
    truncated: Bound<'py, PyArrayDyn<u8>>,
    /// The arrays, as the caller gets them.
    pub(super) returned: Bound<'py, PyTuple>,
}

pub(super) struct StepSlices<'a> {
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [u8],
    pub(super) truncated: &'a mut [u8],
}

impl<'py> StepArrays<'py> {
    pub(super) fn new(
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        games: usize,
    ) -> PyResult<StepArrays<'py>> {
        let expected = "a tuple of three arrays: rewards, terminated and truncated";
        let arrays = [(Some("float32"), &[games, 2][..]), (Some("bool"), &[games]), (Some("bool"), &[games])];
        let returned = tuple_to_write(py, out, expected, arrays)?;
        let [rewards, terminated, truncated] =
            [returned.get_item(0)?, returned.get_item(1)?, returned.get_item(2)?];
        let arrays = StepArrays {
            rewards: array_to_write(&rewards, "rewards", "float32", &[games, 2])?,
            terminated: bools_to_write(&terminated, "terminated", &[games])?,
            truncated: bools_to_write(&truncated, "truncated", &[games])?,
            returned,
        };
        if out.is_some() {
            check_apart([&arrays.rewards, &arrays.terminated, &arrays.truncated])?;
        }
        Ok(arrays)
    }

    /// Borrows the arrays, and passes their numbers to a function.
    pub(super) fn with_slices<T>(&self, write: impl FnOnce(StepSlices<'_>) -> PyResult<T>) -> PyResult<T> {
        let mut rewards = to_write(&self.rewards, "rewards")?;
        let mut terminated = to_write(&self.terminated, "terminated")?;
        let mut truncated = to_write(&self.truncated, "truncated")?;
        write(StepSlices {
            rewards: rewards.as_slice_mut().map_err(|_| not_writable("rewards"))?,
            terminated: terminated.as_slice_mut().map_err(|_| not_writable("terminated"))?,
            truncated: truncated.as_slice_mut().map_err(|_| not_writable("truncated"))?,
        })
    }
}

impl StepSlices<'_> {
    pub(super) fn write(&mut self, stepped: &[Stepped]) {
        let (rewards, _) = self.rewards.as_chunks_mut::<2>();
        let ends = self.terminated.iter_mut().zip(self.truncated.iter_mut());
        for ((rewards, (terminated, truncated)), game) in rewards.iter_mut().zip(ends).zip(stepped) {
            *rewards = Color::ALL.map(|color| f32::from(game.rewards[color]));
            *terminated = u8::from(game.terminated);
            *truncated = u8::from(game.truncated);
        }
    }
}
