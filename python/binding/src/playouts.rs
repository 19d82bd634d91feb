//! `volo.play_games` and its argument `policy`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyDict, PyString, PyTuple};
use volo_rules::bindings::{Halt, PlayerText, filled};
use volo_rules::playouts::{AnyPolicy, PlayoutError, PlayoutOptions, Playouts, PolicyError, play_games_from};
use volo_rules::{ByColor, Color, Position, Stop};

use crate::arrays;
use crate::classes::imported;
use crate::errors::{Text, core_error, type_error, volo_error};
use crate::interpreter::{ProgressCallback, watched};
use crate::numbers::{First, Games, MAX_GAMES, MaxPlies, Seed, Threads};
use crate::position::{PositionArgument, PyPosition, each};
use crate::recorded::python_tally;

#[doc = doc!("play_games")]
#[pyfunction]
#[pyo3(
    signature = (
        games, *, policy = Policies(ByColor::default()), position = None, positions = None, seed = None, threads = None,
        max_plies = MaxPlies(2000), record = false, count_moves = false, tally = false, first = First(0),
        progress = None,
    ),
    text_signature = "(games, *, policy='uniform', position=None, positions=None, seed=None, threads=None, max_plies=2000, record=False, count_moves=False, tally=False, first=0, progress=None)"
)]
#[allow(clippy::too_many_arguments)] // each is a keyword argument of the Python function
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    games: Games,
    policy: Policies,
    position: Option<PositionArgument>,
    positions: Option<&Bound<'py, PyAny>>,
    seed: Option<Seed>,
    threads: Option<Threads>,
    max_plies: MaxPlies,
    record: bool,
    count_moves: bool,
    tally: bool,
    first: First,
    progress: Option<ProgressCallback>,
) -> PyResult<Bound<'py, PyAny>> {
    if seed.is_none() && first.0 > 0 {
        return Err(PyTypeError::new_err("first needs a seed: without one, each call plays other games"));
    }
    let starts = match (position, positions) {
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err("games begin at either a position or positions"));
        }
        (position, None) => vec![position.unwrap_or_default().0],
        (None, Some(positions)) => each(positions, |PositionArgument(position)| position)?,
    };
    let total = games.0.checked_mul(starts.len() as u64).filter(|&total| total <= MAX_GAMES);
    let Some(total) = total else {
        return Err(volo_error(format!("there must be at most {MAX_GAMES} games")));
    };
    if total.checked_sub(1).is_some_and(|others| first.0.checked_add(others).is_none()) {
        return Err(volo_error("the number of the last game would be greater than 2**64 - 1".to_string()));
    }
    let start = starts.first().copied().unwrap_or_default();
    if tally && starts.iter().any(|other| other.rules().edge() != start.rules().edge()) {
        return Err(volo_error("a tally needs positions on skies of one edge".to_string()));
    }
    let options = PlayoutOptions::new(start, games.0 as usize)
        .with_seed(Seed::or_fresh(seed)?)
        .with_first(first.0)
        .with_policies(policy.0)
        .with_max_plies(max_plies.0 as u32)
        .with_count_moves(count_moves)
        .with_record(record)
        .with_tally(tally);
    play(py, &starts, &options, threads, progress)
}

fn play<'py>(
    py: Python<'py>,
    starts: &[Position],
    options: &PlayoutOptions<'_, AnyPolicy>,
    threads: Option<Threads>,
    mut progress: Option<ProgressCallback>,
) -> PyResult<Bound<'py, PyAny>> {
    arrays::load(py)?;
    let threads = Threads::or_all(threads);
    let finished = AtomicUsize::new(0);
    let look = |py: Python<'_>| {
        py.check_signals()?;
        progress
            .as_mut()
            .map_or(Ok(()), |progress| progress.report_periodically(py, finished.load(Ordering::Relaxed)))
    };
    let play = |stop: &Stop| -> Result<_, PlayoutError> {
        let playouts = play_games_from(starts, &options.until(stop).with_finished(&finished), threads)?;
        let offsets = if options.record { offsets(&playouts.plies, stop)? } else { Vec::new() };
        Ok((playouts, offsets))
    };
    match watched(py, play, look)? {
        Ok((playouts, offsets)) => {
            progress.map_or(Ok(()), |progress| progress.report(py, playouts.winner.len()))?;
            to_python(py, playouts, offsets, starts, options)
        }
        Err(error) => Err(core_error(&error, matches!(error, PlayoutError::OutOfMemory))),
    }
}

/// The index in the recorded moves at which each game begins, then the number of all moves.
fn offsets(plies: &[i32], stop: &Stop) -> Result<Vec<i64>, Halt> {
    let mut offsets = filled(0, plies.len().saturating_add(1), stop)?;
    let mut end = 0_i64;
    for (offset, &plies) in offsets.iter_mut().skip(1).zip(plies) {
        end = end.saturating_add(i64::from(plies));
        *offset = end;
    }
    Ok(offsets)
}

fn to_python<'py>(
    py: Python<'py>,
    playouts: Playouts,
    offsets: Vec<i64>,
    starts: &[Position],
    options: &PlayoutOptions<'_, AnyPolicy>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASSES: [PyOnceLock<Py<PyAny>>; 2] = [PyOnceLock::new(), PyOnceLock::new()];
    let [plain, recorded] = &CLASSES;
    let class = if options.record {
        imported(py, recorded, "volo.playouts", "RecordedPlayouts")?
    } else {
        imported(py, plain, "volo.playouts", "Playouts")?
    };
    let columns = PyDict::new(py);
    macro_rules! columns {
        ($($name:ident)*) => {
            $(columns.set_item(stringify!($name), column(py, playouts.$name)?)?;)*
        };
    }
    columns.set_item("seed", options.seed)?;
    columns!(winner plies orange_birds blue_birds adds flights passes clearings handed_over reason);
    if options.count_moves {
        columns!(legal_moves);
    }
    if options.record {
        columns.set_item("moves", column(py, playouts.moves)?)?;
        columns.set_item("offsets", column(py, offsets)?)?;
        columns.set_item("starts", PyTuple::new(py, starts.iter().map(|&start| PyPosition(start)))?)?;
    }
    if let Some(tally) = &playouts.tally {
        columns.set_item("tally", python_tally(py, tally, options.position.rules().edge())?)?;
    }
    class.call((), Some(&columns))
}

fn column<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    let array = values.into_pyarray(py);
    array.readwrite().make_nonwriteable();
    Ok(array)
}

/// The text of a policy for both players, or a tuple of the texts of Orange's policy and Blue's.
pub(crate) struct Policies(pub(crate) ByColor<AnyPolicy>);

impl<'a, 'py> FromPyObject<'a, 'py> for Policies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Policies> {
        if value.is_instance_of::<PyString>() {
            let both = policy(value)?;
            return Ok(Policies(ByColor::new(both, both)));
        }
        let pair = value
            .cast::<PyTuple>()
            .map_err(|_| type_error(value, "policy", "a str or a tuple of two str"))?;
        let players: Vec<Bound<'_, PyAny>> = pair.iter().collect();
        match players.as_slice() {
            [orange, blue] => {
                Ok(Policies(ByColor::new(policy(orange.as_borrowed())?, policy(blue.as_borrowed())?)))
            }
            _ => {
                let expected = "a tuple of policies must have two items: Orange's policy and Blue's";
                Err(volo_error(expected.to_string()))
            }
        }
    }
}

#[doc = doc!("_policies")]
#[pyfunction]
#[pyo3(name = "_policies")]
pub(crate) fn policies(policy: Policies) -> (String, String) {
    (policy.0[Color::Orange].to_string(), policy.0[Color::Blue].to_string())
}

fn policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<AnyPolicy> {
    value.cast::<PyString>().map_err(|_| type_error(value, "policy", "a str"))?;
    let text: Text<'_, '_> = value.extract()?;
    text.chars.parse().map_err(refused)
}

fn refused(error: PolicyError) -> PyErr {
    volo_error(error.to_string())
}

#[doc = doc!("_read_player")]
#[pyfunction]
#[pyo3(name = "_read_player")]
pub(crate) fn read_player(
    text: Text<'_, '_>,
    for_match: bool,
) -> PyResult<(&'static str, HashMap<&'static str, f64>)> {
    let player: PlayerText = text.chars.parse().map_err(refused)?;
    if for_match {
        player.check_for_match().map_err(refused)?;
    }
    Ok((player.name, player.settings.into_iter().collect()))
}

#[doc = doc!("_divided")]
#[pyfunction]
#[pyo3(name = "_divided")]
pub(crate) fn divided(text: Text<'_, '_>) -> Vec<String> {
    volo_rules::bindings::divided(&text.chars)
}
