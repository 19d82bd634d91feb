//! Checks all inputs kept from fuzzing, including those that once failed.

use crate::common::read_jsonl;
use crate::properties;

/// Checks the property of a target for every kept input. Each character of an input represents a byte.
fn check_all(target: &str, check: fn(&[u8])) {
    let inputs: Vec<String> = read_jsonl(&format!("fuzz/{target}.jsonl"));
    assert!(inputs.len() > 50, "{target}: {}", inputs.len());
    for input in inputs {
        let bytes = input.chars().map(|byte| u8::try_from(byte).expect("a byte"));
        check(&bytes.collect::<Vec<u8>>());
    }
}

#[test]
fn kept_texts_are_refused_or_read_as_consistent_positions() {
    check_all("position", properties::position::check);
}

#[test]
fn kept_texts_are_refused_or_read_as_boards() {
    check_all("board", properties::board::check);
}

#[test]
fn kept_texts_are_refused_or_read_as_moves_with_one_legality() {
    check_all("moves", properties::moves::check);
}

#[test]
fn kept_bytes_are_refused_at_a_place_or_read_as_records() {
    check_all("record", properties::record::check);
    check_all("sgf", properties::record::check_sgf);
    check_all("json", properties::record::check_json);
}

#[test]
fn kept_bytes_are_refused_or_true_proofs() {
    check_all("proof", properties::proof::check);
}

#[test]
fn kept_bytes_are_refused_or_batches_that_play_on() {
    check_all("batch", properties::batch::check);
}
