//! Random games: they are reproducible, the results match the records, and moves are drawn uniformly.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use volo_rules::playouts::{PlayoutError, PlayoutOptions, Playouts, Policy, play_games, play_games_from};
use volo_rules::{ByColor, Color, Edge, Ending, Flight, Move, Position, Rules, Stop};

use crate::common::{
    self, RULE_SETS, is_uneven, options, played as games, position, random_game, recorded_moves as moves,
    start, stopped,
};

const TRUNCATED: i8 = -2;

fn recorded(position: Position, games: usize) -> PlayoutOptions<'static> {
    options(position, games).with_record(true).with_count_moves(true)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for rules in ["standard", "abstract-play-5", "boardspace-5"] {
        for policy in Policy::ALL {
            let options = recorded(start(rules), 203).with_policies(ByColor::new(policy, policy));
            let one = games(&options, 1);
            for threads in [0, 2, 3, usize::MAX] {
                assert!(games(&options, threads) == one, "{rules}, {policy}: {threads} threads");
            }
        }
    }
}

#[test]
fn games_from_many_positions_are_those_from_each() {
    let starts = ["standard-4", "french-5", "abstract-play-4"].map(start);
    let over = position("2/1oo2/6/4/6/3b1/2 b 0 standard-4");
    let positions = [starts[0], starts[1], over, starts[2]];
    for number in [0, 1, 3, 70] {
        let options = recorded(Position::default(), number).with_first(u64::MAX - 5).with_tally(false);
        for threads in [1, 3] {
            let all = play_games_from(&positions, &options, threads).expect("the run is not stopped");
            let mut moves = Vec::new();
            for (place, &position) in positions.iter().enumerate() {
                let first = options.first.wrapping_add((place * number) as u64);
                let part = games(&recorded(position, number).with_first(first), 1);
                let rows = place * number..(place + 1) * number;
                assert_eq!(all.winner[rows.clone()], part.winner);
                assert_eq!(all.plies[rows.clone()], part.plies);
                assert_eq!(all.legal_moves[rows], part.legal_moves);
                moves.extend(part.moves);
            }
            assert_eq!((all.winner.len(), &all.moves), (4 * number, &moves));
        }
    }
    let none = play_games_from(&[], &recorded(start("standard-4"), 5), 2).expect("the run is not stopped");
    assert_eq!(none.winner.len(), 0);
    let too_many = recorded(start("standard-4"), usize::MAX);
    assert_eq!(play_games_from(&positions, &too_many, 1).err(), Some(PlayoutError::OutOfMemory));
}

#[test]
fn moves_are_counted_and_recorded_only_on_request() {
    let requested = recorded(start("standard-4"), 30);
    let (more, less) = (games(&requested, 1), games(&options(start("standard-4"), 30), 1));
    assert!(less.moves.is_empty() && less.legal_moves.is_empty() && less.tally.is_none());
    assert_eq!((&less.winner, &less.plies), (&more.winner, &more.plies));
}

#[test]
fn the_results_match_the_recorded_moves() {
    for rules in RULE_SETS {
        let start = start(rules);
        let midgame = random_game(start, 3)[12];
        for (position, max_plies) in [(start, 2000), (start, 30), (midgame, 2000)] {
            let playouts = games(&recorded(position, 40).with_max_plies(max_plies), 2);
            for (game, moves) in moves(&playouts).iter().enumerate() {
                let replayed = Replay::of(position, moves);
                let place = format!("game {game} by {rules}");
                assert_eq!(replayed, Replay::in_row(&playouts, game), "{place}");
                assert!(replayed.plies as u32 <= max_plies, "{place}");
                let truncated = replayed.winner == TRUNCATED;
                assert_eq!(truncated, replayed.plies as u32 == max_plies && truncated, "{place}");
                assert_eq!(replayed.adds + replayed.flights + replayed.passes, replayed.plies, "{place}");
            }
        }
    }
}

#[derive(Debug, Default, PartialEq)]
struct Replay {
    winner: i8,
    plies: i32,
    birds: [u32; 2],
    adds: i32,
    flights: i32,
    passes: i32,
    clearings: i32,
    handed_over: bool,
    reason: i8,
    legal_moves: i64,
}

impl Replay {
    fn of(start: Position, moves: &[Move]) -> Replay {
        let mut replay = Replay { plies: moves.len() as i32, ..Replay::default() };
        let mut position = start;
        for &mv in moves {
            replay.legal_moves += position.legal_moves().len() as i64;
            let opponent = !position.turn();
            let next = position.play(mv).expect("a recorded move is legal");
            match mv {
                Move::Add(_) => replay.adds += 1,
                Move::Fly(_) => replay.flights += 1,
                Move::Pass => replay.passes += 1,
            }
            replay.clearings += i32::from(next.birds(opponent).len() < position.birds(opponent).len());
            position = next;
        }
        let outcome = position.outcome();
        replay.winner = match outcome.map(|outcome| outcome.winner) {
            None => TRUNCATED,
            Some(None) => -1,
            Some(Some(color)) => color as i8,
        };
        replay.reason = match outcome.map(|outcome| outcome.reason) {
            None => -1,
            Some(Ending::Flock) => 0,
            Some(Ending::Passes) => 1,
            Some(Ending::Stuck) => 2,
        };
        let by_flock = outcome.filter(|outcome| outcome.reason == Ending::Flock);
        replay.handed_over = by_flock.is_some_and(|outcome| outcome.winner == Some(position.turn()));
        replay.birds = Color::ALL.map(|color| position.birds(color).len());
        replay
    }

    fn in_row(playouts: &Playouts, game: usize) -> Replay {
        Replay {
            winner: playouts.winner[game],
            plies: playouts.plies[game],
            birds: [playouts.orange_birds[game] as u32, playouts.blue_birds[game] as u32],
            adds: playouts.adds[game],
            flights: playouts.flights[game],
            passes: playouts.passes[game],
            clearings: playouts.clearings[game],
            handed_over: playouts.handed_over[game],
            reason: playouts.reason[game],
            legal_moves: playouts.legal_moves[game],
        }
    }
}

#[test]
fn r19_a_game_that_is_cut_off_is_truncated() {
    let cut = |max_plies| games(&recorded(start("standard"), 20).with_max_plies(max_plies), 1);
    let short = cut(10);
    assert_eq!(short.plies, [10; 20]);
    assert_eq!(short.winner, [TRUNCATED; 20]);
    assert!(moves(&short) == moves(&cut(2000)).iter().map(|game| game[..10].to_vec()).collect::<Vec<_>>());
    let none = cut(0);
    assert_eq!(none.plies, [0; 20]);
    assert_eq!(none.winner, [TRUNCATED; 20]);
}

#[test]
fn a_finished_game_is_not_played_on() {
    let over = position("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
    let playouts = games(&recorded(over, 3), 2);
    assert_eq!(playouts.winner, [0; 3]);
    assert_eq!(playouts.plies, [0; 3]);
    assert_eq!(playouts.handed_over, [false; 3]);
    assert_eq!(games(&recorded(over, 0), 4), Playouts::default());
}

#[test]
fn a_run_stops_when_the_flag_is_set() {
    let stop = stopped();
    assert!(play_games(&options(start("standard"), 10).until(&stop), 2).is_err());

    let (stop, finished) = (Stop::new(), AtomicUsize::new(0));
    let hours = options(start("standard-8"), 5_000_000);
    thread::scope(|scope| {
        let run = scope.spawn(|| play_games(&hours.until(&stop).with_finished(&finished), 2).is_err());
        while finished.load(Ordering::Relaxed) == 0 {
            thread::yield_now();
        }
        stop.set();
        assert!(run.join().expect("a run does not panic"));
    });
    assert!(finished.load(Ordering::Relaxed) < hours.games);
}

const DRAWS: usize = 400;

fn first_moves(position: &Position) -> Vec<usize> {
    let moves = position.legal_moves();
    let drawn = options(*position, DRAWS * moves.len()).with_max_plies(1).with_record(true);
    common::first_moves(&games(&drawn, 2), &moves)
}

fn keeps(mv: &Move) -> bool {
    matches!(mv, Move::Fly(Flight { keep: Some(_), .. }))
}

/// Positions of random games with a number of flights with regions in `choices`, `of_each` from every edge.
fn with_choices(choices: std::ops::RangeInclusive<usize>, of_each: usize) -> Vec<Position> {
    let found = Edge::ALL.into_iter().flat_map(|edge| {
        let games = (0..).flat_map(move |seed| random_game(Position::new(Rules::default().on(edge)), seed));
        let choices = choices.clone();
        let count = |position: &Position| position.legal_moves().iter().filter(|mv| keeps(mv)).count();
        games.filter(move |position| choices.contains(&count(position))).step_by(5).take(of_each)
    });
    found.collect()
}

#[test]
fn the_first_move_is_drawn_uniformly() {
    let mut positions = vec![
        // The legal moves are one add and a pass.
        position("o1/2ob1/2ob2/oob1/bobbbb/2bob/1o o 0 standard-4"),
        // Five flights of one bird differ only in the kept region.
        position("2b2/7o/7o1/7o2/5b1ob2/o6o4/3boo4/2b1b1o5/ooooo1b4/5o4/5o3/3b1o2/4o o 0 standard"),
    ];
    positions.extend(RULE_SETS.map(start));
    positions.extend(with_choices(2..=3, 1));
    positions.extend(with_choices(8..=100, 2));
    for position in positions {
        let counts = first_moves(&position);
        assert!(counts.len() > 1);
        assert!(!is_uneven(&counts), "{position}: {counts:?}");
    }
}

#[test]
fn the_test_of_uniformity_detects_uneven_counts() {
    let even = first_moves(&start("standard-5"));
    assert!(!is_uneven(&even));
    let mut one_too_often = even.clone();
    one_too_often[7] = one_too_often[7] * 3 / 2;
    assert!(is_uneven(&one_too_often));
    let mut one_never = even;
    one_never[3] = 0;
    assert!(is_uneven(&one_never));
    assert!(is_uneven(&[480, 320]) && !is_uneven(&[420, 380]));
}

#[test]
fn results_that_do_not_fit_into_memory_are_refused() {
    // The results of the first number are larger than any vector may be. Those of the second are smaller, but larger
    // than the memory of a 64-bit machine. A 32-bit machine may have room for them.
    let numbers = [usize::MAX / 32, usize::MAX / 64];
    for games in &numbers[..if cfg!(target_pointer_width = "64") { 2 } else { 1 }] {
        let endless = options(start("standard-4"), 0).with_games(*games);
        let refused = play_games(&endless, 1);
        assert_eq!(refused.err(), Some(volo_rules::playouts::PlayoutError::OutOfMemory), "{games}");
    }
}
