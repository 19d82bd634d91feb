//! The contents and the canonical form of game records (`docs/RECORDS.md`).
#![allow(clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

use proptest::prelude::*;
use volo_rules::records::{GameRecord, GameResult, InvalidGameRecord, Termination};
use volo_rules::{Ending, Move};

use crate::common::records::{EXAMPLE, moves_of, owned, records, some_records};
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

#[test]
fn results_and_terminations_must_match() {
    for result in GameResult::ALL {
        for termination in Termination::ALL {
            let fits = match termination {
                Termination::Rules(_) => false,
                Termination::Resignation | Termination::Time | Termination::Forfeit => {
                    matches!(result, GameResult::OrangeWins | GameResult::BlueWins)
                }
                Termination::Agreement => result == GameResult::Draw,
                Termination::Adjudication => result != GameResult::Open,
                Termination::Unterminated | Termination::Abandoned => result == GameResult::Open,
                _ => panic!("a termination without a case: {termination}"),
            };
            let text = EXAMPLE.replace("0-1", result.name()).replace("resignation", termination.name());
            assert_eq!(GameRecord::parse(&text).is_ok(), fits, "{text}");
            let tags = owned([("Result", result.name()), ("Termination", termination.name())]);
            assert_eq!(GameRecord::new(start("standard-4"), [], tags, []).is_ok(), fits);
        }
    }
}

#[test]
fn a_game_that_ends_by_the_rules_has_no_other_result() {
    for record in some_records() {
        let text = record.to_string();
        assert_eq!(record.termination(), Termination::Rules(Ending::Flock));
        assert_eq!(record.ended_otherwise(), None);
        let wrong = match record.result() {
            GameResult::OrangeWins => "0-1",
            _ => "1-0",
        };
        let error = GameRecord::parse(&text.replace(record.result().name(), wrong)).unwrap_err();
        assert!(error.problem.contains("the game ended with a win for"), "{error}");
        assert_eq!((error.text.as_str(), error.line), (wrong, text.lines().count() as u64));
        let error = GameRecord::parse(&text.replace("\"flock\"", "\"resignation\"")).unwrap_err();
        assert_eq!((error.text.as_str(), error.line, error.column), ("resignation", 8, 15));
        let tags = owned([("Result", wrong)]);
        let again = GameRecord::new(*record.start(), record.moves().iter().copied(), tags, []);
        assert!(matches!(again, Err(InvalidGameRecord::Tag { .. })));
    }
}

#[test]
fn a_record_of_invalid_parts_is_refused() {
    let first = start("standard-4");
    let tag = |name: &str, value: &str| {
        GameRecord::new(first, [], [(name.to_string(), value.to_string())], [])
            .map_err(|error| error.to_string())
    };
    let long = "a".repeat(65);
    for name in ["", "1", "_a", "a b", "a-b", "É", "a\n", &long] {
        assert!(tag(name, "").unwrap_err().contains("expected a name of a letter"), "{name}");
    }
    for name in ["Rules", "FEN"] {
        assert!(tag(name, "").unwrap_err().contains("it is not to be given"));
    }
    assert_eq!(
        tag("A", "ab\tc").unwrap_err(),
        "tag A: no value has the control character '\\t', at offset 2"
    );
    assert!(tag("Date", "19.11.2026").unwrap_err().starts_with("tag Date: expected a date"));
    assert!(tag("Result", "2-0").unwrap_err().starts_with("tag Result: expected one of 1-0"));
    assert!(tag("Termination", "tired").unwrap_err().starts_with("tag Termination: expected one of flock"));
    assert!(
        tag("Termination", "flock").unwrap_err().starts_with("tag Termination: expected unterminated or")
    );
    assert_eq!(tag("Result", "1-0").unwrap().termination(), Termination::Adjudication);
    let comment = |comments: &[(usize, &str)]| {
        let comments: Vec<(usize, String)> =
            comments.iter().map(|&(ply, text)| (ply, text.to_string())).collect();
        GameRecord::new(first, [], [], comments).unwrap_err().to_string()
    };
    assert_eq!(comment(&[(1, "a")]), "comment at ply 1: the game has no such ply");
    assert_eq!(comment(&[(0, "")]), "comment at ply 0: expected a text");
    assert_eq!(comment(&[(0, "a"), (0, "b")]), "comment at ply 0: it is there twice");
    assert_eq!(
        comment(&[(0, "a\n\r")]),
        "comment at ply 0: no comment has the control character '\\r', at offset 2"
    );
    let twice = GameRecord::new(first, [], owned([("A", "1"), ("A", "1")]), []).unwrap_err();
    assert_eq!(twice.to_string(), "tag A: it is there twice");
    let illegal = GameRecord::new(first, [Move::Pass], [], []).unwrap_err();
    assert!(illegal.to_string().starts_with("ply 1: illegal move pass: "), "{illegal}");
}
