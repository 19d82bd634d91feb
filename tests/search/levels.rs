//! Levels: what they claim, and that each is stronger than the one below.

use std::time::Duration;

use volo_rules::engine::{Engine, EngineOptions, Level, Limit};
use volo_rules::{Color, Move};

use crate::common::{for_each_seed, start};
use crate::search::{careful_game, random_positions, search};

fn at_level(number: u8, seed: u64) -> Engine {
    let level = Level::new(number).expect("a level");
    Engine::new(EngineOptions::default().with_table_bytes(1 << 20).with_seed(seed).with_level(level))
        .expect("enough memory")
}

/// The share of points that one level gets against another, with each of the openings played twice.
fn points_of_levels(one: u8, other: u8, openings: u64) -> f64 {
    let points = for_each_seed(0..openings, |seed| {
        let mut points = 0.0;
        let opening = careful_game(start("standard-5"), seed)[4];
        for color in Color::ALL {
            let mut engines = [at_level(one, seed), at_level(other, seed + 1_000)];
            let mut position = opening;
            let mut plies = 0;
            while position.outcome().is_none() && plies < 300 {
                let engine = &mut engines[usize::from(position.turn() != color)];
                let infos = search(engine, &position, Limit::NONE, 1);
                position = position.play(infos[0].pv[0]).expect("a legal move");
                plies += 1;
            }
            points += match position.outcome().and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == color)),
            };
        }
        points
    });
    points.iter().sum::<f64>() / (2 * openings) as f64
}

#[test]
fn an_engine_accepts_the_largest_numbers() {
    let position = start("standard-4");
    for level in Level::ALL {
        for limit in [Limit::nodes(100).with_depth(u32::MAX), Limit::nodes(u64::MAX).with_depth(0)] {
            let limit = limit.with_time(Duration::MAX);
            let infos = search(&mut at_level(level.number(), u64::MAX), &position, limit, usize::MAX);
            assert!(!infos.is_empty() && infos.iter().all(|info| info.pv[0] != Move::Pass), "{level}");
        }
    }
}

#[test]
fn a_much_higher_level_wins_most_games() {
    let points = points_of_levels(7, 3, 6);
    assert!(points > 0.7, "{points}");
}

#[test]
#[ignore = "takes minutes"]
fn each_level_is_stronger_than_the_one_below() {
    let points: Vec<f64> = (1..11).map(|number| points_of_levels(number + 1, number, 100)).collect();
    println!("{points:?}");
    assert!(points.iter().all(|&points| points > 0.5), "{points:?}");
}

#[test]
fn a_level_below_the_full_one_limits_a_search_and_claims_nothing() {
    for position in random_positions().skip(20).step_by(9).take(20) {
        let infos = search(&mut at_level(2, 7), &position, Limit::NONE, 2);
        for info in &infos {
            assert!(info.nodes <= 1_000 && info.depth <= 1, "{info:?}");
            assert!(!info.score.is_proved() || info.score.win_in() == Some(1), "{info:?}");
            assert!(position.is_legal(info.pv[0]));
        }
    }
}
