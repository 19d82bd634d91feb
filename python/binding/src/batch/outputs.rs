//! The arrays that `Batch.step` writes.

use numpy::PyArrayDyn;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Color;
use volo_rules::learning::Stepped;

use crate::arrays::{array_to_write, bools_to_write, not_writable, to_write};
use crate::text::type_error;

/// The rewards, and whether each game is over or truncated.
pub(super) struct StepArrays<'py> {
    rewards: Bound<'py, PyArrayDyn<f32>>,
    terminated: Bound<'py, PyArrayDyn<u8>>,
    truncated: Bound<'py, PyArrayDyn<u8>>,
    /// The arrays, as the caller gets them.
    pub(super) returned: Bound<'py, PyTuple>,
}

/// The numbers of the arrays.
pub(super) struct StepSlices<'a> {
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [u8],
    pub(super) truncated: &'a mut [u8],
}

impl<'py> StepArrays<'py> {
    /// The arrays in `out`, or new arrays.
    pub(super) fn new(
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        games: usize,
    ) -> PyResult<StepArrays<'py>> {
        let returned = match out {
            Some(out) => {
                let expected = "a tuple of three arrays: rewards, terminated and truncated";
                let arrays =
                    out.cast::<PyTuple>().map_err(|_| type_error(out.as_borrowed(), "out", expected))?;
                if arrays.len() != 3 {
                    let found = arrays.len();
                    return Err(PyTypeError::new_err(format!(
                        "out must be {expected}, not of {found} items"
                    )));
                }
                arrays.clone()
            }
            None => {
                let numpy = py.import("numpy")?;
                let bools = || numpy.call_method1("empty", (games, "bool"));
                PyTuple::new(py, [numpy.call_method1("empty", ((games, 2), "f4"))?, bools()?, bools()?])?
            }
        };
        let [rewards, terminated, truncated] =
            [returned.get_item(0)?, returned.get_item(1)?, returned.get_item(2)?];
        Ok(StepArrays {
            rewards: array_to_write(&rewards, "rewards", "float32", &[games, 2])?,
            terminated: bools_to_write(&terminated, "terminated", &[games])?,
            truncated: bools_to_write(&truncated, "truncated", &[games])?,
            returned,
        })
    }

    /// Borrows the arrays, and passes their numbers to a function.
    ///
    /// # Errors
    /// `VoloError` if an array is read-only, or another call or another of the three arrays uses its memory. Also
    /// the errors of the function.
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
