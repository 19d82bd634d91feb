//! [`Ways`]: straight ways from members of a set to other spaces.

use crate::geometry::space::{Direction, Space};

/// At most 64 straight ways, each from the nearest member of a set to a space.
pub(crate) struct Ways {
    pub(super) count: usize,
    /// The index of the member where each way begins. The first two arrays have room for 64 bytes more, so that several can
    /// be written at once. Their rest is unspecified.
    pub(super) from: [u8; 128],
    /// The number of each way's direction.
    pub(super) direction: [u8; 128],
    /// The number of steps of each way.
    pub(super) steps: [u8; 64],
}

impl Ways {
    /// No ways.
    #[cfg_attr(not(wide), allow(dead_code, reason = "only the sets of `wide` find several ways together"))]
    pub(super) const NONE: Ways = Ways { count: 0, from: [0; 128], direction: [0; 128], steps: [0; 64] };

    /// The beginning, the direction and the number of steps of each way.
    #[inline(always)]
    pub(crate) fn each(&self) -> impl Iterator<Item = (Space, Direction, u8)> {
        let ways = self.from.iter().zip(&self.direction).zip(&self.steps).take(self.count);
        ways.map(|((&from, &direction), &steps)| {
            (
                Space::from_index_or_first(from),
                Direction::ALL.get(usize::from(direction)).copied().unwrap_or(Direction::E),
                steps,
            )
        })
    }
}
