//! The state of all games: planes, positions, and columns of numbers.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::bindings::collected;
use volo_rules::learning::{OBSERVATION_SIDE, Observed};
use volo_rules::{Ending, Outcome};

use crate::batch::PyBatch;
use crate::batch::work::AllGames;
use crate::classes::ColorArgument;
use crate::decision::PyDecision;
use crate::interpreter::Signals;
use crate::numbers::Side;
use crate::observation::{ViewArguments, observed};
use crate::position::PyPosition;
use crate::symmetry::PySymmetry;

#[pymethods]
impl PyBatch {
    /// The positions as planes of numbers: an array (uint8) of shape ``(n, 10, 15, 15)``.
    ///
    /// The first four planes are sets of spaces, 1 for a member and 0 for any other place: the spaces of
    /// the sky, the birds of the player to move, the birds of the other player, and the vacant spaces.
    /// Each of the other planes has the same number everywhere: the player to move (0 Orange, 1 Blue), the
    /// number of passes just made, the birds in hand of the player to move and of the other player (255 if
    /// there is no limit), and the places of the pass rule in :attr:`Rules.PASSING` and of the end rule in
    /// :attr:`Rules.STUCK`, from 0.
    ///
    /// A plane has the rows of the sky from the top, and its columns are the axial columns: the
    /// neighbors of a space are to its left and right, straight above and below it, below to the left,
    /// and above to the right. A sky smaller than the largest fills the first rows and columns.
    ///
    /// Args:
    ///     out: a C-contiguous array of this shape and type, to which the planes are written; by default a
    ///         new one. No other thread may use it during the call, because the interpreter is released.
    ///     size: the number of rows and columns of a plane, in place of 15: 7, 9, 11, 13 or 15. A sky of edge ``e``
    ///         needs at least ``2 * e - 1``.
    ///     player: the player whose birds are ``own``; by default the player to move.
    ///     dtype: the type of the numbers: uint8, int16, int32, int64, float32 or float64.
    ///     symmetry: a :class:`Symmetry`. The planes show the image of each position under it.
    ///     chosen: whether to write the 12 planes of :attr:`Decision.PLANES` in place of the 10.
    ///     before_reset: whether to show the end of each game that the last :meth:`step` reset, in place of its new
    ///         start. Only ``autoreset="same-step"`` resets games in the step that ends them.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: ``out`` has another shape, is not C-contiguous, cannot be written to, or is in use by
    ///         another call; or the size is too small for a game, or not one of the sizes.
    ///     TypeError: ``out`` is not an array of this type, or an argument has the wrong type.
    ///     MemoryError: a new array does not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> planes = volo.Batch(2, "standard-4").observe()
    ///     >>> planes.shape, int(planes[0, volo.Batch.PLANES.index("sky")].sum())
    ///     ((2, 10, 15, 15), 30)
    ///     >>> volo.Batch(2, "standard-4").observe(size=7, dtype="float32", chosen=True).shape
    ///     (2, 12, 7, 7)
    #[pyo3(
        signature = (
            out = None, *, size = None, player = None, dtype = None, symmetry = None, chosen = false,
            before_reset = false,
        ),
        text_signature = "($self, out=None, *, size=15, player=None, dtype='uint8', symmetry=None, \
            chosen=False, before_reset=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        size: Option<Side>,
        player: Option<ColorArgument>,
        dtype: Option<&Bound<'py, PyAny>>,
        symmetry: Option<PyRef<'_, PySymmetry>>,
        chosen: bool,
        before_reset: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = ViewArguments::new(size, player, symmetry).with_default(OBSERVATION_SIDE);
        let what = Observed::new(view).with_chosen(chosen).with_before_reset(before_reset);
        let shape = [self.size, what.planes(), view.side, view.side];
        observed(py, out, dtype, &shape, &AllGames(self, what))
    }

    /// The current position of each game, as a new list. Takes about 100 nanoseconds for each game.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let positions = self.work(py, |batch, stop| Ok(collected(batch.positions(), stop)?))?;
        let (list, mut signals) = (PyList::empty(py), Signals::default());
        for position in positions {
            signals.check(py)?;
            list.append(PyPosition(position))?;
        }
        Ok(list)
    }

    /// The current turn of each game, as a new list. Takes about 100 nanoseconds for each game.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let turns = self.work(py, |batch, stop| Ok(collected(batch.turns(), stop)?))?;
        let (list, mut signals) = (PyList::empty(py), Signals::default());
        for turn in turns {
            signals.check(py)?;
            list.append(PyDecision(turn))?;
        }
        Ok(list)
    }

    /// The player to move in each game (int8): 0 Orange, 1 Blue. Like all arrays of a batch, it is a new
    /// array at each access.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.column(py, |batch, stop| collected(batch.positions().map(|at| at.turn() as i8), stop))
    }

    /// How each game ended (int8): the color of the winner, 0 Orange or 1 Blue; :attr:`DRAW`; or
    /// :attr:`ONGOING` while it is not over.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let number = |end: Option<Outcome>| end.map_or(Outcome::ONGOING, Outcome::number);
        self.column(py, |batch, stop| collected(batch.outcomes().map(number), stop))
    }

    /// What ended each game (int8): 0 one flock [R17] [R18], 1 a draw by two passes [R14], 2 a win of the last
    /// player to add or fly [R14b], -1 while the game is not over.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let number = |end: Option<Outcome>| end.map_or(Ending::NOTHING, |end| end.reason.number());
        self.column(py, |batch, stop| collected(batch.outcomes().map(number), stop))
    }

    /// The number of turns in each game since it began (int32).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.column(py, |batch, stop| {
            collected(batch.plies().map(|plies| plies.min(i32::MAX as u32) as i32), stop)
        })
    }

    /// Whether each game is over (bool).
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.column(py, |batch, stop| collected(batch.outcomes().map(|end| end.is_some()), stop))
    }

    /// Whether each game has reached ``max_plies`` and is not over (bool) [R19].
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.column(py, |batch, stop| collected(batch.truncated(), stop))
    }
}
