//! [`Wins`]: a strategy of the attacker that wins, with the number of plies that it needs at most.
//!
//! A search proves a win, but its table forgets entries, and moves that are each proved to win may lead in a circle.
//! So the strategy is made in a separate graph. It has all moves of the defender, and at least one winning move of
//! the attacker in each position. The *rank* of a position is the number of plies in which the attacker forces the
//! win by moves in the graph. Ranks are computed backwards from the wins. If the first position gets no rank, because
//! moves lead in circles, the positions without a rank get all their winning moves.

use std::collections::HashMap;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::solve::key::Key;
use crate::solve::proof::Step;
use crate::solve::question::{Node, Question};
use crate::solve::search::{Budget, ProofSearch};
use crate::solve::table::{Store, Table};
use crate::support::fallible::{Halt, can_grow};

const VERTEX_SIZE: usize = 256;

struct Vertex {
    position: Position,
    /// The number of plies in which the attacker forces the win; 0 if it is not known yet.
    rank: u32,
    /// Whether the attacker wins at once, or the defender cannot avoid it.
    is_last: bool,
    is_wide: bool,
    next: Vec<u32>,
}

pub(super) struct Prover<'a, 'b> {
    pub(super) question: Question<'a>,
    pub(super) search: &'a mut ProofSearch,
    pub(super) table: &'a mut Table,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) moves: MoveList,
    /// Whether a result in the table is wrong. Only a checkpoint from elsewhere has wrong results.
    pub(super) is_refuted: bool,
}

impl Prover<'_, '_> {
    pub(super) fn successors(&mut self, position: &Position) -> Vec<(Move, Node)> {
        self.question.successors(&self.question.node(position), &mut self.moves)
    }

    /// Whether the attacker wins, if the table or the position says it, and how many positions were searched.
    pub(super) fn known(&self, node: &Node) -> Option<(bool, u64)> {
        let attacks = self.question.attacks(&node.position);
        let entry = self.table.get(node.key).map(|entry| (entry.numbers, entry.work));
        let at_once = || self.question.at_once(&node.position).map(|numbers| (numbers, 0));
        let (numbers, work) = entry.filter(|(numbers, _)| numbers.is_solved()).or_else(at_once)?;
        Some(((numbers.phi == 0) == attacks, work))
    }

    /// Whether the attacker wins, and the winning or saving move. `None` if the budget is used up.
    pub(super) fn searched(&mut self, position: &Position) -> Result<Option<(bool, Option<Move>)>, Halt> {
        let node = self.question.node(position);
        let found = self.search.run(&self.question, &node, self.table, self.budget)?;
        let attacks = self.question.attacks(position);
        Ok(found.numbers.is_solved().then_some(((found.numbers.phi == 0) == attacks, found.best)))
    }

    /// A move after which the attacker wins (or does not). `None` if there is none, or the budget is used up.
    pub(super) fn choose(&mut self, position: &Position, wins: bool) -> Result<Option<Node>, Halt> {
        let successors = self.successors(position);
        let known = |node: &Node| self.known(node).filter(|&(won, _)| won == wins);
        let cheapest = successors
            .iter()
            .filter_map(|(_, node)| Some((known(node)?.1, node)))
            .min_by_key(|&(work, _)| work);
        if let Some((_, node)) = cheapest {
            return Ok(Some(*node));
        }
        let Some((won, best)) = self.searched(position)? else { return Ok(None) };
        self.is_refuted |= won != wins;
        let Some(best) = best.filter(|_| won == wins) else { return Ok(None) };
        Ok(Some(self.question.node_after(&self.question.node(position), position.play_unchecked(best))))
    }
}

pub(super) struct Wins {
    vertices: Vec<Vertex>,
    index: HashMap<Key, u32>,
    most_vertices: usize,
}

impl Wins {
    /// A strategy from an unfinished game that the attacker wins. `None` if the budget or the memory is used up.
    pub(super) fn build(
        prover: &mut Prover<'_, '_>,
        root: &Position,
        bytes: usize,
    ) -> Result<Option<Wins>, Halt> {
        let mut wins =
            Wins { vertices: Vec::new(), index: HashMap::new(), most_vertices: bytes / VERTEX_SIZE };
        let root = prover.question.node(root);
        wins.vertex(&root);
        let (mut expanded, mut checked) = (0, 0);
        loop {
            while expanded < wins.vertices.len() {
                if wins.vertices.len() > wins.most_vertices
                    || !can_grow(&mut checked, wins.vertices.len(), VERTEX_SIZE)
                    || prover.budget.count()
                    || !wins.expand(prover, expanded)?
                {
                    return Ok(None);
                }
                expanded += 1;
            }
            wins.compute_ranks(prover.question.attacker);
            if wins.vertices[0].rank > 0 {
                return Ok(Some(wins));
            }
            if !wins.widen(prover)? {
                return Ok(None);
            }
        }
    }

    pub(super) fn plies(&self) -> u32 {
        self.vertices[0].rank
    }

    /// The attacker's moves by the strategy and the longest defense against it.
    pub(super) fn line(&self, prover: &mut Prover<'_, '_>) -> Vec<Move> {
        let mut position = self.vertices[0].position;
        let mut line = Vec::new();
        for rank in (1..=self.plies()).rev() {
            let Some(mv) = self.best_move(prover, &position, rank) else { break };
            line.push(mv);
            position = position.play_unchecked(mv);
        }
        line
    }

    /// All positions of the attacker in the strategy, with their moves and ranks. `None` if the budget is used up.
    pub(super) fn strategy(&self, prover: &mut Prover<'_, '_>) -> Option<Vec<Step>> {
        let mut strategy = Vec::new();
        let mut seen = vec![false; self.vertices.len()];
        let mut waiting = vec![0_u32];
        while let Some(id) = waiting.pop() {
            if prover.budget.is_stopped() {
                return None;
            }
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            let vertex = &self.vertices[id as usize];
            if !prover.question.attacks(&vertex.position) {
                waiting.extend(&vertex.next);
                continue;
            }
            let representative = vertex.position.canonical().0;
            if let Some(mv) = self.best_move(prover, &representative, vertex.rank) {
                strategy.push((representative, mv, vertex.rank));
                let next = prover.question.node(&representative.play_unchecked(mv));
                waiting.extend(self.index.get(&next.key));
            }
        }
        Some(strategy)
    }

    /// A move to a position with a rank that is smaller by one. In the last ply, a move that wins.
    fn best_move(&self, prover: &mut Prover<'_, '_>, position: &Position, rank: u32) -> Option<Move> {
        let attacker = prover.question.attacker;
        let leads_there = |node: &Node| {
            let wins = || node.position.outcome().is_some_and(|outcome| outcome.winner == Some(attacker));
            let rank_after = || self.index.get(&node.key).map(|&id| self.vertices[id as usize].rank);
            if rank == 1 { wins() } else { rank_after() == Some(rank - 1) }
        };
        prover.successors(position).into_iter().find(|(_, node)| leads_there(node)).map(|(mv, _)| mv)
    }

    /// The number of a position in the graph. Appends it if it is new.
    fn vertex(&mut self, node: &Node) -> u32 {
        if let Some(&id) = self.index.get(&node.key) {
            return id;
        }
        let id = self.vertices.len() as u32;
        let vertex =
            Vertex { position: node.position, rank: 0, is_last: false, is_wide: false, next: Vec::new() };
        self.vertices.push(vertex);
        self.index.insert(node.key, id);
        id
    }

    /// Appends the positions after the moves of a position. Returns `false` if the budget is used up.
    fn expand(&mut self, prover: &mut Prover<'_, '_>, id: usize) -> Result<bool, Halt> {
        let position = self.vertices[id].position;
        let mut next = Vec::new();
        if !prover.question.attacks(&position) {
            // The attacker has won if a move of the defender ends the game.
            for (_, node) in prover.successors(&position) {
                if node.position.outcome().is_none() {
                    next.push(self.vertex(&node));
                }
            }
        } else if !position.can_win() {
            let Some(node) = prover.choose(&position, true)? else { return Ok(false) };
            next.push(self.vertex(&node));
        }
        self.vertices[id].is_last = next.is_empty();
        self.vertices[id].next = next;
        Ok(true)
    }

    /// Appends all winning moves of positions without a rank. `false` if there are none, or no budget is left.
    fn widen(&mut self, prover: &mut Prover<'_, '_>) -> Result<bool, Halt> {
        let mut has_widened = false;
        for id in 0..self.vertices.len() {
            let vertex = &self.vertices[id];
            let position = vertex.position;
            if vertex.rank > 0 || vertex.is_wide || !prover.question.attacks(&position) {
                continue;
            }
            let mut next = Vec::new();
            for (_, node) in prover.successors(&position) {
                let won = match prover.known(&node) {
                    Some((won, _)) => Some(won),
                    None => prover.searched(&node.position)?.map(|(won, _)| won),
                };
                let Some(won) = won else { return Ok(false) };
                if won {
                    next.push(self.vertex(&node));
                }
            }
            self.vertices[id].next = next;
            self.vertices[id].is_wide = true;
            has_widened = true;
        }
        // With all winning moves, every won position has a rank.
        prover.is_refuted |= !has_widened;
        Ok(has_widened)
    }

    /// Computes the ranks, backwards from the wins, in the order of ranks.
    fn compute_ranks(&mut self, attacker: Color) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.vertices.len()];
        let mut unranked: Vec<u32> = Vec::new();
        let mut ranked = Vec::new();
        for (id, vertex) in (0..).zip(&mut self.vertices) {
            vertex.rank = u32::from(vertex.is_last);
            if vertex.is_last {
                ranked.push(id);
            }
            // A position of the attacker needs one move to a position with a rank, and the defender's needs all.
            unranked.push(vertex.next.len() as u32);
            for &next in &vertex.next {
                before[next as usize].push(id);
            }
        }
        let mut done = 0;
        while let Some(&id) = ranked.get(done) {
            done += 1;
            let rank = self.vertices[id as usize].rank + 1;
            for &earlier in &before[id as usize] {
                let earlier = earlier as usize;
                unranked[earlier] -= 1;
                if self.vertices[earlier].rank == 0
                    && (self.vertices[earlier].position.turn() == attacker || unranked[earlier] == 0)
                {
                    self.vertices[earlier].rank = rank;
                    ranked.push(earlier as u32);
                }
            }
        }
    }
}
