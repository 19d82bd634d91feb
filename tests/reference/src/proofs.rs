//! Any bytes as a proof: the checker of the core and `support/proofs.py`, which checks with the reference, give the same
//! results.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use volo_rules::Color;
use volo_rules::solver::check_proof;

use crate::load;

/// The position as text, the value, the plies, the players who do not lose, and the number of positions.
type Proved = (String, String, Option<u32>, Vec<u8>, u64);

/// Checks bytes as a proof with both checkers, once as they are and once with their checksum after them.
///
/// # Panics
/// If one checker accepts what the other one refuses, or they accept different claims.
pub fn check(bytes: &[u8]) {
    // FNV-1a with 64 bits. Hardly any bytes have the right checksum by chance.
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    for proof in [bytes, &[bytes, &sum.to_le_bytes()].concat()] {
        let ours = check_proof(proof).map(|checked| {
            let safe = checked.safe.iter().map(|&player: &Color| player as u8).collect();
            let value = checked.value.name().to_owned();
            (checked.position.to_string(), value, checked.plies, safe, checked.positions)
        });
        Python::initialize();
        let theirs =
            Python::attach(|py| reference(py, proof)).expect("the checker raises only errors of volo");
        assert_eq!(ours.clone().ok(), theirs, "{ours:?}");
    }
}

/// What the checker in Python accepts. `None` if it refuses the proof.
fn reference(py: Python<'_>, proof: &[u8]) -> PyResult<Option<Proved>> {
    static CHECK: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let code = include_str!("../../python/support/proofs.py");
    let check = CHECK.get_or_try_init(py, || load(py, code, "check_proof"))?.bind(py);
    let checked = match check.call1((proof,)) {
        Ok(checked) => checked,
        Err(error) if error.is_instance(py, &py.import("volo.errors")?.getattr("VoloError")?) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let position = checked.getattr("position")?.call_method0("fen")?.extract()?;
    let [value, plies, safe, positions] =
        ["value", "plies", "safe", "positions"].map(|name| checked.getattr(name));
    Ok(Some((position, value?.extract()?, plies?.extract()?, safe?.extract()?, positions?.extract()?)))
}
