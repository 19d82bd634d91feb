//! Landings: where birds or lines are that flew the same way.

use crate::bitboard::SpaceSet;
use crate::space::Direction;

/// Where some flyers may land, by the numbers of the directions they fly in.
#[derive(Clone, Copy)]
pub(crate) struct Landings<S>(pub(crate) [S; 6]);

impl<S: SpaceSet> Landings<S> {
    /// The landings in any direction.
    #[inline(always)]
    pub(crate) fn all(&self) -> S {
        let [e, se, sw, w, nw, ne] = self.0;
        (e | se | sw) | (w | nw | ne)
    }

    /// Those on some spaces.
    #[inline(always)]
    pub(crate) fn within(self, spaces: S) -> Self {
        let [e, se, sw, w, nw, ne] = self.0;
        Landings([e & spaces, se & spaces, sw & spaces, w & spaces, nw & spaces, ne & spaces])
    }

    /// Each direction with the landings in it.
    #[inline(always)]
    pub(crate) fn by_direction(self) -> impl Iterator<Item = (Direction, S)> {
        Direction::ALL.into_iter().zip(self.0)
    }
}
