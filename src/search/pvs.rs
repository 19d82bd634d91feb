//! [`Worker`]: principal-variation search on one thread.

use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::search::budget::Budget;
use crate::search::evaluate::evaluate;
use crate::search::order::History;
use crate::search::score::Score;
use crate::search::table::{Bound, Entry, Table};

/// The greatest number of plies that a search looks ahead.
pub(super) const MAX_DEPTH: usize = 64;

/// What one thread needs for a search. Its memory is used again.
pub(super) struct Worker {
    history: History,
    /// The moves of each position on the path.
    moves: Vec<MoveList>,
    /// The keys of the positions before the current one, in the game and on the path.
    keys: Vec<u64>,
}

impl Worker {
    pub(super) fn new() -> Worker {
        let moves = (0..=MAX_DEPTH).map(|_| MoveList::new()).collect();
        Worker { history: History::new(), moves, keys: Vec::with_capacity(2 * MAX_DEPTH) }
    }

    pub(super) fn clear(&mut self) {
        self.history = History::new();
    }

    pub(super) fn set_earlier(&mut self, earlier: &[Position]) {
        self.keys.clear();
        self.keys.extend(earlier.iter().map(Position::zobrist));
    }

    /// The score of an unfinished game for the player to move, if it is between `alpha` and `beta`; otherwise a bound.
    /// `None` if the budget is used up.
    pub(super) fn search(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        (mut alpha, beta): (Score, Score),
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Score> {
        if budget.count() {
            return None;
        }
        if position.can_win() {
            return Some(Score::win_in_plies(1));
        }
        let key = position.zobrist();
        if self.keys.contains(&key) {
            return Some(Score::DRAW);
        }
        let known = table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth || entry.score.is_proved()) {
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.score >= beta,
                Bound::AtMost => entry.score <= alpha,
            };
            if is_enough {
                return Some(entry.score);
            }
        }
        if depth == 0 || ply + 1 >= MAX_DEPTH {
            return Some(evaluate(position));
        }
        let edge = position.rules().edge();
        let mut moves = std::mem::take(self.moves.get_mut(ply)?);
        position.legal_moves_into(&mut moves);
        self.history.sort(position.turn(), edge, &mut moves, known.map_or(0, |entry| entry.mv));
        self.keys.push(key);
        let first_alpha = alpha;
        let mut best = (Score::LOST, 0_u32);
        let mut is_cut_off = false;
        for (i, &mv) in moves.iter().enumerate() {
            let next = position.play_unchecked(mv);
            let Some(score) = self.score_after(&next, i == 0, depth, ply, (alpha, beta), table, budget)
            else {
                is_cut_off = true;
                break;
            };
            if score > best.0 {
                best = (score, mv.code(edge));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.history.reward(position.turn(), mv, depth);
                break;
            }
        }
        self.keys.pop();
        if let Some(list) = self.moves.get_mut(ply) {
            *list = moves;
        }
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
        table.put(key, Entry { mv: best.1, score: best.0, depth, bound });
        Some(best.0)
    }

    /// The score of a move that leads to this position, for the player who made it.
    #[expect(clippy::too_many_arguments, reason = "the window, the limits and the position all change")]
    pub(super) fn score_after(
        &mut self,
        next: &Position,
        is_first: bool,
        depth: u8,
        ply: usize,
        (alpha, beta): (Score, Score),
        table: &Table,
        budget: &Budget<'_>,
    ) -> Option<Score> {
        if let Some(outcome) = next.outcome() {
            return Some(match outcome.winner {
                None => Score::DRAW,
                Some(winner) if winner == next.turn() => -Score::win_in_plies(1),
                Some(_) => Score::win_in_plies(1),
            });
        }
        let mut look = |window: (Score, Score)| {
            let (low, high) = (-window.1.one_ply_later(), -window.0.one_ply_later());
            let score = self.search(next, depth - 1, ply + 1, (low, high), table, budget)?;
            Some((-score).one_ply_earlier())
        };
        if !is_first {
            let narrow = (alpha, Score::from_units(alpha.units() + 1));
            let score = look(narrow)?;
            if score <= alpha || score >= beta {
                return Some(score);
            }
        }
        look((alpha, beta))
    }

    /// Moves by which the game may go on from a position with best play, from the table.
    pub(super) fn line(&self, position: &Position, table: &Table) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut seen = vec![position];
        while position.outcome().is_none() && line.len() < MAX_DEPTH {
            let moves = position.legal_moves();
            let wins = |mv: &&Move| {
                position.play_unchecked(**mv).outcome().is_some_and(|end| end.winner == Some(position.turn()))
            };
            let edge = position.rules().edge();
            let from_table = || {
                let code = table.get(position.zobrist())?.mv;
                moves.iter().find(|mv| mv.code(edge) == code)
            };
            let found = if position.can_win() { moves.iter().find(wins) } else { from_table() };
            let Some(&mv) = found else { break };
            line.push(mv);
            position = position.play_unchecked(mv);
            if seen.contains(&position) {
                break;
            }
            seen.push(position);
        }
        line
    }
}
