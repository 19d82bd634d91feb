//! The corpora of valid and invalid positions.
#![allow(clippy::panic, reason = "a failing test panics")]

use proptest::prelude::*;
use serde::Deserialize;
use volo_rules::notation::{BoardHints, FenError};
use volo_rules::{InputError, Move, Position, Rules};

use crate::common::{cases, games, position, read_jsonl, splice, start};
use crate::properties::board;
use crate::properties::position::read;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Valid {
    fen: String,
    /// The canonical text, if it differs from `fen`.
    written: Option<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invalid {
    fen: String,
    error: Kind,
    /// The expected offset of the error, or `None` if it is not checked.
    offset: Option<usize>,
    /// The expected number of reasons why the position is invalid.
    reasons: Option<usize>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    kind: What,
    text: String,
    /// The expected offset of the error, or `None` if it is not checked.
    offset: Option<u64>,
    /// What the error says, if it proposes something.
    problem: Option<String>,
    #[serde(default)]
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Move,
    Rules,
    Board,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Notation,
    Rules,
    Position,
}

const BOARD: &str = "
   g 1 . . 4
  f . o . b . 5
 e . . . . . . 6
d 1 b . 4 . o 7
 c . . . . . . 6
  b . o . b . 5
   a 1 . . 4
Orange to move, rules french-4
";

#[test]
fn a_board_is_read() {
    assert_eq!(Position::from_board(BOARD, BoardHints::NONE), Ok(start("french-4")));
}

#[test]
fn a_valid_position_is_read_and_written_back() {
    let corpus: Vec<Valid> = read_jsonl("valid.jsonl");
    assert!(!corpus.is_empty());
    for Valid { fen, written, why } in corpus {
        let read = position(&fen);
        let written = written.unwrap_or(fen);
        assert_eq!(read.to_string(), written, "{why}");
        assert_eq!(position(&written), read, "{why}");
    }
}

#[test]
fn an_invalid_position_is_refused_with_the_right_error() {
    let corpus: Vec<Invalid> = read_jsonl("invalid.jsonl");
    assert!(!corpus.is_empty());
    for Invalid { fen, error: kind, offset, reasons, why } in corpus {
        let Err(error) = fen.parse::<Position>() else {
            panic!("{fen:?} is read although it is invalid: {why}")
        };
        assert!(!error.to_string().is_empty(), "{fen:?}: {why}");
        let (found, at, count) = match &error {
            FenError::Notation(error) => (Kind::Notation, Some(error.offset), None),
            FenError::Rules(_) => (Kind::Rules, None, None),
            FenError::Position(error) => (Kind::Position, None, Some(error.reasons.len())),
            other => panic!("{other}"),
        };
        assert_eq!((found, count), (kind, reasons), "{fen:?}, {why}: {error}");
        if offset.is_some() {
            assert_eq!(at, offset, "{fen:?}, {why}: {error}");
        }
    }
}

#[test]
fn a_malformed_text_is_refused_at_its_place() {
    for Malformed { kind, text, offset, problem, why } in read_jsonl("malformed.jsonl") {
        let (message, found) = match kind {
            What::Move => message(Move::parse(&text, start("standard").sky())),
            What::Rules => message(text.parse::<Rules>()),
            What::Board => message(Position::from_board(&text, BoardHints::NONE)),
        };
        assert!(offset.is_none() || found == offset, "{kind:?} {text:?}, {why}: {message}");
        let said = |problem| message == format!("{problem}, at offset {}", found.expect("an offset"));
        assert!(problem.is_none_or(said), "{kind:?} {text:?}, {why}: {message}");
    }
}

#[derive(Deserialize)]
struct Written {
    text: String,
    /// The canonical text, if it differs from `text`.
    written: Option<String>,
}

#[test]
fn moves_and_rule_sets_are_read_and_written() {
    let sky = start("standard").sky();
    for Written { text, .. } in read_jsonl("moves.jsonl") {
        assert_eq!(Move::parse(&text, sky).map(|mv| mv.display(sky).to_string()), Ok(text));
    }
    for Written { text, written } in read_jsonl("rules.jsonl") {
        assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()), Ok(written.unwrap_or(text)));
    }
}

/// What an error says, and its offset.
fn message<T: std::fmt::Debug, E: InputError + ToString>(read: Result<T, E>) -> (String, Option<u64>) {
    let error = read.expect_err("a malformed text");
    (error.to_string(), InputError::offset(&error))
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn every_position_of_a_game_is_written_and_read_back(game in games()) {
        for position in game {
            let read: Position = position.to_string().parse()?;
            prop_assert_eq!(read, position);
            prop_assert_eq!(read.zobrist(), position.zobrist());
        }
    }

    /// Reading is strict: except for the rule set, the written text equals the text that was read.
    #[test]
    fn a_damaged_position_is_refused_or_read_exactly(
        game in games(), from in 0..120_usize, length in 0..4_usize, with in "[ob0-9/ a-z=-]{0,3}",
    ) {
        let damaged = splice(&game[game.len() - 1].to_string(), from, length, &with);
        read(&damaged);
    }

    #[test]
    fn arbitrary_text_is_refused_without_a_panic(text in "\\PC{0,60}|(\\PC{0,9}\n){0,20}") {
        prop_assert!(text.parse::<Position>().is_err());
        prop_assert!(Position::from_board(&text, BoardHints::NONE).is_err());
    }

    #[test]
    fn a_damaged_board_is_refused_or_read_as_a_valid_position(
        from in 0..150_usize, length in 0..4_usize, with in "[ob.a-i0-9 \n\r\t●·]{0,3}",
    ) {
        let damaged = splice(BOARD, from, length, &with);
        board::check(damaged.as_bytes());
    }
}

#[test]
fn offsets_count_characters() {
    let fen = start("standard-4").to_string();
    for place in 0..=fen.len() {
        let damaged = splice(&fen, place, 0, "\u{e9} \u{e9}");
        let error = match damaged.parse::<Position>() {
            Err(FenError::Notation(error)) => error,
            other => panic!("{damaged}: {other:?}"),
        };
        // The error is at the letter, or, in the rule set, at the blank after it.
        assert!((place..=place + 1).contains(&error.offset), "{damaged}: {error}");
    }
}
