//! `volo.ArrayGame`.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyTuple};
use volo_rules::bindings::filled;
use volo_rules::learning::{ArrayGame, BatchError, DECISION_PLANES, Decision, MaskRows, RowStep, View};
use volo_rules::{Position, Rules, Stop};

use crate::Reduced;
use crate::action_space::PyActionSpace;
use crate::arrays::{self, Integers, masks_of, rows_of, slices_to_write, written_masks};
use crate::batch::{action_error, actions_of, batch_error};
use crate::classes::{ColorArgument, copied, getters};
use crate::decision::{DecisionArgument, PyDecision};
use crate::errors::{halted, volo_error, word_arguments};
use crate::interpreter::{list_of, released};
use crate::numbers::{BatchSize, Side, Threads};
use crate::observation::{Number, Observer, ViewArguments, observed};
use crate::position::each;
use crate::rules::{PyRules, RulesArgument};
use crate::symmetry::SymmetryArgument;

#[doc = doc!("ArrayGame")]
#[pyclass(frozen, eq, hash, module = "volo", name = "ArrayGame")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyArrayGame {
    game: ArrayGame,
    threads: usize,
}

copied!(PyArrayGame);
getters! {
    PyArrayGame, "ArrayGame", |game|
    rules: PyRules = PyRules(game.game.rules());
    action_space: PyActionSpace = PyActionSpace(game.game.rules().edge());
    words: usize = game.game.words();
    threads: usize = game.threads;
}

word_arguments! {
    MasksArgument(bool) = "masks": [("dense", false), ("packed", true)], volo_error;
}

#[pymethods]
impl PyArrayGame {
    #[new]
    #[pyo3(
        signature = (rules = RulesArgument(Rules::default()), *, threads = None),
        text_signature = "(rules='standard', *, threads=None)"
    )]
    fn new(py: Python<'_>, rules: RulesArgument, threads: Option<Threads>) -> PyResult<PyArrayGame> {
        arrays::load(py)?;
        Ok(PyArrayGame { game: ArrayGame::new(rules.0), threads: Threads::or_all(threads) })
    }

    #[doc = doc!("ArrayGame.initial")]
    fn initial<'py>(&self, py: Python<'py>, n: BatchSize) -> PyResult<Bound<'py, PyAny>> {
        let row = self.rows(&[Decision::new(Position::new(self.game.rules()))])?.into_pyarray(py);
        py.import("numpy")?.call_method1("full", ((n.0, self.game.words()), row, "uint32"))
    }

    #[doc = doc!("ArrayGame.states")]
    fn states<'py>(&self, py: Python<'py>, decisions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let decisions = each(decisions, |DecisionArgument(decision)| decision)?;
        let rows = self.rows(&decisions)?.into_pyarray(py);
        rows.call_method1("reshape", ((decisions.len(), self.game.words()),))
    }

    #[doc = doc!("ArrayGame.decisions")]
    fn decisions<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let (rows, number) = self.read(states)?;
        let decisions = self.work(py, number, 0, |stop| self.game.decisions(&rows, self.until(stop)))?;
        list_of(py, decisions.into_iter().map(PyDecision))
    }

    #[doc = doc!("ArrayGame.step")]
    #[pyo3(
        signature = (states, actions, *, masks = Some(MasksArgument(false)), out = None),
        text_signature = "($self, states, actions, *, masks='dense', out=None)"
    )]
    fn step<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        actions: &Bound<'py, PyAny>,
        masks: Option<MasksArgument>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (mut rows, number) = self.read(states)?;
        let given = Integers::of_games(actions, "actions", number)?;
        let actions = actions_of(&given)?;
        let packed = masks.map(|masks| masks.0);
        let (kind, dtype) = masks_of(packed == Some(true));
        slices_to_write! {
            returned = py, out, "a tuple of five: states, player, rewards, ended and masks":
            0 states: u32 = Some("uint32"), [number, self.game.words()];
            1 player: i8 = Some("int8"), [number];
            2 rewards: f32 = Some("float32"), [number];
            3 ended: u8 = Some("bool"), [number];
            4 masks: u8 = packed.and(Some(dtype)), [number, kind.length(self.game.action_space())];
        }
        let bytes = masks.len();
        let mut steps = filled(RowStep::default(), number, &Stop::never()).map_err(halted)?;
        let step = |stop: &Stop| {
            self.game.step(&mut rows, &actions, &mut steps, mask_rows(packed, masks), self.until(stop))?;
            states.copy_from_slice(&rows);
            let columns = player.iter_mut().zip(rewards).zip(ended);
            for (((player, reward), ended), step) in columns.zip(&steps) {
                *player = step.player as i8;
                *reward = f32::from(step.reward);
                *ended = u8::from(step.ended);
            }
            Ok(())
        };
        released(py, number, bytes, step)?.map_err(|error| action_error(error, "row", &given))?;
        Ok(returned)
    }

    #[doc = doc!("ArrayGame.legal_mask")]
    #[pyo3(signature = (states, out = None, packed = false))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        packed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rows, number) = self.read(states)?;
        written_masks(py, out, packed, Some(number), self.game.action_space(), |masks| {
            self.work(py, number, masks.len(), |stop| {
                self.game.legal_masks(&rows, mask_rows(Some(packed), masks), self.until(stop))
            })
        })
    }

    #[doc = doc!("ArrayGame.observe")]
    #[pyo3(
        signature = (states, out = None, *, size = None, player = None, dtype = None, symmetry = None),
        text_signature = "($self, states, out=None, *, size=None, player=None, dtype='uint8', symmetry=None)"
    )]
    #[allow(clippy::too_many_arguments)] // each is an argument of the Python function
    fn observe<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        size: Option<Side>,
        player: Option<ColorArgument>,
        dtype: Option<&Bound<'py, PyAny>>,
        symmetry: Option<SymmetryArgument>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let side = View::of(self.game.rules().edge()).side;
        let view = ViewArguments::new(size, player, symmetry).with_default(side);
        let (rows, number) = self.read(states)?;
        let shape = [number, DECISION_PLANES.len(), view.side, view.side];
        observed(py, out, dtype, &shape, &AllRows { game: self, rows, number, view })
    }

    fn __repr__(&self) -> String {
        format!("ArrayGame('{}', threads={})", self.game.rules(), self.threads)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (PyRules,)>> {
        let game = slf.get();
        let threads = [("threads", game.threads)].into_py_dict(slf.py())?;
        let make = slf.py().import("functools")?.getattr("partial")?;
        Ok((make.call((slf.get_type(),), Some(&threads))?, (PyRules(game.game.rules()),)))
    }
}

impl PyArrayGame {
    fn until<'a>(&self, stop: &'a Stop) -> volo_rules::Threads<'a> {
        volo_rules::Threads::new(self.threads).until(stop)
    }

    fn read(&self, states: &Bound<'_, PyAny>) -> PyResult<(Vec<u32>, usize)> {
        rows_of(states, "states", self.game.words())
    }

    fn rows(&self, decisions: &[Decision]) -> PyResult<Vec<u32>> {
        let length = decisions.len().saturating_mul(self.game.words());
        let mut rows = filled(0, length, &Stop::never()).map_err(halted)?;
        self.game.write_rows(decisions, &mut rows).map_err(batch_error)?;
        Ok(rows)
    }

    fn work<T: Send>(
        &self,
        py: Python<'_>,
        number: usize,
        bytes: usize,
        work: impl FnOnce(&Stop) -> Result<T, BatchError> + Send,
    ) -> PyResult<T> {
        released(py, number, bytes, work)?.map_err(batch_error)
    }
}

fn mask_rows(packed: Option<bool>, masks: &mut [u8]) -> MaskRows<'_> {
    match packed {
        None => MaskRows::None,
        Some(true) => MaskRows::Bits(masks),
        Some(false) => MaskRows::Bytes(masks),
    }
}

struct AllRows<'a> {
    game: &'a PyArrayGame,
    rows: Vec<u32>,
    number: usize,
    view: View,
}

impl Observer for AllRows<'_> {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllRows { game, rows, number, view } = self;
        game.work(py, *number, size_of_val(planes), |stop| {
            T::of_rows(game.game, rows, *view, planes, game.until(stop))
        })
    }
}
