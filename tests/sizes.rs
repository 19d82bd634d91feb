//! The sizes and traits of types that programs store in large numbers.

use volo_rules::{Color, Move, Outcome, Position, Space};

#[test]
fn options_are_as_small_as_their_values() {
    assert_eq!(size_of::<Option<Position>>(), size_of::<Position>());
    assert_eq!(size_of::<Option<Space>>(), size_of::<Space>());
    assert_eq!(size_of::<Option<Color>>(), size_of::<Color>());
    assert_eq!(size_of::<Option<Outcome>>(), size_of::<Outcome>());
}

#[test]
fn positions_and_moves_are_copy_and_send() {
    fn is_plain<T: Copy + Send + Sync + 'static>() {}
    is_plain::<Position>();
    is_plain::<Move>();
}
