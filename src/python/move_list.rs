//! `volo.MoveList`.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::python::Reduced;
use crate::python::errors::volo_error;
use crate::python::mv::{MoveArgument, PyMove};
use crate::python::rules::EdgeArgument;
use crate::{Edge, Move};

/// The legal moves of a position: a sequence that makes a :class:`Move` only when one is asked for.
///
/// Holds no two equal moves, in an order that is always the same. A move's text serves for the move
/// in ``in``, :meth:`index` and :meth:`count`. Immutable; compared, hashed and pickled by value.
///
/// Examples:
///     >>> import volo
///     >>> moves = volo.Position().legal_moves()
///     >>> len(moves), "g5" in moves, "b3" in moves
///     (99, True, False)
#[pyclass(frozen, eq, hash, module = "volo", name = "MoveList")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PyMoveList {
    pub(super) moves: Box<[Move]>,
    pub(super) edge: Edge,
}

impl PyMoveList {
    fn get(&self, index: usize) -> Option<PyMove> {
        self.moves.get(index).map(|&mv| PyMove { mv, edge: self.edge })
    }

    /// Where the move stands from `start` on.
    fn find(&self, mv: Move, start: usize, stop: usize) -> Option<usize> {
        let stop = stop.min(self.moves.len());
        let found = self.moves.get(start..stop)?.iter().position(|&own| own == mv)?;
        Some(start + found)
    }
}

#[pymethods]
impl PyMoveList {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(self.moves.len() as isize)?;
            let moves = (0..indices.slicelength)
                .filter_map(|i| self.moves.get((indices.start + i as isize * indices.step) as usize).copied())
                .collect();
            return Ok(Bound::new(py, PyMoveList { moves, edge: self.edge })?.into_any());
        }
        let index: isize = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                let class = index.get_type().name()?;
                return Err(PyTypeError::new_err(format!("an index must be an int or a slice, not {class}")));
            }
            Err(_) => return Err(out_of_range()),
            Ok(index) => index,
        };
        let from_start = if index < 0 { index + self.moves.len() as isize } else { index };
        match usize::try_from(from_start).ok().and_then(|index| self.get(index)) {
            Some(mv) => Ok(Bound::new(py, mv)?.into_any()),
            None => Err(out_of_range()),
        }
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyMoveIter {
        PyMoveIter { next: 0, end: slf.get().moves.len(), moves: slf.unbind(), reversed: false }
    }

    fn __reversed__(slf: Bound<'_, Self>) -> PyMoveIter {
        PyMoveIter { next: 0, end: slf.get().moves.len(), moves: slf.unbind(), reversed: true }
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        let mv = value.extract::<MoveArgument<'_, '_>>().and_then(|mv| mv.on(self.edge));
        mv.is_ok_and(|mv| self.find(mv, 0, usize::MAX).is_some())
    }

    /// Where a move stands, in the part from ``start`` to ``stop``.
    ///
    /// Raises:
    ///     ValueError: if it is not there.
    #[pyo3(
        signature = (value, start = 0, stop = isize::MAX),
        text_signature = "(self, value, start=0, stop=9223372036854775807, /)"
    )]
    fn index(&self, value: MoveArgument<'_, '_>, start: isize, stop: isize) -> PyResult<usize> {
        let len = self.moves.len();
        let bound =
            |index: isize| if index < 0 { len.saturating_sub(index.unsigned_abs()) } else { index as usize };
        self.find(value.on(self.edge)?, bound(start), bound(stop))
            .ok_or_else(|| PyValueError::new_err("the move is not in the list"))
    }

    /// 1 if the move is in the list, else 0.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> =
            self.moves.iter().map(|mv| mv.display(self.edge.sky()).to_string()).collect();
        format!("<MoveList of {}: {}>", moves.len(), moves.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Vec<u32>, u8)>> {
        let restore = py.import("volo._volo")?.getattr("_restore_move_list")?;
        let codes = self.moves.iter().map(|mv| mv.code(self.edge)).collect();
        Ok((restore, (codes, self.edge.length())))
    }
}

fn out_of_range() -> PyErr {
    PyIndexError::new_err("move list index out of range")
}

/// Unpickles a list.
#[pyfunction(name = "_restore_move_list")]
pub(super) fn restore_move_list(codes: Vec<u32>, edge: EdgeArgument) -> PyResult<PyMoveList> {
    let decode = |code: u32| match Move::from_code(code) {
        Some((mv, edge_of_move)) if edge_of_move == edge.0 => Ok(mv),
        _ => Err(volo_error(format!("{code} is no move's code on a sky of edge {}", edge.0.length()))),
    };
    Ok(PyMoveList { moves: codes.into_iter().map(decode).collect::<PyResult<_>>()?, edge: edge.0 })
}

/// Walks over a list.
#[pyclass(module = "volo", name = "MoveIterator")]
pub(super) struct PyMoveIter {
    moves: Py<PyMoveList>,
    next: usize,
    end: usize,
    reversed: bool,
}

#[pymethods]
impl PyMoveIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyMove> {
        if self.next == self.end {
            return None;
        }
        let index = if self.reversed { self.end - 1 } else { self.next };
        if self.reversed {
            self.end -= 1;
        } else {
            self.next += 1;
        }
        self.moves.get().get(index)
    }

    fn __length_hint__(&self) -> usize {
        self.end - self.next
    }
}
