//! What the engine computes without a search: `volo.engine.Score`, `evaluate`, the time for a move, and what training needs.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::bindings::collected;
use volo_rules::bindings::training::{self, SelfPlay, Weights};
use volo_rules::engine::{Clock, Score, evaluate};

use crate::classes::{copied, formatted, getters, in_pydantic};
use crate::errors::{halted, volo_error};
use crate::interpreter::{interruptible, released};
use crate::numbers::{BatchSize, MovesToGo, Nodes, Plies, Seconds, Seed, Threads, real};
use crate::position::{PositionArgument, PyPosition, each};
use crate::{Reduced, arrays};

#[doc = doc!("Score")]
#[pyclass(frozen, eq, ord, hash, module = "volo.engine", name = "Score")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyScore(pub(crate) Score);

copied!(PyScore);
formatted!(PyScore);
in_pydantic!(PyScore);
getters! {
    PyScore, "Score", |score|
    expected: f64 = score.0.expected();
    win_in: Option<u16> = score.0.win_in();
    loss_in: Option<u16> = score.0.loss_in();
    points: Option<i32> = score.0.points();
}

#[pymethods]
impl PyScore {
    #[new]
    fn new(expected: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        let number = real(expected.as_borrowed(), "expected", "a number")?;
        if !(-1.0..=1.0).contains(&number) {
            return Err(volo_error("expected must be -1 to 1".to_string()));
        }
        Ok(PyScore(Score::from_expected(number)))
    }

    #[doc = doc!("Score.win")]
    #[staticmethod]
    fn win(plies: Plies) -> PyScore {
        PyScore(Score::win_in_plies(plies.0 as u16))
    }

    #[doc = doc!("Score.loss")]
    #[staticmethod]
    fn loss(plies: Plies) -> PyScore {
        PyScore(Score::loss_in_plies(plies.0 as u16))
    }

    #[doc = doc!("Score.from_points")]
    #[staticmethod]
    fn from_points(points: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        let number = real(points.as_borrowed(), "points", "a number")?;
        if number.is_nan() {
            return Err(volo_error("points must not be NaN".to_string()));
        }
        Ok(PyScore(Score::from_points(number)))
    }

    fn __neg__(&self) -> PyScore {
        PyScore(std::ops::Neg::neg(self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match (self.0.win_in(), self.0.loss_in()) {
            (Some(plies), _) => format!("Score.win({plies})"),
            (_, Some(plies)) => format!("Score.loss({plies})"),
            _ => format!("Score({:+.3})", self.0.expected()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        let restore = py.import("volo._volo")?.getattr("_restore_score")?;
        Ok((restore, PyTuple::new(py, [self.0.code()])?))
    }
}

#[doc = doc!("_restore_score")]
#[pyfunction(name = "_restore_score")]
pub(crate) fn restore_score(code: i32) -> PyResult<PyScore> {
    Score::from_code(code)
        .map(PyScore)
        .ok_or_else(|| volo_error(format!("{code} is not the code of a score")))
}

#[doc = doc!("evaluate")]
#[pyfunction(name = "evaluate")]
pub(crate) fn evaluate_all<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    arrays::load(py)?;
    let positions = each(positions, |PositionArgument(position)| position)?;
    let values = released(py, positions.len(), 0, |stop| {
        collected(positions.iter().map(|position| evaluate(position).expected()), stop)
    })?;
    Ok(values.map_err(halted)?.into_pyarray(py))
}

#[doc = doc!("_time_for_move")]
#[pyfunction(name = "_time_for_move")]
pub(crate) fn time_for_move(
    remaining: Seconds,
    increment: Seconds,
    remaining_moves: Option<MovesToGo>,
) -> f64 {
    let mut clock = Clock::new(remaining.0).with_increment(increment.0);
    if let Some(moves) = remaining_moves {
        clock = clock.with_moves_to_go(moves.0 as u32);
    }
    clock.budget().as_secs_f64()
}

/// The features, the scores and the results of the samples, and the number of the game of each.
type Samples<'py> = (
    Bound<'py, PyArray2<i16>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u32>>,
);

pub(crate) struct WeightsArgument(pub(crate) Weights);

impl<'a, 'py> FromPyObject<'a, 'py> for WeightsArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<WeightsArgument> {
        let numbers: [i32; Weights::COUNT] = value.extract()?;
        match numbers.iter().enumerate().find(|(_, number)| number.unsigned_abs() > Weights::GREATEST as u32)
        {
            None => Ok(WeightsArgument(Weights::new(&numbers))),
            Some((i, number)) => Err(volo_error(format!("weights[{i}] has more than five digits: {number}"))),
        }
    }
}

#[doc = doc!("_play_samples")]
#[pyfunction(name = "_play_samples")]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (position, games, *, seed, nodes, opening, threads, weights=None))]
pub(crate) fn play_samples<'py>(
    py: Python<'py>,
    position: PositionArgument,
    games: BatchSize,
    seed: Seed,
    nodes: Option<Nodes>,
    opening: u8,
    threads: Option<Threads>,
    weights: Option<WeightsArgument>,
) -> PyResult<Samples<'py>> {
    let options = SelfPlay {
        position: position.0,
        games: games.0 as usize,
        seed: seed.0,
        nodes: nodes.map_or(0, |nodes| nodes.0),
        weights: weights.map(|argument| argument.0),
        opening: u32::from(opening),
    };
    let threads = Threads::or_all(threads);
    let samples =
        interruptible(py, |stop| training::play_samples(&options, threads, stop))?.map_err(halted)?;
    Ok((
        Array2::from(samples.iter().map(|sample| sample.features).collect::<Vec<_>>()).into_pyarray(py),
        samples.iter().map(|sample| sample.score).collect::<Vec<_>>().into_pyarray(py),
        samples.iter().map(|sample| sample.result).collect::<Vec<_>>().into_pyarray(py),
        samples.iter().map(|sample| sample.game).collect::<Vec<_>>().into_pyarray(py),
    ))
}

#[doc = doc!("_estimate")]
#[pyfunction(name = "_estimate")]
pub(crate) fn estimate(position: &Bound<'_, PyPosition>) -> i16 {
    training::estimate(&position.get().0)
}

#[doc = doc!("_features")]
#[pyfunction(name = "_features")]
pub(crate) fn features<'py>(position: &Bound<'py, PyPosition>) -> Bound<'py, PyArray1<i16>> {
    training::features(&position.get().0).to_vec().into_pyarray(position.py())
}
