//! Games of a batch that end, are truncated, and begin again.

use volo_rules::learning::{Autoreset, Batch, BatchError, BatchOptions, Decision, Stepped};
use volo_rules::{Color, InputError, Threads};

use crate::common::batches::{batch, current, drawn, many, small, stepped};

#[test]
fn r19_games_that_reach_the_limit_are_truncated() {
    let mut batch = batch(&small(3), BatchOptions::default().with_max_plies(2));
    for (turn, truncated) in [(1, false), (2, true)] {
        let actions = drawn(&mut batch, 1);
        let seen = stepped(&mut batch, &actions, 1);
        assert!(seen.iter().all(|game| game.truncated == truncated && !game.terminated), "{turn}");
        assert!(batch.truncated().all(|is| is == truncated));
    }
    assert_eq!(drawn(&mut batch, 1), [Batch::NO_ACTION; 3]);
    assert_eq!(batch.legal_actions(Threads::new(1)).map(|listed| listed.offsets), Ok(vec![0; 4]));
    let mut masks = vec![1; 3 * 1_201];
    assert_eq!(batch.legal_masks(&mut masks, Threads::new(1)), Ok(()));
    assert!(masks.iter().all(|&legal| legal == 0));
    let seen = stepped(&mut batch, &[Batch::NO_ACTION; 3], 1);
    assert!(seen.iter().all(|game| game.truncated));
    let edge = batch.positions().map(|position| position.rules().edge()).next().expect("a game");
    let error = batch.step(&[Batch::NO_ACTION, 7, 8], Threads::new(1)).expect_err("a finished game");
    assert_eq!(error, BatchError::Truncated { index: 1, action: 7, edge, plies: 2 });
    assert_eq!(error.to_string(), "illegal action e1 at index 1: the game was truncated after 2 turns [R19]");
    assert_eq!(error.ruling(), Some("R19"));
}

#[test]
fn a_game_is_reset_in_the_step_after_its_end() {
    let options = BatchOptions::default().with_autoreset(Autoreset::NextStep).with_max_plies(40);
    let mut batch = batch(&small(200), options);
    let (mut ended, mut truncated) = (0, 0);
    let mut finished = vec![false; 200];
    for _ in 0..120 {
        let actions = drawn(&mut batch, 2);
        let seen = stepped(&mut batch, &actions, 2);
        for (i, (game, turn)) in seen.iter().zip(batch.decisions()).enumerate() {
            assert_eq!(actions[i] == Batch::NO_ACTION, finished[i]);
            if finished[i] {
                assert_eq!((*game, turn), (Stepped::default(), small(1)[0]));
            }
            finished[i] = game.terminated || game.truncated;
            ended += usize::from(game.terminated);
            truncated += usize::from(game.truncated);
        }
        assert!(batch.last_decisions().all(|last| last.is_none()));
    }
    assert!(ended > 200 && truncated > 0, "{ended} {truncated}");
    // The action of a game that is reset is ignored, whatever it is.
    let seen: Vec<Decision> = current(&batch);
    let actions: Vec<u16> = seen
        .iter()
        .zip(&finished)
        .map(|(turn, &over)| if over { 60_000 } else { turn.legal_actions()[0] })
        .collect();
    stepped(&mut batch, &actions, 1);
}

#[test]
fn a_game_is_reset_in_the_step_that_ends_it() {
    let plain = BatchOptions::default().with_max_plies(40);
    let mut resetting = batch(&small(200), plain.with_autoreset(Autoreset::SameStep));
    let mut ended = 0;
    for _ in 0..120 {
        let before = current(&resetting);
        let plies: Vec<u32> = resetting.plies().collect();
        let actions = drawn(&mut resetting, 2);
        let seen = stepped(&mut resetting, &actions, 2);
        let last: Vec<Option<Decision>> = resetting.last_decisions().collect();
        for (i, game) in seen.iter().enumerate() {
            let after = before[i].step(actions[i]).expect("a legal action");
            let over = after.position().outcome().is_some();
            let truncated = !over && after.chosen().is_none() && plies[i] + 1 == 40;
            assert_eq!((game.terminated, game.truncated), (over, truncated));
            assert_eq!(last[i], (over || truncated).then_some(after));
            let now = if over || truncated { small(1)[0] } else { after };
            assert_eq!(resetting.decisions().nth(i), Some(now));
            ended += usize::from(over);
        }
    }
    assert!(ended > 200, "{ended}");
}

#[test]
fn a_game_that_begins_at_its_end_stays_there() {
    let over = many().into_iter().find(|turn| turn.position().outcome().is_some()).expect("an end");
    for mode in Autoreset::ALL {
        let mut batch = batch(&[over, small(1)[0]], BatchOptions::default().with_autoreset(mode));
        for _ in 0..3 {
            let actions = drawn(&mut batch, 1);
            let seen = stepped(&mut batch, &actions, 1);
            assert_eq!((seen[0].terminated, seen[0].rewards[Color::Orange]), (true, 0));
            assert_eq!(batch.decisions().next(), Some(over));
        }
    }
}
