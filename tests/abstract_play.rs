//! Whole games from another implementation, with its counts of legal moves.
#![allow(clippy::panic, reason = "a failing test panics")]

use serde::Deserialize;
use volo_rules::{Color, Ending};

use crate::common::{read_jsonl, start, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    rules: String,
    moves: Vec<String>,
    /// The number of legal moves before each move.
    legal_moves: Vec<u32>,
    winner: Winner,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Winner {
    Orange,
    Blue,
    Draw,
}

#[test]
fn games_of_another_implementation_are_replayed_with_the_same_results() {
    let games: Vec<Game> = read_jsonl("abstract-play.jsonl");
    assert_eq!(games.len(), 52);
    assert_eq!(games.iter().map(|game| game.moves.len()).sum::<usize>(), 3_748);
    for (number, game) in games.iter().enumerate() {
        replay(number, game);
    }
}

fn replay(number: usize, game: &Game) {
    assert_eq!(game.moves.len(), game.legal_moves.len());
    let mut position = start(&game.rules);
    for (ply, (written, &count)) in game.moves.iter().zip(&game.legal_moves).enumerate() {
        let place = format!("game {number}, ply {ply}, {written} in {position}");
        assert_eq!(position.outcome(), None, "{place}");
        let moves = position.legal_moves();
        assert_eq!(moves.len() as u32, count, "{place}");
        assert_eq!(position.count_moves(), count, "{place}");
        let mv = position.parse_move(written).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(moves.contains(&mv), "{place}");
        assert_eq!(text(&position, mv), *written, "{place}");
        position = position.play(mv).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    let outcome = position.outcome().unwrap_or_else(|| panic!("game {number} is not over in {position}"));
    let (winner, ending) = match outcome.winner {
        Some(Color::Orange) => (Winner::Orange, Ending::Flock),
        Some(Color::Blue) => (Winner::Blue, Ending::Flock),
        None => (Winner::Draw, Ending::Passes),
    };
    assert_eq!((winner, outcome.reason), (game.winner, ending), "game {number}");
}
