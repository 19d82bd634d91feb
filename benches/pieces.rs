//! The hot pieces of the engine, each by itself, in positions from the middle of random games.

mod midgame;
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use midgame::{POSITIONS, midgame};
use settings::settings;
use volo::hot::Piece;
use volo::{Edge, Move, Position};

/// The same as a piece counts, by way of the public API.
fn counted_slowly(piece: Piece, position: &Position) -> usize {
    let mover = position.turn();
    match piece {
        Piece::Dilation => {
            let birds = position.birds(mover);
            let near = |space: &volo::Space| {
                volo::Direction::ALL.iter().any(|&d| space.step(d, 1).is_some_and(|s| birds.contains(s)))
            };
            position.sky().spaces().into_iter().filter(near).count()
        }
        Piece::Flood => position.regions(mover)[0].spaces().len() as usize,
        Piece::Flocks => position.flocks(mover).len(),
        Piece::Flights => position.legal_moves().iter().filter(|mv| matches!(mv, Move::Fly(_))).count(),
        Piece::Regions => position.regions(mover).iter().map(|region| region.vacant.len() as usize).sum(),
    }
}

fn pieces(c: &mut Criterion) {
    let positions = midgame(Edge::STANDARD);
    let mut group = c.benchmark_group("pieces");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for piece in Piece::ALL {
        let slowly: usize = positions.iter().map(|position| counted_slowly(piece, position)).sum();
        assert_eq!(piece.count(&positions), slowly as u64, "{piece:?}");
        group.bench_function(format!("{piece:?}").to_lowercase(), |b| {
            b.iter(|| piece.count(black_box(&positions)))
        });
    }
}

criterion_group! {
    name = benches;
    config = settings();
    targets = pieces
}
criterion_main!(benches);
