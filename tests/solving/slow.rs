//! A slow solver, by retrograde analysis.

use std::collections::HashMap;

use volo_rules::solver::Value;
use volo_rules::{Color, Position};

/// Retrograde analysis of all positions that can be reached, without symmetries and with exact cycles.
pub(super) struct Slow {
    pub(super) index: HashMap<Position, usize>,
    /// The winner and the number of plies; `None` if neither player can force a win.
    results: Vec<Option<(Color, u32)>>,
    pub(super) can_go_on_forever: bool,
}

impl Slow {
    /// `None` if more positions than this can be reached.
    pub(super) fn new(first: Position, most: usize) -> Option<Slow> {
        let mut positions = vec![first];
        let mut index = HashMap::from([(first, 0)]);
        let mut before: Vec<Vec<usize>> = vec![vec![]];
        let mut left = vec![];
        let mut done = 0;
        while done < positions.len() {
            let moves = positions[done].legal_moves();
            left.push(moves.len());
            for &mv in &moves {
                let next = positions[done].play_unchecked(mv);
                let id = *index.entry(next).or_insert_with(|| {
                    positions.push(next);
                    before.push(vec![]);
                    positions.len() - 1
                });
                before[id].push(done);
            }
            if positions.len() > most {
                return None;
            }
            done += 1;
        }
        let mut successors = left.clone();
        let mut ends: Vec<usize> = (0..left.len()).filter(|&id| left[id] == 0).collect();
        let mut done = 0;
        while done < ends.len() {
            for &earlier in &before[ends[done]] {
                successors[earlier] -= 1;
                if successors[earlier] == 0 {
                    ends.push(earlier);
                }
            }
            done += 1;
        }
        let can_go_on_forever = ends.len() < positions.len();
        let mut results = vec![None; positions.len()];
        let mut ready = vec![];
        for (id, position) in positions.iter().enumerate() {
            if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) {
                results[id] = Some((winner, 0));
                ready.push(id);
            }
        }
        let mut done = 0;
        while done < ready.len() {
            let id = ready[done];
            done += 1;
            let Some((winner, plies)) = results[id] else { continue };
            for &earlier in &before[id] {
                left[earlier] -= usize::from(positions[earlier].turn() != winner);
                // The loser's moves are counted separately for each winner, because a move leads to one winner only.
                let forced = positions[earlier].turn() == winner || left[earlier] == 0;
                if results[earlier].is_none() && forced {
                    results[earlier] = Some((winner, plies + 1));
                    ready.push(earlier);
                }
            }
        }
        Some(Slow { index, results, can_go_on_forever })
    }

    pub(super) fn result(&self, position: &Position) -> (Value, Option<u32>) {
        match self.results[self.index[position]] {
            None => (Value::Draw, None),
            Some((winner, plies)) if winner == position.turn() => (Value::Win, Some(plies)),
            Some((_, plies)) => (Value::Loss, Some(plies)),
        }
    }
}
