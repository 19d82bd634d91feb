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
use crate::batch::work::{StepArrays, StepSlices};
use crate::errors::{halted, volo_error};
use crate::interpreter::released;

#[pymethods]
impl PyBatch {
    /// The action space that all games share.
    ///
    /// Raises:
    ///     VoloError: the games are on skies of different edges, or there are no games.
    #[getter]
    fn action_space(&self, py: Python<'_>) -> PyResult<PyActionSpace> {
        Ok(PyActionSpace(self.work(py, |batch, _| Ok(batch.action_space()?.edge()))?))
    }

    /// All legal actions, as two arrays: ``actions`` (uint16), those of all games, concatenated; and ``offsets``
    /// (int64), the index in ``actions`` of the first action of each game, followed by the length of ``actions``.
    ///
    /// The actions of game ``i`` are ``actions[offsets[i]:offsets[i + 1]]``, in ascending order. They are those of
    /// :meth:`Decision.legal_actions`. A game that is over or truncated has no actions. Ctrl-C stops it.
    ///
    /// Raises:
    ///     MemoryError: the actions do not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> actions, offsets = volo.Batch(2, "standard-4").legal_actions()
    ///     >>> offsets.tolist(), volo.ActionSpace(4).name(actions[0])
    ///     ([0, 9, 18], 'g3')
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<i64>>)> {
        let listed = self.work(py, |batch, stop| batch.legal_actions(self.until(stop)))?;
        Ok((listed.actions.into_pyarray(py), listed.offsets.into_pyarray(py)))
    }

    /// Which actions are legal: an array of bools of shape ``(n, size)``, or the same as bits. All games must
    /// have the same :attr:`action_space`. Nothing is legal in a game that is over or truncated.
    ///
    /// Args:
    ///     out: a C-contiguous array to write to; by default a new one. No other thread may use it during the call,
    ///         because the interpreter is released.
    ///     packed: whether the mask has a bit for each action: an array of uint8 of shape ``(n, ceil(size / 8))``,
    ///         which ``numpy.unpackbits(mask, axis=1, count=size, bitorder="little")`` unpacks.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: the games are on skies of different edges, or there are no games; or ``out`` has another
    ///         shape, is not C-contiguous, cannot be written to, or is in use by another call.
    ///     TypeError: ``out`` is not an array of bools or, if ``packed``, of uint8.
    ///     MemoryError: a new array does not fit into memory.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> batch = volo.Batch(2, "standard-4")
    ///     >>> mask, bits = batch.legal_mask(), batch.legal_mask(packed=True)
    ///     >>> mask.shape, bits.shape, mask.sum(axis=1).tolist()
    ///     ((2, 1201), (2, 151), [9, 9])
    ///     >>> np.array_equal(mask, np.unpackbits(bits, axis=1, count=1201, bitorder="little"))
    ///     True
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

    /// One of the legal actions of each game, each equally likely: an array (uint16) of shape ``(n,)``. It is
    /// :attr:`NO_ACTION` for a game that is over or truncated.
    ///
    /// Each game has its own random generator, which depends on the seed. This is faster than to choose from
    /// :meth:`legal_actions`, because the actions are not listed.
    ///
    /// Args:
    ///     out: a C-contiguous array to write to; by default a new one.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: ``out`` has another shape, is not C-contiguous, cannot be written to, or is in use by
    ///         another call.
    ///     TypeError: ``out`` is not an array of uint16.
    ///     MemoryError: the generators or a new array do not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> batch = volo.Batch(100, "standard-4", seed=1)
    ///     >>> while not batch.terminated.all():
    ///     ...     rewards, terminated, truncated = batch.step(batch.random_actions())
    ///     >>> bool((batch.outcome != volo.Batch.ONGOING).all())
    ///     True
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

    /// Plays an action in each game, and then the turn of the opponent, if there is one. If an error is raised, no
    /// game has changed.
    ///
    /// A turn is one action, or two after a flight that divides the opponent (see :class:`Decision`).
    ///
    /// Args:
    ///     actions: an array of any integer type with an action for each game, or :attr:`NO_ACTION` or -1 for a game
    ///         in which nothing is played. A game that is over or truncated needs one of these; with ``autoreset``
    ///         it is reset, and its action is ignored.
    ///     out: a tuple of the three arrays to write to; by default new ones. No other thread may use them during
    ///         the call, because the interpreter is released.
    ///
    /// Returns:
    ///     A tuple of three arrays. ``rewards`` (float32, shape ``(n, 2)``) has the rewards of Orange and of Blue: 1
    ///     and -1 in a step that ends a game with a winner, 0 otherwise. ``terminated`` (bool) is true for games
    ///     that are over, and ``truncated`` (bool) for games that reached ``max_plies`` and are not over. With
    ///     ``autoreset="same-step"`` both are about the game that ended, though a new one has begun.
    ///
    /// Raises:
    ///     IllegalMoveError: an action breaks a rule; ``index`` is the index of the first such game.
    ///     VoloError: an action is out of range (the error has its index); the number of actions is not the number
    ///         of games; or an array of ``out`` has another shape, is not C-contiguous, cannot be written to, or is
    ///         in use by another call.
    ///     TypeError: ``actions`` is not a one-dimensional array of integers, or ``out`` is not a tuple of three
    ///         arrays of these types.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> batch = volo.Batch(3, "standard-4", max_plies=2)
    ///     >>> add, none = batch.action_space.of("a3")[0], volo.Batch.NO_ACTION
    ///     >>> rewards, terminated, truncated = batch.step(np.array([add, none, add]))
    ///     >>> batch.plies.tolist(), terminated.tolist(), rewards.shape
    ///     ([1, 0, 1], [False, False, False], (3, 2))
    ///     >>> batch.step(np.array([-1, add, add]))
    ///     Traceback (most recent call last):
    ///     ...
    ///     volo.errors.IllegalMoveError: illegal move a3 at index 2: a3 is not vacant [R6]
    #[pyo3(signature = (actions, *, out = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let given = Integers::of_games(actions, "actions", self.size)?;
        let actions = match &given {
            Integers::U16(actions) => Cow::Borrowed(actions.as_slice()),
            others => Cow::Owned(others.map(action_of).map_err(halted)?),
        };
        let arrays = StepArrays::new(py, out, self.size)?;
        arrays.with_slices(|slices| {
            let slices: Mutex<StepSlices<'_>> = Mutex::new(slices);
            let step = |stop: &Stop| {
                let mut batch = self.lock();
                let stepped = batch.step(&actions, self.until(stop))?;
                slices.lock().unwrap_or_else(PoisonError::into_inner).write(stepped);
                Ok(())
            };
            released(py, self.size, step)?.map_err(|error| match error {
                BatchError::Action { index, error: IllegalAction::OutOfRange { size, .. }, .. } => {
                    volo_error(format!(
                        "game {index}: action {} is out of range: the action space has {size} actions",
                        given.get(index).unwrap_or_default()
                    ))
                }
                error => self.error(error),
            })
        })?;
        Ok(arrays.returned)
    }

    /// Replaces the generators of the games, from which :meth:`random_actions` and the opponent draw.
    ///
    /// Args:
    ///     seed: an int, or an array or a list with an integer for each game, as in the constructor. A game whose seed
    ///         in a list is None goes on with its numbers.
    ///
    /// Raises:
    ///     VoloError: a seed is not 0 to 2**64 - 1, or there is not one for each game.
    ///     TypeError: ``seed`` is neither an int, nor a one-dimensional array of integers, nor a list of them.
    ///     MemoryError: the generators do not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> batch = volo.Batch(50, "standard-4")
    ///     >>> first = batch.random_actions()
    ///     >>> batch.seed(0)
    ///     >>> bool((batch.random_actions() == first).all())
    ///     True
    fn seed(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = SeedArgument::new(Some(seed), self.size)?;
        self.work(py, |batch, stop| stoppable::seed(batch, seed.seeds(), stop))
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
