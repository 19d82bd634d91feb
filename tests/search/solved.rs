//! Results of the engine against values of the solver.

use volo_rules::engine::Score;
use volo_rules::solver::{SolveOptions, Solver, Value};

use crate::common::{for_each_seed, start};
use crate::search::{careful_game, engine, nodes, search};

/// The plies at the start of a game that are not solved. No position so early is solved in so few nodes.
const SKIPPED: usize = 6;

#[derive(Default)]
struct Comparison {
    values: [usize; 3],
    proved: usize,
    differences: Vec<String>,
}

/// Compares the engine with the solver from the end of a game back to the first position that is not solved.
fn compare_game(seed: u64) -> Comparison {
    let start = start("standard-4");
    let mut engine = engine();
    let mut solver = Solver::new(start.rules(), 16 << 20).expect("enough memory");
    let mut comparison = Comparison::default();
    for position in careful_game(start, seed).iter().skip(SKIPPED).rev() {
        if position.outcome().is_some() {
            continue;
        }
        let solve = SolveOptions::default().with_nodes(30_000);
        let value = solver.solve(position, &solve).expect("enough memory").value;
        if value == Value::Unknown {
            break;
        }
        engine.clear();
        let score = search(&mut engine, position, nodes(10_000), 1)[0].score;
        // What is proved must be true, without exceptions.
        assert!(score.win_in().is_none() || value == Value::Win, "{position}: {value} and {score}");
        assert!(score.loss_in().is_none() || value == Value::Loss, "{position}: {value} and {score}");
        let agrees = match value {
            Value::Win => score > Score::DRAW,
            Value::Loss => score < Score::DRAW,
            _ => !score.is_proved(),
        };
        if !agrees {
            comparison.differences.push(format!("{position}: {value} and {score}"));
        }
        comparison.proved += usize::from(score.is_proved());
        comparison.values[value as usize] += 1;
    }
    comparison
}

const GAMES: u64 = 16;

/// Compares what is proved in solved positions, and the side of estimates, of which 99% must be right.
fn compare(wanted: usize) {
    let mut all = Comparison::default();
    for block in 0.. {
        for one in for_each_seed(block * GAMES..(block + 1) * GAMES, compare_game) {
            for (sum, count) in all.values.iter_mut().zip(one.values) {
                *sum += count;
            }
            all.proved += one.proved;
            all.differences.extend(one.differences);
        }
        if all.values.iter().sum::<usize>() >= wanted {
            break;
        }
    }
    let compared: usize = all.values.iter().sum();
    let agreed = compared - all.differences.len();
    println!("{}", all.differences.join("\n"));
    println!(
        "{agreed} of {compared} agree, {} are proved; {:?} wins, losses and draws",
        all.proved, all.values
    );
    assert!(agreed * 100 >= compared * 99, "{agreed} of {compared}");
}

#[test]
fn the_engine_agrees_with_the_solver() {
    compare(50);
}

#[test]
#[ignore = "takes minutes"]
fn the_engine_agrees_with_the_solver_in_many_positions() {
    compare(10_000);
}
