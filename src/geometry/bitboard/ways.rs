//! [`Ways`]: straight ways from members of a set to other spaces.

use crate::geometry::bitboard::Lookout;
use crate::geometry::space::{Direction, Space};

const AT_ONCE: usize = 32;

/// Up to `ROOM - 64` straight ways, each from the nearest member of a set to a space.
///
/// First the ends of the ways are listed. [`find_ways`](crate::geometry::bitboard::SpaceSet::find_ways) then finds where they
/// begin.
pub(crate) struct Ways<const ROOM: usize> {
    pub(super) count: usize,
    /// Where each way ends, and later where it begins, by index. The rest of each array is unspecified.
    pub(super) from: [u8; ROOM],
    pub(super) direction: [u8; ROOM],
    pub(super) steps: [u8; ROOM],
}

impl<const ROOM: usize> Ways<ROOM> {
    pub(crate) const NONE: Ways<ROOM> =
        Ways { count: 0, from: [0; ROOM], direction: [0; ROOM], steps: [0; ROOM] };

    /// The number of the first of more ways in a direction, and the list for their ends. `None` if too many.
    #[inline(always)]
    pub(super) fn more(&mut self, direction: Direction, more: usize) -> Option<(usize, &mut [u8; 64])> {
        let first = self.count;
        if more > AT_ONCE || first + more > ROOM - 64 {
            return None;
        }
        Ways::fill(&mut self.direction, first, direction as u8);
        self.count += more;
        Some((first, self.from.get_mut(first..)?.first_chunk_mut()?))
    }

    #[inline(always)]
    pub(crate) fn fill(bytes: &mut [u8; ROOM], first: usize, byte: u8) {
        if let Some(chunk) = bytes.get_mut(first..).and_then(|bytes| bytes.first_chunk_mut()) {
            *chunk = [byte; AT_ONCE];
        }
    }

    /// [`SpaceSet::find_ways`](crate::geometry::bitboard::SpaceSet::find_ways), one way after the other.
    #[cfg_attr(optimized, inline(always))]
    pub(super) fn find(&mut self, set: &Lookout) {
        for number in 0..self.count {
            let (end, direction, _) = self.way(number);
            let steps = set.distance(end, direction.opposite());
            self.steps[number] = steps;
            self.from[number] = end.offset(-direction.offset() * isize::from(steps)).index();
        }
    }

    /// The beginning, the direction and the number of steps of each way, in the order in which they were listed.
    #[inline(always)]
    pub(crate) fn each(&self) -> impl Iterator<Item = (Space, Direction, u8)> {
        (0..self.count()).map(|number| self.way(number))
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(crate) fn way(&self, number: usize) -> (Space, Direction, u8) {
        // No directions have the last two numbers. With them, no number is out of range.
        const DIRECTIONS: [Direction; 8] = {
            let [e, se, sw, w, nw, ne] = Direction::ALL;
            [e, se, sw, w, nw, ne, e, e]
        };
        // With this bound, the compiler drops the checks of the three indices.
        let number = number.min(ROOM - 1);
        (
            Space::from_index_or_first(self.from[number]),
            DIRECTIONS[usize::from(self.direction[number] % 8)],
            self.steps[number],
        )
    }
}
