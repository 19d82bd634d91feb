//! `volo.Tally`, a class written in Python, and the tally of recorded games.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use volo_rules::playouts::{Counts, Tally};
use volo_rules::{ByColor, Color, Edge};

use crate::interrupt::interruptible;
use crate::numbers::Threads;
use crate::position::PositionArgument;
use crate::recorded::{RecordedGames, replay_error};

/// The :class:`Tally` of recorded games. They are played again, and every move is checked.
///
/// A game that does not end by the rules counts as truncated [R19]. Takes a few microseconds for each ply.
/// The interpreter is released, and several threads are used. Ctrl-C stops it.
///
/// Args:
///     position: the starting position of each game: a position or a rule set, or the text of either. For a
///         rule set, it is the start by these rules.
///     moves: an array (uint32) with the codes of the moves of all games, concatenated.
///     offsets: an array (int64) with the index in ``moves`` of the first move of each game, followed by the
///         index at which the last game ends.
///     threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
///
/// Raises:
///     VoloError: the offsets are not ascending indices into ``moves``; or a move cannot be played. The error
///         then has the number of the first such game (from 0) and the ply (from 1).
///     NotationError, InvalidPositionError, InvalidRulesError: the text is not that of a position or a rule set.
///     TypeError: an array has the wrong type or shape.
///     MemoryError: copies of the arrays do not fit into memory.
///
/// Examples:
///     >>> import volo
///     >>> games = volo.play_random(10, record=True, tally=True)
///     >>> volo.tally_games(volo.Position(), games.moves, games.offsets) == games.tally
///     True
#[pyfunction]
#[pyo3(signature = (position, moves, offsets, *, threads = None))]
pub(crate) fn tally_games<'py>(
    py: Python<'py>,
    position: PositionArgument,
    moves: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let start = position.0;
    let games = RecordedGames::new(py, moves, offsets)?;
    let threads = Threads::or_all(threads);
    let tally = interruptible(py, |stop| {
        Tally::of_games(&start, &games.moves, &games.offsets, volo_rules::Threads::new(threads).until(stop))
    })?;
    to_python(py, &tally.map_err(replay_error)?, start.rules().edge())
}

/// The `volo.Tally` with these counters.
pub(crate) fn to_python<'py>(py: Python<'py>, tally: &Tally, edge: Edge) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let counts = |counts: &Counts| PyTuple::new(py, counts.as_slice());
    let pair = |pair: ByColor<u64>| (pair[Color::Orange], pair[Color::Blue]);
    let by_space = |counts: &ByColor<Counts>| -> PyResult<_> {
        let of = |color| {
            let in_board_order = edge.sky().spaces().into_iter();
            let numbers = in_board_order.map(|space| counts[color].get(usize::from(space.index())));
            PyTuple::new(py, numbers.collect::<Vec<u64>>())
        };
        Ok((of(Color::Orange)?, of(Color::Blue)?))
    };
    let fields = PyDict::new(py);
    fields.set_item("edge", edge.length())?;
    fields.set_item("flock_wins", pair(tally.flock_wins))?;
    fields.set_item("handed_over", pair(tally.handed_over))?;
    fields.set_item("stuck_wins", pair(tally.stuck_wins))?;
    fields.set_item("first_mover_wins", tally.first_mover_wins)?;
    fields.set_item("draws", tally.draws)?;
    fields.set_item("truncated", tally.truncated)?;
    fields.set_item("lengths", counts(&tally.lengths)?)?;
    fields.set_item("legal_moves", counts(&tally.legal_moves)?)?;
    fields.set_item("adds", tally.adds)?;
    fields.set_item("passes", tally.passes)?;
    fields.set_item("single", tally.single)?;
    fields.set_item("in_file", counts(&tally.in_file)?)?;
    fields.set_item("side_by_side", counts(&tally.side_by_side)?)?;
    fields.set_item("clearings", counts(&tally.clearings)?)?;
    fields.set_item("deciding_clearings", counts(&tally.deciding_clearings)?)?;
    fields.set_item("won_after_clearing", tally.won_after_clearing)?;
    fields.set_item("lost_after_clearing", tally.lost_after_clearing)?;
    fields.set_item("adds_on", by_space(&tally.adds_on)?)?;
    fields.set_item("flocks_on", by_space(&tally.flocks_on)?)?;
    CLASS.import(py, "volo.tally", "Tally")?.call((), Some(&fields))
}
