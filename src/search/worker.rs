//! [`Worker`]: the state of one search thread.

use crate::position::Position;
use crate::rules::moves::Move;
use crate::search::evaluate::estimate;
use crate::search::history::{GREATEST, History, VALUES};
use crate::search::level::Sight;
use crate::search::node::Node;
use crate::search::order::{KILLER, Ordered};
use crate::search::scan::Threat;
use crate::search::score::Score;
use crate::search::variations::Variations;
use crate::search::weights::Weights;

/// The greatest number of plies from the root. Threats are followed beyond the depth of a search.
pub(super) const MAX_PLIES: usize = 128;

pub(super) const MAX_DEPTH: u32 = 60;

/// The state of one thread. It is reused, so that a search allocates nothing for a position.
pub(super) struct Worker {
    history: History,
    /// For each ply, the last two moves that ended a search there (the killer heuristic; Akl and Newborn 1977).
    killers: Vec<[u32; 2]>,
    moves: Vec<Ordered>,
    /// The keys of the positions before the current one, in the game and on the path.
    pub(super) path: Vec<u64>,
    pub(super) variations: Variations,
    /// The number of nodes taken from the budget and not yet searched.
    pub(super) nodes_left: u64,
    /// The sight of the player; `None` if the player overlooks nothing.
    pub(super) sight: Option<Sight>,
    /// The weights of the evaluation; `None` for those of the edge.
    weights: Option<Weights>,
}

impl Worker {
    pub(super) const BYTES: usize = MAX_PLIES * Ordered::BYTES
        + VALUES * size_of::<i16>()
        + MAX_PLIES * (MAX_PLIES + 1) / 2 * size_of::<Move>();

    pub(super) fn new(weights: Option<Weights>) -> Worker {
        Worker {
            history: History::new(),
            killers: vec![[0; 2]; MAX_PLIES],
            moves: (0..MAX_PLIES).map(|_| Ordered::new()).collect(),
            path: Vec::with_capacity(4 * MAX_PLIES),
            variations: Variations::new(MAX_PLIES),
            nodes_left: 0,
            sight: None,
            weights,
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.killers.fill([0; 2]);
    }

    pub(super) fn begin(&mut self, earlier: &[Position], sight: Option<Sight>) {
        self.sight = sight;
        self.path.clear();
        self.path.reserve_exact(earlier.len() + MAX_PLIES);
        self.path.extend(earlier.iter().map(Position::zobrist));
        self.killers.fill([0; 2]);
        self.nodes_left = 0;
    }

    pub(super) fn sees(&self, mv: Move) -> bool {
        self.sight.as_ref().is_none_or(|sight| sight.sees(mv))
    }

    pub(super) fn evaluate(&self, position: &Position) -> Score {
        let weights = self.weights.as_ref().unwrap_or(Weights::of(position.rules().edge()));
        let estimate = estimate(position, weights);
        self.sight.as_ref().map_or(estimate, |sight| sight.blurred(estimate, position))
    }

    /// The key in the table. Players who overlook different moves get different results, and so have different keys.
    pub(super) fn key(&self, position: &Position) -> u64 {
        position.zobrist() ^ self.sight.as_ref().map_or(0, Sight::salt)
    }

    pub(super) fn take_moves(&mut self, ply: usize) -> Ordered {
        self.moves.get_mut(ply).map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn give_moves(&mut self, ply: usize, moves: Ordered) {
        if let Some(place) = self.moves.get_mut(ply) {
            *place = moves;
        }
    }

    /// Ranks the listed moves: the one from the table, killers, flights, adds; flights and adds by history. Leaves out
    /// the moves that do not stop a threat, and those that the player overlooks.
    pub(super) fn rank(
        &self,
        ordered: &mut Ordered,
        node: &Node,
        ply: usize,
        from_table: u32,
        threat: Option<&Threat>,
    ) {
        let (player, edge) = (node.position.turn(), node.position.rules().edge());
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        ordered.rank(|mv| {
            if threat.is_some_and(|threat| !threat.may_be_stopped_by(mv)) || !self.sees(mv) {
                return None;
            }
            let code = mv.code(edge);
            if code == from_table {
                return Some(i32::MAX);
            }
            if let Some(number) = killers.iter().position(|&killer| killer == code) {
                return Some(KILLER - number as i32);
            }
            let history = self.history.of(player, mv);
            Some(match mv {
                Move::Fly(flight) if flight.keep.is_some() => 3 * GREATEST + history,
                Move::Fly(_) => GREATEST + history,
                Move::Add(_) | Move::Pass => history,
            })
        });
    }

    /// Learns from the move with number `last`, which ended the search of a position, and from those before it.
    pub(super) fn learn(&mut self, ordered: &Ordered, last: usize, node: &Node, ply: usize, depth: i32) {
        let player = node.position.turn();
        let Some(mv) = ordered.tried(last) else { return };
        self.history.reward(player, mv, depth);
        for i in 0..last {
            if let Some(earlier) = ordered.tried(i) {
                self.history.punish(player, earlier, depth);
            }
        }
        let code = mv.code(node.position.rules().edge());
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != code
        {
            *killers = [code, killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::level::Level;

    #[test]
    fn players_who_overlook_other_moves_use_other_entries_of_the_table() {
        let position = Position::default();
        let handicap = Level::BEGINNER.handicap().expect("not the full strength");
        let key = |sight| {
            let mut worker = Worker::new(None);
            worker.begin(&[], sight);
            worker.key(&position)
        };
        let sight = |seed| Some(Sight::new(handicap, &position, seed));
        assert_eq!(key(None), position.zobrist());
        assert!(key(sight(1)) != key(None) && key(sight(1)) != key(sight(2)));
    }

    #[test]
    fn moves_are_ranked_by_the_table_the_killers_and_what_was_good() {
        let position: Position =
            "2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4".parse().expect("a position");
        let node = Node { position, cannot_win: false };
        let (mut worker, player) = (Worker::new(None), position.turn());
        let mut ordered = worker.take_moves(5);
        position.unfinished_moves_into(&mut ordered.moves);
        let last = ordered.moves[ordered.moves.len() - 1];
        let code = |mv: Move| mv.code(position.rules().edge());
        worker.rank(&mut ordered, &node, 5, code(last), None);
        let tried: Vec<Move> = (0..4).filter_map(|i| ordered.get(i)).collect();
        assert_eq!(tried[0], last);
        assert!(tried[1..].iter().all(|mv| matches!(mv, Move::Fly(_))), "{tried:?}");

        worker.learn(&ordered, 3, &node, 5, 4);
        assert!(worker.history.of(player, tried[3]) > 0);
        assert!(tried[..3].iter().all(|&mv| worker.history.of(player, mv) < 0));
        worker.learn(&ordered, 2, &node, 5, 4);
        worker.rank(&mut ordered, &node, 5, code(last), None);
        assert_eq!([0, 1, 2].map(|i| ordered.get(i)), [0, 2, 3].map(|i| Some(tried[i])));
    }
}
