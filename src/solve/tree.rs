//! [`Tree`]: the first moves of a search, which choose the positions that are searched at the same time.

use crate::position::Position;
use crate::rules::moves::MoveList;
use crate::solve::children::{Child, Path, append_children, dependence};
use crate::solve::numbers::{Numbers, Summary};
use crate::solve::question::{Node, Question};
use crate::solve::search::{Found, MAX_DEPTH};
use crate::solve::table::{Store, Table};
use crate::support::fallible::Halt;
use crate::support::stop::Stop;

/// The memory of a position in the tree and of its moves, estimated.
const BRANCH_SIZE: usize = 4096;

/// The tree may take the memory of the table divided by this number.
const SHARE_OF_MEMORY: usize = 16;

struct Branch {
    node: Node,
    /// The branch that this one is a child of, and the index of the child.
    parent: Option<(usize, usize)>,
    depth: usize,
    children: Vec<Child>,
    branches: Vec<Option<usize>>,
}

pub(super) struct Leaf {
    place: Option<(usize, usize)>,
    pub(super) node: Node,
    pub(super) path: Path,
}

/// A tree above the positions that jobs search (job-level proof-number search; Wu and others 2013).
pub(super) struct Tree {
    root: Node,
    numbers: Numbers,
    branches: Vec<Branch>,
    free: Vec<usize>,
    /// Branches released since the last choice of leaves, which may still name them, and free after the next one.
    released: Vec<usize>,
    most_branches: usize,
    moves: MoveList,
}

impl Tree {
    /// A tree of one position, for a solver with this number of bytes.
    pub(super) fn new(question: &Question<'_>, root: &Node, bytes: usize) -> Tree {
        Tree {
            root: *root,
            numbers: question.at_once(&root.position).unwrap_or(Numbers::UNKNOWN),
            branches: Vec::new(),
            free: Vec::new(),
            released: Vec::new(),
            most_branches: bytes / SHARE_OF_MEMORY / BRANCH_SIZE,
            moves: MoveList::default(),
        }
    }

    pub(super) const fn first(&self) -> &Position {
        &self.root.position
    }

    pub(super) const fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The leaves that a proof-number search would search next, at most this number. After each choice, the numbers of
    /// the leaf are doubled until the leaf was searched, so that another one is chosen next.
    ///
    /// A position is a leaf if fewer than `work` positions were searched below it.
    pub(super) fn choose(
        &mut self,
        question: &Question<'_>,
        table: &mut Table,
        most: usize,
        work: u64,
        stop: &Stop,
    ) -> Result<Vec<Leaf>, Halt> {
        self.free.append(&mut self.released);
        let mut leaves: Vec<Leaf> = Vec::new();
        let mut failures = 0;
        while leaves.len() < most && failures < most && !self.numbers.is_solved() {
            let Some(leaf) = self.descend(question, table, work, stop)? else { continue };
            let is_new = leaves.iter().all(|other| other.place != leaf.place);
            if leaf.path.len() >= MAX_DEPTH || leaf.place.is_none() && !is_new {
                break;
            }
            if let Some((branch, index)) = leaf.place {
                let numbers = &mut self.branches[branch].children[index].numbers;
                *numbers = numbers.doubled();
                self.update(branch, None)?;
            }
            if is_new {
                leaves.push(leaf);
            } else {
                failures += 1;
            }
        }
        Ok(leaves)
    }

    /// Follows the best moves to a leaf. `None` if a position was solved on the way.
    fn descend(
        &mut self,
        question: &Question<'_>,
        table: &mut Table,
        work: u64,
        stop: &Stop,
    ) -> Result<Option<Leaf>, Halt> {
        let mut path = Path::default();
        path.enter(question, None, self.root.key);
        let (mut node, mut place) = (self.root, None);
        let mut branch = (!self.branches.is_empty()).then_some(0);
        loop {
            let Some(id) = branch else {
                let known =
                    table.get(node.key).map(|entry| entry.numbers).filter(|numbers| numbers.is_solved());
                if let Some(numbers) = known {
                    // A search of another leaf has solved this one.
                    let found = Found { numbers, depends_on: None, best: None };
                    self.report(&Leaf { place, node, path }, &found, table, 0, stop)?;
                    return Ok(None);
                }
                let is_leaf = table.get(node.key).is_none_or(|entry| entry.work < work)
                    || self.is_full()
                    || path.len() >= MAX_DEPTH;
                if is_leaf {
                    return Ok(Some(Leaf { place, node, path }));
                }
                let id = self.expand(question, &node, &path, place, table);
                if Summary::of(self.branches[id].children.iter().map(|child| child.numbers))
                    .numbers
                    .is_solved()
                {
                    self.update(id, Some((table, 0, stop)))?;
                    return Ok(None);
                }
                branch = Some(id);
                continue;
            };
            let children = &self.branches[id].children;
            let best = Summary::of(children.iter().map(|child| child.numbers)).best;
            let mv = children[best].mv;
            branch = self.branches[id].branches[best];
            place = Some((id, best));
            let next = question.node_after(&node, node.position.play_unchecked(mv));
            path.enter(question, Some((&node, mv)), next.key);
            node = next;
        }
    }

    fn expand(
        &mut self,
        question: &Question<'_>,
        node: &Node,
        path: &Path,
        parent: Option<(usize, usize)>,
        table: &Table,
    ) -> usize {
        let mut children = Vec::new();
        append_children(question, node, path, table, &mut self.moves, &mut children);
        let branches = vec![None; children.len()];
        let branch = Branch { node: *node, parent, depth: path.len() - 1, children, branches };
        let id = self.free.pop().unwrap_or(self.branches.len());
        match self.branches.get_mut(id) {
            Some(unused) => *unused = branch,
            None => self.branches.push(branch),
        }
        if let Some((parent, index)) = parent {
            self.branches[parent].branches[index] = Some(id);
        }
        id
    }

    /// Writes the result of a search of `work` positions into the tree, and the numbers above it into the table.
    pub(super) fn report(
        &mut self,
        leaf: &Leaf,
        found: &Found,
        table: &mut Table,
        work: u64,
        stop: &Stop,
    ) -> Result<(), Halt> {
        match leaf.place {
            None => {
                self.numbers = found.numbers;
                Ok(())
            }
            Some((branch, index)) => {
                // A leaf that was reported before may have solved a position above this one.
                let Some(child) = self.branches[branch].children.get_mut(index) else { return Ok(()) };
                (child.numbers, child.depends_on) = (found.numbers, found.depends_on);
                self.update(branch, Some((table, work, stop)))
            }
        }
    }

    pub(super) const fn is_full(&self) -> bool {
        self.branches.len() - self.free.len() - self.released.len() >= self.most_branches
    }

    /// Computes the numbers of a branch and of those above it, for the table too, with the positions searched.
    fn update(&mut self, mut id: usize, mut table: Option<(&mut Table, u64, &Stop)>) -> Result<(), Halt> {
        loop {
            let branch = &self.branches[id];
            let numbers = Summary::of(branch.children.iter().map(|child| child.numbers)).numbers;
            let depends_on = dependence(&branch.children, numbers, branch.depth);
            if let Some((table, work, stop)) = &mut table
                && depends_on.is_none()
            {
                table.put(branch.node.key, numbers, *work, stop)?;
            }
            let Some((parent, index)) = branch.parent else {
                self.numbers = numbers;
                return Ok(());
            };
            let child = &mut self.branches[parent].children[index];
            (child.numbers, child.depends_on) = (numbers, depends_on);
            if numbers.is_solved() {
                self.branches[parent].branches[index] = None;
                self.release(id);
            }
            id = parent;
        }
    }

    fn release(&mut self, id: usize) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let branch = &mut self.branches[id];
            branch.children = Vec::new();
            waiting.extend(std::mem::take(&mut branch.branches).into_iter().flatten());
            self.released.push(id);
        }
    }
}
