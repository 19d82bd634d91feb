//! `volo.Decision`.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use volo_rules::Move;
use volo_rules::learning::{DECISION_PLANES, Decision};

use crate::Reduced;
use crate::arrays::{self, written_masks};
use crate::classes::{ColorArgument, copied, python_outcome};
use crate::errors::{illegal, illegal_action};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::{Action, Side};
use crate::observation::{ViewArguments, observed_decision};
use crate::position::{PositionArgument, PyPosition};
use crate::symmetry::SymmetryArgument;

#[doc = doc!("Decision")]
#[pyclass(frozen, eq, hash, module = "volo", name = "Decision")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyDecision(pub(crate) Decision);

copied!(PyDecision);

#[pymethods]
impl PyDecision {
    #[new]
    #[pyo3(signature = (position = None, chosen = None))]
    fn new(position: Option<PositionArgument>, chosen: Option<MoveArgument<'_, '_>>) -> PyResult<PyDecision> {
        let position = position.unwrap_or_default().0;
        let Some(chosen) = chosen else {
            return Ok(PyDecision(Decision::new(position)));
        };
        let mv = chosen.on(position.rules().edge())?;
        Decision::choose(position, mv).map(PyDecision).map_err(illegal)
    }

    #[classattr]
    #[pyo3(name = "PLANES")]
    fn planes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, DECISION_PLANES.map(|plane| plane.name))
    }

    #[doc = doc!("Decision.position")]
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    #[doc = doc!("Decision.chosen")]
    #[getter]
    fn chosen(&self) -> Option<PyMove> {
        let mv = Move::Fly(self.0.chosen()?);
        Some(PyMove { mv, edge: self.0.position().rules().edge() })
    }

    #[doc = doc!("Decision.legal_actions")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        thread_local! {
            static ACTIONS: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
        }
        // The memory is taken, because making a list may start the garbage collector, which may run any code.
        let mut actions = ACTIONS.take();
        self.0.legal_actions_into(&mut actions);
        let list = PyList::new(py, &actions);
        ACTIONS.set(actions);
        list
    }

    #[doc = doc!("Decision.mask")]
    #[pyo3(signature = (out = None, *, packed = false))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::load(py)?;
        written_masks(py, out, packed, None, self.0.action_space(), |mask| {
            if packed {
                self.0.legal_bits_into(mask)
            } else {
                self.0.legal_mask_into(mask)
            }
            Ok(())
        })
    }

    #[doc = doc!("Decision.step")]
    fn step(&self, action: Action) -> PyResult<PyDecision> {
        let action = action.0 as u16;
        let refused = |error| illegal_action(self.0.action_space(), action, error);
        self.0.step(action).map(PyDecision).map_err(refused)
    }

    #[doc = doc!("Decision.outcome")]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.position().outcome().map(|end| python_outcome(py, end)).transpose()
    }

    #[doc = doc!("Decision.observe")]
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
        observed_decision(py, self.0, true, ViewArguments::new(size, player, symmetry), dtype, out)
    }

    #[doc = doc!("Decision.transform")]
    fn transform(&self, symmetry: SymmetryArgument) -> PyDecision {
        PyDecision(self.0.transform(symmetry.0))
    }

    fn __repr__(&self) -> String {
        let position = self.0.position();
        match self.0.chosen() {
            None => format!("Decision('{position}')"),
            Some(flight) => {
                format!("Decision('{position}', '{}')", Move::Fly(flight).display(position.sky()))
            }
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (PyPosition, Option<PyMove>)> {
        (slf.get_type().into_any(), (slf.get().position(), slf.get().chosen()))
    }
}

pub(crate) struct DecisionArgument(pub(crate) Decision);

impl<'a, 'py> FromPyObject<'a, 'py> for DecisionArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<DecisionArgument> {
        match value.cast::<PyDecision>() {
            Ok(decision) => Ok(DecisionArgument(decision.get().0)),
            Err(_) => Ok(DecisionArgument(Decision::new(value.extract::<PositionArgument>()?.0))),
        }
    }
}
