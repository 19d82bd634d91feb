//! [`PvSearch`]: principal-variation search on one thread (Marsland and Campbell 1982).
//!
//! All scores are those of the player to move. A proven win is a forced one: it does not depend on the depth of the
//! search, nor on repetitions, because a repetition counts as a draw. So it may be stored in the table, and is used
//! whatever its depth. `research/LABORATORY.md` has the measurements.

use crate::rules::moves::Move;
use crate::search::budget::Budget;
use crate::search::node::{After, Node, after};
use crate::search::scan::{Scan, Threat, scan, winning_move};
use crate::search::score::Score;
use crate::search::table::{Bound, Entry, Table};
use crate::search::worker::{MAX_PLIES, Worker};

const WIN: Score = Score::win_in_plies(1);

/// The score of a win after a reply to a threat.
const NEXT_WIN: Score = Score::win_in_plies(3);

pub(super) struct PvSearch<'a, 'b> {
    pub(super) worker: &'a mut Worker,
    pub(super) table: &'a Table,
    pub(super) budget: &'a Budget<'b>,
    /// The length of a path at which threats are no longer followed.
    pub(super) longest: usize,
}

impl PvSearch<'_, '_> {
    fn count(&mut self) -> bool {
        if self.worker.nodes_left == 0 {
            self.worker.nodes_left = self.budget.take();
            if self.worker.nodes_left == 0 {
                return true;
            }
        }
        self.worker.nodes_left -= 1;
        false
    }

    /// The score of a position if it is between `alpha` and `beta`; otherwise a bound. `None` if the search must end.
    pub(super) fn search(
        &mut self,
        node: &Node,
        depth: i32,
        ply: usize,
        (mut alpha, mut beta): (Score, Score),
    ) -> Option<Score> {
        self.worker.variations.clear(ply);
        if self.count() {
            return None;
        }
        let position = &node.position;
        let threat = match scan(position, node.cannot_win, self.worker.sight.as_ref()) {
            Scan::Win => {
                let is_pv = beta.units() > alpha.units() + 1;
                if is_pv && let Some(mv) = winning_move(position, self.worker.sight.as_ref()) {
                    self.worker.variations.clear(ply + 1);
                    self.worker.variations.set(ply, mv);
                }
                return Some(WIN);
            }
            Scan::Threatened(threat) => Some(threat),
            Scan::Quiet => None,
        };
        let key = position.zobrist();
        if self.worker.path.contains(&key) {
            return Some(Score::DRAW);
        }
        if threat.is_none() && depth <= 0 || ply + 1 >= MAX_PLIES || ply >= self.longest {
            return Some(self.worker.evaluate(position));
        }
        // Without a win in one ply, nothing is better than a win in three.
        beta = beta.min(NEXT_WIN);
        if alpha >= beta {
            return Some(beta);
        }
        let is_pv = beta.units() > alpha.units() + 1;
        let depth = depth.max(0);
        let table_key = self.worker.key(position);
        let known = self.table.get(table_key);
        if let Some(entry) = known
            && let Some(score) = entry.cut(depth, alpha, beta, is_pv)
        {
            return Some(score);
        }
        let mut ordered = self.worker.take_moves(ply);
        position.unfinished_moves_into(&mut ordered.moves);
        let from_table = known.map_or(0, |entry| entry.mv);
        self.worker.rank(&mut ordered, node, ply, from_table, threat.as_ref());
        if ordered.len() == 0 && threat.is_none() {
            // The player overlooks all moves.
            self.worker.give_moves(ply, ordered);
            return Some(self.worker.evaluate(position));
        }
        self.worker.path.push(key);
        let first_alpha = alpha;
        // The moves that are left out do not stop the opponent from winning.
        let is_complete = ordered.len() == ordered.moves.len();
        let mut best = (if is_complete { Score::LOST } else { -Score::win_in_plies(2) }, 0);
        let mut is_cut_off = false;
        for i in 0..ordered.len() {
            let Some(mv) = ordered.get(i) else { break };
            let found = match after(position, mv, threat.is_none()) {
                After::Over(score) => {
                    self.worker.variations.clear(ply + 1);
                    Some(score)
                }
                After::Node(next) => {
                    let reduction = reduction(depth, i, mv, threat.as_ref(), is_pv);
                    let extension = i32::from(threat.is_some());
                    self.look(&next, depth - 1 + extension, reduction, i == 0, ply, (alpha, beta))
                }
            };
            let Some(score) = found else {
                is_cut_off = true;
                break;
            };
            if score > best.0 {
                best = (score, mv.code(position.rules().edge()));
            }
            if score > alpha {
                alpha = score;
                self.worker.variations.set(ply, mv);
                if alpha >= beta {
                    self.worker.learn(&ordered, i, node, ply, depth);
                    break;
                }
            }
        }
        self.worker.path.pop();
        self.worker.give_moves(ply, ordered);
        if is_cut_off {
            return None;
        }
        let bound = if best.0 >= beta {
            Bound::AtLeast
        } else if best.0 > first_alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.put(table_key, Entry { mv: best.1, score: best.0, depth: depth as u8, bound });
        Some(best.0)
    }

    /// The score of a move for the player who made it. Moves after the first are expected to be no better than the best
    /// so far: a search with a null window checks this, first with the reduced depth.
    pub(super) fn look(
        &mut self,
        next: &Node,
        depth: i32,
        reduction: i32,
        is_first: bool,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        let mut look = |depth, (alpha, beta): (Score, Score)| {
            let window = (-beta.one_ply_later(), -alpha.one_ply_later());
            let score = self.search(next, depth, ply + 1, window)?;
            Some((-score).one_ply_earlier())
        };
        if !is_first {
            let narrow = (alpha, Score::from_units(alpha.units() + 1));
            let mut score = look(depth - reduction, narrow)?;
            if score > alpha && reduction > 0 {
                score = look(depth, narrow)?;
            }
            if score <= alpha || score >= beta {
                return Some(score);
            }
        }
        look(depth, (alpha, beta))
    }
}

fn reduction(depth: i32, number: usize, mv: Move, threat: Option<&Threat>, is_pv: bool) -> i32 {
    if depth < 2 || number < 3 || threat.is_some() {
        return 0;
    }
    let late = (number as f32).ln() * (depth as f32).ln() / 1.8;
    let mut reduction = 0.4 + late;
    if matches!(mv, Move::Add(_)) {
        reduction += 0.3;
    }
    if is_pv {
        reduction -= 0.7;
    }
    (reduction as i32).clamp(0, depth - 1)
}
