//! `volo.play_random` and `volo.play_games`, and their argument `policy`.

use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyDict, PyString, PyTuple};
use volo_rules::bindings::{Halt, filled};
use volo_rules::playouts::{
    AnyPolicy, PlayoutError, PlayoutOptions, PlayoutPolicy, Playouts, Policy, play_games_from,
};
use volo_rules::{ByColor, Color, Position, Stop};

use crate::arrays;
use crate::classes::imported;
use crate::errors::{Text, core_error, one_of, type_error, volo_error};
use crate::interpreter::{ProgressCallback, watched};
use crate::numbers::{First, Games, MAX_GAMES, MaxPlies, Seed, Threads};
use crate::position::{PositionArgument, PyPosition, each};
use crate::recorded::python_tally;

#[doc = doc!("play_random")]
#[pyfunction]
#[pyo3(
    signature = (
        games, *, position = None, positions = None, seed = Seed(0), threads = None, max_plies = MaxPlies(2000),
        record = false, count_moves = false, tally = false, first = First(0),
        policy = Policies(ByColor::default()), progress = None,
    ),
    text_signature = "(games, *, position=None, positions=None, seed=0, threads=None, max_plies=2000, record=False, count_moves=False, tally=False, first=0, policy='uniform', progress=None)"
)]
#[allow(clippy::too_many_arguments)] // each is a keyword argument of the Python function
pub(crate) fn play_random<'py>(
    py: Python<'py>,
    games: Games,
    position: Option<PositionArgument>,
    positions: Option<&Bound<'py, PyAny>>,
    seed: Seed,
    threads: Option<Threads>,
    max_plies: MaxPlies,
    record: bool,
    count_moves: bool,
    tally: bool,
    first: First,
    policy: Policies,
    progress: Option<ProgressCallback>,
) -> PyResult<Bound<'py, PyAny>> {
    let starts = starts(position, positions)?;
    let options = options_of(games, &starts, seed, max_plies, record, count_moves, tally, first, policy.0)?;
    play(py, &starts, &options, threads, progress)
}

#[doc = doc!("play_games")]
#[pyfunction]
#[pyo3(
    signature = (
        games, *, policy, position = None, positions = None, seed = Seed(0), threads = None, max_plies = MaxPlies(2000),
        record = false, count_moves = false, tally = false, first = First(0), progress = None,
    ),
    text_signature = "(games, *, policy, position=None, positions=None, seed=0, threads=None, max_plies=2000, record=False, count_moves=False, tally=False, first=0, progress=None)"
)]
#[allow(clippy::too_many_arguments)] // each is a keyword argument of the Python function
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    games: Games,
    policy: AnyPolicies,
    position: Option<PositionArgument>,
    positions: Option<&Bound<'py, PyAny>>,
    seed: Seed,
    threads: Option<Threads>,
    max_plies: MaxPlies,
    record: bool,
    count_moves: bool,
    tally: bool,
    first: First,
    progress: Option<ProgressCallback>,
) -> PyResult<Bound<'py, PyAny>> {
    let starts = starts(position, positions)?;
    let options = options_of(games, &starts, seed, max_plies, record, count_moves, tally, first, policy.0)?;
    play(py, &starts, &options, threads, progress)
}

fn starts(
    position: Option<PositionArgument>,
    positions: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Position>> {
    match (position, positions) {
        (Some(_), Some(_)) => Err(PyTypeError::new_err("games begin at either a position or positions")),
        (position, None) => Ok(vec![position.unwrap_or_default().0]),
        (None, Some(positions)) => each(positions, |PositionArgument(position)| position),
    }
}

/// The options for these arguments.
#[allow(clippy::too_many_arguments)] // each is an option
fn options_of<P: Copy>(
    games: Games,
    starts: &[Position],
    seed: Seed,
    max_plies: MaxPlies,
    record: bool,
    count_moves: bool,
    tally: bool,
    first: First,
    policies: ByColor<P>,
) -> PyResult<PlayoutOptions<'static, P>> {
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
    Ok(PlayoutOptions::new(start, games.0 as usize)
        .with_seed(seed.0)
        .with_first(first.0)
        .with_policies(policies)
        .with_max_plies(max_plies.0 as u32)
        .with_count_moves(count_moves)
        .with_record(record)
        .with_tally(tally))
}

/// Plays the games, and returns the `volo.Playouts` or `volo.RecordedPlayouts`.
fn play<'py, P: PlayoutPolicy>(
    py: Python<'py>,
    starts: &[Position],
    options: &PlayoutOptions<'_, P>,
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

/// The `volo.Playouts` or `volo.RecordedPlayouts` with these columns.
fn to_python<'py, P>(
    py: Python<'py>,
    playouts: Playouts,
    offsets: Vec<i64>,
    starts: &[Position],
    options: &PlayoutOptions<'_, P>,
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

/// The name of a policy for both players, or a tuple of the names of Orange's policy and Blue's.
pub(crate) struct Policies(pub(crate) ByColor<Policy>);

impl<'a, 'py> FromPyObject<'a, 'py> for Policies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Policies> {
        both(value, policy).map(Policies)
    }
}

/// Like [`Policies`], but each policy may also be that of an engine.
pub(crate) struct AnyPolicies(pub(crate) ByColor<AnyPolicy>);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyPolicies {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyPolicies> {
        both(value, any_policy).map(AnyPolicies)
    }
}

#[doc = doc!("_policies")]
#[pyfunction]
#[pyo3(name = "_policies")]
pub(crate) fn policies(policy: AnyPolicies) -> (String, String) {
    (policy.0[Color::Orange].to_string(), policy.0[Color::Blue].to_string())
}

/// The meaning of a text for both players, or of a tuple of two texts.
fn both<T: Copy>(
    value: Borrowed<'_, '_, PyAny>,
    read: fn(Borrowed<'_, '_, PyAny>) -> PyResult<T>,
) -> PyResult<ByColor<T>> {
    if value.is_instance_of::<PyString>() {
        let both = read(value)?;
        return Ok(ByColor::new(both, both));
    }
    let expected = "a str or a tuple of two str";
    let pair = value.cast::<PyTuple>().map_err(|_| type_error(value, "policy", expected))?;
    let players: Vec<Bound<'_, PyAny>> = pair.iter().collect();
    match players.as_slice() {
        [orange, blue] => Ok(ByColor::new(read(orange.as_borrowed())?, read(blue.as_borrowed())?)),
        _ => {
            Err(volo_error("a tuple of policies must have two items: Orange's policy and Blue's".to_string()))
        }
    }
}

fn policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<Policy> {
    one_of(value, "policy", Policy::ALL.map(|policy| (policy.name(), policy)), volo_error)
}

fn any_policy(value: Borrowed<'_, '_, PyAny>) -> PyResult<AnyPolicy> {
    value.cast::<PyString>().map_err(|_| type_error(value, "policy", "a str"))?;
    // `volo.player` reads the texts of all players. The crate reads the form in which kept games have them.
    static POLICY_OF: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let text: Text<'_, '_> = value.extract()?;
    let policy_of = imported(value.py(), &POLICY_OF, "volo.player", "policy_of")?;
    let policy: String = policy_of.call1((text.chars,))?.extract()?;
    policy.parse().map_err(|error: volo_rules::playouts::PolicyError| volo_error(error.to_string()))
}
