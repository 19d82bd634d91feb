//! `volo.Position`.

mod moves;
mod start;

pub(crate) use start::{PositionArgument, each};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Position;
use volo_rules::learning::Decision;
use volo_rules::notation::{BoardHints, BoardStyle};

use crate::Reduced;
use crate::classes::{
    ColorArgument, compared, copied, getters, in_pydantic, python_color, python_outcome, python_region,
    space_names, space_of,
};
use crate::errors::{Text, fen_error};
use crate::numbers::{Passes, Side};
use crate::observation::{ViewArguments, observed_decision};
use crate::rules::{PyRules, RulesArgument};
use crate::symmetry::{PySymmetry, SymmetryArgument};

#[doc = doc!("Position")]
#[pyclass(frozen, module = "volo", name = "Position")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) Position);

compared!(
    PyPosition,
    c"a Position never equals a text: compare position.fen(), or volo.Position(text)",
    |_position, text| Position::parse_start(text).is_ok()
);
copied!(PyPosition);
in_pydantic!(PyPosition);
getters! {
    PyPosition, "Position", |position|
    rules: PyRules = PyRules(position.0.rules());
    passes: u8 = position.0.passes();
    is_over: bool = position.0.outcome().is_some();
    zobrist: u64 = position.0.zobrist();
    zobrist_signed: i64 = position.0.zobrist().cast_signed();
}

#[pymethods]
impl PyPosition {
    #[doc = doc!("Position.from_fen")]
    #[staticmethod]
    fn from_fen(text: Text<'_, '_>) -> PyResult<PyPosition> {
        text.chars.parse().map(PyPosition).map_err(|error| fen_error(&text, error))
    }

    #[doc = doc!("Position.from_board")]
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

    #[doc = doc!("Position.turn")]
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python_color(py, self.0.turn())
    }

    #[doc = doc!("Position.fen")]
    fn fen(&self) -> String {
        self.0.to_string()
    }

    #[doc = doc!("Position.board")]
    #[pyo3(signature = (unicode = false))]
    fn board(&self, unicode: bool) -> String {
        self.0.board(if unicode { BoardStyle::Unicode } else { BoardStyle::Ascii })
    }

    #[doc = doc!("Position.birds")]
    fn birds<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        space_names(py, self.0.sky(), self.0.birds(color.0))
    }

    #[doc = doc!("Position.bird_at")]
    fn bird_at(&self, py: Python<'_>, space: Text<'_, '_>) -> PyResult<Option<Py<PyAny>>> {
        let space = space_of(self.0.sky(), &space)?;
        self.0.bird_at(space).map(|color| python_color(py, color)).transpose()
    }

    #[doc = doc!("Position.in_hand")]
    fn in_hand(&self, color: ColorArgument) -> Option<u8> {
        self.0.in_hand(color.0)
    }

    #[doc = doc!("Position.flocks")]
    fn flocks<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let flocks = self.0.flocks(color.0).into_iter();
        let names: PyResult<Vec<_>> = flocks.map(|flock| space_names(py, self.0.sky(), flock)).collect();
        PyTuple::new(py, names?)
    }

    #[doc = doc!("Position.regions")]
    fn regions<'py>(&self, py: Python<'py>, color: ColorArgument) -> PyResult<Bound<'py, PyTuple>> {
        let regions = self.0.regions(color.0).into_iter();
        let regions: PyResult<Vec<_>> = regions.map(|part| python_region(py, self.0.sky(), part)).collect();
        PyTuple::new(py, regions?)
    }

    #[doc = doc!("Position.observe")]
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
        symmetry: Option<SymmetryArgument>,
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

    #[doc = doc!("Position.outcome")]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.outcome().map(|end| python_outcome(py, end)).transpose()
    }

    #[doc = doc!("Position.transform")]
    fn transform(&self, symmetry: SymmetryArgument) -> PyPosition {
        PyPosition(self.0.transform(symmetry.0))
    }

    #[doc = doc!("Position.canonical")]
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

    #[doc = doc!("Position._repr_svg_")]
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

#[doc = doc!("_restore_position")]
#[pyfunction(name = "_restore_position")]
pub(crate) fn restore_position(fen: Text<'_, '_>) -> PyResult<PyPosition> {
    PyPosition::from_fen(fen)
}
