//! Walks round a line, space by space: the slow method with which tests compare the move generator.

use crate::geometry::space::{Direction, Space};
use crate::rules::moves::Line;

/// The `2 × length + 4` spaces round a line, clockwise, beginning with the rearmost space on its left
/// side. `None` is a space beyond the layout.
pub(super) fn round(line: Line) -> Vec<Option<Space>> {
    let ahead = line.axis.direction() as usize;
    // From the space behind the first end: the turns and the steps of each part of the way.
    let way = [(5, 1), (0, line.length), (1, 1), (2, 1), (3, line.length), (4, 1)];
    let (mut row, mut column) = (i32::from(line.first.row()), i32::from(line.first.column()));
    let mut walk = |turns: usize| {
        let (d_row, d_column) = Direction::ALL[(ahead + turns) % 6].step();
        (row, column) = (row + d_row, column + d_column);
        Space::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?)
    };
    walk(3);
    way.into_iter().flat_map(|(turns, steps)| vec![turns; steps.into()]).map(walk).collect()
}
