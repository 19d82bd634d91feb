//! `volo.ArrayGame`.

use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyTuple};
use volo_rules::bindings::filled;
use volo_rules::learning::{ArrayGame, BatchError, DECISION_PLANES, Decision, MaskRows, RowStep, View};
use volo_rules::{Position, Rules, Stop};

use crate::Reduced;
use crate::action_space::PyActionSpace;
use crate::arrays::{
    self, Integers, array_to_write, bools_to_write, check_apart, not_writable, rows_of, to_write,
    tuple_to_write, written, written_bools,
};
use crate::batch::{action_error, actions_of, batch_error};
use crate::classes::{ColorArgument, copied, getters};
use crate::decision::{DecisionArgument, PyDecision};
use crate::errors::{halted, volo_error, word_arguments};
use crate::interpreter::{Signals, released};
use crate::numbers::{BatchSize, Side, Threads};
use crate::observation::{Number, Observer, ViewArguments, observed};
use crate::position::each;
use crate::rules::{PyRules, RulesArgument};
use crate::symmetry::PySymmetry;

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
    /// Whether masks have a bit for each action.
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
    fn states<'py>(&self, py: Python<'py>, turns: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let turns = each(turns, |DecisionArgument(turn)| turn)?;
        let rows = self.rows(&turns)?.into_pyarray(py);
        rows.call_method1("reshape", ((turns.len(), self.game.words()),))
    }

    #[doc = doc!("ArrayGame.turns")]
    fn turns<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.read(states)?;
        let (list, mut signals) = (PyList::empty(py), Signals::default());
        for turn in self.work(py, rows.len(), |stop| self.game.turns(&rows, self.until(stop)))? {
            signals.check(py)?;
            list.append(PyDecision(turn))?;
        }
        Ok(list)
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
        let (rows, words) = (self.read(states)?, self.game.words());
        let number = rows.len().checked_div(words).unwrap_or_default();
        let given = Integers::of_games(actions, "actions", number)?;
        let actions = actions_of(&given)?;
        let packed = masks.map(|masks| masks.0);
        let (of_rows, of_masks) = ([number, words], [number, self.bytes_of_a_mask(packed == Some(true))]);
        let dtype = packed.map(|packed| if packed { "uint8" } else { "bool" });
        let returned = tuple_to_write(
            py,
            out,
            "a tuple of five: states, player, rewards, ended and masks",
            [
                (Some("uint32"), &of_rows[..]),
                (Some("int8"), &[number]),
                (Some("float32"), &[number]),
                (Some("bool"), &[number]),
                (dtype, &of_masks),
            ],
        )?;
        let at = |index| returned.get_item(index);
        let next = array_to_write::<u32>(&at(0)?, "states", "uint32", &of_rows)?;
        let player = array_to_write::<i8>(&at(1)?, "player", "int8", &[number])?;
        let rewards = array_to_write::<f32>(&at(2)?, "rewards", "float32", &[number])?;
        let ended = bools_to_write(&at(3)?, "ended", &[number])?;
        let masks = match packed {
            None => PyArrayDyn::<u8>::zeros(py, &[0][..], false),
            Some(true) => array_to_write(&at(4)?, "masks", "uint8", &of_masks)?,
            Some(false) => bools_to_write(&at(4)?, "masks", &of_masks)?,
        };
        if out.is_some() {
            check_apart([&next, &player, &rewards, &ended, &masks])?;
        }
        let steps = filled(RowStep::default(), number, &Stop::never()).map_err(halted)?;
        let (mut next, mut player) = (to_write(&next, "states")?, to_write(&player, "player")?);
        let (mut rewards, mut ended) = (to_write(&rewards, "rewards")?, to_write(&ended, "ended")?);
        let mut masks = to_write(&masks, "masks")?;
        let work = Mutex::new((
            rows,
            steps,
            masks.as_slice_mut().map_err(|_| not_writable("masks"))?,
            next.as_slice_mut().map_err(|_| not_writable("states"))?,
            player.as_slice_mut().map_err(|_| not_writable("player"))?,
            rewards.as_slice_mut().map_err(|_| not_writable("rewards"))?,
            ended.as_slice_mut().map_err(|_| not_writable("ended"))?,
        ));
        let step = |stop: &Stop| {
            let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
            let (rows, steps, masks, next, player, rewards, ended) = &mut *work;
            let masks = mask_rows(packed, masks);
            self.game.step(rows, &actions, steps, masks, self.until(stop))?;
            next.copy_from_slice(rows);
            let columns = player.iter_mut().zip(rewards.iter_mut()).zip(ended.iter_mut());
            for (((player, reward), ended), step) in columns.zip(steps) {
                *player = step.player as i8;
                *reward = f32::from(step.reward);
                *ended = u8::from(step.ended);
            }
            Ok(())
        };
        released(py, number, step)?.map_err(|error| action_error(error, "row", &given))?;
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
        let rows = self.read(states)?;
        let number = rows.len().checked_div(self.game.words()).unwrap_or_default();
        let shape = [number, self.bytes_of_a_mask(packed)];
        let write = |masks: &mut [u8]| {
            let masks = Mutex::new(masks);
            self.work(py, rows.len(), |stop| {
                let mut masks = masks.lock().unwrap_or_else(PoisonError::into_inner);
                self.game.legal_masks(&rows, mask_rows(Some(packed), &mut masks), self.until(stop))
            })
        };
        match packed {
            true => written(py, out, "uint8", &shape, write),
            false => written_bools(py, out, &shape, write),
        }
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
        symmetry: Option<PyRef<'_, PySymmetry>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let side = View::of(self.game.rules().edge()).side;
        let view = ViewArguments::new(size, player, symmetry).with_default(side);
        let rows = self.read(states)?;
        let number = rows.len().checked_div(self.game.words()).unwrap_or_default();
        let shape = [number, DECISION_PLANES.len(), view.side, view.side];
        observed(py, out, dtype, &shape, &AllRows { game: self, rows, view })
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

    /// A copy of the numbers of all rows.
    fn read(&self, states: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        rows_of(states, "states", self.game.words())
    }

    fn rows(&self, turns: &[Decision]) -> PyResult<Vec<u32>> {
        let length = turns.len().saturating_mul(self.game.words());
        let mut rows = filled(0, length, &Stop::never()).map_err(halted)?;
        self.game.write_rows(turns, &mut rows).map_err(batch_error)?;
        Ok(rows)
    }

    fn bytes_of_a_mask(&self, packed: bool) -> usize {
        let size = self.game.action_space().size();
        if packed { size.div_ceil(8) } else { size }
    }

    fn work<T: Send>(
        &self,
        py: Python<'_>,
        number: usize,
        work: impl Fn(&Stop) -> Result<T, BatchError> + Send + Sync,
    ) -> PyResult<T> {
        released(py, number, work)?.map_err(batch_error)
    }
}

/// Masks with a byte or a bit for each action, or none.
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
    view: View,
}

impl Observer for AllRows<'_> {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllRows { game, rows, view } = self;
        let planes = Mutex::new(planes);
        game.work(py, rows.len(), |stop| {
            let mut planes = planes.lock().unwrap_or_else(PoisonError::into_inner);
            T::of_rows(game.game, rows, *view, &mut planes, game.until(stop))
        })
    }
}
