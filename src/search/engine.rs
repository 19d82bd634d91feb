//! [`Engine`]: the public interface of the search, and [`Info`]: the results.

use std::fmt;
use std::thread;
use std::time::Duration;

use crate::geometry::sky::Edge;
use crate::rules::moves::Move;
use crate::search::budget::{Budget, system_now};
use crate::search::level::{Level, Sight};
use crate::search::pvs::PvSearch;
use crate::search::request::Request;
use crate::search::root::{Root, RootMove};
use crate::search::score::Score;
use crate::search::table::Table;
use crate::search::weights::Weights;
use crate::search::worker::{MAX_DEPTH, Worker};
use crate::support::fallible::{Halt, check_room, from_halt};
use crate::support::pool::{MAX_THREADS, start};
use crate::support::setters::setters;
use crate::support::stop::{NEVER, Stop, Stopped};

/// The options of an engine.
///
/// # Examples
///
/// ```
/// # use volo_rules::engine::{EngineOptions, Level};
/// let options = EngineOptions::default().with_threads(2).with_level(Level::BEGINNER);
/// assert_eq!((options.threads, options.table_bytes), (2, 64 << 20));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// The number of threads that search; at least one.
    pub threads: usize,
    /// The size of the transposition table in bytes.
    pub table_bytes: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// How strong the engine plays. A lower level limits the depth and the nodes of a search, whatever its limit.
    pub level: Level,
    /// A clock for limits of time and for [`Info::time`]: it returns the time since some moment, and never goes back.
    ///
    /// By default, it is the clock of the system. WebAssembly on a web page has no such clock. There, a search with a limit
    /// of time ends at once, unless a program sets this field.
    pub now: fn() -> Duration,
}

impl Default for EngineOptions {
    /// One thread, a table of 64 MB, seed 0, full strength and the clock of the system.
    fn default() -> EngineOptions {
        let mut options =
            EngineOptions { threads: 1, table_bytes: 0, seed: 0, level: Level::FULL, now: system_now };
        for option in &ENGINE_OPTIONS {
            (option.set)(&mut options, option.default);
        }
        options
    }
}

impl EngineOptions {
    setters! {
        with_threads(threads: usize);
        with_table_bytes(table_bytes: usize);
        with_seed(seed: u64);
        with_level(level: Level);
        with_now(now: fn() -> Duration);
    }
}

/// An option of an engine that is a whole number.
#[derive(Clone, Copy, Debug)]
pub struct EngineOption {
    /// The name of the argument in Python. The name in JavaScript is in camel case.
    pub name: &'static str,
    /// The name in the text of a player. Programs that speak UGI begin it with a capital.
    pub short: &'static str,
    /// The smallest number.
    pub least: u64,
    /// The largest number.
    pub most: u64,
    /// The number if the option is not set.
    pub default: u64,
    /// Sets the option to a number in the range.
    pub set: fn(&mut EngineOptions, u64),
}

/// The options of an engine that are whole numbers, for the bindings and for texts. The sizes of tables are in megabytes.
pub const ENGINE_OPTIONS: [EngineOption; 4] = [
    EngineOption {
        name: "hash_mb",
        short: "hash",
        least: 1,
        most: 1 << 20,
        default: 64,
        set: |options, number| options.table_bytes = (number as usize).saturating_mul(1 << 20),
    },
    EngineOption {
        name: "threads",
        short: "threads",
        least: 1,
        most: MAX_THREADS as u64,
        default: 1,
        set: |options, number| options.threads = number as usize,
    },
    EngineOption {
        name: "seed",
        short: "seed",
        least: 0,
        most: u64::MAX,
        default: 0,
        set: |options, number| options.seed = number,
    },
    EngineOption {
        name: "level",
        short: "level",
        least: Level::BEGINNER.number() as u64,
        most: Level::FULL.number() as u64,
        default: Level::FULL.number() as u64,
        set: |options, number| options.level = Level::new(number as u8).unwrap_or_default(),
    },
];

/// The result of a search for one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Info {
    /// The edge of the sky, which the text of the moves depends on.
    pub edge: Edge,
    /// The score for the player to move.
    pub score: Score,
    /// The expected moves, beginning with the best one. Empty if the game is over.
    pub pv: Vec<Move>,
    /// The number of plies that the search looked ahead.
    pub depth: u32,
    /// The number of positions searched so far, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl Info {
    /// The best move, with which [`pv`](Info::pv) begins. `None` if the game is over.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
    /// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    /// let mut engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 20))?;
    /// let info = &engine.search(&Request::new(&position, Limit::nodes(100)))[0];
    /// let mv = info.best().ok_or("the game is over")?;
    /// assert!(mv == info.pv[0] && position.play(mv)?.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The number of positions searched in a second; 0 if the search took no time.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds).round() as u64 } else { 0 }
    }
}

/// Why an engine could not be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineError {
    /// There is not enough memory for the table.
    OutOfMemory,
    /// There is not enough memory for the threads. With fewer threads, there may be enough.
    OutOfMemoryForThreads,
    /// The work was stopped.
    Stopped,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineError::OutOfMemory => "not enough memory for the table of the engine",
            EngineError::OutOfMemoryForThreads => "not enough memory for the threads of the engine",
            EngineError::Stopped => "stopped while the table of the engine was made",
        })
    }
}

impl std::error::Error for EngineError {}

from_halt!(EngineError);

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Halt {
        match error {
            EngineError::OutOfMemory | EngineError::OutOfMemoryForThreads => Halt::OutOfMemory,
            EngineError::Stopped => Halt::Stopped,
        }
    }
}

/// An engine, which finds good moves. It keeps its results about positions for later searches.
///
/// With one thread and without a limit of time, the results depend only on the options and on the searches so far.
///
/// # Examples
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::engine::{Engine, EngineOptions, Limit, Request};
/// //    g 1 . . 4
/// //   f b . . . o 5
/// //  e b . . . . . 6
/// // d 1 b . 4 . o 7
/// //  c . . . b o . 6
/// //   b . . . b . 5
/// //    a 1 . . 4
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let mut engine = Engine::new(EngineOptions::default().with_table_bytes(1 << 20))?;
/// let infos = engine.search(&Request::new(&position, Limit::nodes(1_000)));
/// assert_eq!(infos[0].score.win_in(), Some(1));
/// assert!(position.play(infos[0].pv[0])?.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    options: EngineOptions,
    table: Table,
    workers: Vec<Worker>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine {
    /// Makes an engine. A table of many gigabytes takes seconds.
    ///
    /// # Errors
    /// If memory is insufficient.
    pub fn new(options: EngineOptions) -> Result<Engine, EngineError> {
        engine(options, None, &NEVER)
    }

    /// Removes all stored results. For a table of many gigabytes, this takes seconds.
    pub fn clear(&mut self) {
        // Nothing stops it.
        let _ = clear(self, &NEVER);
    }

    /// Sets the seed of the searches that follow.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.options.seed = seed;
    }

    /// Searches until a limit is reached, the result is proved, or the flag of the request is set.
    ///
    /// Returns the results for the best moves, the best one first. There is always at least one result, whatever the
    /// limit. If the game is over, its [`pv`](Info::pv) is empty.
    pub fn search(&mut self, request: &Request<'_>) -> Vec<Info> {
        self.search_with(request, |_| {})
    }

    /// Like [`Engine::search`], but calls `report` after each depth with the results so far.
    pub fn search_with(&mut self, request: &Request<'_>, report: impl FnMut(&[Info])) -> Vec<Info> {
        let position = request.position;
        let mut limit = request.limit;
        let handicap = self.options.level.handicap();
        if let Some(handicap) = handicap {
            limit.nodes = Some(limit.nodes.unwrap_or(u64::MAX).min(handicap.nodes));
            limit.depth = Some(limit.depth.unwrap_or(u32::MAX).min(handicap.depth));
        }
        let request = &Request { limit, ..*request };
        let sight = handicap.map(|handicap| Sight::new(handicap, position, self.options.seed));
        let budget = Budget::new(&limit, self.options.now, request.stop);
        self.table.begin_search();
        if let Some(outcome) = position.outcome() {
            let score = Score::of_outcome(outcome, position.turn());
            let (edge, time) = (position.rules().edge(), budget.elapsed());
            return vec![Info { edge, score, pv: Vec::new(), depth: 0, nodes: 0, time }];
        }
        let mut infos = Vec::new();
        let table = &self.table;
        thread::scope(|scope| {
            let mut workers = self.workers.iter_mut().enumerate();
            let Some((_, main)) = workers.next() else { return };
            for (number, worker) in workers {
                let budget = &budget;
                let help = move || work(worker, number, request, sight, table, budget, |_| {});
                if start(scope, help).is_none() {
                    // Fewer threads search.
                    break;
                }
            }
            infos = work(main, 0, request, sight, table, &budget, report);
            budget.end();
        });
        let nodes = budget.taken();
        for info in &mut infos {
            info.nodes = nodes;
        }
        infos
    }
}

/// Like [`Engine::new`], with these weights of the evaluation instead of those of the edge, until `stop` is set.
///
/// # Errors
/// If memory is insufficient, or `stop` is set meanwhile.
pub fn engine(options: EngineOptions, weights: Option<Weights>, stop: &Stop) -> Result<Engine, EngineError> {
    let table = Table::new(options.table_bytes, stop)?;
    let threads = options.threads.max(1);
    check_room(threads.saturating_mul(Worker::BYTES)).map_err(|_| EngineError::OutOfMemoryForThreads)?;
    let mut workers = Vec::with_capacity(threads);
    for _ in 0..threads {
        stop.check()?;
        workers.push(Worker::new(weights));
    }
    Ok(Engine { options, table, workers })
}

/// Checks that an engine has memory for a search after this number of earlier positions.
///
/// # Errors
/// If there is not enough.
pub fn check_earlier(engine: &Engine, number: usize) -> Result<(), EngineError> {
    let bytes = number.saturating_mul(size_of::<u64>()).saturating_mul(engine.workers.len());
    Ok(check_room(bytes)?)
}

/// [`Engine::clear`] until `stop` is set. If it is, some of the stored results stay.
pub fn clear(engine: &mut Engine, stop: &Stop) -> Result<(), Stopped> {
    engine.table.clear(stop)?;
    engine.workers.iter_mut().for_each(Worker::clear);
    Ok(())
}

/// Searches on one thread until the end of the search. The main thread has number 0.
fn work(
    worker: &mut Worker,
    number: usize,
    request: &Request<'_>,
    sight: Option<Sight>,
    table: &Table,
    budget: &Budget<'_>,
    mut report: impl FnMut(&[Info]),
) -> Vec<Info> {
    worker.begin(request.earlier, sight);
    let mut root = Root::new(request.position, sight.as_ref());
    let lines = request.lines.max(1).min(root.moves.len());
    let mut search = PvSearch { worker, table, budget, longest: 0 };
    let deepest = request.limit.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    // Some of the helpers begin at another depth than the main thread, so that not all threads do the same work.
    let first = 1 + (number % 2) as u32;
    for depth in first..=deepest.max(first) {
        let is_finished = root.deepen(&mut search, depth, lines);
        if !is_finished {
            break;
        }
        root.complete_lines(lines, table);
        let infos = infos(&root, lines, budget, search.worker.nodes_left);
        report(&infos);
        if infos.iter().all(|info| is_settled(info.score, depth)) {
            break;
        }
    }
    root.complete_lines(lines, table);
    budget.give_back(search.worker.nodes_left);
    search.worker.nodes_left = 0;
    infos(&root, lines, budget, 0)
}

/// Whether a deeper search cannot change the score. Depth N finds all wins in N plies, and a longer win may hide one.
fn is_settled(score: Score, depth: u32) -> bool {
    score.loss_in().is_some() || score.win_in().is_some_and(|plies| u32::from(plies) <= depth)
}

fn infos(root: &Root, lines: usize, budget: &Budget<'_>, nodes_left: u64) -> Vec<Info> {
    let (nodes, time) = (budget.taken().saturating_sub(nodes_left), budget.elapsed());
    let info = |best: &RootMove| Info {
        edge: root.edge(),
        score: root.claimed(best.score),
        pv: best.line.clone(),
        depth: best.depth,
        nodes,
        time,
    };
    root.moves.iter().take(lines).map(info).collect()
}
