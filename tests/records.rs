//! The contents and the canonical form of game records (`docs/RECORDS.md`).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

use proptest::prelude::*;
use volo_rules::records::GameRecord;

use crate::common::records::{moves_of, owned, records};
use crate::common::{cases, start};
use crate::properties::record::check_canonical;

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn written_records_are_read_back(record in records()) {
        let text = record.to_string();
        check_canonical(&record);
        prop_assert!(!text.contains("\n\n\n") || record.comments().any(|(_, text)| text.contains("\n\n")));
    }
}

#[test]
fn lines_are_filled_up_to_80_characters() {
    let start = start("standard");
    let moves = moves_of(start, 1);
    let long = "ä".repeat(100);
    let record = GameRecord::new(start, moves, [], [(5, long.clone()), (9, "x\ny".to_string())]).unwrap();
    let text = record.to_string();
    let (_, movetext) = text.split_once("\n\n").expect("tags and moves");
    let lines: Vec<&str> = movetext.lines().collect();
    assert!(lines.contains(&format!("{{{long}}}").as_str()));
    assert!(
        lines.iter().any(|line| line.ends_with(" {x")) && lines.iter().any(|line| line.starts_with("y} "))
    );
    let width = |text: &str| text.chars().count();
    for pair in lines.windows(2).filter(|pair| !pair[0].ends_with("{x")) {
        let item = pair[1].split(' ').next().expect("an item");
        assert!(width(pair[0]) <= 80 || pair[0].contains(&long), "{}", pair[0]);
        assert!(width(pair[0]) + 1 + width(item) > 80, "{}\n{}", pair[0], pair[1]);
    }
}

/// Tests in Python give the other invalid parts, in mappings, which have a tag or a comment once.
#[test]
fn a_tag_or_a_comment_is_there_once() {
    let made =
        |tags, comments| GameRecord::new(start("standard-4"), [], tags, comments).unwrap_err().to_string();
    let comments = vec![(0, "a".to_string()), (0, "b".to_string())];
    assert_eq!(made(vec![], comments), "comment at ply 0: it is there twice");
    assert_eq!(made(owned([("A", "1"), ("A", "1")]), vec![]), "tag A: it is there twice");
}
