//! The format of a game in a fuzz input. The first line is a rule set or a position. The following words are moves. A
//! word is the text of a move, or a number that chooses one of the legal moves:
//!
//! ```text
//! standard-4
//! 3 a3 17 b2-NE3/g7 pass
//! ```

use volo_rules::notation::FenError;
use volo_rules::{MoveList, Position};

pub(super) fn split(script: &str) -> (&str, impl Iterator<Item = &str>) {
    let (start, words) = script.split_once('\n').unwrap_or((script, ""));
    (start, words.split([' ', '\n']).filter(|word| !word.is_empty()))
}

/// The start position of the game. The text of a position has blanks, and the text of a rule set does not.
pub(super) fn start(line: &str) -> Result<Position, FenError> {
    if line.contains(' ') { line.parse() } else { Ok(Position::new(line.parse()?)) }
}

pub(super) fn text(word: &str, position: &Position, moves: &MoveList) -> String {
    let number = word.parse().ok().and_then(|number: usize| number.checked_rem(moves.len()));
    match number.and_then(|number| moves.get(number)) {
        Some(mv) => mv.display(position.sky()).to_string(),
        None => word.to_owned(),
    }
}
