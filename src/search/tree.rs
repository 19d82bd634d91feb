//! [`Tree`]: the tree of a Monte-Carlo search.

use crate::grow::{Halt, lengthen};
use crate::moves::{Move, MoveList};
use crate::search::score::Score;

/// The index of the root.
pub(super) const ROOT: usize = 0;

/// A position of the tree, with the move that leads to it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) mv: Move,
    /// The number of playouts that passed through this position.
    pub(super) visits: u32,
    /// The index of the first child. The children follow each other.
    first: u32,
    /// The number of children; 0 until the position is expanded.
    count: u32,
    /// The score for the player to move here, if the game is over.
    pub(super) end: Option<Score>,
    /// The sum of the results of all playouts, each from −1 to 1, for the player who made the move.
    pub(super) total: f64,
}

const UNUSED: Node = Node { mv: Move::Pass, visits: 0, first: 0, count: 0, end: None, total: 0.0 };

impl Node {
    /// The mean result for the player who made the move; 0 before the first playout.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / f64::from(self.visits) }
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// The indices of the children.
    pub(super) const fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A tree of positions. Its memory is reserved once.
pub(super) struct Tree {
    nodes: Vec<Node>,
    most_nodes: usize,
}

impl Tree {
    /// A tree of at most this number of bytes, but with room for the moves of the root.
    pub(super) fn new(bytes: usize) -> Result<Tree, Halt> {
        let most_nodes = (bytes / size_of::<Node>()).clamp(4096, u32::MAX as usize);
        let mut nodes = Vec::new();
        lengthen(&mut nodes, most_nodes, UNUSED)?;
        nodes.clear();
        Ok(Tree { nodes, most_nodes })
    }

    /// Forgets everything but a root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(UNUSED);
    }

    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    pub(super) fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    pub(super) fn children(&self, index: usize) -> &[Node] {
        &self.nodes[self.nodes[index].children()]
    }

    /// Appends the children of a position, one for each move. Returns whether there was room for them.
    pub(super) fn expand(&mut self, index: usize, moves: &MoveList) -> bool {
        let first = self.nodes.len();
        if first + moves.len() > self.most_nodes {
            return false;
        }
        self.nodes.extend(moves.iter().map(|&mv| Node { mv, ..UNUSED }));
        (self.nodes[index].first, self.nodes[index].count) = (first as u32, moves.len() as u32);
        true
    }

    /// The indices of the children of a position, the one with the most visits first.
    pub(super) fn ranking(&self, index: usize) -> Vec<usize> {
        let mut ranking: Vec<usize> = self.nodes[index].children().collect();
        ranking.sort_by(|&one, &other| {
            let [one, other] = [one, other].map(|child| &self.nodes[child]);
            other.visits.cmp(&one.visits).then(other.mean().total_cmp(&one.mean()))
        });
        ranking
    }
}
