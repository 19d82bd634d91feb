//! Recorded games as arrays of moves: `volo.observe_games`, `volo.tally_games` and `volo.decode_moves`.

use numpy::{IntoPyArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use volo_rules::bindings::count_moves;
use volo_rules::engine::evaluate;
use volo_rules::learning::{PLANES, View};
use volo_rules::playouts::{Counter, Counts, MoveParts, Plays, ReplayError, Tally, check_offsets};
use volo_rules::{Color, Edge, Position};

use crate::arrays::{self, array_of, copied};
use crate::classes::{ColorArgument, imported};
use crate::errors::core_error;
use crate::interpreter::{interruptible, released};
use crate::numbers::{Side, Threads};
use crate::observation::{Number, Observer, ViewArguments, observed};
use crate::position::{PositionArgument, each};
use crate::symmetry::SymmetryArgument;

pub(crate) struct RecordedGames {
    pub(crate) moves: Vec<u32>,
    pub(crate) offsets: Vec<i64>,
}

impl RecordedGames {
    pub(crate) fn new(
        py: Python<'_>,
        moves: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
    ) -> PyResult<RecordedGames> {
        arrays::load(py)?;
        let moves = array_of::<u32>(moves, "moves", "uint32")?;
        let offsets = array_of::<i64>(offsets, "offsets", "int64")?;
        let (number, offsets) = (moves.len(), copied(&offsets, "offsets", offsets.len())?);
        // The array may be longer than the games. Only the moves of the games are copied.
        let end = py.detach(|| check_offsets(&offsets, number)).map_err(replay_error)?;
        Ok(RecordedGames { moves: copied(&moves, "moves", end)?, offsets })
    }
}

fn replay_error(error: ReplayError) -> PyErr {
    core_error(&error, error == ReplayError::OutOfMemory)
}

#[doc = doc!("observe_games")]
#[pyfunction]
#[pyo3(
    signature = (
        position, moves, offsets, *, out = None, size = None, player = None, dtype = None, symmetry = None,
        threads = None,
    ),
    text_signature = "(position, moves, offsets, *, out=None, size=None, player=None, dtype='uint8', symmetry=None, threads=None)"
)]
#[allow(clippy::too_many_arguments)] // each is an argument of the Python function
pub(crate) fn observe_games<'py>(
    py: Python<'py>,
    position: PositionArgument,
    moves: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    size: Option<Side>,
    player: Option<ColorArgument>,
    dtype: Option<&Bound<'py, PyAny>>,
    symmetry: Option<SymmetryArgument>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let start = position.0;
    let side = View::of(start.rules().edge()).side;
    let view = ViewArguments::new(size, player, symmetry).with_default(side);
    let games = RecordedGames::new(py, moves, offsets)?;
    let shape = [count_moves(&games.offsets), PLANES.len(), view.side, view.side];
    observed(py, out, dtype, &shape, &AllPlies { start, games, view, threads: Threads::or_all(threads) })
}

struct AllPlies {
    start: Position,
    games: RecordedGames,
    view: View,
    threads: usize,
}

impl Observer for AllPlies {
    fn observe<T: Number>(&self, py: Python<'_>, planes: &mut [T]) -> PyResult<()> {
        let AllPlies { start, games, view, threads } = self;
        let written = interruptible(py, |stop| {
            let threads = volo_rules::Threads::new(*threads).until(stop);
            T::of_games(start, (&games.moves, &games.offsets), *view, planes, threads)
        })?;
        written.map_err(replay_error)
    }
}

#[doc = doc!("tally_games")]
#[pyfunction]
#[pyo3(signature = (position, moves, offsets, *, threads = None))]
pub(crate) fn tally_games<'py>(
    py: Python<'py>,
    position: PositionArgument,
    moves: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
    let start = position.0;
    let games = RecordedGames::new(py, moves, offsets)?;
    let threads = Threads::or_all(threads);
    let tally = interruptible(py, |stop| {
        Tally::of_games(&start, &games.moves, &games.offsets, volo_rules::Threads::new(threads).until(stop))
    })?;
    python_tally(py, &tally.map_err(replay_error)?, start.rules().edge())
}

/// Adds columns to a dict of arrays, by their names.
macro_rules! columns {
    ($py:ident, $columns:ident, $from:ident: $($name:ident)*) => {
        $($columns.set_item(stringify!($name), $from.$name.into_pyarray($py))?;)*
    };
}

#[doc = doc!("decode_moves")]
#[pyfunction]
pub(crate) fn decode_moves<'py>(py: Python<'py>, codes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    arrays::load(py)?;
    let codes = array_of::<u32>(codes, "codes", "uint32")?;
    let codes = copied(&codes, "codes", codes.len())?;
    let parts =
        released(py, codes.len(), 0, |stop| MoveParts::of_codes(&codes, stop))?.map_err(replay_error)?;
    let columns = PyDict::new(py);
    columns!(py, columns, parts: edge kind space direction length distance landing keep);
    Ok(columns)
}

#[doc = doc!("_plays")]
#[pyfunction(name = "_plays")]
pub(crate) fn plays<'py>(
    py: Python<'py>,
    starts: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    first: i64,
    estimate: bool,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyDict>> {
    let starts = each(starts, |PositionArgument(position)| position)?;
    let games = RecordedGames::new(py, moves, offsets)?;
    let judge: Option<fn(&Position) -> f64> =
        if estimate { Some(|position| evaluate(position).expected()) } else { None };
    let threads = Threads::or_all(threads);
    let plays = interruptible(py, |stop| {
        let threads = volo_rules::Threads::new(threads).until(stop);
        Plays::of_games(&starts, &games.moves, &games.offsets, first, judge, threads)
    })?;
    let plays = plays.map_err(replay_error)?;
    let (columns, parts) = (PyDict::new(py), plays.parts);
    columns!(py, columns, plays: game ply player);
    columns!(py, columns, parts: kind space direction length distance landing keep);
    columns!(py, columns, plays: cleared orange_flocks blue_flocks orange_birds blue_birds);
    if estimate {
        columns!(py, columns, plays: estimate);
    }
    Ok(columns)
}

pub(crate) fn python_tally<'py>(py: Python<'py>, tally: &Tally, edge: Edge) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let each = |counts: &Counts| PyTuple::new(py, counts.as_slice());
    let by_space = |counts: &Counts| {
        let in_board_order = edge.sky().spaces().into_iter();
        let numbers = in_board_order.map(|space| counts.get(usize::from(space.index())));
        PyTuple::new(py, numbers.collect::<Vec<u64>>())
    };
    let fields = PyDict::new(py);
    fields.set_item("edge", edge.length())?;
    for (name, _, counter) in tally.counters() {
        match counter {
            Counter::Number(number) => fields.set_item(name, number)?,
            Counter::Pair(pair) => fields.set_item(name, (pair[Color::Orange], pair[Color::Blue]))?,
            Counter::Each(counts) => fields.set_item(name, each(counts)?)?,
            Counter::BySpace(pair) => {
                fields.set_item(name, (by_space(&pair[Color::Orange])?, by_space(&pair[Color::Blue])?))?;
            }
        }
    }
    imported(py, &CLASS, "volo.tally", "Tally")?.call((), Some(&fields))
}

/// The counters of a tally: the kind of each, and the sentence that describes it, by name.
pub(crate) fn counters(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let counters = PyDict::new(py);
    for (name, sentence, counter) in Tally::default().counters() {
        let kind = match counter {
            Counter::Number(_) => "number",
            Counter::Pair(_) => "pair",
            Counter::Each(_) => "each",
            Counter::BySpace(_) => "by space",
        };
        counters.set_item(name, (kind, sentence))?;
    }
    Ok(counters)
}
