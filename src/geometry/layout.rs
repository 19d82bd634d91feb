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

    /// The space at a point of a picture: the space in whose cell the point is. `x` and `y` have the units of [`Place`], so
    /// the center of a space is its place. `None` for a point outside of all spaces, or in the cell of a missing one.
    ///
    /// Cells are regular hexagons if rows are √3 times as far apart as half steps, which makes all neighbors equally far
    /// apart.
    ///
    /// # Examples
    ///
    /// A click on a picture whose neighbors are 40 pixels apart. The center of d1 is at its left, and y grows downwards:
    ///
    /// ```
    /// # use volo_rules::Edge;
    /// let sky = Edge::MIN.sky();
    /// let clicked = |x: f64, y: f64| sky.space_at(x / 20.0, f64::from(sky.rows() - 1) - y / (20.0 * 3_f64.sqrt()));
    /// assert_eq!(clicked(45.0, 110.0), sky.space("d2"));
    /// assert_eq!(clicked(120.0, 104.0), None); // the missing center
    /// assert_eq!(clicked(-30.0, 0.0), None);
    /// ```
    pub fn space_at(&self, x: f64, y: f64) -> Option<Space> {
        self.spaces().into_iter().find(|&space| {
            let place = self.place(space);
            let (right, up) = (x - f64::from(place.x), 3.0 * (y - f64::from(place.y)));
            // The distances from the three pairs of sides of the hexagon, each in its own unit.
            right.abs() <= 1.0 && (right + up).abs() <= 2.0 && (right - up).abs() <= 2.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::sky::Edge;

    #[test]
    fn each_point_of_a_cell_is_in_its_space_and_no_other() {
        for sky in Edge::ALL.map(Edge::sky) {
            for space in sky.spaces() | sky.missing() {
                let Place { x, y } = sky.place(space);
                let expected = sky.contains(space).then_some(space);
                // The center, and points near the six corners and the sides at the left and right.
                for (right, up) in
                    [(0, 0), (99, 0), (-99, 0), (99, 32), (99, -32), (-99, 32), (-99, -32), (0, 66), (0, -66)]
                {
                    let at = |base: u8, hundredths: i32| f64::from(base) + f64::from(hundredths) / 100.0;
                    assert_eq!(sky.space_at(at(x, right), at(y, up)), expected, "{space:?} {right} {up}");
                }
            }
            let (right, top) = (f64::from(4 * (sky.edge().length() - 1)), f64::from(sky.rows() - 1));
            for (x, y) in
                [(-1.01, top / 2.0), (right + 1.01, top / 2.0), (right / 2.0, top + 0.7), (right / 2.0, -0.7)]
            {
                assert_eq!(sky.space_at(x, y), None);
            }
            for (x, y) in [
                (f64::NAN, 1.0),
                (1.0, f64::NAN),
                (f64::INFINITY, 1.0),
                (1.0, f64::NEG_INFINITY),
                (1e300, 1e300),
            ] {
                assert_eq!(sky.space_at(x, y), None);
            }
        }
    }
}
