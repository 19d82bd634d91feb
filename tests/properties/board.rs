//! Any text as a board: it is refused with a reason and a place, or read as a consistent position.

use volo_rules::notation::BoardHints;
use volo_rules::{Color, Position};

use super::position::{check_consistent, check_error};

/// Reads bytes as a board, without hints and with each player to move.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let without_hints = read(&text, BoardHints::default());
    let with_turn = Color::ALL.map(|turn| read(&text, BoardHints::NONE.with_turn(turn)));
    if let Some(position) = without_hints {
        assert_eq!(with_turn[position.turn() as usize], without_hints, "the hint agrees with the text");
        assert_eq!(with_turn[!position.turn() as usize], None, "the hint contradicts the text");
    }
    for position in with_turn.into_iter().flatten() {
        check_consistent(&position);
    }
}

fn read(text: &str, hints: BoardHints) -> Option<Position> {
    match Position::from_board(text, hints) {
        Ok(position) => {
            // Blanks and empty lines between the rows are ignored, and so is the kind of line end.
            let spaced = format!("\n\t{}\n ", text.replace("\r\n", "\n").replace('\n', " \t\n\r\n "));
            assert_eq!(Position::from_board(&spaced, hints), Ok(position), "{text:?}");
            Some(position)
        }
        Err(error) => {
            check_error(text, &error);
            None
        }
    }
}
