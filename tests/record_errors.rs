//! Texts that are not game records by `docs/RECORDS.md`, and the places of their errors.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

use volo_rules::InputError;
use volo_rules::notation::MoveError;
use volo_rules::records::{GameRecord, RecordCause, Termination};

use crate::common::records::{EXAMPLE, parse};
use crate::common::start;

#[test]
fn every_required_tag_must_be_present() {
    for line in EXAMPLE.lines().take(8) {
        let name = line.split([' ', '[']).nth(1).expect("a name");
        let text = EXAMPLE.replacen(&format!("{line}\n"), "", 1);
        let error = GameRecord::parse(&text).unwrap_err();
        assert_eq!((error.problem, error.line, error.column), (format!("expected a tag {name}"), 8, 1));
        let lenient = GameRecord::parse_lenient(&text);
        match name {
            "Rules" => assert_eq!(lenient.unwrap_err().problem, "expected a tag Rules"),
            "Termination" => assert_eq!(lenient.unwrap().termination(), Termination::Adjudication),
            _ => assert_eq!(lenient.unwrap().moves(), parse(EXAMPLE).moves()),
        }
    }
}

#[test]
fn the_lenient_reader_takes_missing_rules_from_the_position() {
    let text = "[FEN \"2/1o1b1/6/b2o/6/1o1b1/1o b 0 french-4\"]\n\n*\n";
    let record = GameRecord::parse_lenient(text).expect("a record");
    assert_eq!(record.start().rules(), start("french-4").rules());
    assert_eq!(GameRecord::parse(text).unwrap_err().problem, "expected a tag Event");
}

#[test]
fn the_error_for_a_move_has_the_place_and_the_position() {
    let error = GameRecord::parse(&EXAMPLE.replace("e3 3.", "b3 3.")).unwrap_err();
    assert_eq!((error.ply, error.game), (Some(4), 1));
    let position = error.position.clone().expect("a position");
    let reached = ["a3", "d5", "b5"].iter().fold(start("standard-4"), |position, text| {
        position.play(position.parse_move(text).unwrap()).unwrap()
    });
    assert_eq!(*position, reached);
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!((error.ruling(), InputError::offset(&error)), (Some("R6"), Some(187)));
    match error.cause.as_deref() {
        Some(RecordCause::Move { text, error: MoveError::Illegal(illegal) }) => {
            assert_eq!((&**text, illegal.fault.ruling()), ("b3", "R6"));
        }
        other => panic!("{other:?}"),
    }
    let shown = error.to_string();
    assert!(shown.starts_with("10:39: game 1, ply 4: illegal move: "), "{shown}");
    assert!(shown.ends_with(&format!(", found \"b3\", at offset 187, in {reached}")), "{shown}");
}
