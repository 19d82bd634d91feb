//! Moves: `Batch.legal_moves` and `Batch.play`.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::arrays::of_games;
use crate::batch::PyBatch;

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
