//! `volo.Position`.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::python::Reduced;
use crate::python::color::{self, ColorArgument};
use crate::python::errors::{fen_error, move_error};
use crate::python::interrupt::interruptible;
use crate::python::move_list::PyMoveList;
use crate::python::mv::{MoveArgument, PyMove};
use crate::python::numbers::{Depth, DivideDepth, Passes, Threads};
use crate::python::rules::{PyRules, RulesArgument};
use crate::python::text::Text;
use crate::python::{outcome, region};
use crate::{BoardHints, BoardStyle, MoveList, Position};

/// A position of a game: whose birds are where, who is to move, and by which rules.
///
/// Immutable: :meth:`play` gives the next one. Compared, hashed and pickled by value. ``str()``
/// draws the board.
///
/// Args:
///     rules: a rule set or its text; ``standard`` unless told otherwise. The position is the start
///         [R4] [R5].
///
/// Raises:
///     InvalidRulesError: for text that names no rule set.
///
/// Examples:
///     >>> import volo
///     >>> position = volo.Position()
///     >>> position.play("g5").fen()
///     '5/1o4b1/9/10/11/12/b2o5o/12/11/10/9/1o4b1/5 b 0 standard'
#[pyclass(frozen, eq, module = "volo", name = "Position")]
#[derive(PartialEq, Eq)]
pub(super) struct PyPosition(pub(super) Position);

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (rules = None))]
    fn new(rules: Option<RulesArgument>) -> PyPosition {
        PyPosition(Position::new(rules.map(|rules| rules.0).unwrap_or_default()))
    }

    /// The position that :meth:`fen` wrote, or anyone: its rows from the top, whose turn it is, the
    /// passes just made, the rule set.
    ///
    /// Raises:
    ///     NotationError: for text that is not written like a position.
    ///     InvalidRulesError: for a rule set that is none.
    ///     InvalidPositionError: for a position that cannot be, with every reason at once.
    #[staticmethod]
    fn from_fen(text: Text<'_, '_>) -> PyResult<PyPosition> {
        text.chars.parse().map(PyPosition).map_err(|error| fen_error(&text, error))
    }

    /// The position of a board, drawn by :meth:`board` or typed by hand.
    ///
    /// A board is the rows of the sky from the top, a line each. ``o`` and ``b`` are birds and ``.`` is
    /// a vacant space, or ``●``, ``○`` and ``·``; a board does not mix the two. Letters and numbers are
    /// optional. Either every row begins with its letter or none does. Either all numbers are there, as
    /// :meth:`board` writes them, or none: then missing spaces are left out. The numbers of boards that
    /// volo drew before it wrote them so are read as well. Blanks, tabs, empty lines and ANSI colours are
    /// ignored, also between two spaces. The whole text has 65,536 characters at most.
    ///
    /// Below the board one line may say whose turn it is: ``Orange to move``, or ``Blue to move, Orange
    /// has passed``; where the game is over ``Orange wins: all birds in one flock`` (or ``nobody can go
    /// on``, or ``Draw: two passes in a row``), then ``, after Orange's turn``, ``, after Orange's pass``
    /// or ``, after Blue's pass and Orange's``; in the end ``, rules french-5`` for a rule set that
    /// is not ``standard``. So every position can be read back from its board.
    ///
    /// Args:
    ///     text: the board.
    ///     rules: a rule set or its text. By default the rule set of the line below the board, or else
    ///         ``standard`` on a sky of the board's size.
    ///     turn: the player to move. Required if there is no line below the board.
    ///     passes: how many passes were just made in a row, 0 to 2. By default that of the line below the
    ///         board, or else 0.
    ///
    /// Raises:
    ///     NotationError: for text that is not such a board, and where board, line and arguments
    ///         contradict each other.
    ///     InvalidRulesError: for an unknown rule set.
    ///     InvalidPositionError: for an invalid position, with every reason at once.
    ///     VoloError: for a number of passes out of range.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> board = """
    ///     ...     . .
    ///     ...    . o . b .
    ///     ...   . . . . . .
    ///     ...    b .   . o
    ///     ...   . . . . . .
    ///     ...    . o . b .
    ///     ...     . o
    ///     ... """
    ///     >>> position = volo.Position.from_board(board, turn=volo.BLUE)
    ///     >>> position.fen()
    ///     '2/1o1b1/6/b2o/6/1o1b1/1o b 0 standard-4'
    ///     >>> volo.Position.from_board(str(position)) == position
    ///     True
    #[staticmethod]
    #[pyo3(signature = (text, *, rules = None, turn = None, passes = None))]
    fn from_board(
        text: Text<'_, '_>,
        rules: Option<RulesArgument>,
        turn: Option<ColorArgument>,
        passes: Option<Passes>,
    ) -> PyResult<PyPosition> {
        let hints = BoardHints {
            rules: rules.map(|rules| rules.0),
            turn: turn.map(|turn| turn.0),
            passes: passes.map(|passes| passes.0 as u8),
        };
        Position::from_board(&text.chars, hints).map(PyPosition).map_err(|error| fen_error(&text, error))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// The player to move.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        color::to_python(py, self.0.turn())
    }

    /// How many passes were just made in a row: 0, 1 or 2.
    #[getter]
    fn passes(&self) -> u8 {
        self.0.passes()
    }

    /// A 64-bit key: equal positions have equal keys, others very probably not. The keys never
    /// change between versions.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.0.zobrist()
    }

    /// The position as one line of text.
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The sky with its birds, and a line that says whose turn it is, without a line end after it.
    ///
    /// ``o`` and ``b`` are birds, ``.`` is a vacant space. A row begins with its letter. A missing space
    /// shows its number, and the other rows end with the number of their last space, so every space can
    /// be counted off [R3]. :meth:`from_board` reads the text back.
    ///
    /// Args:
    ///     unicode: with ``●`` for Orange's birds, ``○`` for Blue's and ``·`` for vacant spaces.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> print(volo.Position("standard-4").board())
    ///        g 1 . . 4
    ///       f . o . b . 5
    ///      e . . . . . . 6
    ///     d 1 b . 4 . o 7
    ///      c . . . . . . 6
    ///       b . o . b . 5
    ///        a 1 . . 4
    ///     Orange to move
    #[pyo3(signature = (unicode = false))]
    fn board(&self, unicode: bool) -> String {
        self.0.board(if unicode { BoardStyle::Unicode } else { BoardStyle::Ascii })
    }

    /// The spaces with birds of a colour, in board order: the lowest row first, left to right.
    fn birds<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        region::names(py, self.0.sky(), self.0.birds(color.0))
    }

    /// How many birds a player has left to add [R8]; None if there is no limit.
    fn in_hand(&self, color: ColorArgument) -> Option<u8> {
        self.0.in_hand(color.0)
    }

    /// A player's flocks, each in board order, in the order of their first spaces.
    fn flocks<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let flocks = self.0.flocks(color.0).into_iter();
        let names: PyResult<Vec<_>> = flocks.map(|flock| region::names(py, self.0.sky(), flock)).collect();
        PyTuple::new(py, names?)
    }

    /// The regions that hold birds of a player [R15], in the order of their first spaces. While the
    /// game goes on there is one.
    fn regions<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let regions = self.0.regions(color.0).into_iter();
        let regions: PyResult<Vec<_>> =
            regions.map(|part| region::to_python(py, self.0.sky(), part)).collect();
        PyTuple::new(py, regions?)
    }

    /// All legal moves; none if the game is over.
    fn legal_moves(&self) -> PyMoveList {
        thread_local! {
            static MOVES: RefCell<MoveList> = RefCell::new(MoveList::new());
        }
        MOVES.with_borrow_mut(|moves| {
            self.0.legal_moves_into(moves);
            PyMoveList { moves: moves.as_slice().into(), edge: self.0.rules().edge() }
        })
    }

    /// Whether a move, or its text, is legal. A kept region may be named by any of its spaces.
    ///
    /// Raises:
    ///     NotationError: for text that is not written like a move.
    ///     VoloError: for a :class:`Move` on a sky of another edge.
    fn is_legal(&self, r#move: MoveArgument<'_, '_>) -> PyResult<bool> {
        r#move.is_legal(&self.0)
    }

    /// The legal move that a text stands for, with a kept region named by its lowest, then leftmost
    /// space.
    ///
    /// Raises:
    ///     NotationError: for text that is not written like a move.
    ///     IllegalMoveError: for a move that breaks a rule.
    fn parse_move(&self, text: Text<'_, '_>) -> PyResult<PyMove> {
        match self.0.parse_move(&text.chars) {
            Ok(mv) => Ok(PyMove { mv, edge: self.0.rules().edge() }),
            Err(error) => Err(move_error(&text, error)),
        }
    }

    /// The position after a move, or its text.
    ///
    /// Raises:
    ///     IllegalMoveError: for a move that breaks a rule; it says which.
    ///     NotationError: for text that is not written like a move.
    ///     VoloError: for a :class:`Move` on a sky of another edge.
    fn play(&self, r#move: MoveArgument<'_, '_>) -> PyResult<PyPosition> {
        r#move.play(&self.0).map(PyPosition)
    }

    /// How the game ended; None while it goes on.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.outcome().map(|end| outcome::to_python(py, end)).transpose()
    }

    /// The number of legal move sequences of ``depth`` plies, 0 to 64. Ctrl-C stops it.
    ///
    /// A finished game has no further moves; each choice of a kept region is its own move.
    ///
    /// Raises:
    ///     VoloError: for a depth or a number of threads out of range.
    #[pyo3(signature = (depth, threads = Threads(1)), text_signature = "($self, depth, threads=1)")]
    fn perft(&self, py: Python<'_>, depth: Depth, threads: Threads) -> PyResult<u64> {
        let (depth, threads) = (depth.0 as u32, threads.0 as usize);
        interruptible(py, |stop| self.0.perft_until(depth, threads, stop))
    }

    /// Each legal move with the number of sequences of ``depth`` plies, 1 to 64, that begin with it.
    /// Ctrl-C stops it.
    ///
    /// Raises:
    ///     VoloError: for a depth out of range.
    fn divide<'py>(&self, py: Python<'py>, depth: DivideDepth) -> PyResult<Bound<'py, PyDict>> {
        let edge = self.0.rules().edge();
        let counts = interruptible(py, |stop| self.0.divide_until(depth.0 as u32, 1, stop))?;
        let dict = PyDict::new(py);
        for (mv, nodes) in counts {
            dict.set_item(Bound::new(py, PyMove { mv, edge })?, nodes)?;
        }
        Ok(dict)
    }

    fn __hash__(&self) -> u64 {
        self.0.zobrist()
    }

    fn __str__(&self) -> String {
        self.0.board(BoardStyle::Ascii)
    }

    fn __repr__(&self) -> String {
        format!("Position.from_fen('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String,)>> {
        Ok((py.import("volo._volo")?.getattr("_restore_position")?, (self.fen(),)))
    }
}

/// Unpickles a position.
#[pyfunction(name = "_restore_position")]
pub(super) fn restore_position(fen: Text<'_, '_>) -> PyResult<PyPosition> {
    PyPosition::from_fen(fen)
}
