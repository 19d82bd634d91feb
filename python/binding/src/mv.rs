//! `volo.Move`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use volo_rules::bindings::{is_legal_text, move_on};
use volo_rules::{Direction, Edge, Flight, Move, Position};

use crate::Reduced;
use crate::classes::{compared, copied, formatted, getters, hashed, in_pydantic, name_of};
use crate::errors::{Text, illegal, move_error, type_error, volo_error};
use crate::numbers::Code;
use crate::rules::EdgeArgument;
use crate::symmetry::SymmetryArgument;

#[doc = doc!("Move")]
#[pyclass(frozen, module = "volo", name = "Move")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyMove {
    pub(crate) mv: Move,
    pub(crate) edge: Edge,
}

impl PyMove {
    fn flight(&self) -> Option<Flight> {
        match self.mv {
            Move::Fly(flight) => Some(flight),
            Move::Add(_) | Move::Pass => None,
        }
    }
}

compared!(
    PyMove,
    c"a Move never equals a text: compare str(move), or use 'in' with a list of moves",
    |mv, text| Move::parse(text, mv.edge.sky()).is_ok()
);
hashed!(PyMove);
copied!(PyMove);
formatted!(PyMove);
in_pydantic!(PyMove);
getters! {
    PyMove, "Move", |mv|
    code: u32 = mv.mv.code(mv.edge);
    edge: u8 = mv.edge.length();
    direction: Option<&'static str> = mv.flight().map(|flight| flight.direction.name());
    distance: u8 = mv.flight().map_or(0, |flight| flight.distance);
}

#[pymethods]
impl PyMove {
    #[classattr]
    #[pyo3(name = "KINDS")]
    fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Move::KINDS)
    }

    #[classattr]
    #[pyo3(name = "DIRECTIONS")]
    fn directions(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Direction::ALL.map(Direction::name))
    }

    #[new]
    #[pyo3(signature = (text, edge = None), text_signature = "(text, edge)")]
    fn new(text: Text<'_, '_>, edge: Option<EdgeArgument>) -> PyResult<PyMove> {
        // The error of PyO3 would not say how to give the edge.
        let edge = edge.ok_or_else(|| {
            PyTypeError::new_err(
                "Move needs the edge of the sky, as in Move('c5', edge=7); Position.parse_move takes it from the \
                 position",
            )
        })?;
        match Move::parse(&text.chars, edge.0.sky()) {
            Ok(mv) => Ok(PyMove { mv, edge: edge.0 }),
            Err(error) => Err(move_error(&text, error)),
        }
    }

    #[doc = doc!("Move.from_code")]
    #[staticmethod]
    fn from_code(code: Code) -> PyResult<PyMove> {
        match Move::from_code(code.0 as u32) {
            Some((mv, edge)) => Ok(PyMove { mv, edge }),
            None => Err(volo_error(format!("{} is not the code of a move", code.0))),
        }
    }

    #[doc = doc!("Move.kind")]
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::intern(py, self.mv.kind())
    }

    #[doc = doc!("Move.spaces")]
    #[getter]
    fn spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sky = self.edge.sky();
        match self.mv {
            Move::Pass => Ok(PyTuple::empty(py)),
            Move::Add(space) => PyTuple::new(py, [name_of(sky, space)]),
            Move::Fly(flight) => {
                let spaces: Vec<String> =
                    flight.line.spaces().flatten().map(|space| name_of(sky, space)).collect();
                PyTuple::new(py, spaces)
            }
        }
    }

    #[doc = doc!("Move.landing")]
    #[getter]
    fn landing(&self) -> Option<String> {
        let (sky, landing) = (self.edge.sky(), self.flight()?.landing()?);
        sky.contains(landing).then(|| name_of(sky, landing))
    }

    #[doc = doc!("Move.keep")]
    #[getter]
    fn keep(&self) -> Option<String> {
        self.flight()?.keep.map(|space| name_of(self.edge.sky(), space))
    }

    #[doc = doc!("Move.transform")]
    fn transform(&self, symmetry: SymmetryArgument) -> PyMove {
        PyMove { mv: self.mv.transform(symmetry.0, self.edge), edge: self.edge }
    }

    fn __str__(&self) -> String {
        self.mv.display(self.edge.sky()).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', edge={})", self.__str__(), self.edge())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String, u8)> {
        (slf.get_type().into_any(), (slf.get().__str__(), slf.get().edge()))
    }
}

pub(crate) enum MoveArgument<'a, 'py> {
    Move(PyMove),
    Text(Text<'a, 'py>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for MoveArgument<'a, 'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<MoveArgument<'a, 'py>> {
        if let Ok(mv) = value.cast::<PyMove>() {
            return Ok(MoveArgument::Move(*mv.get()));
        }
        match value.cast::<PyString>() {
            Ok(_) => Ok(MoveArgument::Text(value.extract()?)),
            Err(_) => Err(type_error(value, "move", "a volo.Move or its text")),
        }
    }
}

impl MoveArgument<'_, '_> {
    pub(crate) fn on(&self, edge: Edge) -> PyResult<Move> {
        match self {
            MoveArgument::Move(PyMove { mv, edge: own }) => move_on(*mv, *own, edge).map_err(volo_error),
            MoveArgument::Text(text) => {
                Move::parse(&text.chars, edge.sky()).map_err(|error| move_error(text, error))
            }
        }
    }

    pub(crate) fn is_legal(&self, position: &Position) -> PyResult<bool> {
        match self {
            MoveArgument::Text(text) => {
                is_legal_text(position, &text.chars).map_err(|error| move_error(text, error))
            }
            MoveArgument::Move(_) => Ok(position.is_legal(self.on(position.rules().edge())?)),
        }
    }

    pub(crate) fn normalized(&self, position: &Position) -> PyResult<Move> {
        let mv = self.on(position.rules().edge())?;
        position.normalize(mv).map_err(illegal)
    }

    pub(crate) fn play(&self, position: &Position) -> PyResult<Position> {
        let mv = self.on(position.rules().edge())?;
        position.play(mv).map_err(illegal)
    }
}
