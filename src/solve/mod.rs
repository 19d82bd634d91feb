//! [`Solver`]: finds out who wins a position.
//!
//! [`search`] answers whether one player, the attacker, can force a win. The solver asks this for each player.
//! [`wins`] and [`refuge`] make strategies from what a search has found. [`proof`] writes strategies as bytes, and
//! [`check`] checks them with the rules alone. [`shorten`] leaves out what [`filler`] proves again in the check.
//! `docs/SOLVER.md` explains how positions can repeat.

mod check;
mod checkpoint;
mod children;
mod claim;
mod filler;
mod key;
mod numbers;
mod proof;
mod question;
mod reader;
mod refuge;
mod rounds;
mod search;
mod shorten;
mod shortest;
mod solution;
mod table;
mod tree;
mod wins;

pub use check::{CheckOptions, CheckedProof, check_proof};
pub use checkpoint::CheckpointError;
pub use checkpoint::SolveProgress;
pub use proof::{MAX_SEARCH_LIMIT, ProofError};
pub use shorten::shorten_proof;
pub use shortest::{ShortestWin, shortest_win, shortest_win_until};
pub use solution::{Solution, SolveError, SolveOptions, Value};

use std::fmt;
use std::io::Read;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::MoveList;
use crate::rules::rule_set::Rules;
use crate::solve::key::Keys;
use crate::solve::proof::Strategy;
use crate::solve::question::Question;
use crate::solve::refuge::refuge;
use crate::solve::rounds::{JOBS, Rounds, Worker};
use crate::solve::search::{Budget, ProofSearch};
use crate::solve::table::Table;
use crate::solve::wins::{Prover, Wins};
use crate::support::stop::{NEVER, Stop};

/// The tables of the jobs of a round take the memory of a solver divided by this number.
const SHARE_OF_JOBS: usize = 4;

/// A solver for positions of one rule set, with a table of its results.
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::solver::{SolveOptions, Solver, Value};
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let mut solver = Solver::new(position.rules(), 16 << 20)?;
/// let solution = solver.solve(&position, &SolveOptions::default())?;
/// assert_eq!((solution.value, solution.plies, solution.line.len()), (Value::Win, Some(1), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    rules: Rules,
    keys: Keys,
    table: Table,
    search: ProofSearch,
    workers: Vec<Worker>,
    bytes: usize,
    /// The position of the checkpoint from which this solver was made, and the positions searched before it.
    resumed: Option<(Position, [u64; 2])>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { rules, bytes, .. } = self;
        f.debug_struct("Solver").field("rules", rules).field("bytes", bytes).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a table of at most this number of bytes; the least is 32 KB. The strategies that are made for a
    /// line and for a proof take as much again, at most.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rules: Rules, bytes: usize) -> Result<Solver, SolveError> {
        let table = Table::new(bytes - bytes / SHARE_OF_JOBS, &NEVER);
        Ok(Solver {
            rules,
            keys: Keys::new(rules),
            table: table.map_err(|_| SolveError::OutOfMemory)?,
            search: ProofSearch::default(),
            workers: std::iter::repeat_with(Worker::default).take(JOBS).collect(),
            bytes,
            resumed: None,
        })
    }

    /// A solver that continues the search of a position from a checkpoint, which [`SolveProgress::save`] wrote. The
    /// positions that were searched before it count for [`SolveOptions::nodes`] and [`Solution::nodes`].
    ///
    /// The checkpoint may be one of another position with the same rules. Then the count begins at 0, but known
    /// results for positions that can follow both are not searched again. So after a position is solved, the
    /// positions after its first moves can be solved quickly.
    ///
    /// The number of bytes may differ from that of the solver that wrote the checkpoint. A smaller table forgets entries.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, is damaged, or was written for another rule set, or memory is insufficient.
    /// A checksum detects damage. It does not protect against a checkpoint with deliberately wrong entries, which lead to
    /// a wrong value or to [`SolveError::Contradiction`]. So only continue from a checkpoint that you trust. Only a proof is
    /// evidence that can be checked.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::solver::{SolveOptions, Solver};
    /// let start = Position::new("standard-4".parse()?);
    /// let mut saved = Vec::new();
    /// let options = SolveOptions::default().with_nodes(20_000);
    /// Solver::new(start.rules(), 16 << 20)?.solve_with(&start, &options, &mut |progress| {
    ///     if progress.is_last {
    ///         progress.save(&mut saved).expect("a vector can be written");
    ///     }
    /// })?;
    /// let mut solver = Solver::resume(&start, 16 << 20, &mut saved.as_slice())?;
    /// let solution = solver.solve(&start, &options.with_nodes(30_000))?;
    /// assert_eq!(solution.nodes, 30_000);
    ///
    /// saved.pop();
    /// let error = Solver::resume(&start, 16 << 20, &mut saved.as_slice()).err().unwrap();
    /// assert!(error.to_string().contains("truncated"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(
        position: &Position,
        bytes: usize,
        source: &mut dyn Read,
    ) -> Result<Solver, CheckpointError> {
        resume(position, bytes, source, &NEVER)
    }

    /// Finds the value of a position, within limits.
    ///
    /// The results stay in the table, and make later calls faster.
    ///
    /// # Errors
    /// If there is not enough memory, the position has another rule set, or the search contradicts the checkpoint from
    /// which the solver was made.
    pub fn solve(&mut self, position: &Position, options: &SolveOptions<'_>) -> Result<Solution, SolveError> {
        self.solve_with(position, options, &mut |_| {})
    }

    /// Like [`Solver::solve`], but calls `watch` between two rounds of the search: at first after milliseconds, and later
    /// after seconds.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::Position;
    /// # use volo_rules::solver::{SolveOptions, Solver};
    /// let start = Position::new("standard-4".parse()?);
    /// let options = SolveOptions::default().with_nodes(20_000);
    /// let mut searched = 0;
    /// let solution = Solver::new(start.rules(), 16 << 20)?
    ///     .solve_with(&start, &options, &mut |progress| searched = progress.nodes.iter().sum())?;
    /// assert_eq!((solution.nodes, searched), (20_000, 20_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_with(
        &mut self,
        position: &Position,
        options: &SolveOptions<'_>,
        watch: &mut dyn FnMut(&SolveProgress<'_>),
    ) -> Result<Solution, SolveError> {
        if position.rules() != self.rules {
            return Err(SolveError::OtherRules);
        }
        let budget = Budget::new(options.nodes.unwrap_or(u64::MAX), options.deadline, options.stop);
        self.solved(position, options, budget, watch)
    }

    fn solved(
        &mut self,
        position: &Position,
        options: &SolveOptions<'_>,
        mut budget: Budget<'_>,
        watch: &mut dyn FnMut(&SolveProgress<'_>),
    ) -> Result<Solution, SolveError> {
        let nodes = self.resumed.filter(|(first, _)| first == position).map_or([0; 2], |(_, nodes)| nodes);
        budget.nodes = nodes[0].saturating_add(nodes[1]);
        let mut rounds = Rounds {
            keys: &self.keys,
            table: &mut self.table,
            workers: &mut self.workers,
            threads: options.threads,
            bytes: self.bytes / SHARE_OF_JOBS,
            nodes,
        };
        let value = rounds.value(position, &mut budget, watch)?;
        let mut solution = Solution { value, plies: None, line: Vec::new(), nodes: 0, proof: None };
        let winner = match value {
            Value::Win => Some(position.turn()),
            Value::Loss => Some(!position.turn()),
            Value::Draw | Value::Unknown => None,
        };
        let is_over = position.outcome().is_some();
        let mut strategies = None;
        let mut is_refuted = false;
        if let Some(winner) = winner {
            let mut steps = Some(Vec::new());
            if is_over {
                solution.plies = Some(0);
            } else {
                let bytes = self.bytes;
                let mut prover = self.prover(winner, &mut budget);
                steps = match Wins::build(&mut prover, position, bytes)? {
                    None => None,
                    Some(wins) => {
                        solution.plies = Some(wins.plies());
                        solution.line = wins.line(&mut prover);
                        if options.proof { wins.strategy(&mut prover) } else { None }
                    }
                };
                is_refuted = prover.is_refuted;
            }
            strategies = steps.map(|steps| vec![Strategy { player: winner, is_win: true, steps }]);
        } else if value == Value::Draw && options.proof {
            let mut both = Vec::new();
            for player in Color::ALL {
                let bytes = self.bytes;
                let mut prover = self.prover(!player, &mut budget);
                let steps = if is_over { Some(Vec::new()) } else { refuge(&mut prover, position, bytes)? };
                is_refuted |= prover.is_refuted;
                both.extend(steps.map(|steps| Strategy { player, is_win: false, steps }));
            }
            strategies = Some(both).filter(|both| both.len() == 2);
        }
        if is_refuted && self.resumed.is_some() {
            return Err(SolveError::Contradiction);
        }
        if options.proof
            && let Some(strategies) = strategies
        {
            solution.proof = proof::write(position, strategies, &mut budget)?;
        }
        solution.nodes = budget.nodes;
        Ok(solution)
    }

    fn prover<'a, 'b>(&'a mut self, attacker: Color, budget: &'a mut Budget<'b>) -> Prover<'a, 'b> {
        Prover {
            question: Question { keys: &self.keys, attacker },
            search: &mut self.search,
            table: &mut self.table,
            budget,
            moves: MoveList::default(),
            is_refuted: false,
        }
    }
}

/// [`Solver::resume`] until `stop` is set.
pub fn resume(
    position: &Position,
    bytes: usize,
    source: &mut dyn Read,
    stop: &Stop,
) -> Result<Solver, CheckpointError> {
    let mut solver = Solver::new(position.rules(), bytes).map_err(|_| CheckpointError::OutOfMemory)?;
    let resumed = checkpoint::read(position.rules(), &solver.keys, &mut solver.table, source, stop)?;
    solver.resumed = Some(resumed);
    Ok(solver)
}
