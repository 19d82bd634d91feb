//! A game as fuzzing writes it. The first line is a rule set or a position; then come words, each
//! the text of a move or a number, which stands for one of the legal moves:
//!
//! ```text
//! standard-4
//! 3 a3 17 b2-NE3/g7 pass
//! ```

use volo::{FenError, MoveList, Position};

/// The first line and the words.
pub(super) fn split(script: &str) -> (&str, impl Iterator<Item = &str>) {
    let (start, words) = script.split_once('\n').unwrap_or((script, ""));
    (start, words.split([' ', '\n']).filter(|word| !word.is_empty()))
}

/// Where the game begins. No rule set has a blank in it, and every position has.
pub(super) fn start(line: &str) -> Result<Position, FenError> {
    if line.contains(' ') { line.parse() } else { Ok(Position::new(line.parse()?)) }
}

/// The text of a move that a word stands for.
pub(super) fn text(word: &str, position: &Position, moves: &MoveList) -> String {
    let number = word.parse().ok().and_then(|number: usize| number.checked_rem(moves.len()));
    match number.and_then(|number| moves.get(number)) {
        Some(mv) => mv.display(position.sky()).to_string(),
        None => word.to_owned(),
    }
}
