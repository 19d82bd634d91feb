//! `volo.engine.solve`, `shortest_win` and `check_proof`, whose results are classes written in Python.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::python::color;
use crate::python::errors::volo_error;
use crate::python::interrupt::interruptible;
use crate::python::mv::PyMove;
use crate::python::numbers::{Megabytes, Nodes, Seconds, WinPlies};
use crate::python::position::PyPosition;
use crate::python::start::PositionArgument;
use crate::{SolveError, SolveOptions, Solver};

/// The fields of a `volo.engine.Solution`.
type SolutionFields<'py> = (&'static str, Option<u32>, Bound<'py, PyTuple>, u64, Option<Bound<'py, PyBytes>>);

/// The fields of the `volo.engine.Solution` of a position.
#[pyfunction(name = "_solve")]
#[pyo3(signature = (position, nodes, time, memory_mb, proof))]
pub(super) fn solve<'py>(
    py: Python<'py>,
    position: PositionArgument,
    nodes: Option<Nodes>,
    time: Option<Seconds>,
    memory_mb: Megabytes,
    proof: bool,
) -> PyResult<SolutionFields<'py>> {
    let position = position.0;
    let mut options = SolveOptions::default().with_proof(proof);
    options.nodes = nodes.map(|nodes| nodes.0);
    options.deadline = time.and_then(Seconds::end);
    let bytes = usize::try_from(memory_mb.0).unwrap_or(usize::MAX).saturating_mul(1 << 20);
    let work = |stop: &_| Solver::new(position.rules(), bytes)?.solve(&position, &options, stop);
    let solution = interruptible(py, work)?.map_err(|error| match error {
        SolveError::OutOfMemory => PyMemoryError::new_err(error.to_string()),
        SolveError::OtherRules => volo_error(error.to_string()),
    })?;
    let edge = position.rules().edge();
    let line = PyTuple::new(py, solution.line.into_iter().map(|mv| PyMove { mv, edge }))?;
    let proof = solution.proof.map(|proof| PyBytes::new(py, &proof));
    Ok((solution.value.name(), solution.plies, line, solution.nodes, proof))
}

/// The fields of the `volo.engine.ShortestWin` of a position.
#[pyfunction(name = "_shortest_win")]
#[pyo3(signature = (position, plies, nodes))]
pub(super) fn shortest_win<'py>(
    py: Python<'py>,
    position: PositionArgument,
    plies: WinPlies,
    nodes: Option<Nodes>,
) -> PyResult<(Option<u32>, Bound<'py, PyTuple>, u32, u64)> {
    let position = position.0;
    let nodes = nodes.map(|nodes| nodes.0);
    let found = interruptible(py, |stop| crate::shortest_win(&position, plies.0 as u32, nodes, stop))?
        .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let edge = position.rules().edge();
    let moves = PyTuple::new(py, found.moves.into_iter().map(|mv| PyMove { mv, edge }))?;
    Ok((found.plies, moves, found.searched, found.nodes))
}

/// The fields of a `volo.engine.Proof`.
type ProofFields<'py> = (PyPosition, &'static str, Option<u32>, Bound<'py, PyTuple>, u64);

/// The fields of the `volo.engine.Proof` in these bytes, after all checks.
#[pyfunction(name = "_check_proof")]
pub(super) fn check_proof<'py>(py: Python<'py>, proof: Bound<'py, PyBytes>) -> PyResult<ProofFields<'py>> {
    let bytes = proof.as_bytes();
    let checked = interruptible(py, |stop| crate::check_proof(bytes, stop))?;
    let checked = checked.map_err(|error| volo_error(error.to_string()))?;
    let safe = checked.safe.iter().map(|&player| color::to_python(py, player));
    let safe = PyTuple::new(py, safe.collect::<PyResult<Vec<_>>>()?)?;
    Ok((PyPosition(checked.position), checked.value.name(), checked.plies, safe, checked.positions))
}
