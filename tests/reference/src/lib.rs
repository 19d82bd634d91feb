//! Any text as a game: the core and the Python reference, `volo.reference`, give the same results. [`proofs`] compares the
//! checkers of proofs.
//!
//! The results are a transcript, which is a list of lines. `reference.py` makes the transcript of the reference.

pub mod proofs;

use std::ffi::CString;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use volo_rules::Position;
use volo_rules::notation::{FenError, MoveError};

#[path = "../../properties/script.rs"]
mod script;

/// The most words times squared spaces: 66 words on edge 4, and 2 on edge 8, where the reference is slow.
const WORK: usize = 60_000;

/// Plays bytes as a game with the core and with the reference.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (start, words) = script::split(&text);
    let (ours, texts) = core(start, words);
    Python::initialize();
    let theirs =
        Python::attach(|py| reference(py, start, &texts)).expect("the reference raises only errors of volo");
    assert_eq!(ours, theirs);
}

/// The transcript of the core, and the texts of the moves of the game.
fn core<'a>(start: &str, words: impl Iterator<Item = &'a str>) -> (Vec<String>, Vec<String>) {
    let mut position = match script::start(start) {
        Ok(position) => position,
        Err(FenError::Notation(error)) => return (vec![format!("no position at {}", error.offset)], vec![]),
        Err(FenError::Rules(_)) => return (vec!["no rules".to_owned()], vec![]),
        Err(FenError::Position(error)) => return (vec![format!("{} reasons", error.reasons.len())], vec![]),
        Err(error) => unreachable!("{error}"),
    };
    let (mut lines, mut texts) = (vec![description(&position)], Vec::new());
    let spaces = position.sky().spaces().len() as usize;
    for word in words.take(WORK / spaces.pow(2)) {
        let text = script::text(word, &position, &position.legal_moves());
        lines.push(match position.parse_move(&text) {
            Ok(mv) => {
                position = position.play_unchecked(mv);
                format!("{}: {}", mv.display(position.sky()), description(&position))
            }
            Err(MoveError::Notation(error)) => format!("no move at {}", error.offset),
            Err(MoveError::Illegal(error)) => format!("illegal by {}", error.fault.ruling()),
            Err(error) => unreachable!("{error}"),
        });
        texts.push(text);
    }
    (lines, texts)
}

fn description(position: &Position) -> String {
    let end = match position.outcome() {
        Some(outcome) => {
            let winner = outcome.winner.map_or('-', |winner| winner.letter());
            format!("{winner} {}", outcome.reason.name())
        }
        None => "goes on".to_owned(),
    };
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|mv| mv.display(position.sky()).to_string()).collect();
    texts.sort();
    format!("{position}, {end}, {}", texts.join(" "))
}

fn reference(py: Python<'_>, start: &str, texts: &[String]) -> PyResult<Vec<String>> {
    static TRANSCRIPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let code = include_str!("reference.py");
    TRANSCRIPT.get_or_try_init(py, || load(py, code, "transcript"))?.call1(py, (start, texts))?.extract(py)
}

/// A function of a module with this code, which uses `volo.reference`.
fn load(py: Python<'_>, code: &str, function: &str) -> PyResult<Py<PyAny>> {
    // `volo/__init__.py` would load the compiled core, which the reference does not need.
    let package = PyModule::new(py, "volo")?;
    package.setattr("__path__", [concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/volo")])?;
    py.import("sys")?.getattr("modules")?.call_method1("setdefault", ("volo", package))?;
    let module = PyModule::from_code(py, &CString::new(code)?, c"reference.py", c"reference")?;
    Ok(module.getattr(function)?.unbind())
}

#[cfg(test)]
mod tests {
    use super::{check, proofs};

    /// Checks all inputs kept from fuzzing. Each character of an input represents a byte.
    fn check_all(inputs: &str, check: fn(&[u8])) {
        assert!(inputs.lines().count() > 50);
        for input in inputs.lines() {
            let input: String = serde_json::from_str(input).expect("a line is a JSON string");
            let bytes = input.chars().map(|byte| u8::try_from(byte).expect("a byte"));
            check(&bytes.collect::<Vec<u8>>());
        }
    }

    #[test]
    fn the_core_and_the_reference_agree_on_kept_games() {
        check_all(include_str!("../../data/fuzz/against_reference.jsonl"), check);
    }

    #[test]
    fn both_checkers_agree_on_kept_proofs() {
        check_all(include_str!("../../data/fuzz/proof_against_reference.jsonl"), proofs::check);
    }
}
