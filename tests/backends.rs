//! All backends compute the same results. A test runs this program again with another backend.
#![allow(clippy::panic, reason = "a failing test panics")]

use std::env;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use volo_rules::bitboard::backend;
use volo_rules::learning::Decision;
use volo_rules::playouts::{AnyPolicy, play_games};
use volo_rules::{ByColor, Color, Edge, Position, Rules};

use crate::common::figures::FIGURES;
use crate::common::{RULE_SETS, options, random_game, start};

/// The start of the output line with the backend and the digest.
const RESULT: &str = "result of ";

struct Digest(DefaultHasher);

impl Digest {
    fn add(&mut self, value: &impl Debug) {
        self.0.write(format!("{value:?}").as_bytes());
    }

    fn add_position(&mut self, position: &Position) {
        position.hash(&mut self.0);
        position.legal_moves().hash(&mut self.0);
        Decision::new(*position).legal_actions().hash(&mut self.0);
        (position.count_moves(), position.can_win()).hash(&mut self.0);
        self.add(&position.outcome());
        for color in Color::ALL {
            self.add(&position.flocks(color));
            self.add(&position.regions(color));
        }
    }
}

/// The digest of perft counts, of positions with all that is known of them, and of random games and games of engines.
fn digest() -> u64 {
    let mut digest = Digest(DefaultHasher::new());
    for edge in Edge::ALL {
        digest.add(&Position::new(Rules::default().on(edge)).divide(2));
    }
    for position in FIGURES.iter() {
        digest.add_position(position);
    }
    for rules in RULE_SETS {
        let start = start(rules);
        for position in (0..8).flat_map(|seed| random_game(start, seed)) {
            digest.add_position(&position);
        }
        let recorded = options(start, 100).with_record(true).with_count_moves(true);
        digest.add(&play_games(&recorded, 2));
        let engine: AnyPolicy = "engine:200,temperature=0.5".parse().expect("the text of a policy");
        let skilled = recorded.with_games(2).with_max_plies(30).with_policies(ByColor::new(engine, engine));
        digest.add(&play_games(&skilled, 2));
    }
    digest.0.finish()
}

fn result() -> String {
    format!("{} is {:016x}", backend().name(), digest())
}

#[test]
fn print_result() {
    println!("{RESULT}{}", result());
}

fn result_elsewhere(name: &str) -> String {
    let this = env::current_exe().expect("the path of this program");
    let output = Command::new(this)
        .args(["--exact", "backends::print_result", "--nocapture"])
        .env("VOLO_BACKEND", name)
        .output()
        .expect("this program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let found = text.split(RESULT).nth(1).and_then(|rest| rest.lines().next());
    found.unwrap_or_else(|| panic!("no result in {text}")).to_owned()
}

#[test]
fn all_backends_compute_the_same_results() {
    let digest = |result: &str| result.rsplit(' ').next().map(str::to_owned);
    let has_vectors = cfg!(all(feature = "simd", any(target_arch = "x86_64", target_arch = "aarch64")));
    let mut names = Vec::new();
    names.extend((cfg!(feature = "portable") || !has_vectors).then_some("portable"));
    names.extend(has_vectors.then_some("v128"));
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    {
        names.extend(is_x86_feature_detected!("avx2").then_some("avx2"));
        names.extend(is_x86_feature_detected!("avx512vbmi2").then_some("avx512"));
    }
    let here = result();
    for &name in &names {
        let there = result_elsewhere(name);
        assert!(there.starts_with(&format!("{name} is ")), "{there}");
        assert_eq!(digest(&here), digest(&there), "{here}, {there}");
    }
    let fastest = result_elsewhere("fastest");
    assert_eq!(fastest, result_elsewhere(names[names.len() - 1]));
}
