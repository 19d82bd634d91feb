//! Any bytes as a proof: the checker of the core and `research/proofs.py` give the same results.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use volo_rules::Color;
use volo_rules::solver::{CheckOptions, check_proof};

use crate::load;

/// The limit of the searches of a short proof. The search in Python is slow.
const SEARCH_LIMIT: u32 = 30;

/// The position, the value, the plies, who does not lose, and the numbers of positions listed and left out.
type Proved = (String, String, Option<u32>, Vec<u8>, u64, u64);

/// Checks bytes as a proof with both checkers, once as they are and once with their checksum after them.
///
/// A short proof may have a right claim that only one of the checkers proves, because each has its own search.
pub fn check(bytes: &[u8]) {
    // FNV-1a with 64 bits. Hardly any bytes have the right checksum by chance.
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    for proof in [bytes, &[bytes, &sum.to_le_bytes()].concat()] {
        let options = CheckOptions::default().with_search_limit(SEARCH_LIMIT);
        let ours = check_proof(proof, &options).map(|checked| {
            let safe = checked.safe.iter().map(|&player: &Color| player as u8).collect();
            let value = checked.value.name().to_owned();
            let counts = (checked.positions, checked.left_out);
            (checked.position.to_string(), value, checked.plies, safe, counts.0, counts.1)
        });
        let problem = ours.as_ref().err().map(ToString::to_string).unwrap_or_default();
        if problem.contains("the limit of the searches must be") {
            continue;
        }
        Python::initialize();
        let theirs =
            Python::attach(|py| reference(py, proof)).expect("the checker raises only errors of volo");
        match theirs {
            Theirs::Undecided => {}
            Theirs::Accepted(_) if problem.contains("no search of") => {}
            Theirs::Accepted(theirs) => assert_eq!(ours, Ok(theirs)),
            Theirs::Refused => assert!(ours.is_err(), "{ours:?}"),
        }
    }
}

enum Theirs {
    Accepted(Proved),
    Refused,
    /// A search ended at its limit.
    Undecided,
}

fn reference(py: Python<'_>, proof: &[u8]) -> PyResult<Theirs> {
    static CHECK: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let code = include_str!("../../../research/proofs.py");
    let check = CHECK.get_or_try_init(py, || load(py, code, "check_proof"))?.bind(py);
    let checked = match check.call1((proof,)) {
        Ok(checked) => checked,
        Err(error) if error.is_instance(py, &py.import("volo.errors")?.getattr("VoloError")?) => {
            let is_undecided = error.get_type(py).name()? == "UndecidedError";
            return Ok(if is_undecided { Theirs::Undecided } else { Theirs::Refused });
        }
        Err(error) => return Err(error),
    };
    let position = checked.getattr("position")?.call_method0("fen")?.extract()?;
    let [value, plies, safe, positions, left_out] =
        ["value", "plies", "safe", "positions", "left_out"].map(|name| checked.getattr(name));
    let counts = (positions?.extract()?, left_out?.extract()?);
    let (value, plies, safe) = (value?.extract()?, plies?.extract()?, safe?.extract()?);
    Ok(Theirs::Accepted((position, value, plies, safe, counts.0, counts.1)))
}
