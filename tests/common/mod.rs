//! Shared code of the tests: data files and random games.
#![allow(clippy::panic, reason = "a failing test panics")]

pub(crate) mod batches;
pub(crate) mod figures;
pub(crate) mod records;
pub(crate) mod slow;

use std::env;
use std::num::NonZero;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use proptest::collection::vec;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use volo_rules::playouts::{PlayoutOptions, PlayoutPolicy, Playouts, play_games};
use volo_rules::{Edge, Move, Passing, Position, Stop, Stuck};

/// A rule set for every edge, and every pass rule and end rule at least once.
pub(crate) const RULE_SETS: [&str; 10] = [
    "standard-4",
    "standard-5",
    "standard",
    "standard-8",
    "two-sizes-small",
    "french-4",
    "french",
    "abstract-play-5",
    "edge=4,supply=9,pass=own-regions,stuck=last-mover-wins",
    "boardspace-4",
];

#[test]
fn every_edge_pass_rule_and_end_rule_has_a_rule_set() {
    let rules = RULE_SETS.map(|text| start(text).rules());
    assert!(Edge::ALL.into_iter().all(|edge| rules.iter().any(|rules| rules.edge() == edge)));
    assert!(Passing::ALL.into_iter().all(|passing| rules.iter().any(|rules| rules.passing() == passing)));
    assert!(Stuck::ALL.into_iter().all(|stuck| rules.iter().any(|rules| rules.stuck() == stuck)));
}

pub(crate) fn read_jsonl<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(&path).expect("the data file exists");
    let read = |(i, line)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}, line {}: {error}", i + 1))
    };
    text.lines().enumerate().map(read).collect()
}

pub(crate) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn start(rules: &str) -> Position {
    Position::new(rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}")))
}

pub(crate) fn text(position: &Position, mv: Move) -> String {
    mv.display(position.sky()).to_string()
}

/// This number of random inputs, or `PROPTEST_CASES` if fewer, for slow emulation. Failures are not written to a file.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let most = env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok());
    let cases = most.map_or(cases, |most: u32| cases.min(most));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

pub(crate) fn splice(text: &str, from: usize, length: usize, with: &str) -> String {
    let (head, tail) = (text.chars().take(from), text.chars().skip(from + length));
    head.chain(with.chars()).chain(tail).collect()
}

/// Numbers that choose among the legal moves of each ply.
pub(crate) fn choices() -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 0..150)
}

pub(crate) fn starts() -> impl Strategy<Value = Position> {
    prop::sample::select(&RULE_SETS[..]).prop_map(start)
}

pub(crate) fn games() -> impl Strategy<Value = Vec<Position>> {
    (starts(), choices()).prop_map(|(start, choices)| play(start, &choices))
}

pub(crate) fn positions() -> impl Strategy<Value = Position> {
    games().prop_map(|game| game[game.len() - 1])
}

pub(crate) fn play(start: Position, choices: &[u32]) -> Vec<Position> {
    let mut positions = vec![start];
    let mut position = start;
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(moves[choice as usize % moves.len()]);
        positions.push(position);
    }
    positions
}

pub(crate) fn recorded_moves(playouts: &Playouts) -> Vec<Vec<Move>> {
    let mut codes = playouts.moves.iter();
    let game = |&plies: &i32| {
        let codes = codes.by_ref().take(plies as usize);
        codes.map(|&code| Move::from_code(code).expect("a recorded move").0).collect()
    };
    let games = playouts.plies.iter().map(game).collect();
    assert!(codes.next().is_none(), "there are more moves than plies");
    games
}

pub(crate) fn first_moves(playouts: &Playouts, moves: &[Move]) -> Vec<usize> {
    let mut counts = vec![0; moves.len()];
    for game in recorded_moves(playouts) {
        counts[moves.iter().position(|&mv| mv == game[0]).expect("one of the moves")] += 1;
    }
    counts
}

pub(crate) fn recorded_games(start: Position, playouts: &Playouts) -> Vec<Vec<Position>> {
    let next = |position: &mut Position, mv| {
        *position = position.play(mv).expect("a recorded move is legal");
        Some(*position)
    };
    let game = |moves: Vec<Move>| [start].into_iter().chain(moves.into_iter().scan(start, next)).collect();
    recorded_moves(playouts).into_iter().map(game).collect()
}

pub(crate) fn played<P: PlayoutPolicy>(options: &PlayoutOptions<'_, P>, threads: usize) -> Playouts {
    play_games(options, threads).expect("the run is not stopped")
}

pub(crate) fn random_playout(start: Position, seed: u64) -> Playouts {
    played(&options(start, 1).with_seed(seed).with_record(true), 1)
}

pub(crate) fn random_game(start: Position, seed: u64) -> Vec<Position> {
    recorded_games(start, &random_playout(start, seed)).remove(0)
}

/// Calls `work` with each of these seeds on all processors, with results in their order, the same on every machine.
pub(crate) fn for_each_seed<T: Send>(seeds: Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (untaken, results) = (Mutex::new(seeds), Mutex::new(Vec::new()));
    let take = || untaken.lock().expect("no thread panics with the lock").next();
    let work_until_done = || {
        while let Some(seed) = take() {
            let result = work(seed);
            results.lock().expect("no thread panics with the lock").push((seed, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            thread.spawn_scoped(scope, work_until_done).expect("a thread starts");
        }
    });
    let mut results = results.into_inner().expect("no thread panics with the lock");
    results.sort_by_key(|&(seed, _)| seed);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The stack of a thread, in bytes. Without optimization, the move generator has a stack frame of about 2 MB.
const STACK_SIZE: usize = 16 << 20;

/// Options for games from a position with seed 1, without counts and records.
pub(crate) fn options(position: Position, games: usize) -> PlayoutOptions<'static> {
    PlayoutOptions::new(position, games).with_seed(1)
}

/// The threshold of uniformity in standard deviations, which chance exceeds once in a million times.
const SIGMAS: f64 = 4.7534;

/// Whether counts differ too much for draws from a uniform distribution. This is Pearson's chi-squared test with the
/// approximate quantile of Wilson and Hilferty (1931).
pub(crate) fn is_uneven(counts: &[usize]) -> bool {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let square = |&count: &usize| (count as f64 - expected).powi(2) / expected;
    let freedom = (counts.len() - 1) as f64;
    let ninth = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - ninth + SIGMAS * ninth.sqrt()).powi(3);
    counts.iter().map(square).sum::<f64>() > limit
}

pub(crate) fn stopped() -> Stop {
    let stop = Stop::new();
    stop.set();
    stop
}
