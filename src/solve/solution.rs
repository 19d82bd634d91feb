//! [`Solution`]: the result of a solver.

use std::fmt;
use std::time::Instant;

use crate::rules::moves::Move;
use crate::support::fallible::Halt;
use crate::support::names::listed;
use crate::support::setters::setters;
use crate::support::stop::{NEVER, Stop};

listed! {
    /// The value of a position for the player to move.
    ///
    /// ```
    /// # use volo_rules::solver::Value;
    /// assert_eq!(Value::ALL.map(Value::name), ["win", "loss", "draw", "unknown"]);
    /// ```
    pub enum Value: "value" {
        /// The player to move can force a win.
        Win = "win",
        /// The opponent can force a win.
        Loss = "loss",
        /// Neither player can force a win. The game ends in a draw or goes on forever.
        Draw = "draw",
        /// The limits ended the search before the value was known.
        Unknown = "unknown",
    }
}

/// The result of a solver for a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Solution {
    /// The value for the player to move.
    pub value: Value,
    /// The number of plies in which the winner can force the win, whatever the loser does. It is a proven upper bound: a
    /// shorter win may exist. `None` if nobody wins, or if the limits ended the work before a whole strategy was found.
    pub plies: Option<u32>,
    /// A game in which the winner plays a winning strategy and the loser the longest defense against it. It has `plies`
    /// moves. Empty if `plies` is `None`.
    pub line: Vec<Move>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The bytes of a proof, for [`check_proof`](crate::solver::check_proof). `None` if no proof was asked for, the value is
    /// unknown, or the limits ended the work before the proof was complete.
    pub proof: Option<Vec<u8>>,
}

/// The limits of a solver.
///
/// ```
/// # use volo_rules::solver::SolveOptions;
/// let options = SolveOptions::default().with_nodes(1_000_000).with_proof(true);
/// assert_eq!((options.nodes, options.proof), (Some(1_000_000), true));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveOptions<'a> {
    /// The number of positions to search at most. `None` means no limit.
    pub nodes: Option<u64>,
    /// The time at which the search ends. `None` means no limit.
    pub deadline: Option<Instant>,
    /// The number of threads. The result is the same for any number. More than 8 are not used.
    pub threads: usize,
    /// Whether to write a proof.
    pub proof: bool,
    /// The flag that stops the search. Then the value is unknown, unless it was already found.
    pub stop: &'a Stop,
}

impl Default for SolveOptions<'_> {
    /// No limits, one thread, and no proof.
    fn default() -> Self {
        SolveOptions { nodes: None, deadline: None, threads: 1, proof: false, stop: &NEVER }
    }
}

impl<'a> SolveOptions<'a> {
    setters! {
        with_nodes(nodes: u64 as Some);
        with_deadline(deadline: Instant as Some);
        with_threads(threads: usize);
        with_proof(proof: bool);
        until(stop: &'a Stop);
    }
}

/// Why a solver failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolveError {
    /// There is not enough memory for the table.
    OutOfMemory,
    /// The position belongs to another rule set than the solver.
    OtherRules,
    /// The value that follows from the checkpoint is wrong: the search for a strategy has refuted it.
    Contradiction,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolveError::OutOfMemory => "not enough memory for the table of the solver",
            SolveError::OtherRules => "the position has another rule set than the solver",
            SolveError::Contradiction => {
                "the checkpoint contradicts the search: it has wrong results, so that no value can be trusted"
            }
        })
    }
}

impl std::error::Error for SolveError {}

impl From<Halt> for SolveError {
    /// A set flag only ends the search of a solver, so it is not an error.
    fn from(_: Halt) -> SolveError {
        SolveError::OutOfMemory
    }
}
