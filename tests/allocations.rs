//! Allocations: moves and plies do not allocate.

use allocation_counter::measure;
use std::hint::black_box;
use volo_rules::Threads;
use volo_rules::learning::{Autoreset, Batch, BatchOptions, Decision};
use volo_rules::playouts::{Policy, play_games};
use volo_rules::{ByColor, Edge, Flight, Move, MoveList, Position, Rules};

use crate::common::{options, random_game, start};

fn positions() -> Vec<Position> {
    let games = Edge::ALL.into_iter().map(|edge| random_game(Position::new(Rules::default().on(edge)), 0));
    let positions: Vec<Position> = games.flatten().collect();
    assert!(positions.len() > 200, "{}", positions.len());
    positions
}

fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
}

#[test]
fn refilling_a_move_list_allocates_nothing() {
    let positions = positions();
    let mut moves = MoveList::new();
    let mut list_all =
        || positions.iter().for_each(|position| position.legal_moves_into(black_box(&mut moves)));
    list_all();
    assert_eq!(allocations(list_all), 0);
}

#[test]
fn counting_checking_and_playing_allocate_nothing() {
    for position in positions() {
        let moves = position.legal_moves();
        let count = allocations(|| {
            black_box(position.outcome());
            black_box(position.count_moves());
            for &mv in &moves {
                black_box(position.is_legal(mv));
                black_box(position.play(mv)).expect("a listed move is legal");
                black_box(position.play_unchecked(mv));
            }
        });
        assert_eq!(count, 0, "{position}");
    }
}

#[test]
fn drawing_a_move_allocates_nothing_after_the_first_call() {
    let positions = positions();
    let draw_all = || {
        let mut state = 1_u64;
        for position in &positions {
            let draw = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                state
            };
            black_box(position.random_move(draw));
        }
    };
    draw_all();
    assert_eq!(allocations(draw_all), 0);
}

#[test]
fn refusing_an_illegal_move_allocates_nothing() {
    for position in positions() {
        let moves = position.legal_moves();
        let count = allocations(|| {
            for &mv in &moves {
                let Move::Fly(flight) = mv else { continue };
                let mv = Move::Fly(Flight { distance: 15, ..flight });
                assert!(!position.is_legal(mv));
                black_box(position.play(mv)).expect_err("no flight has this distance");
            }
        });
        assert_eq!(count, 0, "{position}");
    }
}

#[test]
fn perft_allocates_only_its_lists() {
    let start = start("standard-5");
    let of_depth = |depth| allocations(|| assert!(black_box(start.perft(depth)) > 0));
    of_depth(1);
    assert_eq!(of_depth(1), 0);
    assert!(of_depth(3) <= 8, "{}", of_depth(3));
}

#[test]
fn the_allocations_of_games_do_not_depend_on_their_length() {
    let of_games = |policy: Policy, games: usize, max_plies: u32| {
        let policies = ByColor::new(policy, policy);
        let options = options(start("standard"), games).with_policies(policies).with_max_plies(max_plies);
        let mut plies = 0;
        let count = allocations(|| {
            let playouts = play_games(&options, 1).expect("the run is not stopped");
            plies = playouts.plies.iter().sum();
        });
        (count, plies)
    };
    for policy in Policy::ALL {
        of_games(policy, 1, 1);
        let (short, few) = of_games(policy, 200, 3);
        let (long, many) = of_games(policy, 200, 2000);
        assert!(many > 10 * few);
        assert_eq!(long, short);
        // The number of columns does not depend on the number of games.
        assert_eq!(of_games(policy, 20, 3).0, short);
    }
}

#[test]
fn a_step_of_a_batch_allocates_nothing() {
    let options = BatchOptions::default().with_autoreset(Autoreset::SameStep).with_max_plies(30);
    let starts = vec![Decision::new(start("standard")); 300];
    let mut batch = Batch::with_options(starts, &options, Threads::new(1)).expect("there is memory");
    let (mut actions, mut masks) = (vec![0; 300], vec![0; 300 * 25_981]);
    // The first masks of a thread allocate a list of moves.
    batch.legal_masks(&mut masks, Threads::new(1)).expect("the run is not stopped");
    for _ in 0..40 {
        batch.random_actions(&mut actions, Threads::new(1)).expect("the run is not stopped");
        let count = allocations(|| {
            let stepped = batch.step(&actions, Threads::new(1)).expect("the actions are legal");
            black_box(stepped);
        });
        assert_eq!(count, 0);
        let masked =
            allocations(|| batch.legal_masks(&mut masks, Threads::new(1)).expect("the run is not stopped"));
        assert_eq!(masked, 0);
    }
}
