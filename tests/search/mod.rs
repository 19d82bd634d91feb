//! The engine: what it proves is compared with plain minimax and with the solver; limits are kept.

mod defenses;
mod levels;
mod short_results;
mod solved;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use proptest::prelude::*;
use volo_rules::bindings::{stoppable, training};
use volo_rules::engine::{Engine, EngineError, EngineOptions, Info, Limit, Request, Score};
use volo_rules::playouts::{Policy, play_games};
use volo_rules::{Position, Stop, Stopped};

use crate::common::{cases, games, options, position, recorded_games, start, stopped};

fn engine() -> Engine {
    let options = EngineOptions::default().with_table_bytes(4 << 20);
    Engine::new(options).expect("enough memory")
}

fn nodes(nodes: u64) -> Limit {
    Limit::nodes(nodes)
}

fn search(engine: &mut Engine, position: &Position, limit: Limit, lines: usize) -> Vec<Info> {
    engine.search(&Request::new(position, limit).with_lines(lines))
}

fn random_positions() -> impl Iterator<Item = Position> {
    let mut seen = HashSet::new();
    (0..)
        .flat_map(|seed| careful_game(start_of_seed(seed), seed))
        .filter(move |position| position.outcome().is_none() && seen.insert(*position))
}

fn start_of_seed(seed: u64) -> Position {
    start(&format!("standard-{}", 4 + seed % 4))
}

fn careful_game(start: Position, seed: u64) -> Vec<Position> {
    let careful = volo_rules::ByColor::new(Policy::Careful, Policy::Careful);
    let options = options(start, 1).with_seed(seed).with_policies(careful).with_record(true);
    recorded_games(start, &play_games(&options, 1).expect("the run is not stopped")).remove(0)
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
    let is_whole = |plies: u16| info.pv.len() == usize::from(plies);
    assert!(proven.is_none_or(|plies| info.pv.len() <= usize::from(plies)), "{position}: {info:?}");
    assert!(proven.is_none_or(|plies| plies > 3 || is_whole(plies)), "{position}: {info:?}");
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn lines_are_legal_and_scores_sorted(game in games(), lines in 1_usize..6, most in 1_u64..3_000) {
        let position = game[game.len() - 1];
        let mut engine = engine();
        let request = Request::new(&position, nodes(most)).with_earlier(&game[..game.len() - 1]).with_lines(lines);
        let mut reports = Vec::new();
        let infos = engine.search_with(&request, |infos| reports.push(infos.to_vec()));
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
fn a_line_ends_with_the_game() {
    let position = position("1o1/1obb1o/1ooob2/1o2obb1/5o/4o2o/4obb/1o1ob1/1oo b 0 abstract-play-5");
    let mut ends = 0;
    engine().search_with(&Request::new(&position, nodes(2_000)), |infos| {
        check_line(&position, &infos[0]);
        ends += usize::from(infos[0].pv.len() == 2);
    });
    assert!(ends > 3, "two passes end the game: {ends}");
}

#[test]
fn all_lines_have_the_scores_of_their_moves() {
    for position in random_positions().skip(5).step_by(7).take(20) {
        let limit = Limit::depth(1);
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
                .map(|infos| infos.into_iter().map(|info| (info.score, info.pv, info.depth, info.nodes)))
                .map(Iterator::collect::<Vec<_>>)
        });
        let [one, other] = &mut results;
        assert_eq!(one, other, "{position}");
        assert_eq!(one[0], one[1], "an engine that is cleared is like a new one: {position}");
    }
}

#[test]
fn threads_together_keep_the_limit_of_nodes() {
    let options = EngineOptions::default().with_threads(4).with_table_bytes(1 << 20);
    let mut engine = Engine::new(options).expect("enough memory");
    for most in [0, 1, 63, 64, 65, 5_000] {
        let position = start("standard-5");
        let infos = search(&mut engine, &position, nodes(most), 1);
        assert_eq!(infos[0].nodes, most);
        assert!(position.is_legal(infos[0].pv[0]));
    }
}

#[test]
fn making_and_clearing_an_engine_stop() {
    let stopped = stopped();
    let options = EngineOptions::default().with_table_bytes(4 << 20);
    assert_eq!(training::engine(options, None, &stopped).err(), Some(EngineError::Stopped));

    let (mut engine, position) = (engine(), start("standard-5"));
    let first = search(&mut engine, &position, nodes(5_000), 1);
    assert_eq!(stoppable::clear(&mut engine, &stopped), Err(Stopped));
    let again = search(&mut engine, &position, nodes(5_000), 1);
    assert!(again[0].depth > first[0].depth, "the table stayed");
}

#[test]
fn a_search_stops_soon() {
    let position = start("standard-8");
    for threads in [1, 2] {
        let options = EngineOptions::default().with_threads(threads).with_table_bytes(1 << 20);
        let mut engine = Engine::new(options).expect("enough memory");
        let stop = Stop::new();
        let request = Request::new(&position, Limit::NONE).until(&stop);
        let mut reports = 0;
        // The flag is set from a report, so the test does not depend on the speed of the machine.
        let infos = engine.search_with(&request, |_| {
            reports += 1;
            if reports >= 2 {
                stop.set();
            }
        });
        assert_eq!((reports, infos[0].depth), (2, 2));
        let limit = Limit::time(Duration::from_millis(20));
        let begun = Instant::now();
        search(&mut engine, &position, limit, 1);
        assert!(begun.elapsed() >= Duration::from_millis(20));
    }
}

#[test]
fn an_engine_uses_the_clock_that_it_is_given() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let now = || Duration::from_millis(CALLS.fetch_add(1, Ordering::Relaxed));
    let options = EngineOptions::default().with_table_bytes(1 << 20).with_now(now);
    let mut engine = Engine::new(options).expect("enough memory");
    let position = start("standard-7");
    let limit = Limit::time(Duration::from_millis(20));
    let infos = search(&mut engine, &position, limit, 1);
    assert!(infos[0].time >= Duration::from_millis(20), "{infos:?}");
    assert!(CALLS.load(Ordering::Relaxed) < 40, "{CALLS:?}");
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
    let limit = Limit::depth(3);
    let request = Request::new(&position, limit).with_earlier(&earlier).with_lines(3);
    let infos = engine().search(&request);
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
