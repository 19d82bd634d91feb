//! `volo.Position`.

mod moves;
mod start;

pub(crate) use start::{PositionArgument, each_position, refuse_text};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Position;
use volo_rules::learning::Decision;
use volo_rules::notation::{BoardHints, BoardStyle};

use crate::Reduced;
use crate::classes::{
    ColorArgument, copied, in_pydantic, python_color, python_outcome, python_region, space_names, space_of,
};
use crate::errors::{Text, fen_error};
use crate::numbers::{Passes, Side};
use crate::observation::{ViewArguments, observed_decision};
use crate::rules::{PyRules, RulesArgument};
use crate::symmetry::PySymmetry;

/// A position of a game: the birds in the sky, the player to move, and the rules.
///
/// Immutable: :meth:`play` returns the next position. Compared, hashed and pickled by value. ``str()``
/// draws the board, and a notebook shows it as a picture.
///
/// Args:
///     rules: a rule set or its text, which means the start of a game by these rules [R4] [R5]; or a position
///         or its text (see :meth:`fen`), which means that position. The default is the start by the
///         ``standard`` rules.
///
/// Raises:
///     InvalidRulesError: the text is neither a rule set nor a position, or it is a position with an unknown
///         rule set.
///     NotationError: the text has a ``/``, which separates the rows of a position, but is not a position.
///     InvalidPositionError: the position is invalid; the error lists every reason.
///     TypeError: the argument has the wrong type.
///
/// Examples:
///     >>> import volo
///     >>> position = volo.Position()
///     >>> position.play("g5").fen()
///     '5/1o4b1/9/10/11/12/b2o5o/12/11/10/9/1o4b1/5 b 0 standard'
///     >>> volo.Position("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4") == volo.Position("standard-4")
///     True
#[pyclass(frozen, eq, module = "volo", name = "Position")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) Position);

copied!(PyPosition);
in_pydantic!(PyPosition);

#[pymethods]
impl PyPosition {
    /// The position of a text in the format of :meth:`fen`: the rows from the top, the player to move, the
    /// number of passes just made, and the rule set. White space at its ends is ignored.
    ///
    /// Raises:
    ///     NotationError: the text is not a position.
    ///     InvalidRulesError: the rule set is unknown.
    ///     InvalidPositionError: the position is invalid; the error lists every reason.
    #[staticmethod]
    fn from_fen(text: Text<'_, '_>) -> PyResult<PyPosition> {
        text.chars.parse().map(PyPosition).map_err(|error| fen_error(&text, error))
    }

    /// The position of a board, drawn by :meth:`board` or typed by hand.
    ///
    /// A board has a line for each row of the sky, from the top. ``o`` is a bird of Orange, ``b`` is a bird
    /// of Blue, and ``.`` is a vacant space; or a board uses ``●``, ``○`` and ``·`` instead. Letters and
    /// numbers are optional. Either every row begins with its letter, or no row does. Either all numbers are
    /// present, as :meth:`board` writes them, or none; without numbers, missing spaces are left out. Blanks,
    /// tabs, empty lines and ANSI colors are ignored, also inside a row. The text may have at most 65,536
    /// characters.
    ///
    /// The line below the board is optional. It is ``Orange to move`` or, after a pass, ``Blue to move,
    /// Orange has passed``. If the game is over, it is ``Orange wins: all birds in one flock``, ``Orange
    /// wins: nobody can go on`` or ``Draw: two passes in a row``, followed by ``, after Orange's turn``,
    /// ``, after Orange's pass`` or ``, after Blue's pass and Orange's``. For a rule set other than
    /// ``standard``, the line ends with the rule set: ``, rules french-5``. :meth:`board` writes this line,
    /// so every position can be read back from its board.
    ///
    /// Args:
    ///     text: the board.
    ///     rules: a rule set or its text. The default is the rule set in the line below the board, or else
    ///         ``standard`` on a sky of the board's size.
    ///     turn: the player to move. Required if there is no line below the board.
    ///     passes: the number of passes just made in a row, 0 to 2. The default is the number in the line
    ///         below the board, or else 0.
    ///
    /// Raises:
    ///     NotationError: the text is not a board; or the board, the line below it and the arguments
    ///         contradict each other.
    ///     InvalidRulesError: the rule set is unknown.
    ///     InvalidPositionError: the position is invalid; the error lists every reason.
    ///     VoloError: the number of passes is out of range.
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
        let mut hints = BoardHints::NONE;
        hints.rules = rules.map(|rules| rules.0);
        hints.turn = turn.map(|turn| turn.0);
        hints.passes = passes.map(|passes| passes.0 as u8);
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
        python_color(py, self.0.turn())
    }

    /// The number of passes just made in a row: 0, 1 or 2.
    #[getter]
    fn passes(&self) -> u8 {
        self.0.passes()
    }

    /// A 64-bit key. Equal positions have equal keys, and different positions almost never do. The keys
    /// are the same in every version.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.0.zobrist()
    }

    /// The position as one line of text, which :meth:`from_fen` reads.
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The board as text, followed by a line with the player to move or the outcome. The text has no final line
    /// end.
    ///
    /// ``o`` is a bird of Orange, ``b`` is a bird of Blue, and ``.`` is a vacant space. Each row begins with
    /// its letter. A missing space is shown as its number, and a row without missing spaces ends with the
    /// number of its last space, so that every space can be found by counting [R3]. :meth:`from_board` reads
    /// the text back.
    ///
    /// Args:
    ///     unicode: whether to use ``●`` for Orange's birds, ``○`` for Blue's and ``·`` for vacant spaces.
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

    /// The spaces with birds of a color, in board order: the lowest row first, each from left to right.
    fn birds<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        space_names(py, self.0.sky(), self.0.birds(color.0))
    }

    /// The color of the bird on a space; None if the space is vacant.
    ///
    /// Raises:
    ///     NotationError: the sky has no space of this name.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> start = volo.Position("standard-4")
    ///     >>> start.bird_at("b2"), start.bird_at("b3")
    ///     (Color.ORANGE, None)
    fn bird_at(&self, py: Python<'_>, space: Text<'_, '_>) -> PyResult<Option<Py<PyAny>>> {
        let space = space_of(self.0.sky(), &space)?;
        self.0.bird_at(space).map(|color| python_color(py, color)).transpose()
    }

    /// The number of birds that a player has left to add [R8]; None if there is no limit.
    fn in_hand(&self, color: ColorArgument) -> Option<u8> {
        self.0.in_hand(color.0)
    }

    /// A player's flocks, each in board order, in the order of their first spaces.
    fn flocks<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let flocks = self.0.flocks(color.0).into_iter();
        let names: PyResult<Vec<_>> = flocks.map(|flock| space_names(py, self.0.sky(), flock)).collect();
        PyTuple::new(py, names?)
    }

    /// The regions that have birds of a player [R15], in the order of their first spaces. If the game is not
    /// over, there is exactly one.
    fn regions<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let regions = self.0.regions(color.0).into_iter();
        let regions: PyResult<Vec<_>> = regions.map(|part| python_region(py, self.0.sky(), part)).collect();
        PyTuple::new(py, regions?)
    }

    /// The position as planes of numbers: an array of shape ``(10, size, size)``, with a plane for each name in
    /// :attr:`Batch.PLANES`.
    ///
    /// :meth:`Batch.observe` explains the planes. A plane has the rows of the sky from the top, and its columns
    /// are the axial columns.
    ///
    /// Args:
    ///     size: the number of rows and of columns of a plane: 7, 9, 11, 13 or 15, and at least ``2 * edge - 1``,
    ///         which is the default.
    ///     player: the player whose birds and hand are ``own``; by default the player to move.
    ///     dtype: the type of the numbers: uint8, int16, int32, int64, float32 or float64.
    ///     symmetry: a symmetry that is applied first; by default none.
    ///     out: a C-contiguous array of this shape and type to write to; by default a new one.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: the size is not one of these numbers; or ``out`` has another shape or cannot be written to.
    ///     TypeError: an argument has the wrong type.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> position = volo.Position("standard-4")
    ///     >>> planes = position.observe()
    ///     >>> planes.shape, planes.dtype, int(planes[volo.Batch.PLANES.index("own")].sum())
    ///     ((10, 7, 7), dtype('uint8'), 3)
    ///     >>> mirror = volo.Symmetry("mirror")
    ///     >>> np.array_equal(position.observe(symmetry=mirror), position.transform(mirror).observe())
    ///     True
    #[pyo3(
        signature = (size = None, player = None, dtype = None, symmetry = None, *, out = None),
        text_signature = "($self, size=None, player=None, dtype='uint8', symmetry=None, *, out=None)"
    )]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        size: Option<Side>,
        player: Option<ColorArgument>,
        dtype: Option<&Bound<'py, PyAny>>,
        symmetry: Option<PyRef<'_, PySymmetry>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        observed_decision(
            py,
            Decision::new(self.0),
            false,
            ViewArguments::new(size, player, symmetry),
            dtype,
            out,
        )
    }

    /// How the game ended; None if it is not over.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.outcome().map(|end| python_outcome(py, end)).transpose()
    }

    /// The image of the position under a symmetry of the sky: every bird goes to the image of its space.
    /// Their colors, the player to move, the passes and the rule set stay the same.
    ///
    /// The rules are symmetric: the images of the legal moves are the legal moves of the image (see
    /// :meth:`Move.transform` for the name of a kept region).
    ///
    /// Raises:
    ///     TypeError: the argument is not a :class:`Symmetry`.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> volo.Position("standard-4").transform(volo.Symmetry("mirror")).fen()
    ///     '2/1b1o1/6/o2b/6/1b1o1/2 o 0 standard-4'
    fn transform(&self, symmetry: PyRef<'_, PySymmetry>) -> PyPosition {
        PyPosition(self.0.transform(symmetry.0))
    }

    /// The representative of the twelve images of this position, and a symmetry that maps this position to
    /// it. All images have the same representative.
    ///
    /// Takes about five times as long as :meth:`play`. The representative is the same in every version: it
    /// is the image with the smallest sets of birds, Orange's first, then Blue's, each read as a number in
    /// which the bit of a space is 16 times its row from the top plus its axial column, as in
    /// :attr:`Move.code`.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> position = volo.Position().play("c5")
    ///     >>> representative, symmetry = position.canonical()
    ///     >>> position.transform(symmetry) == representative
    ///     True
    ///     >>> {position.transform(other).canonical()[0] for other in volo.SYMMETRIES} == {representative}
    ///     True
    fn canonical(&self) -> (PyPosition, PySymmetry) {
        let (representative, symmetry) = self.0.canonical();
        (PyPosition(representative), PySymmetry(symmetry))
    }

    fn __hash__(&self) -> u64 {
        self.0.zobrist()
    }

    fn __str__(&self) -> String {
        self.0.board(BoardStyle::Ascii)
    }

    /// The picture that a notebook shows.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("volo.render.svg")?.call_method1("board", (slf,))
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
pub(crate) fn restore_position(fen: Text<'_, '_>) -> PyResult<PyPosition> {
    PyPosition::from_fen(fen)
}
