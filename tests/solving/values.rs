//! Values against those of the slow solver, and those of images.

use volo_rules::solver::{SolveError, SolveOptions, Solver, Value};
use volo_rules::{ByColor, Color, Position, Symmetry};

use crate::common::{for_each_seed, position, random_game, start};
use crate::solving::slow::Slow;
use crate::solving::{HARD, check_line, check_whole_proof, solve, solver};

/// Rule sets in which games are short enough to list all positions that can follow a late one.
pub(super) const RULE_SETS: [&str; 12] = [
    "standard-4",
    "french-4",
    "abstract-play-4",
    "edge=4,supply=5,pass=standard,stuck=draw",
    "edge=4,supply=6,pass=own-regions,stuck=last-mover-wins",
    "edge=4,supply=8,pass=forced,stuck=last-mover-wins",
    "edge=5,supply=5,pass=standard,stuck=draw",
    "edge=5,supply=6,pass=own-regions,stuck=draw",
    "edge=5,supply=6,pass=no-flight,stuck=draw",
    "edge=4,supply=6,pass=no-flight,stuck=last-mover-wins",
    "edge=6,supply=4,pass=standard,stuck=draw",
    "edge=6,supply=5,pass=forced,stuck=last-mover-wins",
];

#[derive(Default)]
struct Comparison {
    values: [usize; 3],
    longest: u32,
    forever: usize,
}

/// Compares positions of a random game, from the earliest from which at most `most` others can be reached.
fn compare_game(seed: u64, most: usize) -> Comparison {
    let mut comparison = Comparison::default();
    let rules = RULE_SETS[seed as usize % RULE_SETS.len()];
    let game = random_game(start(rules), seed);
    let Some(slow) = game.iter().rev().map_while(|&position| Slow::new(position, most)).last() else {
        return comparison;
    };
    let mut solver = Solver::new(game[0].rules(), 1 << 20).expect("enough memory");
    comparison.forever = usize::from(slow.can_go_on_forever);
    for position in game.iter().filter(|position| slow.index.contains_key(position)) {
        let solution = solve(&mut solver, position);
        let (value, plies) = slow.result(position);
        assert_eq!(solution.value, value, "{position}");
        assert!(solution.plies >= plies, "{position}: {:?} and {plies:?}", solution.plies);
        assert_eq!(solution.plies.is_some(), plies.is_some());
        check_line(position, &solution);
        check_whole_proof(position, &solution);
        comparison.values[value as usize] += 1;
        comparison.longest = comparison.longest.max(plies.unwrap_or_default());
    }
    comparison
}

const GAMES: u64 = 60;

fn compare(wanted: usize, most: usize) {
    let mut all = Comparison::default();
    for block in 0.. {
        for one in for_each_seed(block * GAMES..(block + 1) * GAMES, |seed| compare_game(seed, most)) {
            for (sum, count) in all.values.iter_mut().zip(one.values) {
                *sum += count;
            }
            all.longest = all.longest.max(one.longest);
            all.forever += one.forever;
        }
        if all.values.iter().sum::<usize>() >= wanted {
            break;
        }
    }
    let Comparison { values, longest, forever } = all;
    println!(
        "{values:?} wins, losses and draws in at most {longest} plies; {forever} games can go on forever"
    );
    assert!(values.iter().all(|&count| count > wanted / 100), "{values:?}");
    assert!(longest >= 5, "{longest}");
}

#[test]
fn values_equal_those_of_retrograde_analysis() {
    compare(2_000, 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn values_of_more_positions_equal_those_of_retrograde_analysis() {
    compare(10_000, 30_000);
}

fn exchanged(position: &Position) -> Position {
    let birds = ByColor::new(position.birds(Color::Blue), position.birds(Color::Orange));
    Position::from_parts(position.rules(), birds, !position.turn(), position.passes())
        .expect("a valid position")
}

#[test]
#[ignore = "takes ten seconds"]
fn images_and_exchanged_colors_have_the_same_value() {
    for (fen, value) in HARD {
        let position = position(fen);
        let mut known = solver(&position, 16 << 20);
        let first = solve(&mut known, &position);
        assert_eq!(first.value, value, "{fen}");
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            // The table has the image already.
            let image = if number % 2 == 0 { exchanged(&position) } else { position }.transform(symmetry);
            let again = solve(&mut known, &image);
            assert_eq!(again.value, value, "{image}");
            assert!(again.nodes < first.nodes, "{image}: {} and {} nodes", again.nodes, first.nodes);
            check_line(&image, &again);
            check_whole_proof(&image, &again);
        }
        let image = exchanged(&position).transform(Symmetry::ALL[7]);
        assert_eq!(solve(&mut solver(&image, 16 << 20), &image).value, value, "{image}");
    }
}

#[test]
fn finished_games_have_values_and_proofs() {
    for (fen, value) in [
        ("2/1oo2/6/4/6/3b1/2 b 0 standard-4", Value::Loss),
        ("2/1oo2/6/4/6/3b1/2 o 0 standard-4", Value::Loss),
        ("2/1o1b1/6/b2o/6/1o1b1/2 o 2 standard-4", Value::Draw),
    ] {
        let position = position(fen);
        assert!(position.outcome().is_some());
        let solution = solve(&mut solver(&position, 0), &position);
        assert_eq!((solution.value, solution.nodes), (value, 0), "{fen}");
        check_line(&position, &solution);
        check_whole_proof(&position, &solution);
    }
}

#[test]
fn a_solver_refuses_positions_of_another_rule_set() {
    let mut solver = solver(&start("standard-4"), 0);
    let refused = solver.solve(&start("french-4"), &SolveOptions::default());
    assert_eq!(refused.map(|solution| solution.value), Err(SolveError::OtherRules));
}
