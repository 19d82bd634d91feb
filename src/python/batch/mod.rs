//! `volo.Batch`.

mod arguments;
mod outputs;
mod work;

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::grow::{collected, filled};
use crate::python::Reduced;
use crate::python::action_space::PyActionSpace;
use crate::python::arrays::{self, bools_of_games, of_games, written, written_bools};
use crate::python::batch::arguments::{
    AutoresetArgument, OpponentArgument, SeedArgument, each_turn, players, selected,
};
use crate::python::batch::outputs::{StepArrays, StepSlices};
use crate::python::batch::work::{AllGames, made, released};
use crate::python::color::ColorArgument;
use crate::python::errors::{halted, volo_error};
use crate::python::integers::Integers;
use crate::python::interrupt::Signals;
use crate::python::numbers::{BatchSize, MaxPlies, Side, Threads};
use crate::python::observation::{ViewArguments, observed};
use crate::python::position::PyPosition;
use crate::python::rules::RulesArgument;
use crate::python::symmetry::PySymmetry;
use crate::python::turn::PyTurn;
use crate::{
    Batch, BatchError, BatchOptions, Ending, IllegalAction, OBSERVATION_SIDE, Observed, Outcome, PLANES,
    Position, Turn,
};

/// Many games that are played in lockstep. Each call of :meth:`play` plays a move in every game, and each call of
/// :meth:`step` an action (see :class:`ActionSpace`). The caller chooses the moves or the actions.
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
///         rules. The rules of the games may differ. A :class:`Turn` is possible, too.
///     threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
///     seed: where the numbers of :meth:`random_actions` and of the opponent come from: an int from 0 to
///         2**64 - 1, of which game ``i`` takes stream ``i``; or an array with an integer for each game. The
///         numbers of a game with a seed of its own do not depend on its index.
///     max_plies: the number of turns after which a game that is not over is truncated [R19]; by default there is
///         no limit. Turns of the opponent count. Only :meth:`step` heeds it, not :meth:`play`.
///     autoreset: when games that are over or truncated begin again. ``"next-step"``: the next step ignores their
///         actions and resets them. ``"same-step"``: the step that ends a game resets it, too, and ``observe``
///         with ``before_reset`` shows the end. By default, they stay finished. The meaning is that of
///         Gymnasium's ``AutoresetMode``.
///     opponent: ``"uniform"`` or ``"careful"``, a policy of :func:`play_random`, which plays the other player of
///         every game: within :meth:`step`, after the turn of the caller; and where it is to move at the
///         beginning of a game. :meth:`play` does not involve it. By default, there is no opponent.
///     player: the player whose actions the caller chooses, if there is an opponent: a :class:`Color`, or an array
///         with an integer for each game, 0 for Orange and 1 for Blue. The default is Orange.
///
/// Attributes:
///     SKIP: the code that plays no move in a game, 2**32 - 1.
///     NO_ACTION: the action that leaves a game unchanged, 65,535. -1 means the same.
///     DRAW: the :attr:`outcome` of a draw, -1.
///     ONGOING: the :attr:`outcome` of a game that is not over, -3.
///     PLANES: the names of the planes that :meth:`observe` writes.
///
/// Raises:
///     VoloError: a number is out of range, or there are too many positions.
///     InvalidRulesError: a text is neither a rule set nor a position.
///     TypeError: both ``n`` and ``positions`` are given, or neither; ``player`` is given without ``opponent``; or
///         a value has the wrong type.
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

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(
        signature = (
            n = None, rules = None, *, positions = None, threads = None, seed = None, max_plies = None,
            autoreset = None, opponent = None, player = None,
        ),
        text_signature = "(n=None, rules=None, *, positions=None, threads=None, seed=0, max_plies=None, \
            autoreset=None, opponent=None, player=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        n: Option<BatchSize>,
        rules: Option<RulesArgument>,
        positions: Option<&Bound<'_, PyAny>>,
        threads: Option<Threads>,
        seed: Option<&Bound<'_, PyAny>>,
        max_plies: Option<MaxPlies>,
        autoreset: Option<AutoresetArgument>,
        opponent: Option<OpponentArgument>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyBatch> {
        arrays::load(py)?;
        let (start, n, starts) = match (n, rules, positions) {
            (Some(n), rules, None) => {
                (Position::new(rules.map(|rules| rules.0).unwrap_or_default()), n.0 as usize, Vec::new())
            }
            (None, None, Some(positions)) => (Position::default(), 0, each_turn(positions)?),
            _ => return Err(PyTypeError::new_err("a batch takes either a number of games or positions")),
        };
        let size = n.max(starts.len());
        let seed = SeedArgument::new(seed, size)?;
        let opponent = opponent.map(|opponent| opponent.0);
        let players = players(player, opponent, size)?;
        let mut options = BatchOptions::new().with_seeds(seed.seeds()).with_players(&players);
        if let Some(max_plies) = max_plies {
            options = options.with_max_plies(max_plies.0 as u32);
        }
        if let Some(autoreset) = autoreset {
            options = options.with_autoreset(autoreset.0);
        }
        if let Some(opponent) = opponent {
            options = options.with_opponent(opponent);
        }
        let threads = Threads::or_all(threads);
        let starts = Mutex::new(starts);
        let make = |stop: &AtomicBool| {
            let mut starts = std::mem::take(&mut *starts.lock().unwrap_or_else(PoisonError::into_inner));
            if n > 0 {
                starts = filled(Turn::new(start), n, stop)?;
            }
            Batch::with_options(starts, &options, threads, stop)
        };
        made(released(py, size, make)?, threads)
    }

    #[classattr]
    const SKIP: u32 = Batch::SKIP;

    #[classattr]
    const NO_ACTION: u16 = Batch::NO_ACTION;

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
    /// :meth:`Turn.legal_actions`. A game that is over or truncated has no actions. Ctrl-C stops it.
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
        let listed = self.work(py, |batch, stop| batch.legal_actions(self.threads, stop))?;
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
    #[pyo3(signature = (out = None, *, packed = false))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.work(py, |batch, _| Ok(batch.action_space()?.size()))?;
        match packed {
            true => written(py, out, "uint8", &[self.size, size.div_ceil(8)], |bits| {
                self.write(py, bits, |batch, bits, stop| batch.legal_bits(bits, self.threads, stop))
            }),
            false => written_bools(py, out, &[self.size, size], |mask| {
                self.write(py, mask, |batch, mask, stop| batch.legal_masks(mask, self.threads, stop))
            }),
        }
    }

    /// One of the legal actions of each game, each equally likely: an array (uint16) of shape ``(n,)``. It is
    /// :attr:`NO_ACTION` for a game that is over or truncated.
    ///
    /// Each game draws from a generator of its own, which depends on the seed. The actions are not listed, so this
    /// is faster than to choose from :meth:`legal_actions`.
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
            self.write(py, actions, |batch, actions, stop| batch.random_actions(actions, self.threads, stop))
        })
    }

    /// Plays an action in each game, and then the turn of the opponent, if there is one. If an error is raised, no
    /// game has changed.
    ///
    /// A turn is one action, or two after a flight that divides the opponent (see :class:`Turn`).
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
            let step = |stop: &AtomicBool| {
                let mut batch = self.lock();
                let stepped = batch.step(&actions, self.threads, stop)?;
                slices.lock().unwrap_or_else(PoisonError::into_inner).write(stepped);
                Ok(())
            };
            released(py, self.size, step)?.map_err(|error| match error {
                BatchError::Action(index, _, IllegalAction::OutOfRange(_, size)) => volo_error(format!(
                    "game {index}: action {} is out of range: the action space has {size} actions",
                    given.get(index).unwrap_or_default()
                )),
                error => self.error(error),
            })
        })?;
        Ok(arrays.returned)
    }

    /// Replaces the generators of all games, from which :meth:`random_actions` and the opponent draw.
    ///
    /// Args:
    ///     seed: an int, or an array with an integer for each game, as in the constructor.
    ///
    /// Raises:
    ///     VoloError: a seed is not 0 to 2**64 - 1, or the array does not have one for each game.
    ///     TypeError: ``seed`` is neither an int nor a one-dimensional array of integers.
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
        self.work(py, |batch, stop| batch.seed(seed.seeds(), stop))
    }

    /// Lets games go on from other positions, with no turns played. The positions to which :meth:`reset` returns
    /// the games do not change. Where the opponent is to move, it makes a turn.
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
        let turns = each_turn(positions)?;
        if turns.len() != expected {
            return Err(volo_error(format!(
                "expected a position for each of the {expected} games, not {}",
                turns.len()
            )));
        }
        self.work(py, |batch, stop| batch.set_turns(games.as_deref(), &turns, self.threads, stop))
    }

    /// A copy. It does not change when this batch does.
    ///
    /// Raises:
    ///     MemoryError: the copy does not fit into memory.
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.derived(py, Batch::duplicate)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>, usize)>> {
        let image = self.work(py, |batch, stop| batch.to_bytes(stop))?;
        let restore = py.import("volo._volo")?.getattr("_restore_batch")?;
        Ok((restore, (PyBytes::new(py, &image), self.threads)))
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
        self.derived(py, |batch, stop| batch.subset(&games, stop))
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
        self.work(py, |batch, stop| batch.reset_games(mask.as_deref(), self.threads, stop))
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
    ///     size: the number of rows and columns of a plane, in place of 15: 7, 9, 11, 13 or 15. A sky of edge ``e``
    ///         needs at least ``2 * e - 1``.
    ///     player: the player whose birds are ``own``; by default the player to move.
    ///     dtype: the type of the numbers: uint8, int16, int32, int64, float32 or float64.
    ///     symmetry: a :class:`Symmetry`. The planes show the image of each position under it.
    ///     chosen: whether to write the 12 planes of :attr:`Turn.PLANES` in place of the 10.
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
        let what = Observed { view, chosen, before_reset };
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
            list.append(PyTurn(turn))?;
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

    fn __repr__(&self) -> String {
        format!("<volo.Batch of {} games>", self.size)
    }
}

/// Unpickles a batch.
#[pyfunction(name = "_restore_batch")]
pub(in crate::python) fn restore_batch(
    py: Python<'_>,
    image: &Bound<'_, PyBytes>,
    threads: Threads,
) -> PyResult<PyBatch> {
    arrays::load(py)?;
    let bytes = image.as_bytes();
    let batch = released(py, bytes.len(), |stop| Batch::from_bytes(bytes, stop))?;
    if batch.as_ref().is_ok_and(|batch| batch.len() as u64 > BatchSize::MOST) {
        return Err(volo_error(format!("a batch must have at most {} games", BatchSize::MOST)));
    }
    made(batch, Threads::or_all(Some(threads)))
}

/// An action as the core knows it. No action space has [`Batch::NO_ACTION`] − 1, which stands for integers that are
/// too large or too small.
fn action_of(number: i128) -> u16 {
    match number {
        -1 => Batch::NO_ACTION,
        number => u16::try_from(number).unwrap_or(Batch::NO_ACTION.saturating_sub(1)),
    }
}
