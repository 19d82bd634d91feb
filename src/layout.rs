//! Where the spaces of a sky lie in a picture.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::sky::Sky;
use crate::space::Space;

/// A point of a picture in which the hexagon has level rows.
///
/// `x` counts half steps to the right, from the first space of the middle row, and `y` counts rows upwards,
/// from the bottom row. So neighbours in a row are 2 apart, and the rows above and below are shifted by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Half steps to the right.
    pub x: u8,
    /// Rows upwards.
    pub y: u8,
}

impl Sky {
    /// Where a space of this sky lies in a picture; the missing corners and the centre have places too.
    ///
    /// ```
    /// # use volo::{Edge, Place};
    /// //    g 1 . . 4
    /// //   f . o . b . 5
    /// //  e . . . . . . 6
    /// // d 1 b . 4 . o 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let sky = Edge::MIN.sky();
    /// let place = |name| sky.space(name).map(|space| sky.place(space));
    /// assert_eq!(place("b2"), Some(Place { x: 4, y: 1 }));
    /// assert_eq!(place("d2"), Some(Place { x: 2, y: 3 }));
    /// ```
    pub fn place(&self, space: Space) -> Place {
        let row = space.row();
        let indent = row.abs_diff(self.rows() / 2);
        let before = space.column().saturating_sub(*self.columns(row).start());
        Place {
            x: indent.saturating_add(before.saturating_mul(2)),
            y: self.rows().saturating_sub(row).saturating_sub(1),
        }
    }
}
