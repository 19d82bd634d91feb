//! Checks all inputs kept from fuzzing, including those that once failed.

use serde_json::Value;

use crate::common::read_jsonl;
use crate::properties;

/// Each character of an input represents a byte.
#[test]
fn kept_inputs_have_the_property_of_their_target() {
    let targets = [
        ("position", properties::position::check as fn(&[u8])),
        ("board", properties::board::check),
        ("moves", properties::moves::check),
        ("record", properties::record::check),
        ("sgf", properties::record::check_sgf),
        ("json", properties::record::check_json),
        ("proof", properties::proof::check),
        ("batch", properties::batch::check),
        ("arrays", properties::arrays::check),
    ];
    for (target, check) in targets {
        let inputs: Vec<String> = read_jsonl(&format!("fuzz/{target}.jsonl"));
        assert!(inputs.len() > 50, "{target}: {}", inputs.len());
        for input in inputs {
            let bytes = input.chars().map(|byte| u8::try_from(byte).expect("a byte"));
            check(&bytes.collect::<Vec<u8>>());
        }
    }
}

/// The tests in Python compare what is found in these texts.
#[test]
fn texts_of_every_format_have_the_property_of_records() {
    for row in read_jsonl::<Value>("records.jsonl") {
        let Some(text) = row["text"].as_str().map(str::as_bytes) else { continue };
        match row["format"].as_str() {
            Some("volo") => properties::record::check(text),
            Some("boardspace") => properties::record::check_sgf(text),
            _ => properties::record::check_json(text),
        }
    }
}
