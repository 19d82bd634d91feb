//! The solver: its values against those of all positions that can be reached, its lines, its proofs, its limits, its
//! threads and its checkpoints.

mod checkpoints;
mod limits;
mod proofs;
mod repetitions;
mod short_proofs;
mod shortest;
mod slow;
mod threads;
mod values;

use volo_rules::solver::{
    self, CheckOptions, CheckedProof, ProofError, Solution, SolveOptions, Solver, Value,
};
use volo_rules::{Position, Threads};

/// Positions of edge 4 to 6 for which a search takes hundreds of positions or more, with their values.
pub(super) const HARD: [(&str, Value); 6] = [
    ("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4", Value::Loss),
    ("2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4", Value::Win),
    ("oo/1b1bo/o4b/1o1o/1b2o1/1b2o/bb o 0 standard-4", Value::Win),
    ("bo/2obb/3b1o/b3/ooo1o1/2bbo/b1 b 0 standard-4", Value::Win),
    ("bo/oo3/2b1bb/bo1o/3oo1/bob1o/b1 b 0 standard-4", Value::Loss),
    ("2/2bo1/bobob1/bob1/2boo1/2ob1/2 o 0 standard-4", Value::Draw),
];

pub(super) fn solver(position: &Position, bytes: usize) -> Solver {
    Solver::new(position.rules(), bytes).expect("enough memory")
}

pub(super) fn check_proof(proof: &[u8]) -> Result<CheckedProof, ProofError> {
    solver::check_proof(proof, &CheckOptions::default())
}

pub(super) fn shorten_proof(proof: &[u8], limit: u32, threads: usize) -> Result<Vec<u8>, ProofError> {
    solver::shorten_proof(proof, limit, Threads::new(threads))
}

pub(super) fn solve(solver: &mut Solver, position: &Position) -> Solution {
    let options = SolveOptions::default().with_proof(true);
    solver.solve(position, &options).expect("the rule set is that of the solver")
}

/// The line is legal, ends with the win of the winner, and has as many moves as the solution says.
pub(super) fn check_line(position: &Position, solution: &Solution) {
    let end = solution.line.iter().fold(*position, |position, &mv| position.play(mv).expect("a legal move"));
    let winner = match solution.value {
        Value::Win => Some(position.turn()),
        Value::Loss => Some(!position.turn()),
        _ => None,
    };
    assert_eq!(solution.plies, winner.map(|_| solution.line.len() as u32), "{position}");
    if let Some(winner) = winner {
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(winner), "{position}");
    } else {
        assert!(solution.line.is_empty());
    }
}

pub(super) fn check_whole_proof(position: &Position, solution: &Solution) {
    let proof = solution.proof.as_ref().expect("a proof was asked for");
    let checked = check_proof(proof).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(checked.position, *position);
    assert_eq!((checked.value, checked.plies), (solution.value, solution.plies), "{position}");
}
