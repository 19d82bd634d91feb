//! The games of a `volo.Batch`: their moves, and new batches from parts of a batch.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use volo_rules::bindings::stoppable;

use crate::Reduced;
use crate::arrays::{self, bools_of_games, of_games};
use crate::batch::PyBatch;
use crate::batch::arguments::{each_decision, selected};
use crate::batch::work::made;
use crate::errors::volo_error;
use crate::interpreter::released;
use crate::numbers::{BatchSize, Threads};

#[pymethods]
impl PyBatch {
    /// Continues games from other positions. The games then count no turns played. The positions to which
    /// :meth:`reset` returns the games do not change. Where the opponent is to move, it makes a turn.
    ///
    /// Args:
    ///     positions: an iterable with a position for each of the games, as in the constructor.
    ///     games: the games, as a slice, an array of integers or an array of bools; by default all games. If a game
    ///         occurs several times, the last of its positions counts.
    ///
    /// Raises:
    ///     VoloError: the number of positions is not the number of games.
    ///     IndexError: a game does not exist, or an array of bools does not have one for each game.
    ///     NotationError, InvalidPositionError, InvalidRulesError: a text is not that of a position.
    ///     TypeError: a value has the wrong type.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> batch = volo.Batch(3, "standard-4")
    ///     >>> batch.set_positions(["2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4"], np.array([1]))
    ///     >>> batch.turn.tolist()
    ///     [0, 1, 0]
    #[pyo3(signature = (positions, games = None))]
    fn set_positions(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        games: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let games = games.map(|games| selected(games, self.size)).transpose()?;
        let expected = games.as_ref().map_or(self.size, Vec::len);
        let turns = each_decision(positions)?;
        if turns.len() != expected {
            return Err(volo_error(format!(
                "expected a position for each of the {expected} games, not {}",
                turns.len()
            )));
        }
        self.work(py, |batch, stop| batch.set_turns(games.as_deref(), &turns, self.until(stop)))
    }

    /// Resets games to their starting positions.
    ///
    /// Args:
    ///     mask: an array of bools that is true for the games to reset. By default, all games are reset.
    ///
    /// Raises:
    ///     VoloError: the length of the mask is not the number of games.
    ///     TypeError: ``mask`` is not a one-dimensional array of bools.
    #[pyo3(signature = (mask = None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = mask.map(|mask| bools_of_games(mask, "mask", self.size)).transpose()?;
        self.work(py, |batch, stop| batch.reset(mask.as_deref(), self.until(stop)))
    }

    /// A copy. It does not change when this batch does.
    ///
    /// Raises:
    ///     MemoryError: the copy does not fit into memory.
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.derived(py, stoppable::duplicate)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    /// A new batch with copies of some games, which are selected by a slice, an array of integers or an array of
    /// bools. Each game keeps its starting position, its turns and the state of its generator.
    ///
    /// Raises:
    ///     IndexError: a game does not exist, or an array of bools does not have one for each game.
    ///     TypeError: ``games`` is neither a slice nor such an array.
    ///     MemoryError: the games do not fit into memory.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> batch = volo.Batch(positions=["standard-4", "standard-5", "standard-6"])
    ///     >>> [position.rules.edge for position in batch[np.array([2, 0])].positions]
    ///     [6, 4]
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

/// Unpickles a batch.
#[pyfunction(name = "_restore_batch")]
pub(crate) fn restore_batch(
    py: Python<'_>,
    image: &Bound<'_, PyBytes>,
    threads: Threads,
) -> PyResult<PyBatch> {
    arrays::load(py)?;
    let bytes = image.as_bytes();
    let batch = released(py, bytes.len(), |stop| stoppable::from_bytes(bytes, stop))?;
    if batch.as_ref().is_ok_and(|batch| batch.len() as u64 > BatchSize::MOST) {
        return Err(volo_error(format!("a batch must have at most {} games", BatchSize::MOST)));
    }
    made(batch, Threads::or_all(Some(threads)))
}

#[pymethods]
impl PyBatch {
    /// All legal moves, as two arrays: ``codes`` (uint32), the :attr:`codes <Move.code>` of the moves of
    /// all games, concatenated; and ``offsets`` (int64), the index in ``codes`` of the first move of each
    /// game, followed by the length of ``codes``.
    ///
    /// The moves of game ``i`` are ``codes[offsets[i]:offsets[i + 1]]``, in the order of
    /// :meth:`Position.legal_moves`. A game that is over has no moves. Ctrl-C stops it.
    ///
    /// Raises:
    ///     MemoryError: the moves do not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> codes, offsets = volo.Batch(2, "standard-4").legal_moves()
    ///     >>> offsets.tolist(), sorted(str(volo.Move.from_code(code)) for code in codes[9:].tolist())[0]
    ///     ([0, 9, 18], 'a3')
    #[allow(clippy::type_complexity)]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<i64>>)> {
        let moves = self.work(py, |batch, stop| batch.legal_moves(self.until(stop)))?;
        Ok((moves.codes.into_pyarray(py), moves.offsets.into_pyarray(py)))
    }

    /// Plays a move in each game. If an error is raised, no game has changed.
    ///
    /// Args:
    ///     codes: an array (uint32) with the :attr:`code <Move.code>` of a move for each game, or
    ///         :attr:`SKIP` for a game in which no move is played. A game that is over needs
    ///         :attr:`SKIP`.
    ///
    /// Raises:
    ///     IllegalMoveError: a move breaks a rule; ``index`` is the index of the first such game.
    ///     VoloError: a number is not the code of a move on the sky of its game (the error has its index); or
    ///         the number of codes is not the number of games.
    ///     TypeError: ``codes`` is not a one-dimensional array of uint32.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> batch = volo.Batch(3, "standard-4")
    ///     >>> add = volo.Move("a3", edge=4).code
    ///     >>> batch.play(np.array([add, volo.Batch.SKIP, add], np.uint32))
    ///     >>> batch.plies.tolist(), batch.turn.tolist()
    ///     ([1, 0, 1], [1, 0, 1])
    fn play(&self, py: Python<'_>, codes: &Bound<'_, PyAny>) -> PyResult<()> {
        let codes: Vec<u32> = of_games(codes, "codes", "uint32", self.size)?;
        self.work(py, |batch, stop| batch.play(&codes, self.until(stop)))
    }
}
