//! Positions as text, and the corpus of invalid ones. Tests in Python read the other tables of texts.
#![allow(clippy::panic, reason = "a failing test panics")]

use proptest::prelude::*;
use serde::Deserialize;
use volo_rules::Position;
use volo_rules::notation::{BoardHints, FenError};

use crate::common::{cases, games, read_jsonl, splice, start};
use crate::properties::board;
use crate::properties::position::read;

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
