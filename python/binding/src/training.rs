//! Functions for training the evaluation. They are not part of the public API.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use volo_rules::bindings::training::{self, COLUMNS, SelfPlay, Weights};

use crate::exceptions::volo_error;
use crate::interrupt::interruptible;
use crate::memory::halted;
use crate::numbers::{BatchSize, Nodes, Seed, Threads};
use crate::position::{PositionArgument, PyPosition};

/// The features, the scores and the results of the samples, and the number of the game of each.
type Samples<'py> = (
    Bound<'py, PyArray2<i16>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u32>>,
);

/// The numbers of a file of weights.
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

/// Positions from games of the engine with itself, with these weights instead of those of the edge.
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
    let rows = samples.len();
    let numbers: Vec<i16> = samples.iter().flat_map(|sample| sample.features).collect();
    let features = Array2::from_shape_vec((rows, COLUMNS), numbers)
        .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    Ok((
        features.into_pyarray(py),
        samples.iter().map(|sample| sample.score).collect::<Vec<_>>().into_pyarray(py),
        samples.iter().map(|sample| sample.result).collect::<Vec<_>>().into_pyarray(py),
        samples.iter().map(|sample| sample.game).collect::<Vec<_>>().into_pyarray(py),
    ))
}

/// The estimate of an unfinished game for the player to move, in units of 1/256 of the log odds to win.
#[pyfunction(name = "_estimate")]
pub(crate) fn estimate(position: &Bound<'_, PyPosition>) -> i16 {
    training::estimate(&position.get().0)
}

/// The features of a position of an unfinished game: those of the mover, those of the opponent, and the phase.
#[pyfunction(name = "_features")]
pub(crate) fn features<'py>(position: &Bound<'py, PyPosition>) -> Bound<'py, PyArray1<i16>> {
    training::features(&position.get().0).to_vec().into_pyarray(position.py())
}
