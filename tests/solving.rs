//! The solver: its values against those of all positions that can be reached, its lines, its proofs and its limits.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use volo::{Color, Position, Solution, SolveOptions, Solver, Value, check_proof};

use crate::common::{random_game, start};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Rule sets in which games are short enough to list all positions that can follow a late one.
const RULE_SETS: [&str; 10] = [
    "standard-4",
    "french-4",
    "abstract-play-4",
    "edge=4,supply=5,pass=standard,stuck=draw",
    "edge=4,supply=6,pass=own-regions,stuck=last-mover-wins",
    "edge=4,supply=8,pass=forced,stuck=last-mover-wins",
    "edge=5,supply=5,pass=standard,stuck=draw",
    "edge=5,supply=6,pass=own-regions,stuck=draw",
    "edge=6,supply=4,pass=standard,stuck=draw",
    "edge=6,supply=5,pass=forced,stuck=last-mover-wins",
];

/// Who wins each position that can be reached from the first one, and the number of plies with best play of both, by
/// retrograde analysis. It knows nothing of symmetries, and treats cycles exactly.
struct Slow {
    index: HashMap<Position, usize>,
    /// The winner and the number of plies; `None` if neither player can force a win.
    results: Vec<Option<(Color, u32)>>,
}

impl Slow {
    /// `None` if more positions than this can be reached.
    fn new(first: Position, most: usize) -> Option<Slow> {
        let mut positions = vec![first];
        let mut index = HashMap::from([(first, 0)]);
        let mut before: Vec<Vec<usize>> = vec![vec![]];
        let mut left = vec![];
        let mut done = 0;
        while done < positions.len() {
            let moves = positions[done].legal_moves();
            left.push(moves.len());
            for &mv in &moves {
                let next = positions[done].play_unchecked(mv);
                let id = *index.entry(next).or_insert_with(|| {
                    positions.push(next);
                    before.push(vec![]);
                    positions.len() - 1
                });
                before[id].push(done);
            }
            if positions.len() > most {
                return None;
            }
            done += 1;
        }
        let mut results = vec![None; positions.len()];
        let mut ready = vec![];
        for (id, position) in positions.iter().enumerate() {
            if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) {
                results[id] = Some((winner, 0));
                ready.push(id);
            }
        }
        let mut done = 0;
        while done < ready.len() {
            let id = ready[done];
            done += 1;
            let Some((winner, plies)) = results[id] else { continue };
            for &earlier in &before[id] {
                left[earlier] -= usize::from(positions[earlier].turn() != winner);
                // The loser's moves are counted separately for each winner, because a move leads to one winner only.
                let forced = positions[earlier].turn() == winner || left[earlier] == 0;
                if results[earlier].is_none() && forced {
                    results[earlier] = Some((winner, plies + 1));
                    ready.push(earlier);
                }
            }
        }
        Some(Slow { index, results })
    }

    fn result(&self, position: &Position) -> (Value, Option<u32>) {
        match self.results[self.index[position]] {
            None => (Value::Draw, None),
            Some((winner, plies)) if winner == position.turn() => (Value::Win, Some(plies)),
            Some((_, plies)) => (Value::Loss, Some(plies)),
        }
    }
}

fn solve(solver: &mut Solver, position: &Position) -> Solution {
    let options = SolveOptions::default().with_proof(true);
    solver.solve(position, &options, &GO_ON).expect("the rule set is that of the solver")
}

/// The line is legal, ends with the win of the winner, and has as many moves as the solution says.
fn check_line(position: &Position, solution: &Solution) {
    let end = solution.line.iter().fold(*position, |position, &mv| position.play(mv).expect("a legal move"));
    let winner = match solution.value {
        Value::Win => Some(position.turn()),
        Value::Loss => Some(position.turn().other()),
        _ => None,
    };
    assert_eq!(solution.plies, winner.map(|_| solution.line.len() as u32), "{position}");
    if let Some(winner) = winner {
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(winner), "{position}");
    } else {
        assert!(solution.line.is_empty());
    }
}

/// The proof is accepted, and says the same as the solution.
fn check_whole_proof(position: &Position, solution: &Solution) {
    let proof = solution.proof.as_ref().expect("a proof was asked for");
    let checked = check_proof(proof, &GO_ON).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(checked.position, *position);
    assert_eq!((checked.value, checked.plies), (solution.value, solution.plies), "{position}");
}

/// Compares positions with the slow values, until this number has been compared.
fn compare(wanted: usize, most: usize) {
    let mut counts = [0; 3];
    let mut compared = 0;
    let mut longest = 0;
    for seed in 0.. {
        let rules = RULE_SETS[seed as usize % RULE_SETS.len()];
        let game = random_game(start(rules), seed);
        // The earliest position from which few enough positions can be reached.
        let Some(slow) = game.iter().rev().map_while(|&position| Slow::new(position, most)).last() else {
            continue;
        };
        let mut solver = Solver::new(game[0].rules(), 1 << 20).expect("enough memory");
        for position in game.iter().filter(|position| slow.index.contains_key(position)) {
            let solution = solve(&mut solver, position);
            let (value, plies) = slow.result(position);
            assert_eq!(solution.value, value, "{position}");
            assert!(solution.plies >= plies, "{position}: {:?} and {plies:?}", solution.plies);
            assert_eq!(solution.plies.is_some(), plies.is_some());
            check_line(position, &solution);
            check_whole_proof(position, &solution);
            counts[value as usize] += 1;
            longest = longest.max(plies.unwrap_or_default());
            compared += 1;
        }
        if compared >= wanted {
            break;
        }
    }
    println!("{counts:?}, longest {longest}");
    assert!(counts.iter().all(|&count| count > wanted / 100), "{counts:?}");
    assert!(longest >= 5, "{longest}");
}

#[test]
fn values_equal_those_of_retrograde_analysis() {
    let began = Instant::now();
    compare(2_000, 2_000);
    println!("{:?}", began.elapsed());
}

#[test]
#[ignore = "takes minutes"]
fn values_of_more_positions_equal_those_of_retrograde_analysis() {
    compare(10_000, 30_000);
}
