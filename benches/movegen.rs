//! Listing and counting the legal moves of positions from the middle of random games, and checking and
//! playing single moves.

mod midgame;
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use midgame::{POSITIONS, midgame};
use settings::settings;
use volo_rules::{Edge, Move, MoveList, Position};

fn list(positions: &[Position], moves: &mut MoveList) -> u64 {
    let list = |position: &Position| {
        position.legal_moves_into(moves);
        moves.len() as u64
    };
    positions.iter().map(list).sum()
}

fn count(positions: &[Position]) -> u64 {
    positions.iter().map(|position| u64::from(position.count_moves())).sum()
}

fn movegen(c: &mut Criterion) {
    for edge in [Edge::STANDARD, Edge::MAX] {
        let positions = midgame(edge);
        let mut moves = MoveList::new();
        assert_eq!(list(&positions, &mut moves), count(&positions));
        let mut group = c.benchmark_group(format!("edge {}", edge.length()));
        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_function("list", |b| b.iter(|| list(black_box(&positions), &mut moves)));
        group.bench_function("count", |b| b.iter(|| count(black_box(&positions))));
    }
}

type Turn = (Position, Move);

fn one_move(c: &mut Criterion) {
    let turns: Vec<Turn> = midgame(Edge::STANDARD)
        .into_iter()
        .flat_map(|position| position.legal_moves().into_iter().step_by(40).map(move |mv| (position, mv)))
        .collect();
    let check = |turns: &[Turn]| turns.iter().filter(|(position, mv)| position.is_legal(*mv)).count();
    let ends = |turns: &[Turn]| turns.iter().filter(|(position, _)| position.outcome().is_some()).count();
    let play = |turns: &[Turn]| {
        turns.iter().fold(0, |keys, (position, mv)| keys ^ position.play_unchecked(*mv).zobrist())
    };
    let keys = turns
        .iter()
        .fold(0, |keys, (position, mv)| keys ^ position.play(*mv).map_or(0, |next| next.zobrist()));
    assert_eq!((check(&turns), ends(&turns), play(&turns)), (turns.len(), 0, keys));
    let mut group = c.benchmark_group("one move");
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("is_legal", |b| b.iter(|| check(black_box(&turns))));
    group.bench_function("play", |b| b.iter(|| play(black_box(&turns))));
    group.bench_function("outcome", |b| b.iter(|| ends(black_box(&turns))));
}

criterion_group! {
    name = benches;
    config = settings();
    targets = movegen, one_move
}
criterion_main!(benches);
