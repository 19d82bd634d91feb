//! Any text as a move, on each sky and in the positions of a game.

use volo_rules::notation::MoveError;
use volo_rules::{Edge, Flight, Move, Position, Sky};

use super::{position, script};

/// Plays bytes as a game, and reads every word as a move on every sky.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (start, words) = script::split(&text);
    let words: Vec<&str> = words.collect();
    for (word, edge) in words.iter().flat_map(|&word| Edge::ALL.into_iter().map(move |edge| (word, edge))) {
        check_text(word, edge.sky());
    }
    match script::start(start) {
        Ok(start) => check_game(start, &words),
        Err(error) => position::check_error(start, &error),
    }
}

/// Checks that reading is strict: the written text equals the text that was read, except for white space at the ends.
pub fn check_text(text: &str, sky: &Sky) {
    match Move::parse(text, sky) {
        Ok(mv) => assert_eq!(mv.display(sky).to_string(), text.trim_matches(super::WHITE_SPACE)),
        Err(MoveError::Notation(error)) => {
            let read = text.chars().take(error.offset);
            assert!(
                read.clone().count() == error.offset && read.clone().all(|c| c.is_ascii()),
                "{text:?}: {error}"
            );
        }
        Err(MoveError::Illegal(error)) => assert_eq!(error.fault.ruling(), "R9", "{text:?}: {error}"),
        Err(error) => unreachable!("{text:?}: {error}"),
    }
}

fn check_game(start: Position, words: &[&str]) {
    let mut position = start;
    let mut moves = position.legal_moves();
    for word in words {
        let text = script::text(word, &position, &moves);
        let found = position.parse_move(&text);
        match Move::parse(&text, position.sky()) {
            Ok(mv) => {
                check_move(&position, &moves, mv);
                assert_eq!(
                    found.as_ref().ok().copied(),
                    listed(&position, &moves, mv),
                    "{text} in {position}"
                );
            }
            Err(error) => assert_eq!(found, Err(error), "{text:?} in {position}"),
        }
        if let Ok(mv) = found {
            position = position.play_unchecked(mv);
            position.legal_moves_into(&mut moves);
            assert_eq!(moves.len(), position.count_moves() as usize, "{position}");
        }
    }
}

/// Checks that all methods agree about the legality of a move.
pub fn check_move(position: &Position, moves: &[Move], mv: Move) {
    let listed = listed(position, moves, mv);
    assert_eq!(position.is_legal(mv), listed.is_some(), "{mv:?} in {position}");
    let next = position.play(mv);
    assert_eq!(
        next.as_ref().ok().copied(),
        listed.map(|mv| position.play_unchecked(mv)),
        "{mv:?} in {position}"
    );
    if let Err(error) = next {
        assert!(error.to_string().ends_with(&format!(" [{}]", error.fault.ruling())), "{error}");
    }
}

/// The listed move that equals a move, or `None` if the move is illegal. The two moves may name a kept region by
/// different spaces.
pub fn listed(position: &Position, moves: &[Move], mv: Move) -> Option<Move> {
    let Move::Fly(Flight { keep: Some(space), .. }) = mv else {
        return moves.contains(&mv).then_some(mv);
    };
    let opponent = !position.turn();
    let is_kept = |listed: Move| {
        let regions = position.play_unchecked(listed).regions(opponent);
        regions.iter().any(|region| region.spaces().contains(space))
    };
    moves.iter().copied().find(|&other| {
        let Move::Fly(flight) = other else { return false };
        flight.keep.is_some() && mv == Move::Fly(Flight { keep: Some(space), ..flight }) && is_kept(other)
    })
}
