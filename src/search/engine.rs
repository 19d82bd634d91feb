//! [`Engine`]: the search as callers use it.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::grow::Halt;
use crate::moves::Move;
use crate::position::Position;
use crate::search::budget::Budget;
use crate::search::limit::Limit;
use crate::search::method::Method;
use crate::search::montecarlo::MonteCarlo;
use crate::search::pvs::{MAX_DEPTH, Worker};
use crate::search::score::Score;
use crate::search::table::Table;

/// How an engine works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The number of threads that search; at least one.
    pub threads: usize,
    /// The size of the transposition table in bytes.
    pub table_bytes: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The kind of search.
    pub method: Method,
}

impl Default for EngineOptions {
    /// One thread, a table of 64 MB, and seed 0.
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, table_bytes: 64 << 20, seed: 0, method: Method::default() }
    }
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position to search.
    pub position: &'a Position,
    /// The earlier positions of the game. A move that repeats one of them counts as a draw.
    pub earlier: &'a [Position],
    /// When to stop.
    pub limit: Limit,
    /// The number of best moves to find, each with its line; at least one.
    pub lines: usize,
}

/// What a search has found out about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
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

/// Why an engine was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// There is not enough memory for the table.
    OutOfMemory,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not enough memory for the table of the engine")
    }
}

impl std::error::Error for EngineError {}

impl From<Halt> for EngineError {
    fn from(_: Halt) -> EngineError {
        EngineError::OutOfMemory
    }
}

/// An engine: it finds good moves. It keeps what it has found out about positions for later searches.
///
/// With one thread and without a limit of time, the results depend only on the options and on the searches so far.
///
/// # Examples
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo::{Engine, EngineOptions, Limit, Position, Request};
/// //    g 1 . . 4
/// //   f b . . . o 5
/// //  e b . . . . . 6
/// // d 1 b . 4 . o 7
/// //  c . . . b o . 6
/// //   b . . . b . 5
/// //    a 1 . . 4
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let mut engine = Engine::new(EngineOptions { table_bytes: 1 << 20, ..EngineOptions::default() })?;
/// let limit = Limit { nodes: Some(1_000), ..Limit::default() };
/// let request = Request { position: &position, earlier: &[], limit, lines: 1 };
/// let infos = engine.search(&request, &AtomicBool::new(false), |_| {});
/// assert_eq!(infos[0].score.win_in(), Some(1));
/// assert!(position.play(infos[0].pv[0])?.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    table: Table,
    workers: Vec<Worker>,
    /// The other kind of search, if it is chosen.
    monte_carlo: Option<MonteCarlo>,
}

impl Engine {
    /// Makes an engine.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(options: EngineOptions) -> Result<Engine, EngineError> {
        let (table_bytes, monte_carlo) = match options.method {
            Method::PrincipalVariation => (options.table_bytes, None),
            method => (0, Some(MonteCarlo::new(method, options.table_bytes, options.seed)?)),
        };
        let table = Table::new(table_bytes, &AtomicBool::new(false))?;
        let workers = (0..options.threads.max(1)).map(|_| Worker::new()).collect();
        Ok(Engine { table, workers, monte_carlo })
    }

    /// Forgets everything that was found out.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::clear);
    }

    /// Searches until a limit is reached, `stop` is set or the result is proved. Calls `report` after each depth with
    /// what was found so far.
    ///
    /// Returns what is known about the best moves, the best one first. There is always at least one, even if
    /// the search is stopped at once. If the game is over, it has no moves.
    pub fn search(
        &mut self,
        request: &Request<'_>,
        stop: &AtomicBool,
        mut report: impl FnMut(&[Info]),
    ) -> Vec<Info> {
        let position = request.position;
        let budget = Budget::new(&request.limit, stop);
        self.table.begin_search();
        if let Some(outcome) = position.outcome() {
            let score = match outcome.winner {
                None => Score::DRAW,
                Some(winner) if winner == position.turn() => Score::win_in_plies(0),
                Some(_) => Score::LOST,
            };
            return vec![Info { score, pv: Vec::new(), depth: 0, nodes: 0, time: budget.elapsed() }];
        }
        if let Some(search) = &mut self.monte_carlo {
            return search.search(request, &budget, report);
        }
        let Some(worker) = self.workers.first_mut() else { return Vec::new() };
        worker.set_earlier(request.earlier);
        let mut moves: Vec<(Score, Move)> =
            position.legal_moves().iter().map(|&mv| (Score::DRAW, mv)).collect();
        let lines = request.lines.clamp(1, moves.len());
        let info = |depth: u32, worker: &Worker, table: &Table, &(score, mv): &(Score, Move)| {
            let mut pv = vec![mv];
            pv.extend(worker.line(&position.play_unchecked(mv), table));
            Info { score, pv, depth, nodes: budget.nodes(), time: budget.elapsed() }
        };
        let mut infos: Vec<Info> =
            moves.iter().take(lines).map(|entry| info(0, worker, &self.table, entry)).collect();
        let deepest = request.limit.depth.unwrap_or(u32::MAX).clamp(1, MAX_DEPTH as u32 - 1);
        for depth in 1..=deepest {
            // Moves that are not among the best get a bound, and keep their order.
            let mut scores: Vec<Score> = Vec::new();
            for i in 0..moves.len() {
                scores.sort_unstable_by(|a, b| b.cmp(a));
                let alpha = scores.get(lines - 1).copied().unwrap_or(Score::LOST);
                let next = position.play_unchecked(moves[i].1);
                let window = (alpha, Score::win_in_plies(0));
                let found =
                    worker.score_after(&next, i < lines, depth as u8, 0, window, &self.table, &budget);
                let Some(score) = found else { break };
                scores.push(score);
                moves[i].0 = if i < lines || score > alpha { score } else { Score::LOST };
            }
            if scores.len() < moves.len() {
                break;
            }
            moves.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            infos = moves.iter().take(lines).map(|entry| info(depth, worker, &self.table, entry)).collect();
            report(&infos);
            if infos.iter().all(|info| info.score.is_proved()) {
                break;
            }
        }
        infos
    }
}
