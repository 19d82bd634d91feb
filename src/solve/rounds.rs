//! [`Rounds`]: the searches that find the value of a position, on several threads.
//!
//! A round has jobs, which are the same for any number of threads: they are chosen before the round. A job
//! searches one position, with a fixed number of positions. It reads the table, which does not change in the round, and
//! writes to a table of its own. After the round, the tables of the jobs are written into the table, in the order of the
//! jobs. So the result of a round does not depend on which thread ran which job, or on how fast.

use crate::position::Position;
use crate::solve::checkpoint::SolveProgress;
use crate::solve::key::Keys;
use crate::solve::numbers::Numbers;
use crate::solve::question::Question;
use crate::solve::search::{Budget, Found, ProofSearch};
use crate::solve::solution::Value;
use crate::solve::table::{Layers, Store, Table};
use crate::solve::tree::{Leaf, Tree};
use crate::support::fallible::Halt;
use crate::support::stop::Threads;
use crate::support::threads::share_out;

/// The number of jobs in a round. No more threads than this are useful.
pub(super) const JOBS: usize = 8;

const FIRST_JOB: u64 = 1 << 10;

/// Up to this number of positions, a round has one job, and each job is larger than the jobs before it.
const WHOLE: u64 = 1 << 14;

/// Beyond [`WHOLE`], a job searches this number of positions at least.
const LEAST_JOB: u64 = 1 << 10;

/// Beyond [`WHOLE`], a job searches this fraction of the positions that were searched before.
const SHARE_OF_JOB: u64 = 64;

#[derive(Default)]
pub(super) struct Worker {
    search: ProofSearch,
    own: Table,
}

/// One of the two questions: whether one of the players can force a win.
struct Side<'a> {
    question: Question<'a>,
    tree: Tree,
    nodes: u64,
}

impl Side<'_> {
    fn wins(&self) -> Option<bool> {
        let numbers = self.tree.numbers();
        let attacks = self.question.attacks(self.tree.first());
        numbers.is_solved().then_some((numbers.phi == 0) == attacks)
    }

    /// The number of positions that a job searches. `most` is the number that the table of a job can hold.
    fn size(&self, most: u64) -> u64 {
        if self.nodes < WHOLE {
            return self.nodes.saturating_mul(4).max(FIRST_JOB);
        }
        let size = (self.nodes / SHARE_OF_JOB).max(LEAST_JOB);
        // If the tree cannot grow, larger jobs make progress even though their tables forget positions.
        if self.tree.is_full() { size } else { size.min(most.max(LEAST_JOB)) }
    }
}

struct Job {
    side: usize,
    leaf: Leaf,
    nodes: u64,
    found: Option<Result<Found, Halt>>,
    is_over: bool,
}

pub(super) struct Rounds<'a> {
    pub(super) keys: &'a Keys,
    pub(super) table: &'a mut Table,
    pub(super) workers: &'a mut [Worker],
    pub(super) threads: usize,
    pub(super) bytes: usize,
    /// The number of positions searched for the win of each player: of the player to move, and of the other one.
    pub(super) nodes: [u64; 2],
}

impl Rounds<'_> {
    /// The value of a position. Calls `watch` after each round.
    pub(super) fn value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
        watch: &mut dyn FnMut(&SolveProgress<'_>),
    ) -> Result<Value, Halt> {
        let keys = self.keys;
        let [mover, other] = [position.turn(), !position.turn()].map(|attacker| {
            let question = Question { keys, attacker };
            let tree = Tree::new(&question, &question.node(position), self.bytes);
            Side { question, tree, nodes: 0 }
        });
        let mut sides = [mover, other];
        for (side, nodes) in sides.iter_mut().zip(self.nodes) {
            side.nodes = nodes;
        }
        let mut is_last = false;
        loop {
            if let Some(value) = ended(&sides, budget) {
                if !is_last {
                    // The flag was set, or the time was over, after the last round.
                    self.report(position, &sides, true, watch);
                }
                return Ok(value);
            }
            match self.round(&mut sides, budget) {
                Err(Halt::Stopped) => budget.is_over = true,
                other => {
                    if !other? {
                        self.report(position, &sides, true, watch);
                        return Ok(Value::Unknown);
                    }
                }
            }
            is_last = ended(&sides, budget).is_some();
            self.report(position, &sides, is_last, watch);
        }
    }

    fn report(
        &mut self,
        position: &Position,
        sides: &[Side<'_>; 2],
        is_last: bool,
        watch: &mut dyn FnMut(&SolveProgress<'_>),
    ) {
        self.nodes = [sides[0].nodes, sides[1].nodes];
        let numbers = [&sides[0], &sides[1]].map(|side| {
            let Numbers { phi, delta } = side.tree.numbers();
            (phi, delta)
        });
        let (keys, table) = (self.keys, &*self.table);
        watch(&SolveProgress { position: *position, nodes: self.nodes, numbers, is_last, keys, table });
    }

    /// Runs one round. Returns `false` if no job can make progress.
    fn round(&mut self, sides: &mut [Side<'_>; 2], budget: &mut Budget<'_>) -> Result<bool, Halt> {
        let open = sides.iter().filter(|side| side.wins().is_none()).count().max(1);
        let room = self.bytes / JOBS / (2 * Table::ENTRY_SIZE);
        let mut jobs = Vec::new();
        for (i, side) in sides.iter_mut().enumerate().filter(|(_, side)| side.wins().is_none()) {
            let nodes = side.size(room as u64);
            let leaves = side.tree.choose(&side.question, self.table, JOBS / open, nodes / 2, budget.stop)?;
            jobs.extend(leaves.into_iter().map(|leaf| Job {
                side: i,
                leaf,
                nodes,
                found: None,
                is_over: false,
            }));
        }
        if jobs.is_empty() {
            return Ok(sides.iter().any(|side| side.wins().is_some()));
        }
        let left = budget.most_nodes - budget.nodes;
        jobs.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        let share = left / jobs.len() as u64;
        for job in &mut jobs {
            job.nodes = job.nodes.min(share);
        }
        let questions = [sides[0].question, sides[1].question];
        let shared = &*self.table;
        let (deadline, stop) = (budget.deadline, budget.stop);
        let work = |(job, worker): (&mut Job, &mut Worker)| {
            let mut own = Budget::new(job.nodes, deadline, stop);
            let found = worker.run(&questions[job.side], job, shared, room, &mut own);
            (job.found, job.nodes, job.is_over) = (Some(found), own.nodes, own.is_over);
        };
        share_out(Threads::new(self.threads).until(stop), jobs.iter_mut().zip(self.workers.iter_mut()), work);
        for (job, worker) in jobs.into_iter().zip(self.workers.iter_mut()) {
            let Some(found) = job.found else { continue };
            let found = found?;
            budget.nodes += job.nodes;
            budget.is_over |= job.is_over;
            let side = &mut sides[job.side];
            side.nodes += job.nodes;
            for entry in worker.own.entries() {
                self.table.put(entry.key, entry.numbers, entry.work, stop)?;
            }
            side.tree.report(&job.leaf, &found, self.table, job.nodes, stop)?;
        }
        self.table.clean(stop);
        Ok(true)
    }
}

fn ended(sides: &[Side<'_>; 2], budget: &mut Budget<'_>) -> Option<Value> {
    match [sides[0].wins(), sides[1].wins()] {
        [Some(true), _] => Some(Value::Win),
        [_, Some(true)] => Some(Value::Loss),
        [Some(false), Some(false)] => Some(Value::Draw),
        _ => (budget.is_stopped() || budget.nodes >= budget.most_nodes).then_some(Value::Unknown),
    }
}

impl Worker {
    fn run(
        &mut self,
        question: &Question<'_>,
        job: &Job,
        shared: &Table,
        room: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Halt> {
        self.own.reset(usize::try_from(job.nodes).unwrap_or(usize::MAX).min(room), false)?;
        let mut layers = Layers { shared, own: &mut self.own };
        self.search.run_after(question, &job.leaf.path, &job.leaf.node, &mut layers, budget)
    }
}
