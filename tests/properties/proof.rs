//! Any bytes as a proof.

use volo_rules::solver::{CheckOptions, CheckedProof, ProofError, SolveOptions, Solver, Value, check_proof};

use super::with_checksum;

/// The limit of the searches of a short proof. With a higher one, a few bytes could keep the check busy for seconds.
const SEARCH_LIMIT: u32 = 500;

/// Checks bytes as a proof, once as they are and once with their checksum after them. What is accepted is true.
pub fn check(bytes: &[u8]) {
    let options = CheckOptions::default().with_search_limit(SEARCH_LIMIT);
    for proof in [bytes, &with_checksum(bytes)] {
        check_result(check_proof(proof, &options), proof.len());
    }
}

fn check_result(result: Result<CheckedProof, ProofError>, length: usize) {
    match result {
        Err(ProofError::Invalid { problem, offset }) => {
            assert!(!problem.is_empty() && offset <= length, "{problem} at {offset} of {length}");
        }
        Err(error) => panic!("{error}"),
        Ok(checked) => {
            let options = SolveOptions::default().with_nodes(20_000);
            let mut solver = Solver::new(checked.position.rules(), 1 << 20).expect("enough memory");
            let truth = solver.solve(&checked.position, &options).expect("the same rules").value;
            let known = checked.value != Value::Unknown && truth != Value::Unknown;
            assert!(!known || checked.value == truth, "{}: {} is {truth}", checked.position, checked.value);
        }
    }
}
