//! The known counts of legal move sequences.

use serde::Deserialize;
use volo_rules::{MAX_PERFT_DEPTH, Position, Stopped, Threads, bindings};

use crate::common::{position, read_jsonl, start, stopped, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    rules: String,
    depth: u32,
    nodes: u64,
}

fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(String, u64)> {
    let counts = position.divide_on(depth, Threads::new(threads)).expect("it is not stopped");
    counts.into_iter().map(|(mv, nodes)| (text(position, mv), nodes)).collect()
}

#[test]
fn perft_matches_the_table() {
    let table: Vec<Row> = read_jsonl("perft.jsonl");
    assert_eq!(table.len(), 29);
    for Row { rules, depth, nodes } in table {
        let start = start(&rules);
        let counted = start.perft(depth);
        let moves = || divide(&start, depth, 1);
        assert_eq!(counted, nodes, "perft({depth}) by {rules}, move by move: {:#?}", moves());
    }
}

#[test]
fn divide_is_in_the_order_of_the_legal_moves_and_adds_up_to_perft_on_any_number_of_threads() {
    let start = start("standard-5");
    let once = divide(&start, 3, 1);
    assert_eq!(once.iter().map(|(_, nodes)| nodes).sum::<u64>(), start.perft(3));
    let moves: Vec<String> = start.legal_moves().iter().map(|&mv| text(&start, mv)).collect();
    assert!(once.iter().map(|(mv, _)| mv).eq(&moves));
    for threads in [2, 3, 8] {
        assert_eq!(divide(&start, 3, threads), once, "{threads} threads");
    }
}

#[test]
fn depth_0_has_one_sequence_and_an_empty_divide() {
    let start = start("standard");
    assert_eq!(start.perft(0), 1);
    assert!(divide(&start, 0, 1).is_empty());
}

#[test]
fn a_finished_game_has_no_further_sequences() {
    let over = position("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
    assert!(over.outcome().is_some());
    assert_eq!([0, 1, 2, MAX_PERFT_DEPTH].map(|depth| over.perft(depth)), [1, 0, 0, 0]);
    assert!(divide(&over, 2, 1).is_empty());
}

#[test]
fn a_stopped_search_returns() {
    let stop = stopped();
    let start = start("standard-8");
    assert_eq!(start.perft_on(u32::MAX, Threads::new(1).until(&stop)), Err(Stopped));
    assert_eq!(start.divide_on(MAX_PERFT_DEPTH, Threads::new(2).until(&stop)), Err(Stopped));
}

#[test]
fn perft_of_bindings_counts_the_same_and_stops_when_it_is_asked_to() {
    let start = start("standard-5");
    let mut calls = 0;
    let counted = bindings::perft(&start, 3, || {
        calls += 1;
        false
    });
    assert_eq!(counted, Ok(start.perft(3)));
    assert!(calls > 0);
    let mut left = 3;
    let stopped = bindings::perft(&start, u32::MAX, || {
        left -= 1;
        left == 0
    });
    assert_eq!((stopped, left), (Err(Stopped), 0));
}
