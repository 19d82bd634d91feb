//! `volo.ActionSpace`.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyTuple};
use volo_rules::Edge;
use volo_rules::learning::{ActionSpace, IllegalAction};

use crate::classes::copied;
use crate::decision::{DecisionArgument, PyDecision};
use crate::errors::{illegal, illegal_action, type_error, volo_error};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::Action;
use crate::rules::EdgeArgument;
use crate::symmetry::PySymmetry;
use crate::{Reduced, arrays};

/// All decisions on a sky of one edge as numbers, for machine learning. The numbers are called actions.
///
/// The size of the space is 1,201 for edge 4, 4,513 for edge 5, 11,965 for edge 6, 25,981 for edge 7 and 49,525
/// for edge 8. The actions are, in this order: an add on each space, in the order of :attr:`Rules.spaces`; the
/// pass; every flight for which the line exists and no missing space is in the way; and for each space, in the
/// same order, to keep the region of this space [R15]. Flights are ordered by the first space of the line (the
/// lower end, or the left one in a row), by its axis (E, NW, NE), by its length, by the direction (E, SE, SW, W,
/// NW, NE) and by the distance. The numbers never change between versions.
///
/// Most moves are one action. A flight that divides the opponent is two: the flight, and then the choice of the
/// region to keep (see :class:`Decision`). Immutable; compared, hashed and pickled by value.
///
/// Args:
///     edge: the number of spaces on an edge of the sky, 4 to 8.
///
/// Raises:
///     InvalidRulesError: the edge is not 4 to 8.
///     TypeError: the edge is not an int.
///
/// Examples:
///     >>> import volo
///     >>> space = volo.ActionSpace(4)
///     >>> space.size, space.name(933), space.of("b2:c3-E2/g2")
///     (1201, 'b2:c3-E2', (933, 1171))
#[pyclass(frozen, eq, hash, module = "volo", name = "ActionSpace")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyActionSpace(pub(crate) Edge);

impl PyActionSpace {
    fn get(&self) -> &'static ActionSpace {
        ActionSpace::new(self.0)
    }
}

copied!(PyActionSpace);

#[pymethods]
impl PyActionSpace {
    #[new]
    fn new(edge: EdgeArgument) -> PyActionSpace {
        PyActionSpace(edge.0)
    }

    /// The number of spaces on an edge of the sky.
    #[getter]
    fn edge(&self) -> u8 {
        self.0.length()
    }

    /// The number of actions. They are 0 to ``size - 1``.
    #[getter]
    fn size(&self) -> usize {
        self.get().size()
    }

    /// The action that passes [R13]. It is also the number of spaces of the sky.
    #[getter]
    fn pass_action(&self) -> u16 {
        self.get().pass()
    }

    /// The one or two actions of a move, given as a :class:`Move` or its text. The second one chooses the region
    /// to keep [R15], with the space by which the move names it.
    ///
    /// Raises:
    ///     NotationError: the text is not a move.
    ///     IllegalMoveError: the ends of the line are not on one straight line [R9], or a missing space is in the
    ///         way of the flight [R10].
    ///     VoloError: the :class:`Move` is for a sky of another edge.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> space = volo.ActionSpace(4)
    ///     >>> space.of("a3"), space.of("pass"), space.of(volo.Move("b2-E1", edge=4))
    ///     ((29,), (30,), (893,))
    fn of<'py>(&self, py: Python<'py>, r#move: MoveArgument<'_, '_>) -> PyResult<Bound<'py, PyTuple>> {
        let (mv, space) = (r#move.on(self.0)?, self.get());
        match space.of(mv) {
            Ok((action, None)) => PyTuple::new(py, [action]),
            Ok((action, Some(keep))) => PyTuple::new(py, [action, keep]),
            Err(error) => Err(illegal(error)),
        }
    }

    /// The move of an action in a position.
    ///
    /// Args:
    ///     action: the action; or a sequence of the one or two actions of a move, which :meth:`of` returns.
    ///     position: a position, or the :class:`Decision` between the two decisions of a flight that divides the
    ///         opponent. Also a rule set or the text of either.
    ///
    /// Returns:
    ///     The legal move, as it is in :meth:`Position.legal_moves`. If the action is a flight that divides the
    ///     opponent, and the region to keep is not chosen yet, the move names no region.
    ///
    /// Raises:
    ///     IllegalMoveError: an action breaks a rule.
    ///     VoloError: an action is out of range, or the sky has another edge.
    ///     TypeError: the action is neither an int nor a sequence of one or two ints.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> space, position = volo.ActionSpace(4), volo.Position("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
    ///     >>> actions = space.of("c2-E3/a2")
    ///     >>> space.move(actions, position)
    ///     Move('c2-E3/a2', edge=4)
    ///     >>> space.move(actions[0], position)
    ///     Move('c2-E3', edge=4)
    ///     >>> space.move(actions[1], volo.Decision(position).step(actions[0]))
    ///     Move('c2-E3/a2', edge=4)
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

    /// The text of an action: ``"c5"``, ``"pass"``, ``"b2:b4-NE3"``, or ``"/g6"`` to keep the region of g6. The
    /// texts of the two actions of a move, one after the other, are the text of the move.
    ///
    /// Raises:
    ///     VoloError: the action is out of range.
    ///     TypeError: the action is not an int.
    fn name(&self, action: Action) -> PyResult<String> {
        let action = action.0 as u16;
        let out_of_range = IllegalAction::OutOfRange { action, size: self.size() };
        self.get().name(action).ok_or_else(|| illegal_action(self.get(), action, out_of_range))
    }

    /// The image of each action under a symmetry of the sky: a new array (uint16) of shape ``(size,)``. Entry
    /// ``a`` is the image of action ``a``.
    ///
    /// The image of a legal action is legal in :meth:`Decision.transform` of the decision. It is also the listed one,
    /// except that a region to keep is named by the image of the space that named it, which need not be its
    /// lowest, then leftmost space.
    ///
    /// Raises:
    ///     TypeError: the argument is not a :class:`Symmetry`.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> space = volo.ActionSpace(4)
    ///     >>> images = space.transform(volo.Symmetry("mirror"))
    ///     >>> space.name(images[933]), bool((images[images] == range(space.size)).all())
    ///     ('b4:c4-W2', True)
    fn transform<'py>(
        &self,
        py: Python<'py>,
        symmetry: PyRef<'_, PySymmetry>,
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
    /// The action space of the sky.
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
