//! Any text as a board: refused for a reason and at a place, or read as a sound position.

use volo::{BoardHints, Color, Position};

use super::position::{is_sound, says_what_and_where};

/// Reads bytes as a board, with whose turn it is told or not.
///
/// # Panics
/// If anything is not as it should be.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let untold = read(&text, BoardHints::default());
    let told = Color::ALL.map(|turn| read(&text, BoardHints::NONE.with_turn(turn)));
    if let Some(position) = untold {
        assert_eq!(told[position.turn() as usize], untold, "what is said twice is said once");
        assert_eq!(told[position.turn().other() as usize], None, "it is not the other's turn as well");
    }
    for position in told.into_iter().flatten() {
        is_sound(&position);
    }
}

fn read(text: &str, said: BoardHints) -> Option<Position> {
    match Position::from_board(text, said) {
        Ok(position) => {
            // Blanks and empty lines mean nothing between the rows, and how lines end means nothing.
            let apart = format!("\n\t{}\n ", text.replace("\r\n", "\n").replace('\n', " \t\n\r\n "));
            assert_eq!(Position::from_board(&apart, said), Ok(position), "{text:?}");
            Some(position)
        }
        Err(error) => {
            says_what_and_where(text, &error);
            None
        }
    }
}
