//! [`Worker`]: what one thread needs for a search.

use crate::moves::Move;
use crate::position::Position;
use crate::search::evaluate::evaluate;
use crate::search::history::{GREATEST, History};
use crate::search::level::Sight;
use crate::search::order::Ordered;
use crate::search::pvs::{KILLER, Node};
use crate::search::scan::Threat;
use crate::search::score::Score;
use crate::search::variations::Variations;

/// The greatest number of plies from the root. Threats are followed beyond the depth of a search.
pub(super) const MAX_PLIES: usize = 128;

/// The greatest depth of a search.
pub(super) const MAX_DEPTH: u32 = 60;

/// The memory of one thread. It is used again, so that a search allocates nothing for a position.
pub(super) struct Worker {
    history: History,
    /// For each ply, the codes of the last two moves that ended the search of a position there (the killer heuristic;
    /// Akl and Newborn 1977).
    killers: Vec<[u32; 2]>,
    /// The moves of each position on the path.
    moves: Vec<Ordered>,
    /// The keys of the positions before the current one, in the game and on the path.
    pub(super) path: Vec<u64>,
    pub(super) variations: Variations,
    /// The number of nodes taken from the budget and not yet searched.
    pub(super) nodes_left: u64,
    /// What the player sees; `None` if everything.
    pub(super) sight: Option<Sight>,
}

impl Worker {
    pub(super) fn new() -> Worker {
        Worker {
            history: History::new(),
            killers: vec![[0; 2]; MAX_PLIES],
            moves: (0..MAX_PLIES).map(|_| Ordered::new()).collect(),
            path: Vec::with_capacity(4 * MAX_PLIES),
            variations: Variations::new(MAX_PLIES),
            nodes_left: 0,
            sight: None,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.killers.fill([0; 2]);
    }

    /// Begins a search after these positions of the game.
    pub(super) fn begin(&mut self, earlier: &[Position], sight: Option<Sight>) {
        self.sight = sight;
        self.path.clear();
        self.path.reserve(earlier.len() + MAX_PLIES);
        self.path.extend(earlier.iter().map(Position::zobrist));
        self.killers.fill([0; 2]);
        self.nodes_left = 0;
    }

    /// Whether the player does not overlook a move.
    pub(super) fn sees(&self, mv: Move) -> bool {
        self.sight.as_ref().is_none_or(|sight| sight.sees(mv))
    }

    /// The estimate of a position.
    pub(super) fn evaluate(&self, position: &Position) -> Score {
        let estimate = evaluate(position);
        self.sight.as_ref().map_or(estimate, |sight| sight.blurred(estimate, position))
    }

    /// The key of a position in the table. What a player finds who overlooks moves is of no use to others.
    pub(super) fn key(&self, position: &Position) -> u64 {
        position.zobrist() ^ self.sight.as_ref().map_or(0, Sight::salt)
    }

    /// The memory for the moves of a ply.
    pub(super) fn take_moves(&mut self, ply: usize) -> Ordered {
        self.moves.get_mut(ply).map(std::mem::take).unwrap_or_default()
    }

    /// Gives the memory for the moves of a ply back.
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
