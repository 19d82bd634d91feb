//! Random games, played to the end on one thread and on two threads.

mod timing;

use std::hint::black_box;

use timing::measure;
use volo_rules::playouts::{PlayoutOptions, Playouts, play_games};
use volo_rules::{Edge, Move, Position, Rules};

const GAMES: usize = 256;

fn play(options: &PlayoutOptions, threads: usize) -> Playouts {
    play_games(options, threads).expect("the run is not stopped")
}

/// Replays the games move by move, and checks their results. Returns the number of plies.
fn check(options: &PlayoutOptions) -> i64 {
    let playouts = play(&options.with_record(true).with_count_moves(true), 1);
    let mut codes = playouts.moves.iter();
    for (game, &plies) in playouts.plies.iter().enumerate() {
        let (mut position, mut legal_moves) = (options.position, 0);
        for &code in codes.by_ref().take(plies as usize) {
            let (mv, _) = Move::from_code(code).expect("a recorded move");
            legal_moves += i64::from(position.count_moves());
            position = position.play(mv).expect("a recorded move is legal");
        }
        assert_eq!(playouts.legal_moves[game], legal_moves, "game {game}");
        let outcome = position.outcome().expect("no game is cut off");
        assert_eq!(playouts.winner[game], outcome.winner.map_or(-1, |color| color as i8), "game {game}");
        let turns = playouts.adds[game] + playouts.flights[game] + playouts.passes[game];
        assert_eq!(turns, plies, "game {game}");
    }
    playouts.plies.iter().map(|&plies| i64::from(plies)).sum()
}

fn main() {
    for edge in [Edge::MIN, Edge::STANDARD, Edge::MAX] {
        let options = PlayoutOptions::new(Position::new(Rules::standard(edge)), GAMES)
            .with_seed(1)
            .with_max_plies(u32::MAX);
        let plies = check(&options);
        for threads in [1, 2] {
            let played = play(&options, threads).plies.iter().map(|&plies| i64::from(plies)).sum::<i64>();
            assert_eq!(played, plies, "{threads} threads");
            let name = format!("{GAMES} games, edge {}, threads {threads}", edge.length());
            measure(&name, GAMES as u64, || play(black_box(&options), threads));
        }
    }
}
