//! The games of a seed are the same in this build, with all checks of a debug build, as those that the
//! Python tests have from a release build: both read the same signatures.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use sha2::{Digest, Sha256};
use volo::play_games;

use crate::common::{options, read_jsonl, start};

#[derive(Deserialize)]
struct Signature {
    rules: String,
    sha256: String,
}

/// The SHA-256 of 10,000 recorded games of seed 0: all codes, then all offsets, as little-endian
/// numbers of 32 and of 64 bits.
fn signature(rules: &str) -> String {
    let recorded = options(start(rules), 10_000).with_seed(0).with_record(true);
    let games = play_games(&recorded, 2, &AtomicBool::new(false)).expect("nobody stops it");
    let mut hash = Sha256::new();
    games.moves.iter().for_each(|code| hash.update(code.to_le_bytes()));
    let mut offset = 0_i64;
    hash.update(offset.to_le_bytes());
    for plies in games.plies {
        offset += i64::from(plies);
        hash.update(offset.to_le_bytes());
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}

#[test]
fn games_have_their_signatures() {
    let signatures: Vec<Signature> = read_jsonl("signatures.jsonl");
    assert_eq!(signatures.len(), 5);
    for Signature { rules, sha256 } in signatures {
        assert_eq!(signature(&rules), sha256, "{rules}; `make signatures` writes down what it is now");
    }
}
