//! `volo.Batch`.

mod actions;
mod arguments;
mod games;
mod state;
mod work;

pub(crate) use games::restore_batch;

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Outcome;
use volo_rules::learning::{Batch, PLANES};

/// Many games that are played in lockstep. Each call of :meth:`play` plays a move in every game, and each call of
/// :meth:`step` an action (see :class:`ActionSpace`). The caller chooses the moves or the actions.
///
/// Games are numbered from 0. Methods take time in proportion to the number of games, release the interpreter,
/// and divide the games among threads; the results do not depend on the number of threads. If several threads
/// of Python use one batch, their calls run one after the other.
///
/// Args:
///     n: the number of games, up to 10,000,000. With ``positions``, the number of games from each of them, 1 by
///         default. The games of a position follow those of the position before it.
///     rules: a rule set or its text; the ``n`` games begin at its start. The default is ``standard``.
///     positions: the starting positions of the games, in place of ``rules``. Each is a position or a rule set, or
///         the text of either. For a rule set, it is the start by these rules. The rules of the games may differ.
///         Each may also be a :class:`Decision`.
///     threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
///     seed: the seed of the random numbers of :meth:`random_actions` and of the opponent: an int from 0 to
///         2**64 - 1, where game ``i`` uses stream ``i``; or an array or a list with a seed for each game. The numbers
///         of a game with a seed of its own do not depend on its index.
///     max_plies: the number of turns after which a game that is not over is truncated [R19]; by default there is
///         no limit. Turns of the opponent count. :meth:`step` applies the limit, and :meth:`play` does not.
///     autoreset: when games that are over or truncated begin again. ``"next-step"``: the next step ignores their
///         actions and resets them. ``"same-step"``: the step that ends a game resets it, too, and ``observe``
///         with ``before_reset`` shows the end. By default, they stay finished. The meaning is that of
///         Gymnasium's ``AutoresetMode``.
///     opponent: ``"uniform"`` or ``"careful"``, a policy of :func:`play_random`, which plays the other player of
///         every game: within :meth:`step`, after the turn of the caller; and where it is to move at the
///         beginning of a game. :meth:`play` does not involve it. By default, there is no opponent.
///     player: the player whose actions the caller chooses, if there is an opponent: a :class:`Color`, its name or
///         its number; or an array with an integer for each game, 0 for Orange and 1 for Blue. The default is Orange.
///
/// Attributes:
///     SKIP: the code that plays no move in a game, 2**32 - 1.
///     NO_ACTION: the action that leaves a game unchanged, 65,535. -1 means the same.
///     DRAW: the :attr:`outcome` of a draw, -1.
///     ONGOING: the :attr:`outcome` of a game that is not over, -3.
///     PLANES: the names of the planes that :meth:`observe` writes.
///
/// Raises:
///     VoloError: a number is out of range, or there are too many games.
///     NotationError, InvalidPositionError, InvalidRulesError: a text is not that of a position or a rule set.
///     TypeError: both ``rules`` and ``positions`` are given, or neither ``n`` nor ``positions``; ``player`` is
///         given without ``opponent``; or a value has the wrong type.
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
pub(crate) struct PyBatch {
    batch: Mutex<Batch>,
    size: usize,
    threads: usize,
}

#[pymethods]
impl PyBatch {
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
        PyTuple::new(py, PLANES.map(|plane| plane.name))
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.size
    }

    fn __repr__(&self) -> String {
        format!("<volo.Batch of {} games>", self.size)
    }
}
