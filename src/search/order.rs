//! [`History`]: the order in which moves are tried.

use crate::color::{ByColor, Color};
use crate::moves::{Move, MoveList};
use crate::sky::Edge;

/// How often a move to a space was the best one, by player and space.
pub(super) struct History(ByColor<[u32; 256]>);

impl History {
    pub(super) fn new() -> History {
        History(ByColor::new([0; 256], [0; 256]))
    }

    /// Counts a move that was good enough to end the search of its position.
    pub(super) fn reward(&mut self, player: Color, mv: Move, depth: u8) {
        let count = &mut self.0[player][place(mv)];
        *count = count.saturating_add(u32::from(depth) * u32::from(depth));
    }

    /// Sorts moves: the one from the table first, flights before adds, and those with a better history earlier.
    pub(super) fn sort(&self, player: Color, edge: Edge, moves: &mut MoveList, from_table: u32) {
        moves.sort_by_cached_key(|&mv| {
            let is_flight = matches!(mv, Move::Fly(_));
            (mv.code(edge) != from_table, !is_flight, u32::MAX - self.0[player][place(mv)])
        });
    }
}

/// The index of the space on which a move ends.
fn place(mv: Move) -> usize {
    match mv {
        Move::Add(space) => usize::from(space.index()),
        Move::Fly(flight) => usize::from(flight.landed().first.index()),
        Move::Pass => 0,
    }
}
