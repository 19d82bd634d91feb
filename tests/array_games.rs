//! Games on rows of an array: they are those of a batch, and every row is checked.

use std::collections::BTreeSet;

use allocation_counter::measure;
use proptest::prelude::*;
use volo_rules::learning::{
    ArrayGame, Batch, BatchError, BatchOptions, Decision, IllegalAction, InvalidRow, MaskRows, Observed,
    RowStep, View,
};
use volo_rules::{Color, Edge, Rules, Threads};

use crate::common::batches::{batch, current, stepped};
use crate::common::{RULE_SETS, cases, choices, play, random_game, start, stopped};
use crate::properties::arrays::{check, check_row};

/// Turns from all stages of a game by a rule set, more than a thread takes at a time, and their rows.
fn rows(rules: &str, seed: u64) -> (ArrayGame, Vec<Decision>, Vec<u32>) {
    let game = ArrayGame::new(start(rules).rules());
    let positions: Vec<_> = random_game(start(rules), seed);
    let turns: Vec<_> = positions.into_iter().cycle().take(300).map(Decision::new).collect();
    let mut rows = vec![0; turns.len() * game.words()];
    game.write_rows(&turns, &mut rows).expect("turns of this rule set");
    (game, turns, rows)
}

#[test]
fn r15_r17_r18_a_step_of_rows_is_a_step_of_a_batch() {
    let (mut between, mut lost) = (0, 0);
    for (rules, seed) in RULE_SETS.into_iter().zip(0..) {
        let (game, mut turns, mut rows) = rows(rules, seed);
        let (size, side) = (game.action_space().size(), View::of(game.rules().edge()).side);
        let observed = Observed::new(View::of(game.rules().edge())).with_chosen(true);
        let mut batch = batch(&turns, BatchOptions::default());
        let mut steps = vec![RowStep::default(); turns.len()];
        let (mut masks, mut expected) = (vec![7; turns.len() * size], vec![7; turns.len() * size]);
        let mut bits = vec![7; turns.len() * size.div_ceil(8)];
        let (mut planes, mut shown) = (vec![0_u8; turns.len() * 12 * side * side], vec![]);
        for (threads, number) in [1, 2, 8].into_iter().cycle().zip(0..12) {
            let threads = Threads::new(threads);
            let mut actions = vec![0; turns.len()];
            batch.random_actions(&mut actions, threads).expect("the run is not stopped");
            let seen = stepped(&mut batch, &actions, 1);
            game.step(&mut rows, &actions, &mut steps, MaskRows::Bytes(&mut masks), threads).expect("a step");
            for ((turn, next), (step, seen)) in turns.iter().zip(current(&batch)).zip(steps.iter().zip(seen))
            {
                let acted = turn.position().turn();
                assert_eq!((step.player, step.ended), (next.position().turn(), seen.terminated));
                assert_eq!((step.reward, -step.reward), (seen.rewards[acted], seen.rewards[!acted]));
                between += usize::from(next.chosen().is_some());
                lost += usize::from(step.reward < 0);
            }
            turns = current(&batch);
            assert_eq!(game.decisions(&rows, threads).expect("rows"), turns);
            batch.legal_masks(&mut expected, threads).expect("a mask for each game");
            assert!(masks == expected, "{rules}");
            if number % 4 == 0 {
                batch.legal_bits(&mut bits, threads).expect("a mask for each game");
                let before = bits.clone();
                game.legal_masks(&rows, MaskRows::Bits(&mut bits), threads).expect("rows");
                assert!(bits == before, "{rules}");
                shown.resize(planes.len(), 0);
                batch.observe_into(observed, &mut shown, threads).expect("planes");
                game.observe_into(&rows, observed.view, &mut planes, threads).expect("rows");
                assert!(planes == shown, "{rules}");
            }
        }
    }
    assert!(between > 20 && lost > 20, "{between} {lost}");
}

#[test]
fn the_first_wrong_row_or_action_is_named() {
    let (game, turns, rows) = rows("standard-5", 1);
    let words = game.words();
    let ongoing = |turn: &Decision| turn.position().outcome().is_none();
    let on = (150..).find(|&index| ongoing(&turns[index])).expect("a game that goes on");
    let step = |rows: &[u32], actions: &[u16], threads: Threads<'_>| {
        let (mut rows, mut steps) = (rows.to_vec(), vec![RowStep::default(); turns.len()]);
        game.step(&mut rows, actions, &mut steps, MaskRows::None, threads).map(|()| rows)
    };
    let actions: Vec<u16> =
        turns.iter().map(|turn| turn.legal_actions().first().copied().unwrap_or(Batch::NO_ACTION)).collect();
    let size = game.action_space().size();
    for threads in [1, 2, 8].map(Threads::new) {
        assert!(step(&rows, &actions, threads).is_ok());
        let mut wrong = actions.clone();
        wrong[on] = size as u16;
        let error = IllegalAction::OutOfRange { action: size as u16, size };
        assert_eq!(
            step(&rows, &wrong, threads),
            Err(BatchError::Action { index: on, action: size as u16, error })
        );
        for (word, bits) in [(words - 1, 1 << 3), (1, 1 << 31)] {
            let mut damaged = rows.clone();
            damaged[on * words + word] ^= bits;
            let unused = Err(BatchError::Row { index: on, error: InvalidRow::Unused });
            assert_eq!(step(&damaged, &wrong, threads), unused);
        }
        let mut damaged = rows.clone();
        damaged[on * words + words - 1] |= 60 << 16;
        let chosen = Err(BatchError::Row { index: on, error: InvalidRow::Chosen { action: 60 } });
        assert_eq!(step(&damaged, &actions, threads), chosen);
        assert_eq!(step(&rows, &actions, threads.until(&stopped())), Err(BatchError::Stopped));
        let short = BatchError::Length { length: rows.len(), expected: 299 * words };
        assert_eq!(step(&rows, &actions[1..], threads), Err(short));
    }
    let mut damaged = rows;
    damaged[on * words..][..words - 1].fill(0);
    let error = game.decisions(&damaged, Threads::new(2)).expect_err("there is no bird");
    assert_eq!(error.to_string(), format!("row {on}: Orange has no bird; Blue has no bird"));
    let error = game.write_rows(
        &[Decision::new(start("standard")), Decision::new(start("french-5"))],
        &mut damaged[..10],
    );
    assert_eq!(
        error.expect_err("other rules").to_string(),
        "position 0 has the rule set standard, not standard-5"
    );
}

#[test]
fn the_number_of_words_is_that_of_the_edge() {
    let words = Edge::ALL.map(|edge| ArrayGame::new(Rules::default().on(edge)).words());
    assert_eq!(words, [3, 5, 7, 9, 13]);
    // The names of the spaces and their bits, as they are documented.
    let game = ArrayGame::new(start("standard-4").rules());
    let turn = Decision::new(start("standard-4"));
    let mut row = [0; 3];
    game.write_rows(&[turn], &mut row).expect("a turn of this rule set");
    for (color, word) in Color::ALL.into_iter().zip(row) {
        let birds = (0..30).filter(|space| word >> space & 1 == 1).map(|space| space as u16);
        let names = birds.filter_map(|action| game.action_space().name(action)).collect::<BTreeSet<_>>();
        let sky = turn.position().sky();
        let expected = turn.position().birds(color).into_iter().map(|space| sky.name(space).to_string());
        assert_eq!(names, expected.collect());
    }
}

#[test]
fn a_step_of_rows_allocates_nothing() {
    let (game, turns, rows) = rows("standard", 3);
    let actions: Vec<u16> =
        turns.iter().map(|turn| turn.legal_actions().first().copied().unwrap_or(Batch::NO_ACTION)).collect();
    let mut steps = vec![RowStep::default(); turns.len()];
    let mut masks = vec![0; turns.len() * game.action_space().size()];
    let mut step = || {
        let (mut rows, masks) = (rows.clone(), MaskRows::Bytes(&mut masks));
        measure(|| game.step(&mut rows, &actions, &mut steps, masks, Threads::new(1)).expect("a step"))
            .count_total
    };
    step(); // The first masks of a thread allocate a list of moves.
    assert_eq!(step(), 0);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn damaged_rows_are_refused_or_valid(
        start in crate::common::starts(),
        choices in choices(),
        flips in proptest::collection::vec((any::<prop::sample::Index>(), 0_u32..32), 0..4),
        rest in proptest::option::of(any::<u32>()),
        action in any::<u16>(),
    ) {
        let game = ArrayGame::new(start.rules());
        let position = *play(start, &choices).last().expect("a position");
        let mut row = vec![0; game.words()];
        prop_assert_eq!(game.write_rows(&[Decision::new(position)], &mut row), Ok(()));
        for (word, bit) in flips {
            let word = word.index(row.len());
            row[word] ^= 1 << bit;
        }
        if let (Some(rest), Some(last)) = (rest, row.last_mut()) {
            *last = rest;
        }
        check_row(game, &row, action);
    }

    #[test]
    fn any_bytes_are_refused_or_rows(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        check(&bytes);
    }
}
