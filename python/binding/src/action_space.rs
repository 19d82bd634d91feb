//! `volo.ActionSpace`.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyTuple};
use volo_rules::Edge;
use volo_rules::learning::{ACTION_FEATURES, ActionSpace, IllegalAction};

use crate::classes::{copied, getters};
use crate::decision::{DecisionArgument, PyDecision};
use crate::errors::{illegal, illegal_action, type_error, volo_error};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::Action;
use crate::rules::EdgeArgument;
use crate::symmetry::SymmetryArgument;
use crate::{Reduced, arrays};

#[doc = doc!("ActionSpace")]
#[pyclass(frozen, eq, hash, module = "volo", name = "ActionSpace")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyActionSpace(pub(crate) Edge);

impl PyActionSpace {
    fn get(&self) -> &'static ActionSpace {
        ActionSpace::new(self.0)
    }
}

copied!(PyActionSpace);
getters! {
    PyActionSpace, "ActionSpace", |space|
    edge: u8 = space.0.length();
    size: usize = space.get().size();
    pass_action: u16 = space.get().pass();
}

#[pymethods]
impl PyActionSpace {
    #[new]
    fn new(edge: EdgeArgument) -> PyActionSpace {
        PyActionSpace(edge.0)
    }

    #[classattr]
    #[pyo3(name = "FEATURES")]
    fn feature_names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ACTION_FEATURES)
    }

    #[doc = doc!("ActionSpace.features")]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        arrays::load(py)?;
        let numbers = self.get().features().into_flattened();
        numbers.into_pyarray(py).reshape([self.size(), ACTION_FEATURES.len()])
    }

    #[doc = doc!("ActionSpace.of")]
    fn of<'py>(&self, py: Python<'py>, r#move: MoveArgument<'_, '_>) -> PyResult<Bound<'py, PyTuple>> {
        let (mv, space) = (r#move.on(self.0)?, self.get());
        match space.of(mv) {
            Ok((action, None)) => PyTuple::new(py, [action]),
            Ok((action, Some(keep))) => PyTuple::new(py, [action, keep]),
            Err(error) => Err(illegal(error)),
        }
    }

    #[doc = doc!("ActionSpace.move")]
    fn r#move(&self, action: OneOrTwo, position: DecisionArgument) -> PyResult<PyMove> {
        let decision = position.0;
        let edge = decision.position().rules().edge();
        if edge != self.0 {
            return Err(volo_error(format!(
                "actions on a sky of edge {} in a position of edge {}",
                self.edge(),
                edge.length()
            )));
        }
        let (first, second) = action.0;
        let refused = |action| move |error| illegal_action(self.get(), action, error);
        let (last, decision) = match second {
            None => (first, decision),
            Some(second) => (second, decision.step(first).map_err(refused(first))?),
        };
        Ok(PyMove { mv: decision.move_of(last).map_err(refused(last))?, edge })
    }

    #[doc = doc!("ActionSpace.name")]
    fn name(&self, action: Action) -> PyResult<String> {
        let action = action.0 as u16;
        let out_of_range = IllegalAction::OutOfRange { action, size: self.size() };
        self.get().name(action).ok_or_else(|| illegal_action(self.get(), action, out_of_range))
    }

    #[doc = doc!("ActionSpace.transform")]
    fn transform<'py>(
        &self,
        py: Python<'py>,
        symmetry: SymmetryArgument,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        arrays::load(py)?;
        Ok(self.get().transform(symmetry.0).into_pyarray(py))
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    fn __repr__(&self) -> String {
        format!("ActionSpace({})", self.edge())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (u8,)> {
        (slf.get_type().into_any(), (slf.get().edge(),))
    }
}

#[pymethods]
impl PyDecision {
    #[doc = doc!("Decision.action_space")]
    #[getter]
    fn action_space(&self) -> PyActionSpace {
        PyActionSpace(self.0.position().rules().edge())
    }
}

/// One action, or a sequence of one or two.
struct OneOrTwo((u16, Option<u16>));

impl<'a, 'py> FromPyObject<'a, 'py> for OneOrTwo {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<OneOrTwo> {
        let Ok(actions) = value.cast::<PySequence>() else {
            let action: Action = value.extract()?;
            return Ok(OneOrTwo((action.0 as u16, None)));
        };
        let at = |index| actions.get_item(index)?.extract::<Action>().map(|action| action.0 as u16);
        match actions.len()? {
            1 => Ok(OneOrTwo((at(0)?, None))),
            2 => Ok(OneOrTwo((at(0)?, Some(at(1)?)))),
            _ => Err(type_error(value, "action", "an int, or a sequence of one or two ints")),
        }
    }
}
