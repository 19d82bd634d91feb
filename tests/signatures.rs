//! The random games of a seed have the recorded signatures. The tests in Python compare those of all rule sets.

use std::fmt::Write;

use serde::Deserialize;
use sha2::{Digest, Sha256};
use volo_rules::playouts::play_games;

use crate::common::{options, read_jsonl, start};

#[derive(Deserialize)]
struct Signature {
    rules: String,
    sha256: String,
}

/// The SHA-256 of 10,000 recorded games of seed 0. The hash covers all codes as little-endian 32-bit numbers, then
/// all offsets as little-endian 64-bit numbers.
fn signature(rules: &str) -> String {
    let recorded = options(start(rules), 10_000).with_seed(0).with_record(true);
    let games = play_games(&recorded, 2).expect("the run is not stopped");
    let mut hash = Sha256::new();
    games.moves.iter().for_each(|code| hash.update(code.to_le_bytes()));
    let mut offset = 0_i64;
    hash.update(offset.to_le_bytes());
    for plies in games.plies {
        offset += i64::from(plies);
        hash.update(offset.to_le_bytes());
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string succeeds");
        text
    })
}

fn compare(number: usize) {
    let signatures: Vec<Signature> = read_jsonl("signatures.jsonl");
    assert_eq!(signatures.len(), 6);
    for Signature { rules, sha256 } in signatures.into_iter().take(number) {
        assert_eq!(signature(&rules), sha256, "{rules}; support.signatures records the current one");
    }
}

#[test]
fn random_games_have_the_recorded_signature() {
    compare(1);
}

#[test]
#[ignore = "the tests in Python play the same games"]
fn random_games_of_all_rule_sets_have_the_recorded_signatures() {
    compare(usize::MAX);
}
