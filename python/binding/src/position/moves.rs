//! The legal moves of a position: listed, judged, played and counted.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use volo_rules::{MoveList, bindings};

use crate::errors::stopped;
use crate::interpreter::{interruptible, polling};
use crate::move_list::PyMoveList;
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::{Depth, DivideDepth, Threads};
use crate::position::PyPosition;

#[pymethods]
impl PyPosition {
    /// All legal moves; an empty list if the game is over.
    fn legal_moves(&self) -> PyMoveList {
        thread_local! {
            static MOVES: RefCell<MoveList> = RefCell::new(MoveList::new());
        }
        MOVES.with_borrow_mut(|moves| {
            self.0.legal_moves_into(moves);
            PyMoveList { moves: moves[..].into(), position: self.0 }
        })
    }

    /// Whether a move, given as a :class:`Move` or its text, is legal. A kept region may be named by any of its
    /// spaces.
    ///
    /// Raises:
    ///     NotationError: the text is not a move.
    ///     VoloError: the :class:`Move` is for a sky of another edge.
    fn is_legal(&self, r#move: MoveArgument<'_, '_>) -> PyResult<bool> {
        r#move.is_legal(&self.0)
    }

    /// The legal move that a text or a :class:`Move` means, as it is in :meth:`legal_moves`. The argument may
    /// name a kept region [R15] by any of its spaces; the result names it by the leftmost space of its lowest
    /// row. White space at the ends of a text is ignored.
    ///
    /// Raises:
    ///     NotationError: the text is not a move.
    ///     IllegalMoveError: the move breaks a rule.
    ///     VoloError: the :class:`Move` is for a sky of another edge.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> position = volo.Position("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
    ///     >>> position.parse_move("c2-E3/g2")
    ///     Move('c2-E3/a2', edge=4)
    fn parse_move(&self, text: MoveArgument<'_, '_>) -> PyResult<PyMove> {
        Ok(PyMove { mv: text.normalized(&self.0)?, edge: self.0.rules().edge() })
    }

    /// The position after a move, given as a :class:`Move` or its text. To play the :attr:`code <Move.code>`
    /// of a move, decode it with :meth:`Move.from_code`.
    ///
    /// Raises:
    ///     IllegalMoveError: the move breaks a rule, which the error names.
    ///     NotationError: the text is not a move.
    ///     VoloError: the :class:`Move` is for a sky of another edge.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> position = volo.Position("standard-4")
    ///     >>> code = position.parse_move("a3").code
    ///     >>> position.play(volo.Move.from_code(code)) == position.play("a3")
    ///     True
    fn play(&self, r#move: MoveArgument<'_, '_>) -> PyResult<PyPosition> {
        r#move.play(&self.0).map(PyPosition)
    }

    /// The number of legal move sequences of ``depth`` plies, 0 to 64. Ctrl-C stops it.
    ///
    /// A finished game has no further moves. Each choice of a kept region is a separate move.
    ///
    /// Raises:
    ///     VoloError: the depth or the number of threads is out of range.
    #[pyo3(signature = (depth, threads = Threads(1)), text_signature = "($self, depth, threads=1)")]
    fn perft(&self, py: Python<'_>, depth: Depth, threads: Threads) -> PyResult<u64> {
        let (depth, threads) = (depth.0 as u32, threads.0 as usize);
        if threads == 1 || depth <= 1 {
            // A new thread would take longer than a search of few plies.
            return polling(py, |stop| bindings::perft(&self.0, depth, stop))?.map_err(stopped);
        }
        interruptible(py, |stop| self.0.perft_on(depth, volo_rules::Threads::new(threads).until(stop)))?
            .map_err(stopped)
    }

    /// Each legal move with the number of sequences of ``depth`` plies, 1 to 64, that begin with it.
    /// Ctrl-C stops it.
    ///
    /// The keys are :class:`Move` values; :meth:`parse_move` gives the key for the text of a move.
    ///
    /// Raises:
    ///     VoloError: the depth is out of range.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> start = volo.Position("standard-4")
    ///     >>> counts = start.divide(2)
    ///     >>> counts[start.parse_move("a3")], sum(counts.values()) == start.perft(2)
    ///     (9, True)
    fn divide<'py>(&self, py: Python<'py>, depth: DivideDepth) -> PyResult<Bound<'py, PyDict>> {
        let edge = self.0.rules().edge();
        let counts = interruptible(py, |stop| {
            self.0.divide_on(depth.0 as u32, volo_rules::Threads::new(1).until(stop))
        })?
        .map_err(stopped)?;
        let dict = PyDict::new(py);
        for (mv, nodes) in counts {
            dict.set_item(Bound::new(py, PyMove { mv, edge })?, nodes)?;
        }
        Ok(dict)
    }
}
