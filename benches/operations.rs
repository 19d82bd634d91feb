//! Single operations of the kernel, in positions from the middle of random games.

mod midgame;
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use midgame::{POSITIONS, midgame};
use settings::settings;
use volo_rules::bench::Operation;
use volo_rules::{Edge, Move, Position};

/// The result of an operation, computed with the public API.
fn expected_count(operation: Operation, position: &Position) -> usize {
    let mover = position.turn();
    match operation {
        Operation::Dilation => {
            let birds = position.birds(mover);
            let near = |space: &volo_rules::Space| {
                volo_rules::Direction::ALL
                    .iter()
                    .any(|&d| space.step(d, 1).is_some_and(|s| birds.contains(s)))
            };
            position.sky().spaces().into_iter().filter(near).count()
        }
        Operation::Flood => position.regions(mover)[0].spaces().len() as usize,
        Operation::Flocks => position.flocks(mover).len(),
        Operation::Flights => position.legal_moves().iter().filter(|mv| matches!(mv, Move::Fly(_))).count(),
        Operation::Regions => position.regions(mover).iter().map(|region| region.vacant.len() as usize).sum(),
    }
}

fn operations(c: &mut Criterion) {
    let positions = midgame(Edge::STANDARD);
    let mut group = c.benchmark_group("operations");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for operation in Operation::ALL {
        let expected: usize = positions.iter().map(|position| expected_count(operation, position)).sum();
        assert_eq!(operation.count(&positions), expected as u64, "{operation:?}");
        group.bench_function(format!("{operation:?}").to_lowercase(), |b| {
            b.iter(|| operation.count(black_box(&positions)))
        });
    }
}

criterion_group! {
    name = benches;
    config = settings();
    targets = operations
}
criterion_main!(benches);
