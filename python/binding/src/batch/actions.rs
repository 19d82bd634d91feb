//! Actions: `Batch.step`, and which actions are legal.

use std::borrow::Cow;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::bindings::stoppable;
use volo_rules::learning::{Batch, BatchError, IllegalAction};
use volo_rules::{Color, Stop};

use crate::action_space::PyActionSpace;
use crate::arrays::{Integers, slices_to_write, written, written_masks};
use crate::batch::PyBatch;
use crate::batch::arguments::SeedArgument;
use crate::batch::work::batch_error;
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
        let space = self.work(py, |batch, _| batch.action_space())?;
        written_masks(py, out, packed, Some(self.size), space, |masks| {
            self.write(py, masks, |batch, masks, stop| match packed {
                true => batch.legal_bits(masks, self.until(stop)),
                false => batch.legal_masks(masks, self.until(stop)),
            })
        })
    }

    #[doc = doc!("Batch.random_actions")]
    #[pyo3(signature = (out = None))]
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        written(py, out, "uint16", &[self.size], |actions| {
            self.work(py, |batch, stop| batch.random_actions(actions, self.until(stop)))
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
        slices_to_write! {
            returned = py, out, "a tuple of three arrays: rewards, terminated and truncated":
            0 rewards: f32 = Some("float32"), [self.size, 2];
            1 terminated: u8 = Some("bool"), [self.size];
            2 truncated: u8 = Some("bool"), [self.size];
        }
        let step = |stop: &Stop| {
            let mut batch = self.lock();
            let stepped = batch.step(&actions, self.until(stop))?;
            let (rewards, _) = rewards.as_chunks_mut::<2>();
            let columns = rewards.iter_mut().zip(terminated).zip(truncated);
            for (((rewards, terminated), truncated), game) in columns.zip(stepped) {
                *rewards = Color::ALL.map(|color| f32::from(game.rewards[color]));
                *terminated = u8::from(game.terminated);
                *truncated = u8::from(game.truncated);
            }
            Ok(())
        };
        released(py, self.size, 0, step)?.map_err(|error| action_error(error, "game", &given))?;
        Ok(returned)
    }

    #[doc = doc!("Batch.seed")]
    fn seed(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = SeedArgument::new(seed, self.size)?;
        self.work(py, |batch, stop| stoppable::seed(batch, seed.seeds(), stop))
    }
}

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

/// The action of an integer, or [`Batch::NO_ACTION`] − 1, which no action space contains, if it is out of range.
fn action_of(number: i128) -> u16 {
    match number {
        -1 => Batch::NO_ACTION,
        number => u16::try_from(number).unwrap_or(Batch::NO_ACTION.saturating_sub(1)),
    }
}
