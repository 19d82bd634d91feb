//! `volo.engine.evaluate`.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use volo_rules::bindings::collected;
use volo_rules::engine::evaluate;

use crate::arrays;
use crate::interrupt::released;
use crate::memory::halted;
use crate::position::each_position;

/// The expected result of each position for its player to move, as the engine judges it without a search: an array
/// (float64).
///
/// It is a number from -1 (a loss) to 1 (a win), as :attr:`Score.expected`. If the game is over, it is the result. It
/// does not see that a player can win at once, so it says more about positions in which neither player can. Takes
/// about a microsecond for each position. The interpreter is released, and Ctrl-C stops it.
///
/// Args:
///     positions: the positions, at most 10,000,000. Each is a position or a rule set, or the text of either. The
///         rules may differ.
///
/// Raises:
///     VoloError: there are too many positions.
///     NotationError, InvalidPositionError, InvalidRulesError: a text is not that of a position or a rule set.
///     TypeError: an argument has the wrong type.
///     MemoryError: the positions do not fit into memory.
///
/// Examples:
///     >>> import volo
///     >>> start = volo.Position("standard-4")
///     >>> moves = start.legal_moves()
///     >>> values = -volo.engine.evaluate(map(start.play, moves))  # after a move, the opponent is to move
///     >>> values.shape, str(moves[values.argmax()])
///     ((9,), 'e4')
#[pyfunction(name = "evaluate")]
pub(crate) fn evaluate_all<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    arrays::load(py)?;
    let positions = each_position(positions)?;
    let values = released(py, positions.len(), |stop| {
        collected(positions.iter().map(|position| evaluate(position).expected()), stop)
    })?;
    Ok(values.map_err(halted)?.into_pyarray(py))
}
