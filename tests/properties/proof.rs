//! Any bytes as a proof.

use volo_rules::solver::{CheckedProof, ProofError, SolveOptions, Solver, Value, check_proof};

use super::with_checksum;

/// Checks bytes as a proof, once as they are and once with their checksum after them. What is accepted is true.
///
/// # Panics
/// If the property does not hold.
pub fn check(bytes: &[u8]) {
    check_result(check_proof(bytes), bytes.len());
    let whole = with_checksum(bytes);
    check_result(check_proof(&whole), whole.len());
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
