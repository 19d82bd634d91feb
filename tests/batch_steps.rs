//! Batches for learners: every step of a batch gives the same results as the turns one by one.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use volo::{
    Action, Autoreset, Batch, BatchError, BatchOptions, Color, Fault, IllegalAction, Move, Observed, Policy,
    Position, Seeds, Stepped, Symmetry, Turn, View,
};

use crate::common::{RULE_SETS, cases, position, random_game, start};

static NEVER_STOP: AtomicBool = AtomicBool::new(false);

/// Turns of all rule sets from all stages of a game, more than a thread takes at a time.
fn many() -> Vec<Turn> {
    let games = RULE_SETS.into_iter().zip(0..).flat_map(|(rules, seed)| random_game(start(rules), seed));
    games.map(Turn::new).collect()
}

/// This number of games of edge 4 from the start.
fn small(games: usize) -> Vec<Turn> {
    vec![Turn::new(start("standard-4")); games]
}

fn batch(starts: &[Turn], options: BatchOptions<'_>) -> Batch {
    Batch::with_options(starts.to_vec(), &options, 2, &NEVER_STOP).expect("there is memory")
}

fn drawn(batch: &mut Batch, threads: usize) -> Vec<u16> {
    let mut actions = vec![0; batch.len()];
    batch.random_actions(&mut actions, threads, &NEVER_STOP).expect("the run is not stopped");
    actions
}

fn stepped(batch: &mut Batch, actions: &[u16], threads: usize) -> Vec<Stepped> {
    batch.step(actions, threads, &NEVER_STOP).expect("all actions are legal").to_vec()
}

fn current(batch: &Batch) -> Vec<Turn> {
    batch.turns().collect()
}

/// Everything that an operation may change, and the actions that the generators draw next.
fn state(batch: &Batch) -> impl PartialEq + std::fmt::Debug + use<> {
    let actions = drawn(&mut batch.clone(), 1);
    let plies: Vec<u32> = batch.plies().collect();
    let last: Vec<Option<Turn>> = batch.last_turns().collect();
    (current(batch), plies, last, actions)
}

/// A position of edge 4 in which the flight c3:c4-SW1 encloses the bird on a2.
fn divisible() -> Position {
    let board = "
           g 1 . . 4
          f . o . b o 5
         e . . . . . . 6
        d 1 b . 4 . o 7
         c . . o o b b 6
          b . . . b . 5
           a 1 b o 4
        Orange to move";
    Position::from_board(board, Default::default()).expect("a board")
}

#[test]
fn a_step_is_a_step_of_each_turn() {
    for threads in [1, 2, 8] {
        let mut expected = many();
        let mut plies = vec![0; expected.len()];
        let mut batch = batch(&expected, BatchOptions::new());
        let mut between = 0;
        for _ in 0..60 {
            let listed = batch.legal_actions(threads, &NEVER_STOP).expect("the run is not stopped");
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
fn the_masks_show_the_legal_actions() {
    for edge in [4, 7] {
        let game = random_game(start(&format!("standard-{edge}")), 5);
        let turns: Vec<Turn> = game.iter().copied().cycle().take(200).map(Turn::new).collect();
        let batch = batch(&turns, BatchOptions::new());
        let size = batch.action_space().expect("one edge").size();
        let (mut masks, mut bits) = (vec![3; 200 * size], vec![255; 200 * size.div_ceil(8)]);
        for threads in [1, 2] {
            batch.legal_masks(&mut masks, threads, &NEVER_STOP).expect("the run is not stopped");
            batch.legal_bits(&mut bits, threads, &NEVER_STOP).expect("the run is not stopped");
            for ((turn, mask), bits) in
                turns.iter().zip(masks.chunks(size)).zip(bits.chunks(size.div_ceil(8)))
            {
                let legal = turn.legal_actions();
                let is_legal = |action: usize| legal.binary_search(&(action as u16)).is_ok();
                assert!(mask.iter().enumerate().all(|(action, &byte)| byte == u8::from(is_legal(action))));
                let bit = |action: usize| bits[action / 8] >> (action % 8) & 1 == 1;
                assert!((0..8 * bits.len()).all(|action| bit(action) == is_legal(action)));
            }
        }
        assert_eq!(
            batch.legal_masks(&mut masks[1..], 1, &NEVER_STOP),
            Err(BatchError::Length(200 * size - 1))
        );
    }
}

#[test]
fn games_on_different_skies_have_no_common_mask() {
    let turns: Vec<Turn> = ["standard-4", "standard-4", "standard-5"].map(start).map(Turn::new).to_vec();
    let batch = batch(&turns, BatchOptions::new());
    let [four, .., five] = [0, 1, 2].map(|i| turns[i].position().rules().edge());
    let error = batch.legal_masks(&mut [0; 3 * 1_201], 1, &NEVER_STOP).expect_err("two edges");
    assert_eq!(error, BatchError::Edges(2, four, five));
    assert_eq!(
        error.to_string(),
        "game 2 is on a sky of edge 5, and game 0 on a sky of edge 4: \
         games on different skies have no common action space"
    );
    let empty = self::batch(&[], BatchOptions::new());
    assert_eq!(empty.legal_bits(&mut [], 1, &NEVER_STOP), Err(BatchError::Empty));
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
        let options = BatchOptions::new().with_autoreset(Autoreset::SameStep);
        let options = if opponent { options.with_opponent(Policy::Uniform) } else { options };
        let mut batch = batch(&turns, options);
        let actions = drawn(&mut batch, threads);
        stepped(&mut batch, &actions, threads);
        batch.set_turns(Some(&[on]), &[turns[on]], 1, &NEVER_STOP).expect("a game");
        let right = drawn(&mut batch, threads);
        let before = state(&batch);
        let mut refused = |wrong: &[(usize, u16)]| {
            let mut actions = right.clone();
            wrong.iter().for_each(|&(i, action)| actions[i] = action);
            let error = batch.step(&actions, threads, &NEVER_STOP).expect_err("an action is wrong");
            assert_eq!(state(&batch), before);
            error
        };
        if !opponent {
            let error = refused(&[(on, add)]);
            assert!(
                matches!(error, BatchError::Action(i, action, IllegalAction::Illegal(error))
                    if i == on && action == add && error.fault == Fault::NotVacant(occupied)),
                "{error}"
            );
        }
        let error = IllegalAction::OutOfRange(too_large, space.size());
        assert_eq!(refused(&[(on, too_large)]), BatchError::Action(on, too_large, error));
        let short = batch.step(&right[1..], threads, &NEVER_STOP).expect_err("a length");
        assert_eq!(short, BatchError::Length(right.len() - 1));
        assert_eq!(batch.step(&right, threads, &AtomicBool::new(true)), Err(BatchError::Stopped));
        assert_eq!(
            batch.random_actions(&mut vec![0; right.len()], threads, &AtomicBool::new(true)),
            Err(BatchError::Stopped)
        );
        assert_eq!(state(&batch), before);
        assert!(batch.step(&right, threads, &NEVER_STOP).is_ok());
    }
    // Without resets, a finished game accepts only `NO_ACTION`.
    let mut batch = batch(&turns, BatchOptions::new());
    let mut actions = vec![Batch::NO_ACTION; turns.len()];
    stepped(&mut batch, &actions, 2);
    assert_eq!(current(&batch), turns);
    actions[over] = 0;
    let error = batch.step(&actions, 2, &NEVER_STOP).expect_err("the game is over");
    assert!(
        matches!(error, BatchError::Action(i, 0, IllegalAction::Illegal(error))
            if i == over && matches!(error.fault, Fault::GameOver(_))),
        "{error}"
    );
}

#[test]
fn r19_games_that_reach_the_limit_are_truncated() {
    let mut batch = batch(&small(3), BatchOptions::new().with_max_plies(2));
    for (turn, truncated) in [(1, false), (2, true)] {
        let actions = drawn(&mut batch, 1);
        let seen = stepped(&mut batch, &actions, 1);
        assert!(seen.iter().all(|game| game.truncated == truncated && !game.terminated), "{turn}");
        assert!(batch.truncated().all(|is| is == truncated));
    }
    assert_eq!(drawn(&mut batch, 1), [Batch::NO_ACTION; 3]);
    assert_eq!(batch.legal_actions(1, &NEVER_STOP).map(|listed| listed.offsets), Ok(vec![0; 4]));
    let mut masks = vec![1; 3 * 1_201];
    assert_eq!(batch.legal_masks(&mut masks, 1, &NEVER_STOP), Ok(()));
    assert!(masks.iter().all(|&legal| legal == 0));
    let seen = stepped(&mut batch, &[Batch::NO_ACTION; 3], 1);
    assert!(seen.iter().all(|game| game.truncated));
    let edge = batch.positions().map(|position| position.rules().edge()).next().expect("a game");
    let error = batch.step(&[Batch::NO_ACTION, 7, 8], 1, &NEVER_STOP).expect_err("a finished game");
    assert_eq!(error, BatchError::Truncated { index: 1, action: 7, edge, plies: 2 });
    assert_eq!(error.to_string(), "illegal action e1 at index 1: the game was truncated after 2 turns [R19]");
}

#[test]
fn a_game_is_reset_in_the_step_after_its_end() {
    let options = BatchOptions::new().with_autoreset(Autoreset::NextStep).with_max_plies(40);
    let mut batch = batch(&small(200), options);
    let (mut ended, mut truncated) = (0, 0);
    let mut finished = vec![false; 200];
    for _ in 0..120 {
        let actions = drawn(&mut batch, 2);
        let seen = stepped(&mut batch, &actions, 2);
        for (i, (game, turn)) in seen.iter().zip(batch.turns()).enumerate() {
            assert_eq!(actions[i] == Batch::NO_ACTION, finished[i]);
            if finished[i] {
                assert_eq!((*game, turn), (Stepped::default(), small(1)[0]));
            }
            finished[i] = game.terminated || game.truncated;
            ended += usize::from(game.terminated);
            truncated += usize::from(game.truncated);
        }
        assert!(batch.last_turns().all(|last| last.is_none()));
    }
    assert!(ended > 200 && truncated > 0, "{ended} {truncated}");
    // The action of a game that is reset is ignored, whatever it is.
    let seen: Vec<Turn> = current(&batch);
    let actions: Vec<u16> = seen
        .iter()
        .zip(&finished)
        .map(|(turn, &over)| if over { 60_000 } else { turn.legal_actions()[0] })
        .collect();
    stepped(&mut batch, &actions, 1);
}

#[test]
fn a_game_is_reset_in_the_step_that_ends_it() {
    let plain = BatchOptions::new().with_max_plies(40);
    let mut resetting = batch(&small(200), plain.with_autoreset(Autoreset::SameStep));
    let mut ended = 0;
    for _ in 0..120 {
        let before = current(&resetting);
        let plies: Vec<u32> = resetting.plies().collect();
        let actions = drawn(&mut resetting, 2);
        let seen = stepped(&mut resetting, &actions, 2);
        let last: Vec<Option<Turn>> = resetting.last_turns().collect();
        for (i, game) in seen.iter().enumerate() {
            let after = before[i].step(actions[i]).expect("a legal action");
            let over = after.position().outcome().is_some();
            let truncated = !over && after.chosen().is_none() && plies[i] + 1 == 40;
            assert_eq!((game.terminated, game.truncated), (over, truncated));
            assert_eq!(last[i], (over || truncated).then_some(after));
            let now = if over || truncated { small(1)[0] } else { after };
            assert_eq!(resetting.turns().nth(i), Some(now));
            ended += usize::from(over);
        }
    }
    assert!(ended > 200, "{ended}");
}

#[test]
fn a_game_that_begins_at_its_end_stays_there() {
    let over = many().into_iter().find(|turn| turn.position().outcome().is_some()).expect("an end");
    for mode in Autoreset::ALL {
        let mut batch = batch(&[over, small(1)[0]], BatchOptions::new().with_autoreset(mode));
        for _ in 0..3 {
            let actions = drawn(&mut batch, 1);
            let seen = stepped(&mut batch, &actions, 1);
            assert_eq!((seen[0].terminated, seen[0].rewards[Color::Orange]), (true, 0));
            assert_eq!(batch.turns().next(), Some(over));
        }
    }
}

#[test]
fn the_opponent_answers_in_the_same_step() {
    let turns = many();
    let players: Vec<Color> = (0..turns.len()).map(|i| Color::ALL[i % 2]).collect();
    for policy in Policy::ALL {
        let options = BatchOptions::new().with_opponent(policy).with_players(&players);
        let mut batch = batch(&turns, options);
        let mut last: Option<Vec<Turn>> = None;
        for (first, now) in turns.iter().zip(batch.turns()) {
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
                for (i, now) in games.turns().enumerate().filter(|&(i, _)| actions[i] != Batch::NO_ACTION) {
                    assert_eq!(before[i].position().turn(), players[i]);
                    let own = before[i].step(actions[i]).expect("a legal action");
                    let position = own.position();
                    if own.chosen().is_some() || position.outcome().is_some() {
                        assert_eq!(now, own);
                        continue;
                    }
                    let answers = policy.choices(&position);
                    let after = |mv: &Move| Turn::new(position.play_unchecked(*mv));
                    assert!(answers.iter().any(|mv| after(mv) == now), "{position}");
                    assert_eq!(games.plies().nth(i), Some(plies[i] + 2));
                }
            }
            let ends = current(&games);
            assert_eq!(*last.get_or_insert_with(|| ends.clone()), ends);
        }
        batch.reset_games(None, 2, &NEVER_STOP).expect("no mask");
        assert!(batch.turns().zip(&players).all(|(turn, &player)| {
            turn.position().outcome().is_some() || turn.position().turn() == player
        }));
    }
}

#[test]
fn the_opponent_does_not_answer_a_truncated_game() {
    let options = BatchOptions::new().with_opponent(Policy::Uniform).with_max_plies(3);
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
    let between = Turn::choose(position, flight).expect("a flight that divides");
    let kept: Vec<Turn> =
        between.legal_actions().iter().map(|&action| between.step(action).expect("a legal action")).collect();
    let players = [Color::Blue; 64];
    for policy in Policy::ALL {
        let options = BatchOptions::new().with_opponent(policy).with_players(&players);
        let batch = batch(&[between; 64], options);
        assert!(batch.plies().all(|plies| plies == 1));
        let chosen: Vec<usize> =
            batch.turns().map(|turn| kept.iter().position(|kept| *kept == turn).expect("a region")).collect();
        if policy == Policy::Uniform {
            assert!((0..kept.len()).all(|region| chosen.contains(&region)));
        }
    }
}

#[test]
fn r15_between_two_decisions_only_moves_that_finish_the_turn_are_legal() {
    let position = divisible();
    let edge = position.rules().edge();
    let parse = |text| position.parse_move(text).expect("a legal move");
    let Move::Fly(flight) = parse("c3:c4-SW1/b1") else { panic!("a flight") };
    let between = Turn::choose(position, flight).expect("a flight that divides");
    let mut batch = batch(&[between], BatchOptions::new());
    let listed = batch.legal_moves(1, &NEVER_STOP).expect("the run is not stopped");
    let expected = ["c3:c4-SW1/b1", "c3:c4-SW1/a2"].map(|text| parse(text).code(edge));
    assert_eq!(listed.codes, expected);
    let other = position.legal_moves().iter().copied().find(|mv| matches!(mv, Move::Add(_))).expect("an add");
    let error = batch.play(&[other.code(edge)], 1, &NEVER_STOP).expect_err("the turn is not finished");
    assert!(
        matches!(error, BatchError::Illegal(0, mv, error) if mv == other && error.fault == Fault::KeepMissing),
        "{error}"
    );
    assert_eq!(current(&batch), [between]);
    batch.play(&expected[..1], 1, &NEVER_STOP).expect("a legal move");
    assert_eq!(current(&batch), [Turn::new(position.play(parse("c3:c4-SW1/b1")).expect("a legal move"))]);
    assert!(batch.plies().eq([1]));
}

#[test]
fn seeds_decide_the_random_actions() {
    let play = |seeds: Seeds<'_>, threads| {
        let mut batch = batch(&small(300), BatchOptions::new().with_seeds(seeds));
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
    let mut batch = batch(&small(3), BatchOptions::new());
    let before = state(&batch);
    assert_eq!(batch.seed(Seeds::Each(&[1, 2]), &NEVER_STOP), Err(BatchError::Length(2)));
    assert_eq!(state(&batch), before);
}

#[test]
fn copies_and_subsets_play_on_like_the_original() {
    let turns = many();
    for options in [BatchOptions::new(), BatchOptions::new().with_opponent(Policy::Uniform)] {
        let options = options.with_autoreset(Autoreset::SameStep).with_max_plies(60);
        let mut original = batch(&turns, options);
        let chosen: Vec<usize> = (0..turns.len()).step_by(3).rev().collect();
        for round in 0..3 {
            let mut copy = original.duplicate(&NEVER_STOP).expect("there is memory");
            let mut subset = original.subset(&chosen, &NEVER_STOP).expect("there is memory");
            assert_eq!(state(&copy), state(&original), "{round}");
            for _ in 0..20 {
                let actions = drawn(&mut original, 2);
                assert_eq!(drawn(&mut copy, 1), actions);
                let of_subset: Vec<u16> = chosen.iter().map(|&i| actions[i]).collect();
                assert_eq!(drawn(&mut subset, 1), of_subset);
                let seen = stepped(&mut original, &actions, 2);
                assert_eq!(stepped(&mut copy, &actions, 1), seen);
                let of_subset: Vec<Stepped> = chosen.iter().map(|&i| seen[i]).collect();
                assert_eq!(stepped(&mut subset, &actions_of(&chosen, &actions), 1), of_subset);
            }
            assert_eq!(state(&copy), state(&original));
            let now = current(&original);
            let of_subset: Vec<Turn> = chosen.iter().map(|&i| now[i]).collect();
            assert_eq!(current(&subset), of_subset);
        }
        let missing = original.subset(&[0, turns.len()], &NEVER_STOP);
        assert_eq!(missing.err(), Some(BatchError::NoGame(turns.len())));
    }
}

fn actions_of(chosen: &[usize], actions: &[u16]) -> Vec<u16> {
    chosen.iter().map(|&i| actions[i]).collect()
}

#[test]
fn games_go_on_from_the_turns_that_are_set() {
    let turns = many();
    let mut batch = batch(&small(4), BatchOptions::new());
    let actions = drawn(&mut batch, 1);
    stepped(&mut batch, &actions, 1);
    let before = state(&batch);
    let set = |batch: &mut Batch, games: &[usize], turns: &[Turn]| {
        batch.set_turns(Some(games), turns, 1, &NEVER_STOP)
    };
    assert_eq!(set(&mut batch, &[0, 4], &turns[..2]), Err(BatchError::NoGame(4)));
    assert_eq!(set(&mut batch, &[0, 1], &turns[..1]), Err(BatchError::Length(1)));
    assert_eq!(batch.set_turns(None, &turns[..3], 1, &NEVER_STOP), Err(BatchError::Length(3)));
    assert_eq!(state(&batch), before);
    let first: Vec<Turn> = current(&batch);
    assert_eq!(set(&mut batch, &[2, 0, 2], &[turns[9], turns[8], turns[300]]), Ok(()));
    assert_eq!(current(&batch), [turns[8], first[1], turns[300], first[3]]);
    assert!(batch.plies().eq([0, 1, 0, 1]));
    assert_eq!(batch.set_turns(None, &turns[..4], 2, &NEVER_STOP), Ok(()));
    assert_eq!(current(&batch), turns[..4]);
    batch.reset(None).expect("no mask");
    assert_eq!(current(&batch), small(4));
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn planes_are_those_of_each_turn(
        side in prop::sample::select(vec![9_usize, 15]),
        player in prop::option::of(prop::sample::select(Color::ALL.to_vec())),
        symmetry in prop::sample::select(Symmetry::ALL.to_vec()),
        chosen: bool,
    ) {
        let mut turns = small(130);
        let Ok(Move::Fly(flight)) = divisible().parse_move("c3:c4-SW1/b1") else { panic!("a flight") };
        turns.push(Turn::choose(divisible(), flight).expect("a flight that divides"));
        let mut batch = batch(&turns, BatchOptions::new().with_max_plies(1).with_autoreset(Autoreset::SameStep));
        let mut actions = drawn(&mut batch, 1);
        actions[5] = Batch::NO_ACTION;
        stepped(&mut batch, &actions, 1);
        for before_reset in [false, true] {
            let observed = Observed { view: View { side, player, symmetry }, chosen, before_reset };
            let length = observed.planes() * side * side;
            let mut planes = vec![7_i16; 131 * length];
            batch.observe_into(observed, &mut planes, 2, &NEVER_STOP).expect("the run is not stopped");
            for (i, planes) in planes.chunks(length).enumerate() {
                let after = if i == 5 { turns[i] } else { turns[i].step(actions[i]).expect("a legal action") };
                let shown = if before_reset { after } else { turns[i] };
                let mut expected = vec![9_i16; length];
                match chosen {
                    true => shown.observe_into(observed.view, &mut expected).expect("the sides fit"),
                    false => shown.position().observe_into(observed.view, &mut expected).expect("the sides fit"),
                }
                prop_assert_eq!(planes, expected.as_slice(), "{}", i);
            }
        }
    }
}

#[test]
fn planes_that_are_too_small_are_refused_for_the_first_game() {
    let turns: Vec<Turn> = ["standard-4", "standard-5", "standard-8"].map(start).map(Turn::new).to_vec();
    let batch = batch(&turns, BatchOptions::new());
    for (side, error) in [
        (7, "game 1: the side of a plane must be 7, 9, 11, 13 or 15, and at least 9 for this sky, not 7"),
        (8, "game 0: the side of a plane must be 7, 9, 11, 13 or 15, and at least 7 for this sky, not 8"),
    ] {
        let view = View { side, player: None, symmetry: Symmetry::IDENTITY };
        let observed = Observed { view, chosen: false, before_reset: false };
        let mut planes = vec![1_u8; 3 * 10 * side * side];
        let refused = batch.observe_into(observed, &mut planes, 1, &NEVER_STOP).expect_err("a small side");
        assert_eq!(refused.to_string(), error);
        assert!(planes.iter().all(|&number| number == 1));
    }
}

#[test]
fn empty_batches_step() {
    let mut empty = batch(&[], BatchOptions::new().with_opponent(Policy::Careful));
    assert_eq!(empty.step(&[], 2, &NEVER_STOP), Ok(&[][..]));
    assert!(drawn(&mut empty, 1).is_empty());
    assert_eq!(empty.set_turns(None, &[], 1, &NEVER_STOP), Ok(()));
    assert!(empty.subset(&[], &NEVER_STOP).is_ok_and(|subset| subset.is_empty()));
    assert_eq!(empty.action_space().err(), Some(BatchError::Empty));
}

#[test]
fn a_fen_in_the_middle_of_a_game_is_a_start() {
    let middle = position("2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4");
    let batch = batch(&[Turn::new(middle)], BatchOptions::new().with_opponent(Policy::Careful));
    assert!(batch.plies().eq([1]));
}

#[test]
fn bytes_restore_the_batch() {
    let turns = many();
    let players = vec![Color::Blue; turns.len()];
    let plain = BatchOptions::new();
    for options in [
        plain,
        plain.with_max_plies(9).with_autoreset(Autoreset::NextStep),
        plain.with_autoreset(Autoreset::SameStep).with_opponent(Policy::Careful).with_players(&players),
    ] {
        let mut batch = batch(&turns, options);
        for _ in 0..4 {
            let bytes = batch.to_bytes(&NEVER_STOP).expect("there is memory");
            let mut restored = Batch::from_bytes(&bytes, &NEVER_STOP).expect("the bytes are whole");
            assert_eq!(state(&restored), state(&batch));
            assert!(restored.truncated().eq(batch.truncated()));
            assert_eq!(restored.to_bytes(&NEVER_STOP), Ok(bytes));
            let actions = drawn(&mut batch, 1);
            assert_eq!(drawn(&mut restored, 1), actions);
            assert_eq!(stepped(&mut restored, &actions, 2), stepped(&mut batch, &actions, 1));
            restored.reset(None).expect("no mask");
            assert!(restored.subset(&[0], &NEVER_STOP).is_ok());
        }
    }
}

#[test]
fn bytes_of_a_batch_are_the_same_on_all_machines() {
    let options = BatchOptions::new().with_seeds(Seeds::One(0x0102_0304_0506_0708));
    let bytes =
        batch(&[Turn::new(start("standard-4"))], options).to_bytes(&NEVER_STOP).expect("there is memory");
    let head = b"VOLB\x01\0\0\0\0\0\0\0\0\x08\x07\x06\x05\x04\x03\x02\x01\x01\0\0\0\0\0\0\0";
    assert_eq!(bytes[..head.len()], *head);
    // The start has flags, rules and birds; the turn equals the start; the plies; the player; the checksum.
    assert_eq!(bytes.len(), head.len() + (1 + 4 + 8) + 1 + 4 + 1 + 8);
}
