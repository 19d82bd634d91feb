//! The parts of `volo.engine.Engine` and `volo.engine.Analysis` that are written in Rust.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use volo_rules::bindings::{ENGINE_OPTIONS, EngineOption, STACK_SIZE, stoppable, training};
use volo_rules::engine::{Engine, EngineError, EngineOptions, Info, Limit, Request};
use volo_rules::{Position, Stop};

use crate::errors::{EngineBusyError, EngineClosedError, core_error, stopped, volo_error};
use crate::interpreter::{BETWEEN_CHECKS, interruptible};
use crate::mv::PyMove;
use crate::numbers::{Lines, Nodes, PlyDepth, Seconds, checked};
use crate::position::PyPosition;
use crate::score::{PyScore, WeightsArgument};

/// The number of unread reports that an analysis keeps.
const MOST_REPORTS: usize = 1 << 12;

#[doc = doc!("_Engine")]
#[pyclass(frozen, module = "volo._volo", name = "_Engine")]
pub(crate) struct PyEngine(Arc<Mutex<Home>>);

struct Home {
    engine: Option<Engine>,
    search: Option<Arc<RunningSearch>>,
    is_closed: bool,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (options, weights=None))]
    fn new(
        py: Python<'_>,
        options: &Bound<'_, PyDict>,
        weights: Option<WeightsArgument>,
    ) -> PyResult<PyEngine> {
        let given = options;
        let mut options = EngineOptions::default();
        for EngineOption { name, least, most, set, .. } in &ENGINE_OPTIONS {
            if let Some(value) = given.get_item(name)? {
                set(&mut options, checked(value.as_borrowed(), name, *least..=*most)?);
            }
        }
        let weights = weights.map(|argument| argument.0);
        let made = interruptible(py, |stop| training::engine(options, weights, stop))?;
        let engine = made.map_err(|error| core_error(&error, error != EngineError::Stopped))?;
        Ok(PyEngine(Arc::new(Mutex::new(Home { engine: Some(engine), search: None, is_closed: false }))))
    }

    #[doc = doc!("_Engine.start")]
    #[allow(clippy::too_many_arguments)]
    fn start(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyPosition>,
        earlier: Vec<PyRef<'_, PyPosition>>,
        time: Option<Seconds>,
        nodes: Option<Nodes>,
        depth: Option<PlyDepth>,
        multipv: Lines,
    ) -> PyResult<PyAnalysis> {
        let position = position.0;
        let earlier: Vec<Position> = earlier.iter().map(|position| position.0).collect();
        let mut limit = Limit::NONE;
        limit.time = time.map(|time| time.0);
        limit.nodes = nodes.map(|nodes| nodes.0);
        limit.depth = depth.map(|depth| depth.0 as u32);
        let mut loan = self.borrow(py)?;
        let search = Arc::clone(&loan.search);
        let work = move || {
            let request = Request::new(&position, limit).with_earlier(&earlier);
            loan.search(&request.with_lines(multipv.0 as usize));
        };
        let builder = std::thread::Builder::new().name("volo-engine".to_string()).stack_size(STACK_SIZE);
        let thread = builder.spawn(work).map_err(|_| PyRuntimeError::new_err("cannot start a thread"))?;
        Ok(PyAnalysis { search, thread: Mutex::new(Some(thread)) })
    }

    #[doc = doc!("_Engine.clear")]
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let mut loan = self.borrow(py)?;
        interruptible(py, |stop| {
            if let Some(engine) = &mut loan.engine {
                stoppable::clear(engine, stop).map_err(stopped)?;
            }
            Ok(())
        })?
    }

    #[doc = doc!("_Engine.close")]
    fn close(&self, py: Python<'_>) {
        let (engine, search) = {
            let mut home = locked(&self.0);
            home.is_closed = true;
            (home.engine.take(), home.search.clone())
        };
        py.detach(|| {
            drop(engine);
            end(search);
        });
    }

    #[doc = doc!("_Engine.halt")]
    fn halt(&self, py: Python<'_>) {
        let search = locked(&self.0).search.clone();
        py.detach(|| end(search));
    }

    #[getter]
    fn is_closed(&self) -> bool {
        locked(&self.0).is_closed
    }
}

impl PyEngine {
    /// Takes the engine for one search. A search that was stopped ends within milliseconds, so this waits for it.
    fn borrow(&self, py: Python<'_>) -> PyResult<Loan> {
        let search = locked(&self.0).search.clone();
        if let Some(stopped) = search.filter(|search| search.stop.is_set()) {
            py.detach(|| stopped.wait_until_over());
        }
        let mut home = locked(&self.0);
        if home.is_closed {
            return Err(EngineClosedError::new_err("the engine is closed"));
        }
        let Some(engine) = home.engine.take() else {
            return Err(EngineBusyError::new_err("the engine is in use by another call or an analysis"));
        };
        let search = Arc::new(RunningSearch::new());
        home.search = Some(Arc::clone(&search));
        Ok(Loan { engine: Some(engine), home: Arc::clone(&self.0), search })
    }
}

fn end(search: Option<Arc<RunningSearch>>) {
    if let Some(search) = search {
        search.stop();
        search.wait_until_over();
    }
}

/// An engine during a search. Dropping this returns the engine to its [`Home`] and ends the search.
struct Loan {
    engine: Option<Engine>,
    home: Arc<Mutex<Home>>,
    search: Arc<RunningSearch>,
}

impl Loan {
    fn search(&mut self, request: &Request<'_>) {
        let search = &self.search;
        if let Some(engine) = &mut self.engine {
            let found = engine.search_with(&request.until(&search.stop), |infos| search.report(infos));
            search.report(&found);
        }
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let mut home = locked(&self.home);
        // The memory of a closed engine is freed before the search is over, because `close` waits for that.
        if home.is_closed {
            self.engine = None;
        } else {
            home.engine = self.engine.take();
        }
        home.search = None;
        drop(home);
        self.search.end();
    }
}

struct RunningSearch {
    stop: Stop,
    found: Mutex<Found>,
    changed: Condvar,
    /// The process that runs the search. A forked process has the memory of the search, but not its thread.
    process: u32,
}

#[derive(Default)]
struct Found {
    /// The reports that were not read yet, each with the number of its line.
    unread: VecDeque<(usize, Info)>,
    /// The latest results for the best moves.
    latest: Vec<Info>,
    changes: u64,
    is_over: bool,
}

impl RunningSearch {
    fn new() -> RunningSearch {
        RunningSearch {
            stop: Stop::new(),
            found: Mutex::default(),
            changed: Condvar::new(),
            process: std::process::id(),
        }
    }

    fn stop(&self) {
        self.stop.set();
    }

    /// Replaces the latest results. Readers get a report if a result has changed, and not only the amount of work.
    fn report(&self, infos: &[Info]) {
        let mut found = locked(&self.found);
        let is_known =
            |(old, new): (&Info, &Info)| (old.score, &old.pv, old.depth) == (new.score, &new.pv, new.depth);
        if found.latest.len() != infos.len() || !found.latest.iter().zip(infos).all(is_known) {
            for (i, info) in infos.iter().enumerate() {
                if found.unread.len() == MOST_REPORTS {
                    found.unread.pop_front();
                }
                found.unread.push_back((i.saturating_add(1), info.clone()));
            }
        }
        found.latest = infos.to_vec();
        found.changes = found.changes.wrapping_add(1);
        drop(found);
        self.changed.notify_all();
    }

    fn end(&self) {
        locked(&self.found).is_over = true;
        self.changed.notify_all();
    }

    fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    fn wait_until_over(&self) {
        if self.is_here() {
            let found = locked(&self.found);
            drop(self.changed.wait_while(found, |found| !found.is_over));
        }
    }
}

#[doc = doc!("_Analysis")]
#[pyclass(frozen, module = "volo._volo", name = "_Analysis")]
pub(crate) struct PyAnalysis {
    search: Arc<RunningSearch>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[pymethods]
impl PyAnalysis {
    #[doc = doc!("_Analysis.next")]
    fn next<'py>(&self, py: Python<'py>, time: Option<Seconds>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let unread = self.wait(py, time, |found| found.unread.pop_front())?;
        unread.map(|(number, info)| self.fields(py, number, &info)).transpose()
    }

    #[doc = doc!("_Analysis.wait_until_over")]
    fn wait_until_over(&self, py: Python<'_>, time: Option<Seconds>) -> PyResult<bool> {
        self.wait(py, time, |_| None::<()>)?;
        self.is_over()
    }

    #[doc = doc!("_Analysis.wait_for_change")]
    fn wait_for_change(&self, py: Python<'_>, seen: u64) -> PyResult<Option<u64>> {
        self.wait(py, None, |found| (!found.is_over && found.changes > seen).then_some(found.changes))
    }

    #[doc = doc!("_Analysis.latest")]
    fn latest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.require_here()?;
        let latest = locked(&self.search.found).latest.clone();
        let fields = latest.iter().enumerate();
        let fields: PyResult<Vec<_>> =
            fields.map(|(i, info)| self.fields(py, i.saturating_add(1), info)).collect();
        PyList::new(py, fields?)
    }

    fn is_over(&self) -> PyResult<bool> {
        self.require_here()?;
        Ok(locked(&self.search.found).is_over)
    }

    #[doc = doc!("_Analysis.stop")]
    fn stop(&self) {
        self.search.stop();
    }

    #[doc = doc!("_Analysis.close")]
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.join());
    }
}

impl PyAnalysis {
    /// Waits until `take` takes something, the search is over or the time is up. An error if another process runs it.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        time: Option<Seconds>,
        take: impl Fn(&mut Found) -> Option<T> + Sync,
    ) -> PyResult<Option<T>> {
        self.require_here()?;
        let end = time.and_then(Seconds::end);
        loop {
            let (taken, is_done) = py.detach(|| {
                let mut found = locked(&self.search.found);
                let rest = end.map_or(BETWEEN_CHECKS, |end| end.saturating_duration_since(Instant::now()));
                let mut taken = take(&mut found);
                if taken.is_none() && !found.is_over {
                    let wait = self.search.changed.wait_timeout(found, rest.min(BETWEEN_CHECKS));
                    found = wait.unwrap_or_else(PoisonError::into_inner).0;
                    taken = take(&mut found);
                }
                let is_done = taken.is_some() || found.is_over || rest.is_zero();
                (taken, is_done)
            });
            // A taken value is not lost, because a signal raises before a value is taken or at the next call.
            if is_done {
                return Ok(taken);
            }
            py.check_signals()?;
        }
    }

    fn require_here(&self) -> PyResult<()> {
        if self.search.is_here() {
            return Ok(());
        }
        Err(volo_error("the analysis belongs to the process that was forked".to_string()))
    }

    fn fields<'py>(&self, py: Python<'py>, number: usize, info: &Info) -> PyResult<Bound<'py, PyDict>> {
        let Info { edge, score, ref pv, depth, nodes, time } = *info;
        let fields = PyDict::new(py);
        fields.set_item("score", PyScore(score))?;
        fields.set_item("pv", PyTuple::new(py, pv.iter().map(|&mv| PyMove { mv, edge }))?)?;
        fields.set_item("depth", depth)?;
        fields.set_item("nodes", nodes)?;
        fields.set_item("time", time.as_secs_f64())?;
        fields.set_item("multipv", number)?;
        Ok(fields)
    }

    fn join(&self) {
        self.search.stop();
        let thread = locked(&self.thread).take();
        let Some(thread) = thread else { return };
        if self.search.is_here() {
            // A panic of the search was printed, and the analysis ends with the last results before it.
            drop(thread.join());
        } else {
            // The thread exists only in the parent process.
            std::mem::forget(thread);
        }
    }
}

impl Drop for PyAnalysis {
    fn drop(&mut self) {
        // Safe to join while holding the GIL: the thread never takes it and stops within milliseconds.
        self.join();
    }
}

/// Locks a mutex. A panic cannot leave the values here invalid, because each change is one assignment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
