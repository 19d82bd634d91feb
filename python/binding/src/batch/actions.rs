//! Actions: `Batch.step`, and which actions are legal.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Stop;
use volo_rules::bindings::stoppable;
use volo_rules::learning::{Batch, BatchError, IllegalAction};

use crate::action_space::PyActionSpace;
use crate::arrays::{Integers, written, written_bools};
use crate::batch::PyBatch;
use crate::batch::arguments::SeedArgument;
use crate::batch::work::{StepArrays, StepSlices, batch_error};
use crate::errors::{halted, volo_error};
use crate::interpreter::released;

#[pymethods]
impl PyBatch {
    #[doc = doc!("Batch.action_space")]
    #[getter]
    fn action_space(&self, py: Python<'_>) -> PyResult<PyActionSpace> {
        Ok(PyActionSpace(self.work(py, |batch, _| Ok(batch.action_space()?.edge()))?))
    }

    #[doc = doc!("Batch.legal_actions")]
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<i64>>)> {
        let listed = self.work(py, |batch, stop| batch.legal_actions(self.until(stop)))?;
        Ok((listed.actions.into_pyarray(py), listed.offsets.into_pyarray(py)))
    }

    #[doc = doc!("Batch.legal_mask")]
    #[pyo3(signature = (out = None, packed = false))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.work(py, |batch, _| Ok(batch.action_space()?.size()))?;
        match packed {
            true => written(py, out, "uint8", &[self.size, size.div_ceil(8)], |bits| {
                self.write(py, bits, |batch, bits, stop| batch.legal_bits(bits, self.until(stop)))
            }),
            false => written_bools(py, out, &[self.size, size], |mask| {
                self.write(py, mask, |batch, mask, stop| batch.legal_masks(mask, self.until(stop)))
            }),
        }
    }

    #[doc = doc!("Batch.random_actions")]
    #[pyo3(signature = (out = None))]
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        written(py, out, "uint16", &[self.size], |actions| {
            self.write(py, actions, |batch, actions, stop| batch.random_actions(actions, self.until(stop)))
        })
    }

    #[doc = doc!("Batch.step")]
    #[pyo3(signature = (actions, *, out = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let given = Integers::of_games(actions, "actions", self.size)?;
        let actions = actions_of(&given)?;
        let arrays = StepArrays::new(py, out, self.size)?;
        arrays.with_slices(|slices| {
            let slices: Mutex<StepSlices<'_>> = Mutex::new(slices);
            let step = |stop: &Stop| {
                let mut batch = self.lock();
                let stepped = batch.step(&actions, self.until(stop))?;
                slices.lock().unwrap_or_else(PoisonError::into_inner).write(stepped);
                Ok(())
            };
            released(py, self.size, step)?.map_err(|error| action_error(error, "game", &given))
        })?;
        Ok(arrays.returned)
    }

    #[doc = doc!("Batch.seed")]
    fn seed(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = SeedArgument::new(Some(seed), self.size)?;
        self.work(py, |batch, stop| stoppable::seed(batch, seed.seeds(), stop))
    }
}

/// The actions that are given as integers of any type.
pub(crate) fn actions_of(given: &Integers) -> PyResult<Cow<'_, [u16]>> {
    match given {
        Integers::U16(actions) => Ok(Cow::Borrowed(actions.as_slice())),
        others => Ok(Cow::Owned(others.map(action_of).map_err(halted)?)),
    }
}

/// The exception for an error of a step. It quotes an action that is out of range as it was given.
pub(crate) fn action_error(error: BatchError, place: &str, given: &Integers) -> PyErr {
    match error {
        BatchError::Action { index, error: IllegalAction::OutOfRange { size, .. }, .. } => {
            volo_error(format!(
                "{place} {index}: action {} is out of range: the action space has {size} actions",
                given.get(index).unwrap_or_default()
            ))
        }
        error => batch_error(error),
    }
}

/// Converts an integer to an action. An integer that is out of range becomes [`Batch::NO_ACTION`] − 1, which no action
/// space contains.
fn action_of(number: i128) -> u16 {
    match number {
        -1 => Batch::NO_ACTION,
        number => u16::try_from(number).unwrap_or(Batch::NO_ACTION.saturating_sub(1)),
    }
}
