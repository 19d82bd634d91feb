//! The opponent that plays in the steps of a batch.

use volo_rules::Threads;
use volo_rules::learning::{Batch, BatchOptions, Decision};
use volo_rules::playouts::Policy;
use volo_rules::{Color, Move};

use crate::common::batches::{batch, current, divisible, drawn, many, small, stepped};
use crate::common::position;

#[test]
fn the_opponent_answers_in_the_same_step() {
    let turns = many();
    let players: Vec<Color> = (0..turns.len()).map(|i| Color::ALL[i % 2]).collect();
    for policy in Policy::ALL {
        let options = BatchOptions::default().with_opponent(policy).with_players(&players);
        let mut batch = batch(&turns, options);
        let mut last: Option<Vec<Decision>> = None;
        for (first, now) in turns.iter().zip(batch.decisions()) {
            let index = turns.iter().position(|turn| std::ptr::eq(turn, first)).expect("the turn");
            let moved = first.position().turn() != players[index] && first.position().outcome().is_none();
            assert_eq!(now != *first, moved);
        }
        for threads in [1, 2, 8] {
            let mut games = batch.clone();
            for _ in 0..30 {
                let before = current(&games);
                let plies: Vec<u32> = games.plies().collect();
                let actions = drawn(&mut games, threads);
                stepped(&mut games, &actions, threads);
                for (i, now) in games.decisions().enumerate().filter(|&(i, _)| actions[i] != Batch::NO_ACTION)
                {
                    assert_eq!(before[i].position().turn(), players[i]);
                    let own = before[i].step(actions[i]).expect("a legal action");
                    let position = own.position();
                    if own.chosen().is_some() || position.outcome().is_some() {
                        assert_eq!(now, own);
                        continue;
                    }
                    let answers = policy.choices(&position);
                    let after = |mv: &Move| Decision::new(position.play_unchecked(*mv));
                    assert!(answers.iter().any(|mv| after(mv) == now), "{position}");
                    assert_eq!(games.plies().nth(i), Some(plies[i] + 2));
                }
            }
            let ends = current(&games);
            assert_eq!(*last.get_or_insert_with(|| ends.clone()), ends);
        }
        batch.reset(None, Threads::new(2)).expect("no mask");
        assert!(batch.decisions().zip(&players).all(|(turn, &player)| {
            turn.position().outcome().is_some() || turn.position().turn() == player
        }));
    }
}

#[test]
fn the_opponent_does_not_answer_a_truncated_game() {
    let options = BatchOptions::default().with_opponent(Policy::Uniform).with_max_plies(3);
    let mut batch = batch(&small(2), options);
    for plies in [2, 3] {
        let actions = drawn(&mut batch, 1);
        stepped(&mut batch, &actions, 1);
        assert!(batch.plies().eq([plies; 2]));
    }
    assert!(batch.truncated().all(|truncated| truncated));
}

#[test]
fn r15_an_opponent_between_two_decisions_keeps_a_region() {
    let position = divisible();
    let Ok(Move::Fly(flight)) = position.parse_move("c3:c4-SW1/b1") else { panic!("a flight") };
    let between = Decision::choose(position, Move::Fly(flight)).expect("a flight that divides");
    let kept: Vec<Decision> =
        between.legal_actions().iter().map(|&action| between.step(action).expect("a legal action")).collect();
    let players = [Color::Blue; 64];
    for policy in Policy::ALL {
        let options = BatchOptions::default().with_opponent(policy).with_players(&players);
        let batch = batch(&[between; 64], options);
        assert!(batch.plies().all(|plies| plies == 1));
        let chosen: Vec<usize> = batch
            .decisions()
            .map(|turn| kept.iter().position(|kept| *kept == turn).expect("a region"))
            .collect();
        if policy == Policy::Uniform {
            assert!((0..kept.len()).all(|region| chosen.contains(&region)));
        }
    }
}

#[test]
fn a_fen_in_the_middle_of_a_game_is_a_start() {
    let middle = position("2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4");
    let batch = batch(&[Decision::new(middle)], BatchOptions::default().with_opponent(Policy::Careful));
    assert!(batch.plies().eq([1]));
}
