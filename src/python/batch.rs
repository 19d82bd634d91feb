//! `volo.Batch`.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::grow::{Halt, collected, filled, push};
use crate::python::arrays::{self, bools_of_games, bytes_to_write, not_writable, of_games, wrong_length};
use crate::python::errors::{halted, illegal_move_at, volo_error};
use crate::python::interrupt::{Signals, interruptible};
use crate::python::numbers::{BatchSize, Threads};
use crate::python::position::PyPosition;
use crate::python::rules::RulesArgument;
use crate::python::text::type_error;
use crate::{Batch, BatchError, Ending, OBSERVATION_SIDE, Outcome, PLANES, Position};

/// Operations on a batch of more games may take long, so they check for signals.
const LARGE: usize = 1 << 15;

/// The outcome and the reason of a game that goes on.
const NOT_OVER: (i8, i8) = (-3, -1);

/// Many games in lockstep, a move in each at a time, for those who bring their own policy.
///
/// A game is known by its index. Methods take time in proportion to the number of games, release the
/// interpreter, and share the games out to threads; what comes of it does not depend on how many. If
/// several threads of Python use one batch, they take turns.
///
/// Args:
///     n: how many games, up to 10,000,000, which begin at the start of
///     rules: a rule set or its text; ``standard`` unless told otherwise.
///     positions: instead of both: the positions that the games begin at, up to 10,000,000. Their rules may
///         differ.
///     threads: how many threads, 1 to 256; as many as the machine runs at once unless told otherwise.
///
/// Attributes:
///     SKIP: the code that leaves a game alone, 2**32 - 1.
///     PLANES: the names of the planes that :meth:`observe` writes.
///
/// Raises:
///     VoloError: for a number out of range, or too many positions.
///     InvalidRulesError: for text that names no rule set.
///     TypeError: for both a number and positions, or neither; for a value of a wrong type.
///     MemoryError: if the batch does not fit into memory.
///
/// Examples:
///     >>> import numpy as np, volo  # random games, which begin anew when they are over
///     >>> random, batch = np.random.default_rng(1), volo.Batch(500, "standard-5")
///     >>> wins = np.zeros(2, int)
///     >>> for _ in range(100):
///     ...     codes, offsets = batch.legal_moves()
///     ...     batch.play(codes[random.integers(offsets[:-1], offsets[1:])])
///     ...     over = batch.outcome != -3
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
            BatchError::NoMove(_) | BatchError::OtherEdge(..) | BatchError::Stopped => {
                volo_error(error.to_string())
            }
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
    #[pyo3(name = "PLANES")]
    fn planes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, PLANES)
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.size
    }

    /// All legal moves: an array (uint32) of their :attr:`codes <Move.code>`, one game after the other,
    /// and one (int64) of where each game begins in it and where the last one ends. So the moves of
    /// game ``i`` are ``codes[offsets[i]:offsets[i + 1]]``, in the order of
    /// :meth:`Position.legal_moves`; none where the game is over. Ctrl-C stops it.
    ///
    /// Raises:
    ///     MemoryError: if the moves do not fit into memory.
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

    /// Plays a turn in every game, in all of them or in none.
    ///
    /// Args:
    ///     codes: an array (uint32) with the :attr:`code <Move.code>` of a move for each game, or
    ///         :attr:`SKIP`, which leaves the game alone. A game that is over takes nothing else.
    ///
    /// Raises:
    ///     IllegalMoveError: for the first move that breaks a rule; its ``index`` says in which game.
    ///         No game has changed then, and likewise with the other errors.
    ///     VoloError: for a number that is no move's code or one of another edge, naming its index;
    ///         if there are not as many codes as games.
    ///     TypeError: for anything but such an array.
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

    /// Begins all games anew, or those for which a mask, an array of as many bools, says so.
    ///
    /// Raises:
    ///     VoloError: for a mask of another length.
    ///     TypeError: for anything but such an array.
    #[pyo3(signature = (mask = None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = mask.map(|mask| bools_of_games(mask, "mask", self.size)).transpose()?;
        self.work(py, |batch, stop| batch.reset_until(mask.as_deref(), stop))
    }

    /// The positions as planes of numbers: an array (uint8) of shape ``(n, 10, 15, 15)``.
    ///
    /// The first four planes have a 1 for each space of a set and else 0: the spaces of the sky, the
    /// birds of the player to move, those of the other player, the vacant spaces. The others have the
    /// same number everywhere: whose turn it is (0 Orange, 1 Blue), the passes just made, the birds
    /// that the player to move and the other player have in hand (255 if there is no limit), when a
    /// pass is legal (0 ``standard``, 1 ``forced``, 2 ``own-regions``), what it means when nobody
    /// goes on (0 ``draw``, 1 ``last-mover-wins``).
    ///
    /// A plane has the rows from the top, and a space stands in the column of its axial coordinate:
    /// its neighbours are one column to the left and right, straight above and below, below to the
    /// left and above to the right. A sky smaller than the largest fills the first rows and columns.
    ///
    /// Args:
    ///     out: an array of that shape and type to write into, whose numbers lie one after the other;
    ///         a new one unless given. Nobody else may use it meanwhile: the interpreter is released.
    ///
    /// Returns:
    ///     The array that was written.
    ///
    /// Raises:
    ///     VoloError: for an array of another shape, or one that cannot be written to as it lies.
    ///     TypeError: for anything but an array of uint8.
    ///     MemoryError: if a new array does not fit into memory.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> planes = volo.Batch(2, "standard-4").observe()
    ///     >>> planes.shape, int(planes[0, volo.Batch.PLANES.index("sky")].sum())
    ///     ((2, 10, 15, 15), 30)
    #[pyo3(signature = (out = None))]
    fn observe<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shape = (self.size, PLANES.len(), OBSERVATION_SIDE, OBSERVATION_SIDE);
        let out = match out {
            Some(out) => out,
            None => py.import("numpy")?.call_method1("empty", (shape, "u1"))?,
        };
        let array = bytes_to_write(&out, [shape.0, shape.1, shape.2, shape.3])?;
        let mut array = array.try_readwrite().map_err(|_| not_writable())?;
        let planes = Mutex::new(array.as_slice_mut().map_err(|_| not_writable())?);
        self.work(py, |batch, stop| {
            let mut planes = planes.lock().unwrap_or_else(PoisonError::into_inner);
            batch.observe(&mut planes, self.threads, stop)
        })?;
        Ok(out)
    }

    /// The positions that the games are at.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let positions = self.work(py, |batch, stop| Ok(collected(batch.positions(), stop)?))?;
        let (list, mut signals) = (PyList::empty(py), Signals::default());
        for position in positions {
            signals.check(py)?;
            list.append(PyPosition(position))?;
        }
        Ok(list)
    }

    /// Whose turn it is in each game (int8): 0 Orange, 1 Blue. This, and the arrays below, are made
    /// when they are asked for.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.column(py, |batch, stop| collected(batch.positions().map(|at| at.turn() as i8), stop))
    }

    /// How each game ended (int8): 0 Orange has won, 1 Blue has, -1 a draw, -3 it is not over.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.column(py, |batch, stop| collected(batch.outcomes().map(|end| numbers_of(end).0), stop))
    }

    /// What ended each game (int8): 0 a flock [R17] [R18], 1 passes [R14], 2 both players stuck
    /// [R14b], -1 nothing so far.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.column(py, |batch, stop| collected(batch.outcomes().map(|end| numbers_of(end).1), stop))
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

/// The outcome and the reason as numbers.
fn numbers_of(outcome: Option<Outcome>) -> (i8, i8) {
    let Some(Outcome { winner, reason }) = outcome else { return NOT_OVER };
    let reason = match reason {
        Ending::Flock => 0,
        Ending::Passes => 1,
        Ending::Stuck => 2,
    };
    (winner.map_or(-1, |color| color as i8), reason)
}

/// The positions of an iterable, which may be infinite.
fn each_position(positions: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let (mut starts, mut signals) = (Vec::new(), Signals::default());
    for position in positions.try_iter()? {
        signals.check(positions.py())?;
        if starts.len() as u64 == BatchSize::MOST {
            return Err(volo_error(format!("a batch must have at most {} positions", BatchSize::MOST)));
        }
        let position = position?;
        match position.cast::<PyPosition>() {
            Ok(position) => push(&mut starts, position.get().0).map_err(halted)?,
            Err(_) => {
                return Err(type_error(position.as_borrowed(), "each of the positions", "a volo.Position"));
            }
        }
    }
    Ok(starts)
}
