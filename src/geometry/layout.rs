//! The places of the spaces of a sky in a picture.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::geometry::sky::Sky;
use crate::geometry::space::Space;

/// A place in a picture in which the rows of the hexagon are horizontal.
///
/// `x` counts half steps to the right from the first space of the middle row. `y` counts rows upwards from the
/// bottom row. So the distance between neighbors in a row is 2, and the rows above and below are shifted by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of half steps to the right.
    pub x: u8,
    /// The number of rows upwards.
    pub y: u8,
}

impl Sky {
    /// The place of a space of this sky in a picture. The missing corners and the missing center have places
    /// too.
    ///
    /// ```
    /// # use volo_rules::{Edge, Place};
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
