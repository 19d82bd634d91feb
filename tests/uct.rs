//! Plain Monte-Carlo tree search: its lines, its limits and its memory.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use volo_rules::{Engine, EngineOptions, Info, Limit, Method, Position, Request, Score};

use crate::common::{cases, games, position, start};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn engine(table_bytes: usize) -> Engine {
    let options = EngineOptions { method: Method::Uct, table_bytes, seed: 7, ..EngineOptions::default() };
    Engine::new(options, &GO_ON).expect("enough memory")
}

fn search(engine: &mut Engine, position: &Position, nodes: u64, lines: usize) -> Vec<Info> {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    engine.search(&Request { position, earlier: &[], limit, lines }, &GO_ON, |_| {})
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn lines_are_legal_and_the_most_visited_first(positions in games(), at in any::<prop::sample::Index>()) {
        let position = *at.get(&positions);
        let infos = search(&mut engine(1 << 20), &position, 300, 3);
        if position.outcome().is_some() {
            prop_assert!(infos.len() == 1 && infos[0].pv.is_empty());
            return Ok(());
        }
        prop_assert_eq!(infos.len(), position.legal_moves().len().min(3));
        for info in &infos {
            let end = info.pv.iter().try_fold(position, |position, &mv| position.play(mv)).expect("legal moves");
            prop_assert!(!info.pv.is_empty() && info.nodes == 300);
            if info.score.win_in() == Some(1) {
                prop_assert_eq!(end.outcome().and_then(|end| end.winner), Some(position.turn()));
            }
        }
    }
}

#[test]
fn a_win_in_one_is_found() {
    let position = position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4");
    let info = &search(&mut engine(1 << 20), &position, 2_000, 1)[0];
    assert_eq!((info.score.win_in(), info.pv.len()), (Some(1), 1));
}

#[test]
fn the_same_limit_gives_the_same_result() {
    let start = start("standard-5");
    let mut one = engine(1 << 20);
    let first = search(&mut one, &start, 500, 2);
    for infos in [search(&mut one, &start, 500, 2), search(&mut engine(1 << 20), &start, 500, 2)] {
        let results = |infos: &[Info]| -> Vec<(Score, Vec<_>)> {
            infos.iter().map(|info| (info.score, info.pv.clone())).collect()
        };
        assert_eq!(results(&infos), results(&first));
    }
}

#[test]
fn a_full_tree_is_still_searched() {
    let infos = search(&mut engine(0), &start("standard-4"), 3_000, 1);
    assert_eq!((infos.len(), infos[0].nodes), (1, 3_000));
}

#[test]
fn a_depth_and_a_set_flag_end_a_search() {
    let start = start("standard");
    let limit = Limit { depth: Some(3), ..Limit::default() };
    let request = Request { position: &start, earlier: &[], limit, lines: 1 };
    let mut reports = 0;
    let infos = engine(16 << 20).search(&request, &GO_ON, |_| reports += 1);
    assert!(infos[0].depth >= 3 && reports > 0);

    let request = Request { limit: Limit::default(), ..request };
    let infos = engine(1 << 20).search(&request, &AtomicBool::new(true), |_| {});
    assert_eq!(infos.len(), 1);
    assert!(start.is_legal(infos[0].pv[0]));
}
