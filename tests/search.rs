//! The engine: what it proves is compared with plain minimax and with the solver; limits are kept.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use proptest::prelude::*;
use volo::{
    Color, Engine, EngineOptions, Info, Level, Limit, Method, Policy, Position, Request, Score, SolveOptions,
    Solver, Value, play_games,
};

use crate::common::{cases, games, options, start};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn engine() -> Engine {
    let options = EngineOptions { table_bytes: 4 << 20, ..EngineOptions::default() };
    Engine::new(options).expect("enough memory")
}

fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::default() }
}

fn search(engine: &mut Engine, position: &Position, limit: Limit, lines: usize) -> Vec<Info> {
    engine.search(&Request { position, earlier: &[], limit, lines }, &GO_ON, |_| {})
}

/// Whether the player to move can win in this number of plies, by minimax without any pruning.
fn wins(position: &Position, plies: u32) -> bool {
    if plies < 3 {
        return position.can_win();
    }
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(position.turn()),
            None => loses(&next, plies - 1),
        }
    })
}

/// Whether the player to move loses in this number of plies, whatever move is made.
fn loses(position: &Position, plies: u32) -> bool {
    position.legal_moves().iter().all(|&mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(position.turn().other()),
            None => plies >= 2 && wins(&next, plies - 1),
        }
    })
}

/// Unfinished positions of careful random games on edges 4 to 7, without repetitions.
fn random_positions() -> impl Iterator<Item = Position> {
    let mut seen = HashSet::new();
    (0..).flat_map(|seed| careful_game(start(&format!("standard-{}", 4 + seed % 4)), seed)).filter(
        move |position| {
            if seen.len() > 1 << 16 {
                seen.clear();
            }
            position.outcome().is_none() && seen.insert(*position)
        },
    )
}

fn careful_game(start: Position, seed: u64) -> Vec<Position> {
    let careful = volo::ByColor::new(Policy::Careful, Policy::Careful);
    let options = options(start, 1).with_seed(seed).with_policies(careful).with_record(true);
    let game = play_games(&options, 1, &GO_ON).expect("the run is not stopped");
    let moves = game.moves.iter().filter_map(|&code| volo::Move::from_code(code));
    let next = |position: &mut Position, (mv, _)| {
        *position = position.play_unchecked(mv);
        Some(*position)
    };
    [start].into_iter().chain(moves.scan(start, next)).collect()
}

/// Compares wins and losses in up to three plies with minimax, in this number of positions with each result.
fn compare_short_results(wanted: usize, most_nodes: u64) {
    let mut engine = engine();
    let (mut ones, mut threes, mut avoided) = (0, 0, 0);
    for position in random_positions() {
        if ones >= wanted && threes >= wanted && avoided >= wanted {
            return;
        }
        let info = &search(&mut engine, &position, nodes(most_nodes), 1)[0];
        let mv = info.pv[0];
        let next = position.play(mv).expect("a legal move");
        if position.can_win() {
            ones += 1;
            assert_eq!((info.score.win_in(), info.pv.len()), (Some(1), 1), "{position}");
            assert_eq!(next.outcome().and_then(|outcome| outcome.winner), Some(position.turn()));
            continue;
        }
        let wins_in_three = wins(&position, 3);
        // A win in two is one in which the opponent can only give the win away [R18].
        assert_eq!(info.score.win_in().is_some_and(|plies| plies <= 3), wins_in_three, "{position}");
        threes += usize::from(wins_in_three);
        let loses_in_two = loses(&position, 2);
        assert_eq!(info.score.loss_in().is_some_and(|plies| plies <= 2), loses_in_two, "{position}");
        if !loses_in_two {
            let hands_over =
                |next: &Position| next.can_win() || next.outcome().is_some_and(|end| end.winner.is_some());
            let is_dangerous =
                position.legal_moves().iter().any(|&mv| hands_over(&position.play_unchecked(mv)));
            avoided += usize::from(is_dangerous);
            assert!(!hands_over(&next), "{position}");
        }
    }
}

#[test]
fn wins_in_one_and_three_plies_are_found_and_losses_in_two_avoided() {
    compare_short_results(20, 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn wins_in_one_and_three_plies_are_found_and_losses_in_two_avoided_in_many_positions() {
    compare_short_results(10_000, 20_000);
}

/// Compares the engine with the solver in this number of solved positions of edge 4. What is proved must be equal;
/// estimates must be on the right side in 99% of the positions.
fn compare_with_solver(wanted: usize) {
    let mut engine = engine();
    let start = start("standard-4");
    let mut solver = Solver::new(start.rules(), 16 << 20).expect("enough memory");
    let (mut compared, mut agreed, mut values) = (0, 0, [0; 3]);
    for seed in 0.. {
        for position in careful_game(start, seed).iter().skip(6) {
            let solve = SolveOptions::default().with_nodes(30_000);
            let solution = solver.solve(position, &solve, &GO_ON).expect("enough memory");
            if position.outcome().is_some() || solution.value == Value::Unknown {
                continue;
            }
            engine.clear();
            let score = search(&mut engine, position, nodes(10_000), 1)[0].score;
            assert!(score.win_in().is_none() || solution.value == Value::Win, "{position}");
            assert!(score.loss_in().is_none() || solution.value == Value::Loss, "{position}");
            agreed += usize::from(match solution.value {
                Value::Win => score > Score::DRAW,
                Value::Loss => score < Score::DRAW,
                _ => !score.is_proved(),
            });
            compared += 1;
            values[solution.value as usize] += 1;
        }
        if compared >= wanted {
            break;
        }
    }
    println!("{agreed} of {compared} agree; {values:?} wins, losses and draws");
    assert!(agreed * 100 >= compared * 99, "{agreed} of {compared}");
}

#[test]
fn the_engine_agrees_with_the_solver() {
    compare_with_solver(100);
}

#[test]
#[ignore = "takes minutes"]
fn the_engine_agrees_with_the_solver_in_many_positions() {
    compare_with_solver(10_000);
}

/// The moves are legal one after the other; a proven result comes true at the end of its line, if that is whole.
fn check_line(position: &Position, info: &Info) {
    let end = info.pv.iter().fold(*position, |position, &mv| position.play(mv).expect("a legal move"));
    let proven = info.score.win_in().or(info.score.loss_in());
    if let Some(outcome) = end.outcome()
        && let Some(winner) = outcome.winner
    {
        let is_won = winner == position.turn();
        assert_eq!(info.score.win_in().is_some(), is_won, "{position}: {info:?}");
        assert_eq!(info.score.loss_in().is_some(), !is_won, "{position}: {info:?}");
    }
    assert!(proven.is_none_or(|plies| info.pv.len() <= usize::from(plies)), "{position}: {info:?}");
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn lines_are_legal_and_scores_sorted(game in games(), lines in 1_usize..6, most in 1_u64..3_000) {
        let position = game[game.len() - 1];
        let mut engine = engine();
        let request = Request { position: &position, earlier: &game[..game.len() - 1], limit: nodes(most), lines };
        let mut reports = Vec::new();
        let infos = engine.search(&request, &GO_ON, |infos| reports.push(infos.to_vec()));
        for infos in reports.iter().chain([&infos]) {
            prop_assert!(infos.is_sorted_by(|a, b| a.score >= b.score), "{:?}", infos);
            let firsts: HashSet<_> = infos.iter().filter_map(|info| info.pv.first()).collect();
            if position.outcome().is_none() {
                prop_assert_eq!(firsts.len(), infos.len());
                prop_assert_eq!(infos.len(), lines.min(position.legal_moves().len()));
            }
            for info in infos {
                check_line(&position, info);
                prop_assert!(info.nodes <= most);
            }
        }
        prop_assert!(reports.is_sorted_by(|a, b| a[0].nodes <= b[0].nodes));
    }
}

#[test]
fn all_lines_have_the_scores_of_their_moves() {
    for position in random_positions().skip(5).step_by(7).take(20) {
        let limit = Limit { depth: Some(1), ..Limit::default() };
        let count = position.legal_moves().len();
        let infos = search(&mut engine(), &position, limit, usize::MAX);
        assert_eq!(infos.len(), count);
        for info in &infos {
            let next = position.play(info.pv[0]).expect("a legal move");
            let wins_at_once = next.outcome().is_some_and(|end| end.winner == Some(position.turn()));
            assert_eq!(info.score.win_in() == Some(1), wins_at_once, "{position}: {info:?}");
            if next.outcome().is_none() {
                assert_eq!(info.score.loss_in() == Some(2), next.can_win(), "{position}: {info:?}");
            }
        }
    }
}

#[test]
fn one_thread_gives_the_same_results_for_the_same_nodes() {
    for position in random_positions().skip(3).step_by(11).take(15) {
        let mut results = [engine(), engine()].map(|mut engine| {
            let first = search(&mut engine, &position, nodes(3_000), 2);
            engine.clear();
            let second = search(&mut engine, &position, nodes(3_000), 2);
            [first, second]
                .map(|infos| infos.into_iter().map(|info| Info { time: Duration::ZERO, ..info }))
                .map(Iterator::collect::<Vec<_>>)
        });
        let [one, other] = &mut results;
        assert_eq!(one, other, "{position}");
        assert_eq!(one[0], one[1], "an engine that is cleared is like a new one: {position}");
    }
}

#[test]
fn threads_together_keep_the_limit_of_nodes() {
    let options = EngineOptions { threads: 4, table_bytes: 1 << 20, ..EngineOptions::default() };
    let mut engine = Engine::new(options).expect("enough memory");
    for most in [0, 1, 63, 64, 65, 5_000] {
        let position = start("standard-5");
        let infos = search(&mut engine, &position, nodes(most), 1);
        assert_eq!(infos[0].nodes, most);
        assert!(position.is_legal(infos[0].pv[0]));
    }
}

#[test]
fn a_search_stops_soon() {
    let position = start("standard-8");
    for threads in [1, 2] {
        let options = EngineOptions { threads, table_bytes: 1 << 20, ..EngineOptions::default() };
        let mut engine = Engine::new(options).expect("enough memory");
        let stop = AtomicBool::new(false);
        let request = Request { position: &position, earlier: &[], limit: Limit::default(), lines: 1 };
        let mut reports = 0;
        // The flag is set from a report, so the test does not depend on the speed of the machine.
        let infos = engine.search(&request, &stop, |_| {
            reports += 1;
            stop.store(reports >= 2, Ordering::Relaxed);
        });
        assert_eq!((reports, infos[0].depth), (2, 2));
        let limit = Limit { time: Some(Duration::from_millis(20)), ..Limit::default() };
        let begun = Instant::now();
        search(&mut engine, &position, limit, 1);
        assert!(begun.elapsed() >= Duration::from_millis(20));
    }
}

#[test]
fn a_depth_is_not_exceeded() {
    let limit = Limit { depth: Some(3), ..Limit::default() };
    let mut depths = Vec::new();
    let position = start("standard-4");
    let request = Request { position: &position, earlier: &[], limit, lines: 1 };
    engine().search(&request, &GO_ON, |infos| depths.push(infos[0].depth));
    assert_eq!(depths, [1, 2, 3]);
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    for seed in 0..20 {
        let game = careful_game(start("standard-4"), seed);
        let position = game[game.len() - 1];
        let score = match position.outcome().expect("the game is over").winner {
            None => Score::DRAW,
            Some(winner) if winner == position.turn() => Score::win_in_plies(0),
            Some(_) => -Score::win_in_plies(0),
        };
        let infos = search(&mut engine(), &position, nodes(100), 3);
        assert_eq!((infos.len(), infos[0].score, infos[0].pv.len()), (1, score, 0), "{position}");
    }
}

#[test]
fn a_position_of_the_game_that_comes_again_is_a_draw() {
    let position = start("standard-4");
    // All positions after a move have been in the game: each of the moves leads to a repetition.
    let earlier: Vec<Position> =
        position.legal_moves().iter().map(|&mv| position.play_unchecked(mv)).collect();
    let limit = Limit { depth: Some(3), ..Limit::default() };
    let request = Request { position: &position, earlier: &earlier, limit, lines: 3 };
    let infos = engine().search(&request, &GO_ON, |_| {});
    assert!(infos.iter().all(|info| info.score == Score::DRAW && info.pv.len() == 1), "{infos:?}");
}

#[test]
fn a_search_allocates_nothing_for_a_node() {
    let position = start("standard-5");
    let mut engine = engine();
    let mut count = |most| measure(|| drop(search(&mut engine, &position, nodes(most), 1))).count_total;
    count(1_000);
    // A longer search makes a few more reports.
    assert!(count(40_000) <= count(400) + 300, "{} {}", count(40_000), count(400));
}

#[test]
fn the_other_kinds_of_search_are_found_by_name() {
    assert_eq!(Method::ALL.map(|method| method.name().parse()), Method::ALL.map(Ok));
}

fn at_level(number: u8, seed: u64) -> Engine {
    let level = Level::new(number).expect("a level");
    Engine::new(EngineOptions { table_bytes: 1 << 20, seed, level, ..EngineOptions::default() })
        .expect("enough memory")
}

/// The share of points that one level gets against another, with each of the openings played twice.
fn points_of_levels(one: u8, other: u8, openings: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..openings {
        let opening = careful_game(start("standard-5"), seed)[4];
        for color in Color::ALL {
            let mut engines = [at_level(one, seed), at_level(other, seed + 1_000)];
            let mut position = opening;
            let mut plies = 0;
            while position.outcome().is_none() && plies < 300 {
                let engine = &mut engines[usize::from(position.turn() != color)];
                let infos = search(engine, &position, Limit::default(), 1);
                position = position.play(infos[0].pv[0]).expect("a legal move");
                plies += 1;
            }
            points += match position.outcome().and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == color)),
            };
        }
    }
    points / (2 * openings) as f64
}

#[test]
fn a_much_higher_level_wins_most_games() {
    let points = points_of_levels(5, 1, 6);
    assert!(points > 0.7, "{points}");
}

#[test]
#[ignore = "takes minutes"]
fn each_level_is_stronger_than_the_one_below() {
    let points: Vec<f64> = (1..9).map(|number| points_of_levels(number + 1, number, 100)).collect();
    println!("{points:?}");
    assert!(points.iter().all(|&points| points > 0.5), "{points:?}");
}

#[test]
fn a_level_below_the_full_one_limits_a_search_and_claims_nothing() {
    for position in random_positions().skip(20).step_by(9).take(20) {
        let infos = search(&mut at_level(2, 7), &position, Limit::default(), 2);
        for info in &infos {
            assert!(info.nodes <= 1_000 && info.depth <= 1, "{info:?}");
            assert!(!info.score.is_proved() || info.score.win_in() == Some(1), "{info:?}");
            assert!(position.is_legal(info.pv[0]));
        }
    }
}
