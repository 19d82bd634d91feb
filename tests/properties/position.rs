//! Any text as a position: it is refused with a reason, or read exactly as a consistent position.

use volo_rules::notation::FenError;
use volo_rules::{ByColor, Color, Move, Position};

use super::moves::check_move;

/// Reads bytes as a position and checks the position and its moves.
pub fn check(bytes: &[u8]) {
    if let Some(position) = read(&String::from_utf8_lossy(bytes)) {
        check_moves(&position);
    }
}

/// Reads a text as a position, and checks the position or the error.
pub fn read(text: &str) -> Option<Position> {
    match text.parse() {
        Ok(position) => {
            check_text(text, &position);
            check_consistent(&position);
            Some(position)
        }
        Err(error) => {
            check_error(text, &error);
            None
        }
    }
}

/// Checks that the written text is the one that was read, but for the rule set and white space at the ends.
fn check_text(text: &str, position: &Position) {
    let written = position.to_string();
    assert_eq!(written.parse().as_ref(), Ok(position));
    let fields = |text: &str| text.splitn(4, ' ').map(str::to_owned).collect::<Vec<_>>();
    let (read, written) = (fields(text.trim_matches(super::WHITE_SPACE)), fields(&written));
    assert_eq!(read[..3], written[..3]);
    assert_eq!(read[3].parse(), Ok(position.rules()));
}

/// Checks that an error has a message of limited length, and a place in the text or a reason.
pub(super) fn check_error(text: &str, error: &FenError) {
    assert!(error.to_string().len() < 1000 && !error.to_string().is_empty(), "{error}");
    match error {
        FenError::Notation(error) => assert!(error.offset <= text.chars().count(), "{error}"),
        FenError::Position(error) => assert!(!error.reasons.is_empty()),
        _ => {}
    }
}

/// Checks that a position is valid and equals the position made of its parts, and that every bird is in exactly one
/// flock and one region.
pub fn check_consistent(position: &Position) {
    let birds = ByColor::new(position.birds(Color::Orange), position.birds(Color::Blue));
    let afresh = Position::from_parts(position.rules(), birds, position.turn(), position.passes());
    assert_eq!(afresh.as_ref(), Ok(position));
    assert_eq!(afresh.map(|afresh| afresh.zobrist()), Ok(position.zobrist()), "{position}");
    for color in Color::ALL {
        let (own, theirs) = (position.birds(color), position.birds(!color));
        let flocks = position.flocks(color);
        assert_eq!(flocks.iter().map(|flock| flock.len()).sum::<u32>(), own.len(), "{position}");
        assert!(flocks.iter().all(|&flock| !flock.is_empty() && flock & own == flock), "{position}");
        let regions = position.regions(color);
        assert_eq!(regions.iter().map(|region| region.birds.len()).sum::<u32>(), own.len(), "{position}");
        assert!(regions.iter().all(|region| (region.spaces() & theirs).is_empty()), "{position}");
        assert!(regions.len() == 1 || position.outcome().is_some(), "{position}");
        let supply = position.in_hand(color).map(|hand| u32::from(hand) + own.len());
        assert_eq!(supply, position.rules().supply().map(u32::from), "{position}");
    }
}

/// Checks that the list of moves, the counts and the checks of single moves agree, and that every move leads to a
/// consistent position.
pub fn check_moves(position: &Position) {
    let moves = position.legal_moves();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{position}");
    assert_eq!(moves.len() as u64, u64::from(position.count_moves()), "{position}");
    assert_eq!(moves.len() as u64, position.perft(1), "{position}");
    let edge = position.rules().edge();
    let mut codes: Vec<u32> = moves.iter().map(|mv| mv.code(edge)).collect();
    assert!(codes.iter().zip(&moves).all(|(&code, &mv)| Move::from_code(code) == Some((mv, edge))));
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), moves.len(), "{position}");
    for &mv in &moves {
        check_move(position, &moves, mv);
        check_consistent(&position.play_unchecked(mv));
    }
}
