//! Integers as arguments.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use volo_rules::MAX_PERFT_DEPTH;
use volo_rules::bindings::{self, MAX_THREADS};
use volo_rules::learning::OBSERVATION_SIDE;
use volo_rules::solver::MAX_SEARCH_LIMIT;

use crate::errors::{type_error, volo_error};

pub(crate) fn whole_in(
    value: Borrowed<'_, '_, PyAny>,
    name: &str,
    range: RangeInclusive<u64>,
) -> PyResult<Option<u64>> {
    if value.is_instance_of::<PyBool>() {
        return Err(type_error(value, name, "an int"));
    }
    match value.extract::<u64>() {
        Ok(number) => Ok(range.contains(&number).then_some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            Err(type_error(value, name, "an int"))
        }
        Err(error) => Err(error),
    }
}

pub(crate) fn checked(
    value: Borrowed<'_, '_, PyAny>,
    name: &str,
    range: RangeInclusive<u64>,
) -> PyResult<u64> {
    let (least, most) = (*range.start(), *range.end());
    whole_in(value, name, range)?.ok_or_else(|| volo_error(format!("{name} must be {least} to {most}")))
}

pub(crate) const MAX_GAMES: u64 = 1_000_000_000_000;

pub(crate) const MAX_PLIES: u64 = i32::MAX as u64;

/// Declares the type of an argument that is an integer in a range.
macro_rules! whole_arguments {
    ($($(#[$doc:meta])* $type:ident = $name:literal: $range:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $type(pub(crate) u64);

        impl $type {
            fn range() -> RangeInclusive<u64> {
                $range
            }
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $type {
            type Error = PyErr;

            fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<$type> {
                checked(value, $name, $type::range()).map($type)
            }
        }
    )*};
}

whole_arguments! {
    Passes = "passes": 0..=2;
    Depth = "depth": 0..=u64::from(MAX_PERFT_DEPTH);
    /// A depth of divide, which is at least 1.
    DivideDepth = "depth": 1..=u64::from(MAX_PERFT_DEPTH);
    Threads = "threads": 1..=MAX_THREADS as u64;
    /// A number of games. Their results may still not fit into memory.
    Games = "games": 0..=MAX_GAMES;
    BatchSize = "n": 0..=BatchSize::MOST;
    First = "first": 0..=u64::MAX;
    Seed = "seed": 0..=u64::MAX;
    MaxPlies = "max_plies": 0..=MAX_PLIES;
    /// An action. Whether the action space has it depends on the edge.
    Action = "action": 0..=u64::from(u16::MAX);
    /// The number of rows and columns of a plane of an observation. The core checks it against the sky.
    Side = "size": 1..=OBSERVATION_SIDE as u64;
    Nodes = "nodes": 1..=u64::MAX;
    /// The number of positions that the check of a short proof may search for a position.
    SearchLimit = "search_limit": 1..=u64::from(MAX_SEARCH_LIMIT);
    /// The same number for a proof that is made short.
    ShortLimit = "search_limit": 2..=u64::from(MAX_SEARCH_LIMIT);
    /// The number of plies within which to look for a win.
    WinPlies = "plies": 1..=99;
    PlyDepth = "depth": 1..=1_000_000;
    Lines = "multipv": 1..=1_000_000;
    MovesToGo = "remaining_moves": 1..=1_000_000;
    Plies = "plies": 0..=1_000;
    /// The memory of a solver in megabytes, at most a terabyte.
    Megabytes = "memory_mb": 1..=1 << 20;
    Code = "code": 0..=u64::from(u32::MAX);
}

#[derive(Clone, Copy)]
pub(crate) struct Seconds(pub(crate) Duration);

impl<'a, 'py> FromPyObject<'a, 'py> for Seconds {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Seconds> {
        let seconds = real(value, "time", "a number of seconds")?;
        if !(0.0..=Seconds::MOST).contains(&seconds) {
            return Err(volo_error(format!("time must be 0 to {} seconds", Seconds::MOST)));
        }
        Ok(Seconds(Duration::from_secs_f64(seconds)))
    }
}

pub(crate) fn real(value: Borrowed<'_, '_, PyAny>, name: &str, expected: &str) -> PyResult<f64> {
    let wrong = || type_error(value, name, expected);
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    value.extract().map_err(
        |error: PyErr| {
            if error.is_instance_of::<PyTypeError>(value.py()) { wrong() } else { error }
        },
    )
}

impl Seconds {
    /// About 30 years.
    const MOST: f64 = 1e9;

    pub(crate) fn end(self) -> Option<Instant> {
        Instant::now().checked_add(self.0)
    }
}

impl Seed {
    /// The seed, or a fresh one. It is below 2**53, which numbers of JSON represent in every language.
    pub(crate) fn or_fresh(seed: Option<Seed>) -> PyResult<u64> {
        match seed {
            Some(seed) => Ok(seed.0),
            // `os.urandom` releases the GIL, and a daemon thread that waits for it at the exit aborts the program.
            None => match getrandom::u64() {
                Ok(number) => Ok(number >> 11),
                Err(error) => Err(PyOSError::new_err(error.to_string())),
            },
        }
    }
}

impl BatchSize {
    /// The maximum number of games of a batch.
    pub(crate) const MOST: u64 = 10_000_000;
}

impl Threads {
    /// This number of threads, or the number that the machine can run at once, at most 256.
    pub(crate) fn or_all(threads: Option<Threads>) -> usize {
        threads.map_or_else(|| bindings::processors().min(MAX_THREADS), |threads| threads.0 as usize)
    }
}

#[doc = doc!("_processors")]
#[pyfunction(name = "_processors")]
pub(crate) fn processors() -> usize {
    Threads::or_all(None)
}
