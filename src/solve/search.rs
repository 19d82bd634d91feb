//! [`ProofSearch`]: depth-first proof-number search (df-pn; Nagai 2002).
//!
//! # Repetitions
//!
//! A position that repeats one on the path to it is not a win for the attacker there: if the attacker can win, the
//! attacker can win without repeating a position. So a proof of a win never depends on the path. A proof that there
//! is no win may depend on it: "no win, because of a repetition" holds only while the repeated position is on the
//! path. So such a result is kept only with the moves of the position directly before it, and not in the table, until
//! the search returns to the repeated position. There it is proved that no move of the attacker leads out of a set of
//! positions without a win, and the result no longer depends on the path.
//!
//! A position can be repeated only after a clearing by each player (see `docs/SOLVER.md`), so the path is searched only
//! then.

use std::time::Instant;

use crate::rules::moves::{Move, MoveList};
use crate::solve::children::{Child, Path, append_children, dependence, reaching};
use crate::solve::numbers::{Numbers, Summary};
use crate::solve::question::{Node, Question};
use crate::solve::table::Store;
use crate::support::fallible::Halt;
use crate::support::stop::Stop;

/// The greatest length of a path. A search that would need more stops, and the value stays unknown.
pub(super) const MAX_DEPTH: usize = 4096;

/// The number of checks of the limits for each check of the clock.
const BETWEEN_LOOKS: u32 = 64;

pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a Stop,
    /// Whether the search must end, for a reason other than the number of positions.
    pub(super) is_over: bool,
    looks: u32,
}

impl Budget<'_> {
    pub(super) fn new(most_nodes: u64, deadline: Option<Instant>, stop: &Stop) -> Budget<'_> {
        Budget { nodes: 0, most_nodes, deadline, stop, is_over: false, looks: 0 }
    }

    pub(super) fn count(&mut self) -> bool {
        if self.nodes < self.most_nodes {
            self.nodes += 1;
        }
        self.is_stopped() || self.nodes >= self.most_nodes
    }

    pub(super) fn is_stopped(&mut self) -> bool {
        self.looks = self.looks.wrapping_add(1);
        self.is_over |= self.stop.is_set()
            || self.looks.is_multiple_of(BETWEEN_LOOKS)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_over
    }
}

struct Frame {
    node: Node,
    /// The index of the first child. The children of the last frame are the last ones.
    first: usize,
    limits: Numbers,
    nodes_before: u64,
    chosen: usize,
}

pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// If the numbers depend on the path to the position: the smallest depth of a position on which they depend.
    pub(super) depends_on: Option<usize>,
    /// The move that reaches the goal, if the player to move reaches it by a search.
    pub(super) best: Option<Move>,
}

#[derive(Default)]
pub(super) struct ProofSearch {
    /// The positions before the first frame, and those of the frames.
    path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
}

impl ProofSearch {
    pub(super) fn run(
        &mut self,
        question: &Question<'_>,
        root: &Node,
        store: &mut impl Store,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Halt> {
        if let Some(numbers) = question.at_once(&root.position) {
            return Ok(Found { numbers, depends_on: None, best: None });
        }
        self.path.clear();
        self.path.enter(question, None, root.key);
        self.expand(question, *root, store, budget)
    }

    /// Searches the last position of a path, not decided at once, until its value is known or the budget is used up.
    pub(super) fn run_after(
        &mut self,
        question: &Question<'_>,
        path: &Path,
        node: &Node,
        store: &mut impl Store,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Halt> {
        self.path.copy_from(path);
        self.expand(question, *node, store, budget)
    }

    fn expand(
        &mut self,
        question: &Question<'_>,
        root: Node,
        store: &mut impl Store,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Halt> {
        self.frames.clear();
        self.children.clear();
        let mut stopped = self.enter(question, root, Numbers::UNLIMITED, store, budget);
        loop {
            // There is always a frame: the search returns when it removes the first one.
            let Some(frame) = self.frames.last_mut() else { return Err(Halt::Stopped) };
            let children = &self.children[frame.first..];
            let summary = Summary::of(children.iter().map(|child| child.numbers));
            if self.path.len() >= MAX_DEPTH {
                (stopped, budget.is_over) = (true, true);
            }
            if stopped || summary.numbers.reaches(frame.limits) {
                let numbers = summary.numbers;
                let depends_on = dependence(children, numbers, self.path.len() - 1);
                let best = (numbers.phi == 0).then(|| reaching(children).map(|child| child.mv)).flatten();
                let work = budget.nodes - frame.nodes_before;
                if depends_on.is_none() {
                    match store.put(frame.node.key, numbers, work, budget.stop) {
                        Err(Halt::OutOfMemory) => return Err(Halt::OutOfMemory),
                        Err(Halt::Stopped) => stopped = true,
                        Ok(()) => {}
                    }
                }
                self.children.truncate(frame.first);
                self.path.leave();
                self.frames.pop();
                let Some(parent) = self.frames.last() else { return Ok(Found { numbers, depends_on, best }) };
                let child = &mut self.children[parent.first + parent.chosen];
                (child.numbers, child.depends_on) = (numbers, depends_on);
                continue;
            }
            frame.chosen = summary.best;
            let mv = children[summary.best].mv;
            let limits = summary.limits_of_best(frame.limits);
            let node = question.node_after(&frame.node, frame.node.position.play_unchecked(mv));
            debug_assert_eq!(node.key, children[summary.best].key);
            self.path.enter(question, Some((&frame.node, mv)), node.key);
            stopped = self.enter(question, node, limits, store, budget);
        }
    }

    fn enter(
        &mut self,
        question: &Question<'_>,
        node: Node,
        limits: Numbers,
        store: &impl Store,
        budget: &mut Budget<'_>,
    ) -> bool {
        let first = self.children.len();
        self.frames.push(Frame { node, first, limits, nodes_before: budget.nodes, chosen: 0 });
        let stopped = budget.count();
        append_children(question, &node, &self.path, store, &mut self.moves, &mut self.children);
        stopped
    }
}
