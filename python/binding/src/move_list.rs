//! `volo.MoveList`.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use volo_rules::{Edge, Move, Position};

use crate::classes::copied;
use crate::errors::{Text, fen_error, halted, type_error, volo_error};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::Code;
use crate::{Reduced, arrays};

#[doc = doc!("MoveList")]
#[pyclass(frozen, eq, hash, module = "volo", name = "MoveList")]
pub(crate) struct PyMoveList {
    pub(crate) moves: Box<[Move]>,
    /// The position, which determines the symmetries of the moves. It is not compared: equal moves are equal.
    pub(crate) position: Position,
}

impl PartialEq for PyMoveList {
    fn eq(&self, other: &PyMoveList) -> bool {
        (&self.moves, self.edge()) == (&other.moves, other.edge())
    }
}

impl Hash for PyMoveList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.moves, self.edge()).hash(state);
    }
}

impl PyMoveList {
    fn edge(&self) -> Edge {
        self.position.rules().edge()
    }

    fn part(&self, moves: Vec<Move>) -> PyMoveList {
        PyMoveList { moves: moves.into_boxed_slice(), position: self.position }
    }

    fn get(&self, index: usize) -> Option<PyMove> {
        self.moves.get(index).map(|&mv| PyMove { mv, edge: self.edge() })
    }

    fn find(&self, mv: Move, start: usize, stop: usize) -> Option<usize> {
        let stop = stop.min(self.moves.len());
        (start..stop).zip(self.moves.get(start..stop)?).find_map(|(index, &own)| (own == mv).then_some(index))
    }
}

copied!(PyMoveList);

#[pymethods]
impl PyMoveList {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(self.moves.len() as isize)?;
            let places = std::iter::successors(Some(indices.start), |place| place.checked_add(indices.step));
            let mut moves = Vec::new();
            moves.try_reserve_exact(indices.slicelength).map_err(|error| halted(error.into()))?;
            moves.extend(
                places
                    .take(indices.slicelength)
                    .filter_map(|place| self.moves.get(usize::try_from(place).ok()?).copied()),
            );
            return Ok(Bound::new(py, self.part(moves))?.into_any());
        }
        let index: isize = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                let class = index.get_type().name()?;
                return Err(PyTypeError::new_err(format!("an index must be an int or a slice, not {class}")));
            }
            Err(_) => return Err(out_of_range()),
            Ok(index) => index,
        };
        let from_start = match usize::try_from(index) {
            Ok(index) => Some(index),
            Err(_) => self.moves.len().checked_sub(index.unsigned_abs()),
        };
        match from_start.and_then(|index| self.get(index)) {
            Some(mv) => Ok(Bound::new(py, mv)?.into_any()),
            None => Err(out_of_range()),
        }
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyMoveIter {
        PyMoveIter::new(slf, false)
    }

    fn __reversed__(slf: Bound<'_, Self>) -> PyMoveIter {
        PyMoveIter::new(slf, true)
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        let mv = value.extract::<MoveArgument<'_, '_>>().and_then(|mv| mv.on(self.edge()));
        mv.is_ok_and(|mv| self.find(mv, 0, usize::MAX).is_some())
    }

    #[doc = doc!("MoveList.index")]
    #[pyo3(
        signature = (value, start = Limit(0), stop = Limit(isize::MAX)),
        text_signature = "(self, value, start=0, stop=9223372036854775807, /)"
    )]
    fn index(&self, value: MoveArgument<'_, '_>, start: Limit, stop: Limit) -> PyResult<usize> {
        let len = self.moves.len();
        self.find(value.on(self.edge())?, start.within(len), stop.within(len))
            .ok_or_else(|| PyValueError::new_err("the move is not in the list"))
    }

    #[doc = doc!("MoveList.count")]
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    #[doc = doc!("MoveList.codes")]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        arrays::load(py)?;
        Ok(self.moves.iter().map(|mv| mv.code(self.edge())).collect::<Vec<u32>>().into_pyarray(py))
    }

    #[doc = doc!("MoveList.up_to_symmetry")]
    fn up_to_symmetry(&self, py: Python<'_>) -> PyMoveList {
        self.part(py.detach(|| self.position.up_to_symmetry(&self.moves)))
    }

    #[doc = doc!("MoveList.__array__")]
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("the moves cannot be made an array without a copy"));
        }
        arrays::load(py)?;
        let moves =
            self.moves.iter().map(|&mv| Ok(Py::new(py, PyMove { mv, edge: self.edge() })?.into_any()));
        let array = moves.collect::<PyResult<Vec<Py<PyAny>>>>()?.into_pyarray(py).into_any();
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> =
            self.moves.iter().map(|mv| mv.display(self.edge().sky()).to_string()).collect();
        format!("<MoveList of {}: {}>", moves.len(), moves.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Vec<u32>, String)>> {
        let restore = py.import("volo._volo")?.getattr("_restore_move_list")?;
        let codes = self.moves.iter().map(|mv| mv.code(self.edge())).collect();
        Ok((restore, (codes, self.position.to_string())))
    }
}

/// The start or stop of a slice, from the end of the list if negative, and perhaps out of range, as in Python's lists.
#[derive(Clone, Copy)]
struct Limit(isize);

impl Limit {
    fn within(self, length: usize) -> usize {
        usize::try_from(self.0).unwrap_or_else(|_| length.saturating_sub(self.0.unsigned_abs()))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Limit {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Limit> {
        match value.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Ok(Limit(if value.lt(0)? { isize::MIN } else { isize::MAX }))
            }
            limit => limit.map(Limit),
        }
    }
}

fn out_of_range() -> PyErr {
    PyIndexError::new_err("move list index out of range")
}

/// The maximum number of moves in a pickle. No position has that many legal moves: the largest sky has 2,878 straight
/// lines of spaces, and a line has at most 84 flights, not counting the choices of a kept region.
const MOST_MOVES: usize = 1 << 20;

#[doc = doc!("_restore_move_list")]
#[pyfunction(name = "_restore_move_list")]
pub(crate) fn restore_move_list(codes: &Bound<'_, PyAny>, fen: Text<'_, '_>) -> PyResult<PyMoveList> {
    let position = fen.chars.parse::<Position>().map_err(|error| fen_error(&fen, error))?;
    let edge = position.rules().edge();
    let codes = codes.cast::<PyList>().map_err(|_| type_error(codes.as_borrowed(), "codes", "a list"))?;
    if codes.len() > MOST_MOVES {
        return Err(volo_error(format!("a list has no more than {MOST_MOVES} moves, not {}", codes.len())));
    }
    let mut moves = Vec::with_capacity(codes.len());
    for code in codes {
        let Code(code) = code.extract()?;
        match Move::from_code(code as u32) {
            Some((mv, edge_of_move)) if edge_of_move == edge => moves.push(mv),
            _ => {
                let edge = edge.length();
                return Err(volo_error(format!("{code} is not the code of a move on a sky of edge {edge}")));
            }
        }
    }
    Ok(PyMoveList { moves: moves.into_boxed_slice(), position })
}

#[pyclass(frozen, module = "volo", name = "MoveIterator")]
pub(crate) struct PyMoveIter {
    moves: Py<PyMoveList>,
    places: Mutex<Range<usize>>,
    reversed: bool,
}

impl PyMoveIter {
    fn new(moves: Bound<'_, PyMoveList>, reversed: bool) -> PyMoveIter {
        PyMoveIter { places: Mutex::new(0..moves.get().moves.len()), moves: moves.unbind(), reversed }
    }
}

#[pymethods]
impl PyMoveIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<PyMove> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place = if self.reversed { places.next_back() } else { places.next() };
        self.moves.get().get(place?)
    }

    fn __length_hint__(&self) -> usize {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
