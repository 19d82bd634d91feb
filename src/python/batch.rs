//! `volo.Batch`.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::grow::{Halt, collected, filled, push};
use crate::python::arrays::{
    self, array_to_write, bools_of_games, not_writable, of_games, to_write, wrong_length,
};
use crate::python::errors::{halted, illegal_move_at, volo_error};
use crate::python::interrupt::{Signals, interruptible};
use crate::python::numbers::{BatchSize, Threads};
use crate::python::position::PyPosition;
use crate::python::rules::RulesArgument;
use crate::python::start::PositionArgument;
use crate::{Batch, BatchError, Ending, OBSERVATION_SIDE, Outcome, PLANES, Position};

/// Operations on a batch of more games may take long, so they check for signals.
const LARGE: usize = 1 << 15;

/// Many games that are played in lockstep: each call of :meth:`play` plays a move in every game. The
/// caller chooses the moves.
///
/// Each game is identified by its index. Methods take time in proportion to the number of games, release
/// the interpreter, and divide the games among threads; the results do not depend on the number of
/// threads. If several threads of Python use one batch, their calls run one after the other.
///
/// Args:
///     n: the number of games, up to 10,000,000.
///     rules: a rule set or its text; the ``n`` games begin at its start. The default is ``standard``.
///     positions: the starting positions of the games, in place of ``n`` and ``rules``; up to 10,000,000.
///         Each is a position or a rule set, or the text of either. For a rule set, it is the start by these
///         rules. The rules of the games may differ.
///     threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
///
/// Attributes:
///     SKIP: the code that plays no move in a game, 2**32 - 1.
///     DRAW: the :attr:`outcome` of a draw, -1.
///     ONGOING: the :attr:`outcome` of a game that is not over, -3.
///     PLANES: the names of the planes that :meth:`observe` writes.
///
/// Raises:
///     VoloError: a number is out of range, or there are too many positions.
///     InvalidRulesError: a text is neither a rule set nor a position.
///     TypeError: both ``n`` and ``positions`` are given, or neither; or a value has the wrong type.
///     MemoryError: the batch does not fit into memory.
///
/// Examples:
///     >>> import numpy as np, volo  # random games; finished games begin again
///     >>> random, batch = np.random.default_rng(1), volo.Batch(500, "standard-5")
///     >>> wins = np.zeros(2, int)
///     >>> for _ in range(100):
///     ...     codes, offsets = batch.legal_moves()
///     ...     batch.play(codes[random.integers(offsets[:-1], offsets[1:])])
///     ...     over = batch.outcome != volo.Batch.ONGOING
///     ...     wins += np.bincount(batch.outcome[batch.outcome >= 0], minlength=2)
///     ...     batch.reset(over)
///     >>> bool((wins > 200).all())
///     True
#[pyclass(frozen, module = "volo", name = "Batch")]
pub(super) struct PyBatch {
    batch: Mutex<Batch>,
    size: usize,
    threads: usize,
}

impl PyBatch {
    /// Waits for the batch and locks it. Must be called with the interpreter released, because the thread that
    /// holds the lock may wait for the interpreter.
    fn lock(&self) -> MutexGuard<'_, Batch> {
        // A panic leaves the batch valid, because all games are replaced at once.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work on the batch with the interpreter released. Ctrl-C stops it if the batch is large.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Batch, &AtomicBool) -> Result<T, BatchError> + Send + Sync,
    ) -> PyResult<T> {
        released(py, self.size, |stop| work(&mut self.lock(), stop))?.map_err(|error| self.error(error))
    }

    /// An array with a number for each game.
    fn column<'py, T: Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Batch, &AtomicBool) -> Result<Vec<T>, Halt> + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        Ok(self.work(py, |batch, stop| Ok(of(batch, stop)?))?.into_pyarray(py))
    }

    fn error(&self, error: BatchError) -> PyErr {
        match error {
            BatchError::Illegal(index, mv, illegal) => {
                illegal_move_at(mv.display(illegal.edge().sky()).to_string(), &illegal, index)
            }
            BatchError::Length(length) => wrong_length(self.size, length),
            BatchError::OutOfMemory => PyMemoryError::new_err(error.to_string()),
            _ => volo_error(error.to_string()),
        }
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(
        signature = (n = None, rules = None, *, positions = None, threads = None),
        text_signature = "(n=None, rules=None, *, positions=None, threads=None)"
    )]
    fn new(
        py: Python<'_>,
        n: Option<BatchSize>,
        rules: Option<RulesArgument>,
        positions: Option<&Bound<'_, PyAny>>,
        threads: Option<Threads>,
    ) -> PyResult<PyBatch> {
        arrays::load(py)?;
        let (start, n, starts) = match (n, rules, positions) {
            (Some(n), rules, None) => {
                (Position::new(rules.map(|rules| rules.0).unwrap_or_default()), n.0 as usize, Vec::new())
            }
            (None, None, Some(positions)) => (Position::default(), 0, each_position(positions)?),
            _ => return Err(PyTypeError::new_err("a batch takes either a number of games or positions")),
        };
        let size = n.max(starts.len());
        let starts = Mutex::new(starts);
        let make = |stop: &AtomicBool| {
            let mut starts = std::mem::take(&mut *starts.lock().unwrap_or_else(PoisonError::into_inner));
            if n > 0 {
                starts = filled(start, n, stop)?;
            }
            Batch::new_until(starts, stop)
        };
        match released(py, size, make)? {
            Ok(batch) => Ok(PyBatch { batch: Mutex::new(batch), size, threads: Threads::or_all(threads) }),
            Err(error) => Err(PyMemoryError::new_err(error.to_string())),
        }
    }

    #[classattr]
    const SKIP: u32 = Batch::SKIP;

    #[classattr]
    const DRAW: i8 = Outcome::DRAW;

    #[classattr]
    const ONGOING: i8 = Outcome::ONGOING;

    #[classattr]
    #[pyo3(name = "PLANES")]
    fn planes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, PLANES)
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.size
    }

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
        let moves = self.work(py, |batch, stop| batch.legal_moves(self.threads, stop))?;
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
        self.work(py, |batch, stop| batch.play(&codes, self.threads, stop))
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
        self.work(py, |batch, stop| batch.reset_until(mask.as_deref(), stop))
    }

    /// The positions as planes of numbers: an array (uint8) of shape ``(n, 10, 15, 15)``.
    ///
    /// The first four planes are sets of spaces, 1 for a member and 0 for any other place: the spaces of
    /// the sky, the birds of the player to move, the birds of the other player, and the vacant spaces.
    /// Each of the other planes has the same number everywhere: the player to move (0 Orange, 1 Blue), the
    /// number of passes just made, the birds in hand of the player to move and of the other player (255 if
    /// there is no limit), when a pass is legal (0 ``standard``, 1 ``forced``, 2 ``own-regions``), and how a
    /// game ends when both players pass or are stuck (0 ``draw``, 1 ``last-mover-wins``).
    ///
    /// A plane has the rows of the sky from the top, and its columns are the axial columns: the
    /// neighbours of a space are to its left and right, straight above and below it, below to the left,
    /// and above to the right. A sky smaller than the largest fills the first rows and columns.
    ///
    /// Args:
    ///     out: a C-contiguous array of this shape and type, to which the planes are written; by default a
    ///         new one. No other thread may use it during the call, because the interpreter is released.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: ``out`` has another shape, is not C-contiguous, cannot be written to, or is in use by
    ///         another call.
    ///     TypeError: ``out`` is not an array of uint8.
    ///     MemoryError: a new array does not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> planes = volo.Batch(2, "standard-4").observe()
    ///     >>> planes.shape, int(planes[0, volo.Batch.PLANES.index("sky")].sum())
    ///     ((2, 10, 15, 15), 30)
    #[pyo3(signature = (out = None))]
    fn observe<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.size, PLANES.len(), OBSERVATION_SIDE, OBSERVATION_SIDE];
        let out = match out {
            Some(out) => out,
            None => py.import("numpy")?.call_method1("empty", (shape, "u1"))?,
        };
        let array = array_to_write::<u8>(&out, "out", "uint8", &shape)?;
        let mut array = to_write(&array, "out")?;
        let planes = Mutex::new(array.as_slice_mut().map_err(|_| not_writable("out"))?);
        self.work(py, |batch, stop| {
            let mut planes = planes.lock().unwrap_or_else(PoisonError::into_inner);
            batch.observe(&mut planes, self.threads, stop)
        })?;
        Ok(out)
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
        self.column(py, |batch, stop| collected(batch.plies().map(|plies| plies as i32), stop))
    }

    fn __repr__(&self) -> String {
        format!("<volo.Batch of {} games>", self.size)
    }
}

/// Runs work on this number of games with the interpreter released. Ctrl-C stops it if the number is large.
fn released<T: Send>(
    py: Python<'_>,
    games: usize,
    work: impl Fn(&AtomicBool) -> T + Send + Sync,
) -> PyResult<T> {
    if games > LARGE { interruptible(py, work) } else { Ok(py.detach(|| work(&AtomicBool::new(false)))) }
}

/// The positions of an iterable, which may be infinite.
fn each_position(positions: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let (mut starts, mut signals) = (Vec::new(), Signals::default());
    for position in positions.try_iter()? {
        signals.check(positions.py())?;
        if starts.len() as u64 == BatchSize::MOST {
            return Err(volo_error(format!("a batch must have at most {} positions", BatchSize::MOST)));
        }
        let PositionArgument(position) = position?.extract()?;
        push(&mut starts, position).map_err(halted)?;
    }
    Ok(starts)
}
