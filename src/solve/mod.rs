//! [`Solver`]: finds out who wins a position.
//!
//! [`search`] answers whether one player, the attacker, can force a win. The solver asks this for each player.
//! [`wins`] and [`refuge`] make strategies from what a search has found. [`proof`] writes strategies as bytes, and
//! [`check`] checks them with the rules alone. `docs/ENGINE.md` explains how positions can repeat.

mod check;
mod key;
mod numbers;
mod proof;
mod question;
mod refuge;
mod search;
mod shortest;
mod solution;
mod table;
mod wins;

pub use check::{CheckedProof, check_proof};
pub use proof::ProofError;
pub use shortest::{ShortestWin, shortest_win};
pub use solution::{Solution, SolveError, SolveOptions, Value};

use std::sync::atomic::AtomicBool;

use crate::color::Color;
use crate::grow::Halt;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;
use crate::solve::key::Keys;
use crate::solve::proof::{Claim, Strategy};
use crate::solve::question::Question;
use crate::solve::refuge::refuge;
use crate::solve::search::{Budget, Search};
use crate::solve::table::Table;
use crate::solve::wins::{Prover, Wins};

/// The number of positions that the first search for a player may search. Each later one may search twice as many.
const FIRST_SHARE: u64 = 1 << 10;

/// A solver for positions of one rule set, with a table of what it has found out.
///
/// # Examples
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo::{Position, SolveOptions, Solver, Value};
/// //    g 1 . . 4
/// //   f b . . . o 5
/// //  e b . . . . . 6
/// // d 1 b . 4 . o 7
/// //  c . . . b o . 6
/// //   b . . . b . 5
/// //    a 1 . . 4
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let stop = AtomicBool::new(false);
/// let mut solver = Solver::new(position.rules(), 16 << 20)?;
/// let solution = solver.solve(&position, &SolveOptions::default(), &stop)?;
/// assert_eq!((solution.value, solution.plies, solution.line.len()), (Value::Win, Some(1), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    rules: Rules,
    keys: Keys,
    table: Table,
    search: Search,
    bytes: usize,
}

impl Solver {
    /// A solver with a table of at most this number of bytes; the least is 32 KB. The strategies that are made for a
    /// line and for a proof take as much again, at most.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rules: Rules, bytes: usize) -> Result<Solver, SolveError> {
        let table = Table::new(bytes, &AtomicBool::new(false)).map_err(|_| SolveError::OutOfMemory)?;
        Ok(Solver { rules, keys: Keys::new(rules), table, search: Search::default(), bytes })
    }

    /// Finds the value of a position, within limits. If `stop` is set, the value is unknown, unless it was already
    /// found.
    ///
    /// What is found stays in the table, and makes later calls faster.
    ///
    /// # Errors
    /// If there is not enough memory, or the position has another rule set.
    pub fn solve(
        &mut self,
        position: &Position,
        options: &SolveOptions,
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        if position.rules() != self.rules {
            return Err(SolveError::OtherRules);
        }
        let budget = Budget::new(options.deadline, stop);
        self.solved(position, options, budget).map_err(|_| SolveError::OutOfMemory)
    }

    fn solved(
        &mut self,
        position: &Position,
        options: &SolveOptions,
        mut budget: Budget<'_>,
    ) -> Result<Solution, Halt> {
        let most_nodes = options.nodes.unwrap_or(u64::MAX);
        let value = self.value(position, most_nodes, &mut budget)?;
        let mut solution = Solution { value, plies: None, line: Vec::new(), nodes: 0, proof: None };
        budget.most_nodes = most_nodes;
        let winner = match value {
            Value::Win => Some(position.turn()),
            Value::Loss => Some(position.turn().other()),
            Value::Draw | Value::Unknown => None,
        };
        let is_over = position.outcome().is_some();
        let mut claims = None;
        if let Some(winner) = winner {
            let mut strategy = Some(Vec::new());
            if is_over {
                solution.plies = Some(0);
            } else {
                let bytes = self.bytes;
                let mut prover = self.prover(winner, &mut budget);
                strategy = match Wins::build(&mut prover, position, bytes)? {
                    None => None,
                    Some(wins) => {
                        solution.plies = Some(wins.plies());
                        solution.line = wins.line(&mut prover);
                        if options.proof { wins.strategy(&mut prover)? } else { None }
                    }
                };
            }
            claims = strategy.map(|moves| vec![Claim { player: winner, strategy: Strategy::Win(moves) }]);
        } else if value == Value::Draw && options.proof {
            let mut both = Vec::new();
            for player in Color::ALL {
                let bytes = self.bytes;
                let mut prover = self.prover(player.other(), &mut budget);
                let moves = if is_over { Some(Vec::new()) } else { refuge(&mut prover, position, bytes)? };
                both.extend(moves.map(|moves| Claim { player, strategy: Strategy::NoLoss(moves) }));
            }
            claims = Some(both).filter(|claims| claims.len() == 2);
        }
        if options.proof
            && let Some(claims) = claims
        {
            solution.proof = proof::write(position, claims, &mut budget)?;
        }
        solution.nodes = budget.nodes;
        Ok(solution)
    }

    /// The value of a position. Searches for the win of each player in turn, with more positions each time.
    fn value(
        &mut self,
        position: &Position,
        most_nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Value, Halt> {
        let mut wins = [None; 2];
        let mut share = FIRST_SHARE;
        loop {
            for (i, attacker) in [position.turn(), position.turn().other()].into_iter().enumerate() {
                if wins[i].is_none() {
                    budget.most_nodes = budget.nodes.saturating_add(share).min(most_nodes);
                    let mut prover = self.prover(attacker, budget);
                    wins[i] = prover.searched(position)?.map(|(wins, _)| wins);
                }
                match wins {
                    [Some(true), _] => return Ok(Value::Win),
                    [_, Some(true)] => return Ok(Value::Loss),
                    [Some(false), Some(false)] => return Ok(Value::Draw),
                    _ if budget.is_over || budget.nodes >= most_nodes => return Ok(Value::Unknown),
                    _ => {}
                }
            }
            share = share.saturating_mul(2);
        }
    }

    fn prover<'a, 'b>(&'a mut self, attacker: Color, budget: &'a mut Budget<'b>) -> Prover<'a, 'b> {
        Prover {
            question: Question { keys: &self.keys, attacker },
            search: &mut self.search,
            table: &mut self.table,
            budget,
            moves: MoveList::default(),
        }
    }
}
