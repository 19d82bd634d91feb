//! Batches: every method of a batch gives the same results as its positions one by one. Tests in Python have wrong codes
//! and resets.

use proptest::prelude::*;
use volo_rules::learning::{Batch, BatchError, OBSERVATION_LEN, OBSERVATION_SIDE, PLANES};
use volo_rules::{Move, Position, Space, Threads};

use crate::common::batches::many_positions as many;
use crate::common::{cases, positions, stopped};

fn batch(positions: &[Position]) -> Batch {
    Batch::new(positions.to_vec()).expect("there is memory")
}

/// A legal move for each game, chosen by `number`, or [`Batch::SKIP`] if the game is over and in some others.
fn chosen(positions: &[Position], number: usize) -> Vec<u32> {
    let code = |(i, position): (usize, &Position)| {
        let moves = position.legal_moves();
        if moves.is_empty() || (i + number).is_multiple_of(5) {
            return Batch::SKIP;
        }
        moves[(7 * i + number) % moves.len()].code(position.rules().edge())
    };
    positions.iter().enumerate().map(code).collect()
}

fn current(batch: &Batch) -> Vec<Position> {
    batch.positions().collect()
}

#[test]
fn moves_are_those_of_each_position() {
    let positions = many();
    assert!(positions.len() > 400);
    let batch = batch(&positions);
    let listed = batch.legal_moves(Threads::new(1)).expect("the run is not stopped");
    assert_eq!(listed.offsets.len(), positions.len() + 1);
    for (position, ends) in positions.iter().zip(listed.offsets.windows(2)) {
        let edge = position.rules().edge();
        let codes: Vec<u32> = position.legal_moves().iter().map(|mv| mv.code(edge)).collect();
        assert_eq!(listed.codes[ends[0] as usize..ends[1] as usize], codes, "{position}");
    }
    for threads in [2, 3, 8] {
        assert_eq!(batch.legal_moves(Threads::new(threads)).as_ref(), Ok(&listed));
    }
}

#[test]
fn a_turn_is_played_in_every_game() {
    for threads in [1, 2, 8] {
        let mut expected = many();
        let mut batch = batch(&expected);
        let mut plies = vec![0; expected.len()];
        for turn in 0..6 {
            let codes = chosen(&expected, turn);
            batch.play(&codes, Threads::new(threads)).expect("all moves are legal");
            for ((position, plies), &code) in expected.iter_mut().zip(&mut plies).zip(&codes) {
                if let Some((mv, _)) = Move::from_code(code) {
                    *position = position.play(mv).expect("a listed move is legal");
                    *plies += 1;
                }
            }
            assert_eq!(current(&batch), expected);
            assert!(batch.outcomes().eq(expected.iter().map(Position::outcome)));
            assert!(batch.plies().eq(plies.iter().copied()));
        }
    }
}

#[test]
fn a_stopped_batch_does_not_change() {
    let positions = many();
    let mut batch = batch(&positions);
    let stop = stopped();
    assert_eq!(batch.legal_moves(Threads::new(2).until(&stop)), Err(BatchError::Stopped));
    assert_eq!(batch.play(&chosen(&positions, 0), Threads::new(2).until(&stop)), Err(BatchError::Stopped));
    assert_eq!(batch.reset(None, Threads::new(1).until(&stop)), Err(BatchError::Stopped));
    assert_eq!(current(&batch), positions);
}

#[test]
fn an_empty_batch_works() {
    let mut empty = batch(&[]);
    assert!(empty.is_empty());
    let listed = empty.legal_moves(Threads::new(2)).expect("the run is not stopped");
    assert!(listed.codes.is_empty() && listed.offsets == [0]);
    assert_eq!(empty.play(&[], Threads::new(2)), Ok(()));
    assert_eq!(empty.reset(None, Threads::new(1)), Ok(()));
    assert_eq!(empty.observe(&mut [], Threads::new(2)), Ok(()));
}

fn number_at(planes: &[u8], name: &str, row: u8, column: u8) -> u8 {
    let plane = PLANES.iter().position(|plane| plane.name == name).expect("a plane");
    planes[(plane * OBSERVATION_SIDE + usize::from(row)) * OBSERVATION_SIDE + usize::from(column)]
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn planes_show_the_position(position in positions()) {
        let mut planes = [7; OBSERVATION_LEN];
        position.observe(&mut planes);
        let sky = position.sky().spaces();
        for (row, column) in (0..15).flat_map(|row| (0..15).map(move |column| (row, column))) {
            let has = |set: volo_rules::bitboard::Bitboard| Space::new(row, column).is_some_and(|s| set.contains(s)) as u8;
            let turn = position.turn();
            let hand = |color| position.in_hand(color).unwrap_or(255);
            let expected = [
                ("sky", has(sky)),
                ("own", has(position.birds(turn))),
                ("other", has(position.birds(!turn))),
                ("vacant", has(position.vacant())),
                ("turn", turn as u8),
                ("passes", position.passes()),
                ("own_hand", hand(turn)),
                ("other_hand", hand(!turn)),
                ("passing", position.rules().passing() as u8),
                ("stuck", position.rules().stuck() as u8),
            ];
            for (name, number) in expected {
                prop_assert_eq!(number_at(&planes, name, row, column), number, "{}", name);
            }
        }
    }
}
