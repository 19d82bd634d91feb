//! Any bytes as a proof.

use std::sync::atomic::AtomicBool;

use volo_rules::{CheckedProof, ProofError, SolveOptions, Solver, Value, check_proof};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Checks bytes as a proof, once as they are and once with their checksum after them. What is accepted is true.
///
/// # Panics
/// If the property does not hold.
pub fn check(bytes: &[u8]) {
    check_result(check_proof(bytes, &GO_ON), bytes.len());
    // FNV-1a with 64 bits. Hardly any bytes have the right checksum by chance.
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let mut whole = bytes.to_vec();
    whole.extend(sum.to_le_bytes());
    check_result(check_proof(&whole, &GO_ON), whole.len());
}

fn check_result(result: Result<CheckedProof, ProofError>, length: usize) {
    match result {
        Err(ProofError { problem, offset, .. }) => {
            assert!(!problem.is_empty() && offset <= length, "{problem} at {offset} of {length}");
        }
        Ok(checked) => {
            let options = SolveOptions::default().with_nodes(20_000);
            let mut solver = Solver::new(checked.position.rules(), 1 << 20).expect("enough memory");
            let truth = solver.solve(&checked.position, &options, &GO_ON).expect("the same rules").value;
            let known = checked.value != Value::Unknown && truth != Value::Unknown;
            assert!(!known || checked.value == truth, "{}: {} is {truth}", checked.position, checked.value);
        }
    }
}
