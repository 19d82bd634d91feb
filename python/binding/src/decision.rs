//! `volo.Decision`.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use volo_rules::Move;
use volo_rules::learning::{DECISION_PLANES, Decision};

use crate::Reduced;
use crate::arrays::{self, written, written_bools};
use crate::classes::{ColorArgument, copied, python_outcome};
use crate::errors::{illegal, illegal_action};
use crate::mv::{MoveArgument, PyMove};
use crate::numbers::{Action, Side};
use crate::observation::{ViewArguments, observed_decision};
use crate::position::{PositionArgument, PyPosition};
use crate::symmetry::PySymmetry;

/// A position before a decision of the player to move, for machine learning.
///
/// Most turns are one decision: an action that adds, flies or passes (see :class:`ActionSpace`). After a flight
/// that divides the opponent, the same player chooses the region to keep as a second decision [R15]. Until then,
/// the position is the one before the flight. Immutable: :meth:`step` returns the next decision. Compared, hashed and
/// pickled by value.
///
/// Args:
///     position: the position, a rule set, or the text of either; by default the start by the ``standard`` rules.
///     chosen: the flight that was chosen, as a :class:`Move` or its text, if the player must now choose the region
///         to keep. A region that it names is ignored.
///
/// Attributes:
///     PLANES: the names of the planes that :meth:`observe` writes: those of :attr:`Batch.PLANES`, ``"flying"`` and
///         ``"landing"``.
///
/// Raises:
///     IllegalMoveError: the chosen flight is illegal, or does not divide the opponent.
///     NotationError: a text is not a position or not a move.
///     InvalidRulesError: the text is neither a rule set nor a position.
///     InvalidPositionError: the position is invalid.
///     VoloError: the :class:`Move` is for a sky of another edge.
///     TypeError: an argument has the wrong type.
///
/// Examples:
///     >>> import volo
///     >>> decision = volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4")
///     >>> flight, keep = decision.action_space.of("c2-E3/a2")
///     >>> between = decision.step(flight)
///     >>> between.chosen, [between.action_space.name(action) for action in between.legal_actions()]
///     (Move('c2-E3', edge=4), ['/b5', '/a2'])
///     >>> between.step(keep).position == decision.position.play("c2-E3/a2")
///     True
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

    /// The position at the beginning of the turn.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    /// The flight that was chosen, if the player must now choose the region to keep [R15]; else None. It names no
    /// region.
    #[getter]
    fn chosen(&self) -> Option<PyMove> {
        let mv = Move::Fly(self.0.chosen()?);
        Some(PyMove { mv, edge: self.0.position().rules().edge() })
    }

    /// The legal actions in ascending order; an empty list if the game is over.
    ///
    /// A flight that divides the opponent is one action. Afterwards there is one action for each region, with the
    /// region's lowest, then leftmost space. :meth:`step` also accepts the region's other spaces.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> decision = volo.Decision("standard-4")
    ///     >>> [decision.action_space.name(action) for action in decision.legal_actions()]
    ///     ['g3', 'f5', 'e1', 'e4', 'd3', 'c1', 'c4', 'b5', 'a3']
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

    /// Which actions are legal: an array of bools of shape ``(size,)``, or the same as bits.
    ///
    /// Args:
    ///     out: a C-contiguous array to write to; by default a new one.
    ///     packed: whether the mask has a bit for each action: an array of uint8 of shape ``(ceil(size / 8),)``,
    ///         which ``numpy.unpackbits(mask, count=size, bitorder="little")`` unpacks.
    ///
    /// Returns:
    ///     The array that was written to.
    ///
    /// Raises:
    ///     VoloError: ``out`` has another shape or cannot be written to.
    ///     TypeError: ``out`` is not an array of bools or, if ``packed``, of uint8.
    ///
    /// Examples:
    ///     >>> import numpy as np, volo
    ///     >>> decision = volo.Decision("standard-4")
    ///     >>> mask = decision.mask()
    ///     >>> mask.shape, np.flatnonzero(mask).tolist() == decision.legal_actions()
    ///     ((1201,), True)
    #[pyo3(signature = (out = None, *, packed = false))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::load(py)?;
        let size = self.0.action_space().size();
        match packed {
            true => written(py, out, "uint8", &[size.div_ceil(8)], |bits| {
                self.0.legal_bits_into(bits);
                Ok(())
            }),
            false => written_bools(py, out, &[size], |mask| {
                self.0.legal_mask_into(mask);
                Ok(())
            }),
        }
    }

    /// The decision after an action: the second decision of the same turn, or the first decision of the next turn.
    ///
    /// Args:
    ///     action: an int, or an integer of any other type, such as a NumPy scalar.
    ///
    /// Raises:
    ///     IllegalMoveError: the action breaks a rule, which the error names.
    ///     VoloError: the action is out of range.
    ///     TypeError: the action is not an integer.
    fn step(&self, action: Action) -> PyResult<PyDecision> {
        let action = action.0 as u16;
        let refused = |error| illegal_action(self.0.action_space(), action, error);
        self.0.step(action).map(PyDecision).map_err(refused)
    }

    /// How the game ended; None if it is not over.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.position().outcome().map(|end| python_outcome(py, end)).transpose()
    }

    /// The decision as planes of numbers: an array of shape ``(12, size, size)``, with a plane for each name in
    /// :attr:`PLANES`.
    ///
    /// The first ten planes are those of :meth:`Position.observe`, which explains the arguments. The last two are
    /// sets of spaces: those that the chosen flight leaves from, and those that it lands on. They are empty unless
    /// a flight was chosen.
    ///
    /// Raises:
    ///     VoloError: the size is too small for the sky, or not one of the sizes; or ``out`` has another shape or
    ///         cannot be written to.
    ///     TypeError: an argument has the wrong type.
    ///
    /// Examples:
    ///     >>> import volo
    ///     >>> decision = volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")
    ///     >>> planes = decision.observe(dtype="float32")
    ///     >>> planes.shape, float(planes[decision.PLANES.index("landing")].sum())
    ///     ((12, 7, 7), 1.0)
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
        observed_decision(py, self.0, true, ViewArguments::new(size, player, symmetry), dtype, out)
    }

    /// The image of the decision under a symmetry of the sky: of the position and of the chosen flight.
    ///
    /// :meth:`ActionSpace.transform` gives the images of the actions.
    ///
    /// Raises:
    ///     TypeError: the argument is not a :class:`Symmetry`.
    fn transform(&self, symmetry: PyRef<'_, PySymmetry>) -> PyDecision {
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

/// A decision, given as a `volo.Decision`, or as anything that means a position: its first decision.
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
