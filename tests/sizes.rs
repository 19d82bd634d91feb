//! What the types that programs keep by the million take.

use volo::{Color, Move, Outcome, Position, Space};

#[test]
fn absence_costs_nothing() {
    assert_eq!(size_of::<Option<Position>>(), size_of::<Position>());
    assert_eq!(size_of::<Option<Space>>(), size_of::<Space>());
    assert_eq!(size_of::<Option<Color>>(), size_of::<Color>());
    assert_eq!(size_of::<Option<Outcome>>(), size_of::<Outcome>());
}

#[test]
fn positions_and_moves_are_copied_and_cross_threads() {
    fn is_plain<T: Copy + Send + Sync + 'static>() {}
    is_plain::<Position>();
    is_plain::<Move>();
}
