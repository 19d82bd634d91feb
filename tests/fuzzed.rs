//! All that fuzzing has found worth keeping is asked again, and whatever it crashed on once.

use crate::common::read_jsonl;
use crate::properties;

/// Holds every kept input of a target against its property. Each character stands for a byte.
fn check_all(target: &str, check: fn(&[u8])) {
    let inputs: Vec<String> = read_jsonl(&format!("fuzz/{target}.jsonl"));
    assert!(inputs.len() > 50, "{target}: {}", inputs.len());
    for input in inputs {
        let bytes = input.chars().map(|byte| u8::try_from(byte).expect("a byte"));
        check(&bytes.collect::<Vec<u8>>());
    }
}

#[test]
fn any_text_is_refused_or_read_as_a_sound_position() {
    check_all("position", properties::position::check);
}

#[test]
fn any_text_is_refused_or_read_as_a_board() {
    check_all("board", properties::board::check);
}

#[test]
fn any_text_is_refused_or_read_as_a_move_and_judged_in_one_way() {
    check_all("moves", properties::moves::check);
}

#[test]
fn any_bytes_are_refused_where_they_are_wrong_or_read_as_records() {
    check_all("record", properties::record::check);
}

#[cfg(feature = "python")]
#[test]
fn the_core_and_the_reference_say_the_same_to_any_text() {
    check_all("against_reference", properties::reference::check);
}
