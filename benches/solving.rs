//! The solver, on positions of edge 4: the number of positions searched and the time, on one thread and on two.

use std::time::Instant;

use volo_rules::playouts::{PlayoutOptions, Policy, play_games};
use volo_rules::solver::{SolveOptions, Solver, Value};
use volo_rules::{ByColor, Move, Position};

/// The seeds of random careful games, with the value of the position after `7 + seed % 8` plies. Their search takes
/// about 100,000 positions each.
const GAMES: [(u64, Value); 17] = [
    (1, Value::Win),
    (11, Value::Win),
    (20, Value::Win),
    (23, Value::Win),
    (25, Value::Win),
    (30, Value::Loss),
    (34, Value::Loss),
    (36, Value::Loss),
    (39, Value::Win),
    (41, Value::Win),
    (43, Value::Win),
    (44, Value::Win),
    (46, Value::Draw),
    (54, Value::Loss),
    (58, Value::Win),
    (61, Value::Loss),
    (62, Value::Win),
];

fn position(seed: u64) -> Position {
    let start = Position::new("standard-4".parse().expect("a rule set"));
    let options = PlayoutOptions::new(start, 1)
        .with_seed(seed)
        .with_record(true)
        .with_policies(ByColor::new(Policy::Careful, Policy::Careful));
    let game = play_games(&options, 1).expect("the run is not stopped");
    let moves = game.moves.iter().take(7 + seed as usize % 8);
    moves.fold(start, |position, &code| {
        let (mv, _) = Move::from_code(code).expect("a recorded move");
        position.play(mv).expect("a recorded move is legal")
    })
}

fn main() {
    for threads in [1, 2] {
        let (mut nodes, mut logarithms) = (0, 0.0);
        let began = Instant::now();
        for (seed, value) in GAMES {
            let position = position(seed);
            let options = SolveOptions::default().with_threads(threads);
            let mut solver = Solver::new(position.rules(), 1 << 30).expect("enough memory");
            let solution = solver.solve(&position, &options).expect("the same rules");
            assert_eq!(solution.value, value, "{position}");
            nodes += solution.nodes;
            logarithms += (solution.nodes as f64).ln();
        }
        let seconds = began.elapsed().as_secs_f64();
        let mean = (logarithms / GAMES.len() as f64).exp();
        println!(
            "solving, {threads} threads: {nodes} positions, geometric mean {mean:.0}, {seconds:.2} s, {:.0} positions/s",
            nodes as f64 / seconds
        );
    }
}
