//! [`MonteCarlo`]: Monte-Carlo tree search.
//!
//! [`Method::Uct`] is the plain form: a simulation goes down the tree by the bounds of UCB1, adds the moves of one
//! position, and ends with a game of uniformly random moves (Kocsis and Szepesvári 2006). [`Method::MonteCarlo`] has
//! three changes. Results are proved as in MCTS-Solver (Winands, Björnsson and Saito 2008). The evaluation takes the
//! place of the random game (Winands and Björnsson 2010). It also gives each move a prior, and the tree is descended by
//! PUCT (Rosin 2011).

use crate::bitboard::{SpaceSet, Task, run};
use crate::color::Color;
use crate::grow::Halt;
use crate::movegen::Slots;
use crate::moves::MoveList;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rng::{GameRng, below};
use crate::search::budget::Budget;
use crate::search::engine::{Info, Request};
use crate::search::evaluate::evaluate;
use crate::search::method::Method;
use crate::search::score::Score;
use crate::search::tree::{ROOT, Tree};

/// How much UCB1 prefers moves with few visits.
const UCB_EXPLORATION: f64 = 0.7;

/// How much PUCT prefers moves with few visits.
const PUCT_EXPLORATION: f64 = 1.0;

/// The difference of two estimates, in units of [`Score`], that makes the prior of one move e times that of the other.
const PRIOR_SCALE: f32 = 128.0;

/// The length at which a random game counts as a draw.
const MAX_PLIES: u32 = 2_000;

/// The number of simulations between two reports doubles from this one on.
const FIRST_REPORT: u32 = 256;

/// A Monte-Carlo search. Its memory is used again.
pub(super) struct MonteCarlo {
    tree: Tree,
    is_plain: bool,
    seed: u64,
    path: Vec<usize>,
    moves: MoveList,
    slots: Slots,
    /// The number of nodes taken from the budget and not yet searched.
    nodes_left: u64,
}

impl MonteCarlo {
    /// # Errors
    /// If there is not enough memory for a tree of this size.
    pub(super) fn new(method: Method, bytes: usize, seed: u64) -> Result<MonteCarlo, Halt> {
        Ok(MonteCarlo {
            tree: Tree::new(bytes)?,
            is_plain: method == Method::Uct,
            seed,
            path: Vec::with_capacity(64),
            moves: MoveList::new(),
            slots: Slots::new(),
            nodes_left: 0,
        })
    }

    /// Searches an unfinished game. See [`Engine::search`](super::Engine::search).
    pub(super) fn search(
        &mut self,
        request: &Request<'_>,
        budget: &Budget<'_>,
        mut report: impl FnMut(&[Info]),
    ) -> Vec<Info> {
        let mut rng = GameRng::new(self.seed, 0);
        self.nodes_left = 0;
        self.tree.clear();
        request.position.legal_moves_into(&mut self.moves);
        self.expand(ROOT, request.position, &mut rng);
        let mut next_report = FIRST_REPORT;
        loop {
            if self.tree.node(ROOT).settled.is_some() || !self.spend(1, budget) {
                budget.give_back(std::mem::take(&mut self.nodes_left));
                return self.infos(request, budget);
            }
            run(Simulation { search: self, position: request.position, rng: &mut rng, budget });
            if self.tree.node(ROOT).visits >= next_report {
                next_report = next_report.saturating_mul(2);
                let infos = self.infos(request, budget);
                report(&infos);
                if infos.iter().any(|info| request.limit.depth.is_some_and(|depth| info.depth >= depth)) {
                    return infos;
                }
            }
        }
    }

    /// Takes nodes to search from the budget. Returns `false` if there are not enough.
    fn spend(&mut self, nodes: u64, budget: &Budget<'_>) -> bool {
        while self.nodes_left < nodes {
            let taken = budget.take();
            if taken == 0 {
                self.nodes_left = 0;
                return false;
            }
            self.nodes_left += taken;
        }
        self.nodes_left -= nodes;
        true
    }

    fn infos(&self, request: &Request<'_>, budget: &Budget<'_>) -> Vec<Info> {
        let lines = request.lines.max(1);
        let (nodes, time) = (budget.taken() - self.nodes_left, budget.elapsed());
        let info = |&child: &usize| {
            let node = self.tree.node(child);
            let score = node
                .settled
                .map_or_else(|| Score::from_expected(node.mean()), |score| (-score).one_ply_earlier());
            let mut pv = vec![node.mv];
            let mut last = child;
            while self.tree.node(last).is_expanded() {
                let Some(&best) = self.tree.ranking(last).first() else { break };
                last = best;
                pv.push(self.tree.node(last).mv);
            }
            Info { score, depth: pv.len() as u32, pv, nodes, time }
        };
        self.tree.ranking(ROOT).iter().take(lines).map(info).collect()
    }

    /// Appends the children of a position whose moves are in the list. Returns whether there was room for them.
    fn expand(&mut self, index: usize, position: &Position, rng: &mut GameRng) -> bool {
        // The order decides only between equal moves.
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, below(rng, i as u32 + 1) as usize);
        }
        if !self.tree.expand(index, &self.moves) {
            return false;
        }
        if !self.is_plain {
            self.judge_children(index, position);
        }
        true
    }

    /// Gives every child a prior, and settles those that are won or lost at once.
    fn judge_children(&mut self, index: usize, position: &Position) {
        let mut greatest = f32::MIN;
        for child in self.tree.node(index).children() {
            let node = self.tree.node_mut(child);
            let next = position.play_unchecked(node.mv);
            let score = match next.outcome() {
                Some(outcome) => settled(outcome, next.turn()),
                None if next.can_win() => Score::win_in_plies(1),
                None => {
                    node.prior = -f32::from(evaluate(&next).units()) / PRIOR_SCALE;
                    greatest = greatest.max(node.prior);
                    continue;
                }
            };
            node.settled = Some(score);
            node.prior = f32::MIN;
        }
        let mut sum = 0.0;
        for child in self.tree.node(index).children() {
            let node = self.tree.node_mut(child);
            node.prior = (node.prior - greatest).exp();
            sum += node.prior;
        }
        for child in self.tree.node(index).children() {
            self.tree.node_mut(child).prior /= sum.max(f32::MIN_POSITIVE);
        }
        self.tree.settle(index);
    }

    /// The child of an expanded position that a simulation goes on with.
    fn select(&self, index: usize) -> usize {
        let node = self.tree.node(index);
        let visits = f64::from(node.visits.max(1));
        let (log, root) = (visits.ln(), visits.sqrt());
        let mut best = (f64::MIN, node.children().start);
        for (child, node) in node.children().zip(self.tree.children(index)) {
            let tried = f64::from(node.visits);
            let value = if self.is_plain {
                if node.visits == 0 { f64::MAX } else { node.mean() + UCB_EXPLORATION * (log / tried).sqrt() }
            } else if node.settled.is_some_and(|score| score.is_proved()) {
                // The opponent wins after this move, or the search would have ended here.
                -2.0
            } else {
                // A move that was not tried is expected to be somewhat worse than the others.
                let mean = if node.visits == 0 { -self.tree.node(index).mean() - 0.2 } else { node.mean() };
                mean + PUCT_EXPLORATION * f64::from(node.prior) * root / (1.0 + tried)
            };
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// The result of a random game for the player to move, from −1 to 1.
    #[inline(always)]
    fn play_out<S: SpaceSet>(&mut self, mut position: Position, rng: &mut GameRng) -> f64 {
        let mover = position.turn();
        for _ in 0..MAX_PLIES {
            let mv = position.draw_move::<S, _>(&mut self.slots, rng);
            position = position.after::<S>(mv);
            if let Some(outcome) = position.outcome_after::<S>(mv) {
                return settled(outcome, mover).expected();
            }
        }
        0.0
    }
}

/// The score of a finished game.
fn settled(outcome: Outcome, player: Color) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == player => Score::win_in_plies(0),
        Some(_) => Score::LOST,
    }
}

/// One simulation: goes down the tree, judges one position, and adds the result to all positions above it.
struct Simulation<'a, 'b> {
    search: &'a mut MonteCarlo,
    position: &'a Position,
    rng: &'a mut GameRng,
    budget: &'a Budget<'b>,
}

impl Task for Simulation<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        let Simulation { search, position, rng, .. } = self;
        let mut position = *position;
        let mut index = ROOT;
        search.path.clear();
        search.path.push(ROOT);
        let mut value = loop {
            let node = search.tree.node(index);
            if let Some(score) = node.settled {
                break score.expected();
            }
            if !node.is_expanded() {
                if search.is_plain && node.visits == 0 {
                    break search.play_out::<S>(position, rng);
                }
                search.moves.clear();
                position.append_moves::<S>(&mut search.moves);
                let has_grown = search.expand(index, &position, rng);
                if !search.is_plain {
                    // The evaluation of all children is the cost of an expansion.
                    search.spend(search.moves.len() as u64, self.budget);
                    break search.value_of_children(index, &position);
                }
                if !has_grown {
                    break search.play_out::<S>(position, rng);
                }
            }
            index = search.select(index);
            let mv = search.tree.node(index).mv;
            position = position.after::<S>(mv);
            search.path.push(index);
            if search.is_plain
                && search.tree.node(index).visits == 0
                && let Some(outcome) = position.outcome_after::<S>(mv)
            {
                search.tree.node_mut(index).settled = Some(settled(outcome, position.turn()));
            }
        };
        while let Some(index) = search.path.pop() {
            if !search.is_plain && search.tree.node(index).is_expanded() {
                search.tree.settle(index);
            }
            if let Some(score) = search.tree.node(index).settled {
                value = score.expected();
            }
            let node = search.tree.node_mut(index);
            node.visits += 1;
            node.total -= value;
            value = -value;
        }
    }
}

impl MonteCarlo {
    /// The value of a position whose children were just judged, for the player to move.
    fn value_of_children(&self, index: usize, position: &Position) -> f64 {
        match self.tree.node(index).settled {
            Some(score) => score.expected(),
            None => evaluate(position).expected(),
        }
    }
}
