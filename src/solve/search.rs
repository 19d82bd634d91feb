//! [`Search`]: depth-first proof-number search (df-pn; Nagai 2002).
//!
//! # Repetitions
//!
//! A position that repeats one on the path to it is not a win for the attacker there: if the attacker can win, the
//! attacker can win without repeating a position. So a proof of a win never depends on the path. The opposite does:
//! "no win, because of a repetition" holds only while the repeated position is on the path. So such a result is kept
//! only with the moves of the position directly before it, and not in the table, until the search returns to the
//! repeated position. There it is proved that no move of the attacker leads out of a set of positions without a win, and
//! the result no longer depends on the path.
//!
//! A position can be repeated only after a clearing by each player (see `docs/ENGINE.md`), so the path is searched only
//! then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::grow::Halt;
use crate::moves::{Move, MoveList};
use crate::solve::key::Key;
use crate::solve::numbers::{Numbers, Summary};
use crate::solve::question::{Node, Question};
use crate::solve::table::Table;

/// The greatest length of a path. A search that would need more stops, and the value stays unknown.
const MAX_DEPTH: usize = 4096;

/// The number of checks between two looks at the clock.
const BETWEEN_LOOKS: u32 = 64;

/// What ends a search before its result is known.
pub(super) struct Budget<'a> {
    /// The number of positions searched so far.
    pub(super) nodes: u64,
    /// The number of positions at which the search stops.
    pub(super) most_nodes: u64,
    deadline: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
    /// Whether the search must end, for a reason other than the number of positions.
    pub(super) is_over: bool,
    /// The number of checks of the limits so far.
    looks: u32,
}

impl Budget<'_> {
    pub(super) fn new(deadline: Option<Instant>, stop: &AtomicBool) -> Budget<'_> {
        Budget { nodes: 0, most_nodes: 0, deadline, stop, is_over: false, looks: 0 }
    }

    /// Counts a position, if the limit allows it. Returns whether the search must stop.
    pub(super) fn count(&mut self) -> bool {
        if self.nodes < self.most_nodes {
            self.nodes += 1;
        }
        self.is_stopped() || self.nodes >= self.most_nodes
    }

    /// Whether the search must end, for a reason other than the number of positions.
    pub(super) fn is_stopped(&mut self) -> bool {
        self.looks = self.looks.wrapping_add(1);
        self.is_over |= self.stop.load(Ordering::Relaxed)
            || self.looks.is_multiple_of(BETWEEN_LOOKS)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_over
    }
}

/// A move and the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: Key,
    /// The numbers as the player to move after the move sees them.
    numbers: Numbers,
    /// If the numbers depend on the path: the smallest depth of a position on which they depend.
    depends_on: Option<usize>,
}

/// A position on the path.
struct Frame {
    node: Node,
    /// The index of the first child. The children of the last frame are the last ones.
    first: usize,
    limits: Numbers,
    /// The number of positions searched before this one.
    nodes_before: u64,
    /// The index of the child that is being searched, from `first`.
    chosen: usize,
    /// The number of clearings by the attacker and by the defender on the path.
    clearings: [u32; 2],
}

/// The result of a search.
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The move that reaches the goal, if the player to move reaches it by a search.
    pub(super) best: Option<Move>,
}

/// A search. Its vectors are used again.
#[derive(Default)]
pub(super) struct Search {
    path: Vec<Frame>,
    children: Vec<Child>,
    moves: MoveList,
}

impl Search {
    /// Searches a position until its value is known or the budget is used up.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn run(
        &mut self,
        question: &Question<'_>,
        root: &Node,
        table: &mut Table,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Halt> {
        if let Some(numbers) = question.at_once(&root.position) {
            return Ok(Found { numbers, best: None });
        }
        self.path.clear();
        self.children.clear();
        let mut stopped = self.enter(question, *root, Numbers::UNLIMITED, [0; 2], table, budget);
        loop {
            let depth = self.path.len() - 1;
            // There is always a frame: the search returns when it removes the first one.
            let Some(frame) = self.path.last_mut() else { return Err(Halt::Stopped) };
            let children = &self.children[frame.first..];
            let summary = Summary::of(children.iter().map(|child| child.numbers));
            if depth + 1 >= MAX_DEPTH {
                (stopped, budget.is_over) = (true, true);
            }
            if stopped || summary.numbers.reaches(frame.limits) {
                let numbers = summary.numbers;
                let depends_on = dependence(children, numbers, depth);
                let best = (numbers.phi == 0).then(|| reaching(children).map(|child| child.mv)).flatten();
                let work = budget.nodes - frame.nodes_before;
                if depends_on.is_none() {
                    match table.put(frame.node.key, numbers, work, budget.stop) {
                        Err(Halt::OutOfMemory) => return Err(Halt::OutOfMemory),
                        Err(Halt::Stopped) => stopped = true,
                        Ok(()) => {}
                    }
                }
                self.children.truncate(frame.first);
                self.path.pop();
                let Some(parent) = self.path.last() else { return Ok(Found { numbers, best }) };
                let child = &mut self.children[parent.first + parent.chosen];
                (child.numbers, child.depends_on) = (numbers, depends_on);
                continue;
            }
            frame.chosen = summary.best;
            let mv = children[summary.best].mv;
            let limits = summary.limits_of_best(frame.limits);
            let node = question.node_after(&frame.node, frame.node.position.play_unchecked(mv));
            let clearings = clearings_after(question, frame, mv);
            debug_assert_eq!(node.key, children[summary.best].key);
            stopped = self.enter(question, node, limits, clearings, table, budget);
        }
    }

    /// Appends a position to the path. Returns whether the search must stop.
    fn enter(
        &mut self,
        question: &Question<'_>,
        node: Node,
        limits: Numbers,
        clearings: [u32; 2],
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> bool {
        let first = self.children.len();
        let frame = Frame { node, first, limits, nodes_before: budget.nodes, chosen: 0, clearings };
        let stopped = budget.count();
        let mut moves = std::mem::take(&mut self.moves);
        node.position.legal_moves_into(&mut moves);
        self.path.push(frame);
        for &mv in &moves {
            let child = self.child(question, mv, table);
            if child.numbers.delta == 0 && child.depends_on.is_none() {
                // The player to move reaches the goal, whatever the other moves lead to.
                self.children.truncate(first);
                self.children.push(child);
                break;
            }
            self.children.push(child);
        }
        self.moves = moves;
        // Images of the same position would keep each other from being searched.
        self.children[first..].sort_unstable_by_key(|child| child.key);
        let mut last = first;
        for i in first + 1..self.children.len() {
            if self.children[i].key != self.children[last].key {
                last += 1;
                self.children[last] = self.children[i];
            }
        }
        self.children.truncate(last + 1);
        stopped
    }

    /// What is known about the position after a move of the last position on the path.
    fn child(&self, question: &Question<'_>, mv: Move, table: &Table) -> Child {
        let depth = self.path.len() - 1;
        let frame = &self.path[depth];
        let after = question.node_after(&frame.node, frame.node.position.play_unchecked(mv));
        let child = |numbers| Child { mv, key: after.key, numbers, depends_on: None };
        let known = table.get(after.key).map(|entry| entry.numbers);
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return child(numbers);
        }
        if let Some(repeated) = self.repeated(after.key, clearings_after(question, frame, mv)) {
            let numbers = question.settled(&after.position, false);
            return Child { depends_on: Some(repeated), ..child(numbers) };
        }
        let at_once = || question.at_once(&after.position);
        child(known.or_else(at_once).unwrap_or(Numbers::UNKNOWN))
    }

    /// The depth of the position on the path that has this key.
    fn repeated(&self, key: Key, clearings: [u32; 2]) -> Option<usize> {
        // The numbers of clearings never fall along a path.
        let may_repeat =
            |frame: &&Frame| frame.clearings[0] < clearings[0] && frame.clearings[1] < clearings[1];
        let repeated = self.path.iter().take_while(may_repeat).position(|frame| frame.node.key == key);
        debug_assert_eq!(repeated, self.path.iter().position(|frame| frame.node.key == key));
        repeated
    }
}

/// The number of clearings by each player on the path, after a move of its last position.
fn clearings_after(question: &Question<'_>, frame: &Frame, mv: Move) -> [u32; 2] {
    let mut clearings = frame.clearings;
    if matches!(mv, Move::Fly(flight) if flight.keep.is_some()) {
        clearings[usize::from(!question.attacks(&frame.node.position))] += 1;
    }
    clearings
}

/// The move by which the player to move reaches the goal. It does not depend on the path if there is such a move.
fn reaching(children: &[Child]) -> Option<&Child> {
    let reaching = || children.iter().filter(|child| child.numbers.delta == 0);
    reaching()
        .find(|child| child.depends_on.is_none())
        .or_else(|| reaching().max_by_key(|child| child.depends_on))
}

/// The smallest depth of a position on the path on which these numbers of the position with depth `depth` depend.
/// `None` if they do not depend on the path to that position.
fn dependence(children: &[Child], numbers: Numbers, depth: usize) -> Option<usize> {
    let smallest = if numbers.phi == 0 {
        reaching(children)?.depends_on
    } else if numbers.delta == 0 {
        children.iter().filter_map(|child| child.depends_on).min()
    } else {
        None
    };
    // What depends on the position itself is proved by returning to it.
    smallest.filter(|&smallest| smallest < depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(numbers: Numbers, depends_on: Option<usize>) -> Child {
        Child { mv: Move::Pass, key: 1, numbers, depends_on }
    }

    #[test]
    fn a_defender_needs_one_move_and_depends_on_the_path_only_if_every_such_move_does() {
        let reached = Numbers::REACHED;
        let (open, free) = (child(Numbers::UNKNOWN, None), child(Numbers::FAILED, None));
        let (at_2, at_5) = (child(Numbers::FAILED, Some(2)), child(Numbers::FAILED, Some(5)));
        assert_eq!(dependence(&[open, at_2, free, at_5], reached, 6), None);
        assert_eq!(dependence(&[open, at_2], reached, 6), Some(2));
        // The move that depends on less of the path leads to fewer positions before the result is final.
        assert_eq!(dependence(&[at_2, open, at_5], reached, 6), Some(5));
        assert_eq!(dependence(&[at_2, open, at_5], reached, 5), None);
        assert_eq!(dependence(&[at_2], reached, 2), None);
    }

    #[test]
    fn an_attacker_needs_all_moves_and_depends_on_the_highest_position() {
        let failed = Numbers::FAILED;
        let free = child(Numbers::REACHED, None);
        let (at_2, at_5) = (child(Numbers::REACHED, Some(2)), child(Numbers::REACHED, Some(5)));
        assert_eq!(dependence(&[free, free], failed, 6), None);
        assert_eq!(dependence(&[free, at_5, at_2], failed, 6), Some(2));
        assert_eq!(dependence(&[free, at_5], failed, 5), None);
        assert_eq!(dependence(&[free, at_5, at_2], failed, 2), None);
    }

    #[test]
    fn numbers_of_an_open_position_depend_on_nothing() {
        let children = [child(Numbers::UNKNOWN, None), child(Numbers::REACHED, Some(0))];
        assert_eq!(dependence(&children, Numbers::UNKNOWN, 3), None);
    }
}
