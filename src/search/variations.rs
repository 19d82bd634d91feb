//! [`Variations`]: the moves that a search expects (triangular table of principal variations).

use crate::rules::moves::Move;

/// For each ply of the path, the expected moves from there. Nothing is allocated after it is made.
pub(super) struct Variations(Vec<Vec<Move>>);

impl Variations {
    pub(super) fn new(plies: usize) -> Variations {
        Variations((0..plies).map(|ply| Vec::with_capacity(plies - ply)).collect())
    }

    pub(super) fn from(&self, ply: usize) -> &[Move] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }

    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
        }
    }

    pub(super) fn set(&mut self, ply: usize, mv: Move) {
        let Some((line, rest)) = self.0.get_mut(ply..).and_then(<[_]>::split_first_mut) else { return };
        line.clear();
        line.push(mv);
        let next = rest.first().map_or(&[][..], Vec::as_slice);
        line.extend_from_slice(next);
    }
}
