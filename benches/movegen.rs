//! Listing, counting and drawing the legal moves of positions from the middle of random games, and checking and playing
//! single moves.

mod midgame;
mod timing;

use std::hint::black_box;

use midgame::{POSITIONS, midgame};
use timing::measure;
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

fn movegen() {
    for edge in [Edge::STANDARD, Edge::MAX] {
        let positions = midgame(edge);
        let mut moves = MoveList::new();
        assert_eq!(list(&positions, &mut moves), count(&positions));
        let (length, elements) = (edge.length(), POSITIONS as u64);
        measure(&format!("list, edge {length}"), elements, || list(black_box(&positions), &mut moves));
        measure(&format!("count, edge {length}"), elements, || count(black_box(&positions)));
    }
}

/// A random move, directly and from a list.
fn random_move() {
    let positions = midgame(Edge::STANDARD);
    let (mut moves, mut state) = (MoveList::new(), 1_u64);
    // xorshift64 (Marsaglia 2003)
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let drawn = positions.iter().filter_map(|position| Some((position, position.random_move(&mut random)?)));
    assert_eq!(drawn.filter(|(position, mv)| position.is_legal(*mv)).count(), positions.len());
    let elements = POSITIONS as u64;
    measure("random move", elements, || {
        black_box(&positions).iter().filter_map(|position| position.random_move(&mut random)).count()
    });
    measure("random move from a list", elements, || {
        let mut choose = |position: &Position| {
            position.legal_moves_into(&mut moves);
            let number = random() % (moves.len() as u64).max(1);
            moves.get(number as usize).copied()
        };
        black_box(&positions).iter().filter_map(&mut choose).count()
    });
}

type Turn = (Position, Move);

fn one_move() {
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
    let elements = turns.len() as u64;
    measure("is_legal", elements, || check(black_box(&turns)));
    measure("play", elements, || play(black_box(&turns)));
    measure("outcome", elements, || ends(black_box(&turns)));
}

fn main() {
    movegen();
    random_move();
    one_move();
}
