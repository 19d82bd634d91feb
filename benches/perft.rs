//! Perft from the start on every edge. Each count is checked before it is timed.

mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use settings::settings;
use volo_rules::{Edge, Position, Rules};

/// The edge, the depth, and the expected number of nodes.
const SEARCHES: [(u8, u32, u64); 5] =
    [(4, 4, 19_842), (5, 4, 1_231_206), (6, 3, 241_674), (7, 3, 935_958), (8, 3, 2_716_380)];

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (length, depth, nodes) in SEARCHES {
        let edge = Edge::new(length).expect("an edge of the table");
        let start = Position::new(Rules::standard(edge));
        assert_eq!(start.perft(depth), nodes, "edge {length}, depth {depth}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("edge {length}, depth {depth}"), |b| {
            b.iter(|| black_box(start).perft(depth));
        });
    }
}

criterion_group! {
    name = benches;
    config = settings();
    targets = perft
}
criterion_main!(benches);
