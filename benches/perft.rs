//! Perft from the start on every edge. Each count is checked before it is timed.

mod timing;

use std::hint::black_box;

use timing::measure;
use volo_rules::{Edge, Position, Rules};

/// The edge, the depth, and the expected number of nodes.
const SEARCHES: [(u8, u32, u64); 5] =
    [(4, 4, 19_842), (5, 4, 1_231_206), (6, 3, 241_674), (7, 3, 935_958), (8, 3, 2_716_380)];

fn main() {
    for (length, depth, nodes) in SEARCHES {
        let edge = Edge::new(length).expect("an edge of the table");
        let start = Position::new(Rules::standard(edge));
        assert_eq!(start.perft(depth), nodes, "edge {length}, depth {depth}");
        measure(&format!("perft, edge {length}, depth {depth}"), nodes, || black_box(start).perft(depth));
    }
}
