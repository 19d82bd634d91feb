//! Batches for learners: every step of a batch gives the same results as the turns one by one.

use volo_rules::Threads;
use volo_rules::learning::{Action, Autoreset, Batch, BatchError, BatchOptions, Decision, IllegalAction};
use volo_rules::playouts::Policy;
use volo_rules::{Color, Fault, Move};

use crate::common::batches::{batch, current, divisible, drawn, many, state, stepped};
use crate::common::stopped;

#[test]
fn a_step_is_a_step_of_each_decision() {
    for threads in [1, 2, 8] {
        let mut expected = many();
        let mut plies = vec![0; expected.len()];
        let mut batch = batch(&expected, BatchOptions::default());
        let mut between = 0;
        for _ in 0..60 {
            let listed = batch.legal_actions(Threads::new(threads)).expect("the run is not stopped");
            let actions = drawn(&mut batch, threads);
            let seen = stepped(&mut batch, &actions, threads);
            for (i, turn) in expected.iter_mut().enumerate() {
                let legal = &listed.actions[listed.offsets[i] as usize..listed.offsets[i + 1] as usize];
                assert_eq!(legal, turn.legal_actions(), "{turn:?}");
                let was_over = turn.position().outcome().is_some();
                assert_eq!(actions[i] == Batch::NO_ACTION, was_over);
                if !was_over {
                    assert!(legal.contains(&actions[i]));
                    *turn = turn.step(actions[i]).expect("a legal action");
                    plies[i] += u32::from(turn.chosen().is_none());
                    between += usize::from(turn.chosen().is_some());
                }
                let outcome = turn.position().outcome();
                let winner = outcome.and_then(|outcome| outcome.winner).filter(|_| !was_over);
                for color in Color::ALL {
                    let reward = winner.map_or(0, |winner| if winner == color { 1 } else { -1 });
                    assert_eq!(seen[i].rewards[color], reward);
                }
                assert_eq!((seen[i].terminated, seen[i].truncated), (outcome.is_some(), false));
            }
            assert_eq!(current(&batch), expected);
            assert!(batch.plies().eq(plies.iter().copied()));
            assert!(batch.outcomes().eq(expected.iter().map(|turn| turn.position().outcome())));
        }
        assert!(between > 0);
    }
}

#[test]
fn the_error_names_the_first_wrong_action_and_nothing_changes() {
    let turns = many();
    let on = (300..).find(|&i| turns[i].position().outcome().is_none()).expect("a game that goes on");
    let over =
        turns.iter().position(|turn| turn.position().outcome().is_some()).expect("a game that is over");
    let space = turns[on].action_space();
    let occupied = turns[on].position().birds(Color::Blue).first().expect("a bird");
    let add = space.number(Action::Add(occupied)).expect("an add");
    let too_large = space.size() as u16;
    for (threads, opponent) in [(1, false), (2, false), (8, true)] {
        let options = BatchOptions::default().with_autoreset(Autoreset::SameStep);
        let options = if opponent { options.with_opponent(Policy::Uniform) } else { options };
        let mut batch = batch(&turns, options);
        let actions = drawn(&mut batch, threads);
        stepped(&mut batch, &actions, threads);
        batch.set_decisions(Some(&[on]), &[turns[on]], Threads::new(1)).expect("a game");
        let right = drawn(&mut batch, threads);
        let before = state(&batch);
        let mut refused = |wrong: &[(usize, u16)]| {
            let mut actions = right.clone();
            wrong.iter().for_each(|&(i, action)| actions[i] = action);
            let error = batch.step(&actions, Threads::new(threads)).expect_err("an action is wrong");
            assert_eq!(state(&batch), before);
            error
        };
        if !opponent {
            let error = refused(&[(on, add)]);
            assert!(
                matches!(error, BatchError::Action { index: i, action, error: IllegalAction::Illegal(error) }
                    if i == on && action == add && error.fault == Fault::NotVacant(occupied)),
                "{error}"
            );
        }
        let error = IllegalAction::OutOfRange { action: too_large, size: space.size() };
        assert_eq!(refused(&[(on, too_large)]), BatchError::Action { index: on, action: too_large, error });
        let short = batch.step(&right[1..], Threads::new(threads)).expect_err("a length");
        assert_eq!(short, BatchError::Length { length: right.len() - 1, expected: right.len() });
        assert_eq!(batch.step(&right, Threads::new(threads).until(&stopped())), Err(BatchError::Stopped));
        assert_eq!(
            batch.random_actions(&mut vec![0; right.len()], Threads::new(threads).until(&stopped())),
            Err(BatchError::Stopped)
        );
        assert_eq!(state(&batch), before);
        assert!(batch.step(&right, Threads::new(threads)).is_ok());
    }
    // Without resets, a finished game accepts only `NO_ACTION`.
    let mut batch = batch(&turns, BatchOptions::default());
    let mut actions = vec![Batch::NO_ACTION; turns.len()];
    stepped(&mut batch, &actions, 2);
    assert_eq!(current(&batch), turns);
    actions[over] = 0;
    let error = batch.step(&actions, Threads::new(2)).expect_err("the game is over");
    assert!(
        matches!(error, BatchError::Action { index: i, action: 0, error: IllegalAction::Illegal(error) }
            if i == over && matches!(error.fault, Fault::GameOver(_))),
        "{error}"
    );
}

#[test]
fn r15_between_two_decisions_only_moves_that_finish_the_turn_are_legal() {
    let position = divisible();
    let edge = position.rules().edge();
    let parse = |text| position.parse_move(text).expect("a legal move");
    let Move::Fly(flight) = parse("c3:c4-SW1/b1") else { panic!("a flight") };
    let between = Decision::choose(position, Move::Fly(flight)).expect("a flight that divides");
    let mut batch = batch(&[between], BatchOptions::default());
    let listed = batch.legal_moves(Threads::new(1)).expect("the run is not stopped");
    let expected = ["c3:c4-SW1/b1", "c3:c4-SW1/a2"].map(|text| parse(text).code(edge));
    assert_eq!(listed.codes, expected);
    let other = position.legal_moves().iter().copied().find(|mv| matches!(mv, Move::Add(_))).expect("an add");
    let error = batch.play(&[other.code(edge)], Threads::new(1)).expect_err("the turn is not finished");
    assert!(
        matches!(error, BatchError::Illegal { index: 0, error } if error.mv == Some(other) && error.fault == Fault::KeepMissing),
        "{error}"
    );
    assert_eq!(current(&batch), [between]);
    batch.play(&expected[..1], Threads::new(1)).expect("a legal move");
    assert_eq!(current(&batch), [Decision::new(position.play(parse("c3:c4-SW1/b1")).expect("a legal move"))]);
    assert!(batch.plies().eq([1]));
}

#[test]
fn empty_batches_step() {
    let mut empty = batch(&[], BatchOptions::default().with_opponent(Policy::Careful));
    assert_eq!(empty.step(&[], Threads::new(2)), Ok(&[][..]));
    assert!(drawn(&mut empty, 1).is_empty());
    assert_eq!(empty.set_decisions(None, &[], Threads::new(1)), Ok(()));
    assert!(empty.subset(&[]).is_ok_and(|subset| subset.is_empty()));
    assert_eq!(empty.action_space().err(), Some(BatchError::Empty));
}
