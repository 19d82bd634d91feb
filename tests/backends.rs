//! Every backend comes to the same results: this test runs itself again on the portable one.
#![allow(clippy::panic, reason = "a test that fails does")]

use std::env;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use volo::{Color, Position, backend, play_games};

use crate::common::{RULE_SETS, options, random_game, start};

/// What a line of this process's output begins with that tells the backend and the digest.
const RESULT: &str = "result of ";

/// One number for all that it was told, in the order in which it was told.
struct Digest(DefaultHasher);

impl Digest {
    fn add(&mut self, what: &impl Debug) {
        self.0.write(format!("{what:?}").as_bytes());
    }

    fn add_position(&mut self, position: &Position) {
        self.add(position);
        self.add(&position.outcome());
        self.add(&position.legal_moves());
        self.add(&position.count_moves());
        for color in Color::ALL {
            self.add(&position.flocks(color));
            self.add(&position.regions(color));
        }
    }
}

/// Perft, positions with all there is to ask about them, and games.
fn digest() -> u64 {
    let mut digest = Digest(DefaultHasher::new());
    let stop = AtomicBool::new(false);
    for edge in 4..=8 {
        digest.add(&start(&format!("standard-{edge}")).divide(2));
    }
    for rules in RULE_SETS {
        let start = start(rules);
        for position in (0..8).flat_map(|seed| random_game(start, seed)) {
            digest.add_position(&position);
        }
        let recorded = options(start, 100).with_record(true).with_count_moves(true);
        digest.add(&play_games(&recorded, 2, &stop));
    }
    digest.0.finish()
}

fn result() -> String {
    format!("{} is {:016x}", backend().name(), digest())
}

#[test]
fn tell() {
    println!("{RESULT}{}", result());
}

/// The result of a process of its own, with this in its environment.
fn result_elsewhere(name: &str) -> String {
    let this = env::current_exe().expect("a test is a file");
    let output = Command::new(this)
        .args(["--exact", "backends::tell", "--nocapture"])
        .env("VOLO_BACKEND", name)
        .output()
        .expect("a test can be run again");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let found = text.split(RESULT).nth(1).and_then(|rest| rest.lines().next());
    found.unwrap_or_else(|| panic!("no result in {text}")).to_owned()
}

#[test]
fn all_backends_come_to_the_same() {
    let digest = |result: &str| result.rsplit(' ').next().map(str::to_owned);
    let (here, fastest, portable) = (result(), result_elsewhere("fastest"), result_elsewhere("portable"));
    assert!(portable.starts_with("portable is "), "{portable}");
    assert_eq!(digest(&here), digest(&portable), "{here}, {portable}");
    assert_eq!(digest(&fastest), digest(&portable), "{fastest}, {portable}");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        assert!(fastest.starts_with("avx2 is "), "{fastest}");
    }
}
