//! [`Root`]: iterative deepening from the position that is searched (Slate and Atkin 1977).

use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::moves::Move;
use crate::rules::zobrist;
use crate::search::level::Sight;
use crate::search::node::{After, after};
use crate::search::pvs::PvSearch;
use crate::search::scan::{Scan, count_winning_moves, scan, winning_move};
use crate::search::score::Score;
use crate::search::table::Table;
use crate::search::worker::MAX_PLIES;

/// The first width of the window round the score of the last depth, to each side, in units of [`Score`].
const ASPIRATION: i32 = 40;

/// The least depth at which the window is narrow.
const ASPIRATION_DEPTH: u32 = 4;

/// How far threats are followed beyond twice the depth, in plies.
pub(super) const MORE_PLIES: usize = 8;

pub(super) struct RootMove {
    pub(super) score: Score,
    pub(super) depth: u32,
    pub(super) line: Vec<Move>,
}

pub(super) struct Root {
    position: Position,
    pub(super) moves: Vec<RootMove>,
    is_quiet: bool,
    is_threatened: bool,
    sees_all: bool,
}

impl Root {
    /// The game must not be over. Moves that the player overlooks are left out, unless these are all.
    pub(super) fn new(position: &Position, sight: Option<&Sight>) -> Root {
        let root_move = |&mv| RootMove { score: Score::DRAW, depth: 0, line: vec![mv] };
        let mut moves: Vec<RootMove> = position.legal_moves().iter().map(root_move).collect();
        let is_seen =
            |root_move: &RootMove| root_move.line.iter().all(|&mv| sight.is_none_or(|sight| sight.sees(mv)));
        if moves.iter().any(is_seen) {
            moves.retain(is_seen);
        }
        let scan = scan(position, false, sight);
        if let Some(mv) = winning_move(position, sight)
            && let Some(i) = moves.iter().position(|root_move| root_move.line.first() == Some(&mv))
        {
            // Even a search that is stopped at once finds it.
            moves[..=i].rotate_right(1);
            moves[0].score = Score::win_in_plies(1);
        }
        let is_quiet = scan == Scan::Quiet && sight.is_none();
        let is_threatened = matches!(scan, Scan::Threatened(_));
        Root { position: *position, moves, is_quiet, is_threatened, sees_all: sight.is_none() }
    }

    pub(super) fn edge(&self) -> Edge {
        self.position.rules().edge()
    }

    /// Searches one depth, and finds the best `lines` moves. Returns whether it was finished.
    pub(super) fn deepen(&mut self, search: &mut PvSearch<'_, '_>, depth: u32, lines: usize) -> bool {
        search.longest = (2 * depth as usize + MORE_PLIES).min(MAX_PLIES - 1);
        for first in 0..lines {
            if !self.find_best(search, depth, first) {
                self.sort(lines);
                return false;
            }
        }
        self.sort(lines);
        self.choose_defense(search, depth);
        true
    }

    fn sort(&mut self, lines: usize) {
        for i in 1..lines {
            let score = self.moves[i].score;
            let place = self.moves[..i].partition_point(|before| before.score >= score);
            self.moves[place..=i].rotate_right(1);
        }
    }

    /// Moves the best of the moves from number `first` to this place. Returns whether the search was finished.
    fn find_best(&mut self, search: &mut PvSearch<'_, '_>, depth: u32, first: usize) -> bool {
        let expected = self.moves[first].score;
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        loop {
            let is_narrow = |width: i32| depth >= ASPIRATION_DEPTH && !expected.is_proved() && width < 2_000;
            let moved = |by: i32| Score::estimate(i32::from(expected.units()) + by);
            let alpha = if is_narrow(below) { moved(-below) } else { Score::LOST };
            let beta = if is_narrow(above) { moved(above) } else { Score::win_in_plies(0) };
            let Some(score) = self.search(search, depth, first, (alpha, beta)) else { return false };
            if score <= alpha && alpha > Score::LOST {
                below *= 4;
            } else if score >= beta {
                above *= 4;
            } else {
                return true;
            }
        }
    }

    /// Searches the moves from number `first`, and moves each that is the best so far to this place.
    fn search(
        &mut self,
        search: &mut PvSearch<'_, '_>,
        depth: u32,
        first: usize,
        (mut alpha, beta): (Score, Score),
    ) -> Option<Score> {
        search.worker.path.push(self.position.zobrist());
        let mut best = Some(Score::LOST);
        for i in first..self.moves.len() {
            let Some(&mv) = self.moves[i].line.first() else { continue };
            let after = after(&self.position, mv, self.is_quiet);
            let Some(score) = self.look(search, depth, after, i - first, (alpha, beta)) else {
                best = None;
                break;
            };
            best = best.max(Some(score));
            if score > alpha {
                alpha = score;
                let root_move = &mut self.moves[i];
                root_move.score = score;
                root_move.depth = depth;
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(search.worker.variations.from(1));
                self.moves[first..=i].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        search.worker.path.pop();
        best
    }

    /// The score of a move, by a search of the position after it. `None` if the search must end.
    fn look(
        &self,
        search: &mut PvSearch<'_, '_>,
        depth: u32,
        after: After,
        number: usize,
        window: (Score, Score),
    ) -> Option<Score> {
        match after {
            After::Over(score) => {
                search.worker.variations.clear(1);
                Some(score)
            }
            After::Node(next) => {
                let depth = depth as i32 - 1 + i32::from(self.is_threatened);
                let reduction = if number < 4 || depth < 2 { 0 } else { 1 };
                search.look(&next, depth, reduction, number == 0, 0, window)
            }
        }
    }

    /// In a lost position, sorts the moves after which the loss takes longest: the best defense is first.
    ///
    /// It leaves the opponent the fewest moves that win at once, and of such moves, it has the best estimate. A hash
    /// decides between moves that are equal in both, so that no side of the sky is preferred.
    fn choose_defense(&mut self, search: &mut PvSearch<'_, '_>, depth: u32) {
        let best = self.moves.first().map_or(Score::DRAW, |root_move| root_move.score);
        if best.loss_in().is_none() {
            return;
        }
        // A null window around the best score: it separates the moves of this score from those that lose sooner.
        let window = (Score::from_units(best.units() - 1), Score::from_units(best.units() + 1));
        search.worker.path.push(self.position.zobrist());
        let mut is_ended = false;
        let (mut longest, mut others) = (Vec::new(), Vec::new());
        for mut root_move in std::mem::take(&mut self.moves) {
            let mv = root_move.line[0];
            let score = match after(&self.position, mv, self.is_quiet) {
                _ if is_ended => None,
                // All moves that do not end the game lose in two plies.
                After::Node(_) if best == -Score::win_in_plies(2) => {
                    search.worker.variations.clear(1);
                    Some(best)
                }
                after => self.look(search, depth, after, 0, window),
            };
            is_ended |= score.is_none();
            if score.is_some_and(|score| score >= best) {
                root_move.score = best;
                root_move.depth = depth;
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(search.worker.variations.from(1));
                let defense = self.defense(search, mv);
                let place = longest.partition_point(|(other, _)| *other <= defense);
                longest.insert(place, (defense, root_move));
            } else {
                others.push(root_move);
            }
        }
        search.worker.path.pop();
        self.moves = longest.into_iter().map(|(_, root_move)| root_move).chain(others).collect();
    }

    fn defense(&self, search: &PvSearch<'_, '_>, mv: Move) -> (usize, Score, u64) {
        let next = self.position.play_unchecked(mv);
        let wins = if next.outcome().is_some() {
            0
        } else {
            count_winning_moves(&next, search.worker.sight.as_ref())
        };
        let code = u64::from(mv.code(self.position.rules().edge()));
        (wins, search.worker.evaluate(&next), zobrist::random(self.position.zobrist() ^ code))
    }

    /// The score to report: who overlooks moves can prove only a win in one ply, so other proofs become estimates.
    pub(super) fn claimed(&self, score: Score) -> Score {
        if self.sees_all || score.win_in() == Some(1) {
            score
        } else {
            Score::estimate(i32::from(score.units()))
        }
    }

    pub(super) fn complete_lines(&mut self, lines: usize, table: &Table) {
        if !self.sees_all {
            return;
        }
        for root_move in &mut self.moves[..lines] {
            complete(&self.position, root_move, table);
        }
    }
}

/// Completes a proven line by moves from the table. In the last two plies, which nothing stops, any will do.
fn complete(position: &Position, root_move: &mut RootMove, table: &Table) {
    let ((Some(plies), _) | (_, Some(plies))) = (root_move.score.win_in(), root_move.score.loss_in()) else {
        return;
    };
    let line = &mut root_move.line;
    let mut position = line.iter().fold(*position, |position, &mv| position.play_unchecked(mv));
    while line.len() < usize::from(plies) && position.outcome().is_none() {
        let from_table = || {
            let entry = table.get(position.zobrist()).filter(|entry| entry.is_proof())?;
            let (mv, _) = Move::from_code(entry.mv)?;
            position.is_legal(mv).then_some(mv)
        };
        let left = usize::from(plies) - line.len();
        let found =
            winning_move(&position, None).or_else(from_table).or_else(|| losing_move(&position, left));
        let Some(mv) = found else { return };
        line.push(mv);
        position = position.play_unchecked(mv);
    }
}

/// A move with which the player to move loses at once, or in two plies. `None` for a longer loss.
fn losing_move(position: &Position, plies: usize) -> Option<Move> {
    let loses = |mv: &Move| {
        let next = position.play_unchecked(*mv);
        match next.outcome() {
            Some(outcome) => plies == 1 && outcome.winner == Some(!position.turn()),
            None => plies == 2 && winning_move(&next, None).is_some(),
        }
    };
    position.legal_moves().iter().copied().find(loses)
}
