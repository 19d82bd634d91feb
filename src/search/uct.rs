//! [`Uct`]: plain Monte-Carlo tree search (Kocsis and Szepesvári 2006).
//!
//! A playout goes down the tree by the bounds of UCB1, adds the moves of one position to the tree, and ends with a game of
//! uniformly random moves.

use crate::bitboard::{SpaceSet, Task, run};
use crate::grow::Halt;
use crate::movegen::Slots;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rng::{GameRng, below};
use crate::search::budget::Budget;
use crate::search::engine::{Info, Request};
use crate::search::score::Score;
use crate::search::tree::{ROOT, Tree};

/// How much UCB1 prefers moves with few visits.
const EXPLORATION: f64 = 0.7;

/// The length at which a random game counts as a draw.
const MAX_PLIES: u32 = 2_000;

/// The number of playouts before the first report. It doubles from one report to the next.
const FIRST_REPORT: u32 = 256;

/// A Monte-Carlo search. Its memory is used again.
pub(super) struct Uct {
    tree: Tree,
    seed: u64,
    path: Vec<usize>,
    moves: MoveList,
    slots: Slots,
    /// The number of playouts taken from the budget and not yet played.
    playouts_left: u64,
}

impl Uct {
    /// # Errors
    /// If there is not enough memory for a tree of this size.
    pub(super) fn new(bytes: usize, seed: u64) -> Result<Uct, Halt> {
        Ok(Uct {
            tree: Tree::new(bytes)?,
            seed,
            path: Vec::with_capacity(64),
            moves: MoveList::new(),
            slots: Slots::new(),
            playouts_left: 0,
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
        self.playouts_left = 0;
        self.tree.clear();
        request.position.legal_moves_into(&mut self.moves);
        self.expand(ROOT, &mut rng);
        let mut next_report = FIRST_REPORT;
        while self.take_playout(budget) {
            run(Playout { search: self, position: request.position, rng: &mut rng });
            if self.tree.node(ROOT).visits >= next_report {
                next_report = next_report.saturating_mul(2);
                let infos = self.infos(request, budget);
                report(&infos);
                if infos.iter().any(|info| request.limit.depth.is_some_and(|depth| info.depth >= depth)) {
                    break;
                }
            }
        }
        budget.give_back(std::mem::take(&mut self.playouts_left));
        self.infos(request, budget)
    }

    /// Takes a playout from the budget. Returns `false` if there is none left.
    fn take_playout(&mut self, budget: &Budget<'_>) -> bool {
        if self.playouts_left == 0 {
            self.playouts_left = budget.take();
        }
        let has_one = self.playouts_left > 0;
        self.playouts_left = self.playouts_left.saturating_sub(1);
        has_one
    }

    fn infos(&self, request: &Request<'_>, budget: &Budget<'_>) -> Vec<Info> {
        let (nodes, time) = (budget.taken() - self.playouts_left, budget.elapsed());
        let info = |&child: &usize| {
            let mut pv = vec![self.tree.node(child).mv];
            let mut last = child;
            while let Some(&best) = self.tree.ranking(last).first() {
                last = best;
                pv.push(self.tree.node(last).mv);
            }
            let node = self.tree.node(child);
            let score = if node.end == Some(Score::LOST) {
                Score::win_in_plies(1)
            } else {
                Score::from_expected(node.mean())
            };
            Info { score, depth: pv.len() as u32, pv, nodes, time }
        };
        self.tree.ranking(ROOT).iter().take(request.lines.max(1)).map(info).collect()
    }

    /// Appends the children of a position whose moves are in the list, in random order. Returns whether there was room
    /// for them.
    fn expand(&mut self, index: usize, rng: &mut GameRng) -> bool {
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, below(rng, i as u32 + 1) as usize);
        }
        self.tree.expand(index, &self.moves)
    }

    /// The child of an expanded position that a playout goes on with: one without visits, or the one with the greatest
    /// upper bound (UCB1).
    fn select(&self, index: usize) -> usize {
        let node = self.tree.node(index);
        let log = f64::from(node.visits.max(1)).ln();
        let mut best = (f64::MIN, node.children().start);
        for (child, node) in node.children().zip(self.tree.children(index)) {
            if node.visits == 0 {
                return child;
            }
            let bound = node.mean() + EXPLORATION * (log / f64::from(node.visits)).sqrt();
            if bound > best.0 {
                best = (bound, child);
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
                return Score::of_outcome(outcome, mover).expected();
            }
        }
        0.0
    }
}

/// One playout: goes down the tree, plays a random game, and adds the result to all positions above it.
struct Playout<'a> {
    search: &'a mut Uct,
    position: &'a Position,
    rng: &'a mut GameRng,
}

impl Task for Playout<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        let Playout { search, position, rng } = self;
        let mut position = *position;
        let mut index = ROOT;
        search.path.clear();
        search.path.push(ROOT);
        let mut value = loop {
            let node = search.tree.node(index);
            if let Some(score) = node.end {
                break score.expected();
            }
            if !node.is_expanded() {
                if node.visits == 0 {
                    break search.play_out::<S>(position, rng);
                }
                search.moves.clear();
                position.append_moves::<S>(&mut search.moves);
                if !search.expand(index, rng) {
                    break search.play_out::<S>(position, rng);
                }
            }
            index = search.select(index);
            let mv = search.tree.node(index).mv;
            position = position.after::<S>(mv);
            search.path.push(index);
            if search.tree.node(index).visits == 0
                && let Some(outcome) = position.outcome_after::<S>(mv)
            {
                search.tree.node_mut(index).end = Some(Score::of_outcome(outcome, position.turn()));
            }
        };
        while let Some(index) = search.path.pop() {
            let node = search.tree.node_mut(index);
            node.visits += 1;
            node.total -= value;
            value = -value;
        }
    }
}
