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
    #[doc = doc!("Position.legal_moves")]
    fn legal_moves(&self) -> PyMoveList {
        thread_local! {
            static MOVES: RefCell<MoveList> = RefCell::new(MoveList::new());
        }
        MOVES.with_borrow_mut(|moves| {
            self.0.legal_moves_into(moves);
            PyMoveList { moves: moves[..].into(), position: self.0 }
        })
    }

    #[doc = doc!("Position.is_legal")]
    fn is_legal(&self, r#move: MoveArgument<'_, '_>) -> PyResult<bool> {
        r#move.is_legal(&self.0)
    }

    #[doc = doc!("Position.parse_move")]
    fn parse_move(&self, text: MoveArgument<'_, '_>) -> PyResult<PyMove> {
        Ok(PyMove { mv: text.normalized(&self.0)?, edge: self.0.rules().edge() })
    }

    #[doc = doc!("Position.play")]
    fn play(&self, r#move: MoveArgument<'_, '_>) -> PyResult<PyPosition> {
        r#move.play(&self.0).map(PyPosition)
    }

    #[doc = doc!("Position.perft")]
    #[pyo3(signature = (depth, threads = None))]
    fn perft(&self, py: Python<'_>, depth: Depth, threads: Option<Threads>) -> PyResult<u64> {
        let (depth, threads) = (depth.0 as u32, Threads::or_all(threads));
        if threads == 1 || depth <= 1 {
            // A new thread would take longer than a search of few plies.
            return polling(py, |stop| bindings::perft(&self.0, depth, stop))?.map_err(stopped);
        }
        interruptible(py, |stop| self.0.perft_on(depth, volo_rules::Threads::new(threads).until(stop)))?
            .map_err(stopped)
    }

    #[doc = doc!("Position.divide")]
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
