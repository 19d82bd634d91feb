//! What copies of batches depend on: generators, turns that are set, and bytes. Tests in Python compare the copies.

use volo_rules::Threads;
use volo_rules::learning::{Autoreset, Batch, BatchError, BatchOptions, Decision, Seeds};

use crate::common::batches::{batch, current, drawn, many, small, state, stepped};
use crate::common::start;
use crate::properties::with_checksum;

#[test]
fn seeds_decide_the_random_actions() {
    let play = |seeds: Seeds<'_>, threads| {
        let mut batch = batch(&small(300), BatchOptions::default().with_seeds(seeds));
        for _ in 0..5 {
            let actions = drawn(&mut batch, threads);
            stepped(&mut batch, &actions, threads);
        }
        current(&batch)
    };
    let seven = play(Seeds::One(7), 1);
    assert_eq!(play(Seeds::One(7), 2), seven);
    assert_ne!(play(Seeds::One(8), 1), seven);
    assert!(seven.iter().filter(|&&turn| turn == seven[0]).count() < 20);
    let seeds: Vec<u64> = (0..300).map(|i| i / 2).collect();
    let each = play(Seeds::Each(&seeds), 2);
    assert!(each.chunks(2).all(|pair| pair[0] == pair[1]));
    assert!(each.iter().filter(|&&turn| turn == each[0]).count() < 20);
    let mut batch = batch(&small(3), BatchOptions::default());
    let before = state(&batch);
    for seeds in [Seeds::Each(&[1, 2]), Seeds::Some(&[None, None])] {
        assert_eq!(batch.seed(seeds), Err(BatchError::Length { length: 2, expected: 3 }));
        assert_eq!(state(&batch), before);
    }
    // Games without a seed go on, whether their generators have been used or not.
    for first in [Seeds::One(7), Seeds::Each(&[4, 5, 6])] {
        batch.seed(first).expect("there is memory");
        for _ in 0..2 {
            let mut other = batch.duplicate().expect("there is memory");
            batch.seed(Seeds::Some(&[None, Some(9), None])).expect("there are three");
            let actions = drawn(&mut batch, 1);
            let mut expected = drawn(&mut other, 1);
            other.seed(Seeds::Each(&[9; 3])).expect("there are three");
            expected[1] = drawn(&mut other, 1)[1];
            assert_eq!(actions, expected);
        }
    }
}

#[test]
fn a_subset_has_its_games_with_their_generators() {
    let mut batch = batch(&many(), BatchOptions::default());
    let actions = drawn(&mut batch, 1);
    let before = current(&batch);
    let mut subset = batch.subset(&[300, 7]).expect("there is memory");
    assert_eq!(current(&subset), [before[300], before[7]]);
    drawn(&mut batch, 1);
    let next = drawn(&mut batch.duplicate().expect("there is memory"), 1);
    drawn(&mut subset, 1);
    assert_eq!(drawn(&mut subset, 1), [next[300], next[7]]);
    assert_eq!(batch.subset(&[0, actions.len()]).err(), Some(BatchError::NoGame { index: actions.len() }));
}

#[test]
fn games_go_on_from_the_turns_that_are_set() {
    let turns = many();
    let mut batch = batch(&small(4), BatchOptions::default());
    let actions = drawn(&mut batch, 1);
    stepped(&mut batch, &actions, 1);
    let before = state(&batch);
    let set = |batch: &mut Batch, games: &[usize], turns: &[Decision]| {
        batch.set_decisions(Some(games), turns, Threads::new(1))
    };
    assert_eq!(set(&mut batch, &[0, 4], &turns[..2]), Err(BatchError::NoGame { index: 4 }));
    assert_eq!(set(&mut batch, &[0, 1], &turns[..1]), Err(BatchError::Length { length: 1, expected: 2 }));
    assert_eq!(
        batch.set_decisions(None, &turns[..3], Threads::new(1)),
        Err(BatchError::Length { length: 3, expected: 4 })
    );
    assert_eq!(state(&batch), before);
    let first: Vec<Decision> = current(&batch);
    assert_eq!(set(&mut batch, &[2, 0, 2], &[turns[9], turns[8], turns[300]]), Ok(()));
    assert_eq!(current(&batch), [turns[8], first[1], turns[300], first[3]]);
    assert!(batch.plies().eq([0, 1, 0, 1]));
    assert_eq!(batch.set_decisions(None, &turns[..4], Threads::new(2)), Ok(()));
    assert_eq!(current(&batch), turns[..4]);
    batch.reset(None, Threads::new(1)).expect("no mask");
    assert_eq!(current(&batch), small(4));
}

#[test]
fn bytes_of_a_batch_are_the_same_on_all_machines() {
    let options = BatchOptions::default().with_seeds(Seeds::One(0x0102_0304_0506_0708));
    let bytes = batch(&[Decision::new(start("standard-4"))], options).to_bytes().expect("there is memory");
    let head = b"VOLB\x01\0\0\0\0\0\0\0\0\x08\x07\x06\x05\x04\x03\x02\x01\x01\0\0\0\0\0\0\0";
    assert_eq!(bytes[..head.len()], *head);
    // The start has flags, rules and birds; the turn equals the start; the plies; the player; the checksum.
    assert_eq!(bytes.len(), head.len() + (1 + 4 + 8) + 1 + 4 + 1 + 8);
}

/// Why an image without its checksum is not that of a batch.
fn problem(image: &[u8]) -> &'static str {
    match Batch::from_bytes(&with_checksum(image)) {
        Err(BatchError::Image { problem }) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_random_state_of_zero_is_refused() {
    let mut batch = batch(&small(2), BatchOptions::default());
    drawn(&mut batch, 1);
    let bytes = batch.to_bytes().expect("there is memory");
    let body = &bytes[..bytes.len() - 8];
    // The last game ends with its generator.
    let (mut forged, state) = (body.to_vec(), body.len() - 32..body.len());
    forged[state.clone()].fill(0);
    assert_eq!(problem(&forged), "a random state is zero");
    for byte in state {
        let mut other = forged.clone();
        other[byte] = 1;
        let mut batch = Batch::from_bytes(&with_checksum(&other)).expect("the state is not zero");
        drawn(&mut batch, 1);
    }
}

#[test]
fn a_last_turn_that_ends_no_game_is_refused() {
    let options = BatchOptions::default().with_autoreset(Autoreset::SameStep);
    let image = |options| {
        let mut bytes = batch(&small(1), options).to_bytes().expect("there is memory");
        bytes.truncate(bytes.len() - 8);
        // Without a last turn, the game ends with a zero. A turn with the flag 1 << 5 equals the start.
        assert_eq!(bytes.pop(), Some(0));
        [bytes, vec![1, 1 << 5]].concat()
    };
    assert_eq!(problem(&image(options)), "a game was reset before it ended");
    // A game may have been truncated at any turn.
    assert!(Batch::from_bytes(&with_checksum(&image(options.with_max_plies(9)))).is_ok());
}
