//! `volo.engine.solve`, `shortest_win` and `check_proof`, whose results are classes written in Python.

use std::io::{self, Write};
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use volo_rules::bindings::stoppable;
use volo_rules::solver::{
    CheckOptions, CheckpointError, ProofError, Solution, SolveError, SolveOptions, SolveProgress, Solver,
};
use volo_rules::{Position, Stop};

use crate::classes::python_color;
use crate::errors::{self, core_error};
use crate::file::PyFile;
use crate::interpreter::{BETWEEN_CALLS, interruptible};
use crate::mv::PyMove;
use crate::numbers::{Megabytes, Nodes, SearchLimit, Seconds, ShortLimit, Threads, WinPlies};
use crate::position::{PositionArgument, PyPosition};

const CHUNK: usize = 1 << 20;

type SolutionFields<'py> = (&'static str, Option<u32>, Bound<'py, PyTuple>, u64, Option<Bound<'py, PyBytes>>);

#[doc = doc!("_solve")]
#[pyfunction(name = "_solve")]
#[pyo3(signature = (position, nodes, time, threads, memory_mb, proof, source=None, watch=None))]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of a Python function")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: PositionArgument,
    nodes: Option<Nodes>,
    time: Option<Seconds>,
    threads: Threads,
    memory_mb: Megabytes,
    proof: bool,
    source: Option<Py<PyAny>>,
    watch: Option<Py<PyAny>>,
) -> PyResult<SolutionFields<'py>> {
    let position = position.0;
    let mut options = SolveOptions::default().with_proof(proof).with_threads(threads.0 as usize);
    options.nodes = nodes.map(|nodes| nodes.0);
    options.deadline = time.and_then(Seconds::end);
    let bytes = usize::try_from(memory_mb.0).unwrap_or(usize::MAX).saturating_mul(1 << 20);
    let search = Watched { position, options, bytes, source, watch };
    let solution = interruptible(py, |stop| search.run(stop))??;
    let edge = position.rules().edge();
    let line = PyTuple::new(py, solution.line.into_iter().map(|mv| PyMove { mv, edge }))?;
    let proof = solution.proof.map(|proof| PyBytes::new(py, &proof));
    Ok((solution.value.name(), solution.plies, line, solution.nodes, proof))
}

#[doc = doc!("_shortest_win")]
#[pyfunction(name = "_shortest_win")]
#[pyo3(signature = (position, plies, nodes))]
pub(crate) fn shortest_win<'py>(
    py: Python<'py>,
    position: PositionArgument,
    plies: WinPlies,
    nodes: Option<Nodes>,
) -> PyResult<(Option<u32>, Bound<'py, PyTuple>, u32, u64)> {
    let position = position.0;
    let nodes = nodes.map(|nodes| nodes.0);
    let found = interruptible(py, |stop| stoppable::shortest_win(&position, plies.0 as u32, nodes, stop))?;
    let edge = position.rules().edge();
    let moves = PyTuple::new(py, found.moves.into_iter().map(|mv| PyMove { mv, edge }))?;
    Ok((found.plies, moves, found.searched, found.nodes))
}

struct Watched {
    position: Position,
    options: SolveOptions<'static>,
    bytes: usize,
    source: Option<Py<PyAny>>,
    watch: Option<Py<PyAny>>,
}

impl Watched {
    fn run(&self, stop: &Stop) -> PyResult<Solution> {
        let solver = match &self.source {
            None => Solver::new(self.position.rules(), self.bytes).map_err(solve_error),
            Some(source) => {
                let read = Python::attach(|py| source.getattr(py, "read"))?;
                stoppable::resume(&self.position, self.bytes, &mut PyFile::new(read), stop)
                    .map_err(checkpoint_error)
            }
        };
        let (mut called, mut raised) = (Instant::now(), None);
        let mut watch = |progress: &SolveProgress<'_>| {
            if let Some(watch) = &self.watch
                && (progress.is_last || called.elapsed() >= BETWEEN_CALLS)
            {
                if let Err(error) = report(watch, progress) {
                    raised.get_or_insert(error);
                    stop.set();
                }
                called = Instant::now();
            }
        };
        let solution = solver?.solve_with(&self.position, &self.options.until(stop), &mut watch);
        raised.map_or(solution.map_err(solve_error), Err)
    }
}

/// Calls `watch`, and passes a checkpoint to the function that it returns, if any.
fn report(watch: &Py<PyAny>, progress: &SolveProgress<'_>) -> PyResult<()> {
    let [mover, other] = progress.nodes;
    let sink = Python::attach(|py| {
        let sink = watch.call1(py, (mover.saturating_add(other), progress.is_last))?;
        PyResult::Ok((!sink.is_none(py)).then_some(sink))
    })?;
    let Some(sink) = sink else { return Ok(()) };
    let mut sink = Sink { function: sink, waiting: Vec::with_capacity(CHUNK) };
    progress.save(&mut sink)?;
    sink.flush()?;
    Ok(sink.pass_on()?)
}

fn solve_error(error: SolveError) -> PyErr {
    match error {
        SolveError::Contradiction => errors::CheckpointError::new_err(error.to_string()),
        _ => core_error(&error, error == SolveError::OutOfMemory),
    }
}

fn checkpoint_error(error: CheckpointError) -> PyErr {
    match error {
        CheckpointError::Read(error) => PyErr::from(error),
        CheckpointError::Invalid { .. } => errors::CheckpointError::new_err(error.to_string()),
        _ => core_error(&error, matches!(error, CheckpointError::OutOfMemory)),
    }
}

struct Sink {
    function: Py<PyAny>,
    waiting: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= CHUNK { self.flush().map(|()| bytes.len()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() { Ok(()) } else { self.pass_on() }
    }
}

impl Sink {
    /// Passes the waiting bytes to the function, even if there are none.
    fn pass_on(&mut self) -> io::Result<()> {
        let result =
            Python::attach(|py| self.function.call1(py, (PyBytes::new(py, &self.waiting),)).map(drop));
        self.waiting.clear();
        result.map_err(io::Error::other)
    }
}

type ProofFields<'py> =
    (PyPosition, &'static str, Option<u32>, Bound<'py, PyTuple>, u64, u64, u64, Option<u32>);

#[doc = doc!("_check_proof")]
#[pyfunction(name = "_check_proof")]
#[pyo3(signature = (proof, threads, search_limit))]
pub(crate) fn check_proof<'py>(
    py: Python<'py>,
    proof: Bound<'py, PyBytes>,
    threads: Option<Threads>,
    search_limit: Option<SearchLimit>,
) -> PyResult<ProofFields<'py>> {
    let bytes = proof.as_bytes();
    let mut options = CheckOptions::default().with_threads(Threads::or_all(threads));
    if let Some(SearchLimit(limit)) = search_limit {
        options.search_limit = limit as u32;
    }
    let checked = interruptible(py, |stop| volo_rules::solver::check_proof(bytes, &options.until(stop)))?;
    let checked = checked.map_err(proof_error)?;
    let safe = checked.safe.iter().map(|&player| python_color(py, player));
    let safe = PyTuple::new(py, safe.collect::<PyResult<Vec<_>>>()?)?;
    let limit = Some(checked.search_limit).filter(|&limit| limit > 0);
    let (value, plies) = (checked.value.name(), checked.plies);
    let counts = (checked.positions, checked.left_out, checked.nodes);
    Ok((PyPosition(checked.position), value, plies, safe, counts.0, counts.1, counts.2, limit))
}

#[doc = doc!("_shorten_proof")]
#[pyfunction(name = "_shorten_proof")]
#[pyo3(signature = (proof, search_limit, threads))]
pub(crate) fn shorten_proof<'py>(
    py: Python<'py>,
    proof: Bound<'py, PyBytes>,
    search_limit: ShortLimit,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (bytes, limit, threads) = (proof.as_bytes(), search_limit.0 as u32, Threads::or_all(threads));
    let short = interruptible(py, |stop| {
        volo_rules::solver::shorten_proof(bytes, limit, volo_rules::Threads::new(threads).until(stop))
    })?;
    Ok(PyBytes::new(py, &short.map_err(proof_error)?))
}

fn proof_error(error: ProofError) -> PyErr {
    core_error(&error, matches!(error, ProofError::OutOfMemory))
}
