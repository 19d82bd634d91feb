//! Positions from the middle of random games.

use volo_rules::playouts::{PlayoutOptions, play_games};
use volo_rules::{Edge, Move, Position, Rules};

pub(crate) const POSITIONS: usize = 3_000;

/// One position from each of many games, after 4 to 83 turns. The positions are always the same.
pub(crate) fn midgame(edge: Edge) -> Vec<Position> {
    let start = Position::new(Rules::standard(edge));
    let options = PlayoutOptions::new(start, 2 * POSITIONS).with_seed(7).with_max_plies(84).with_record(true);
    let games = play_games(&options, 1).expect("the run is not stopped");
    let mut codes = games.moves.as_slice();
    let mut positions = Vec::new();
    for (game, &plies) in games.plies.iter().enumerate() {
        let (moves, rest) = codes.split_at(plies as usize);
        codes = rest;
        let turns = 4 + game % 80;
        if turns < moves.len() {
            positions.push(moves[..turns].iter().fold(start, |position, &code| {
                let (mv, _) = Move::from_code(code).expect("a recorded move");
                position.play(mv).expect("a recorded move is legal")
            }));
        }
    }
    positions.truncate(POSITIONS);
    assert_eq!(positions.len(), POSITIONS);
    positions
}
