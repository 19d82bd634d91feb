//! Monte-Carlo search: its moves, its proven scores, its limits and its memory.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use volo::{
    Engine, EngineOptions, Info, Limit, Method, Position, Request, Score, SolveOptions, Solver, Value,
};

use crate::common::{cases, games, position, start};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn engine(method: Method, table_bytes: usize) -> Engine {
    let options = EngineOptions { method, table_bytes, seed: 7, ..EngineOptions::default() };
    Engine::new(options).expect("enough memory")
}

fn search(engine: &mut Engine, position: &Position, nodes: u64, lines: usize) -> Vec<Info> {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    engine.search(&Request { position, earlier: &[], limit, lines }, &GO_ON, |_| {})
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn lines_are_legal_and_a_proven_win_is_played_out(positions in games(), at in any::<prop::sample::Index>()) {
        let position = *at.get(&positions);
        for method in [Method::MonteCarlo, Method::Uct] {
            let infos = search(&mut engine(method, 1 << 20), &position, 300, 3);
            if position.outcome().is_some() {
                prop_assert!(infos.len() == 1 && infos[0].pv.is_empty());
                continue;
            }
            prop_assert_eq!(infos.len(), position.legal_moves().len().min(3));
            for info in &infos {
                let end = info.pv.iter().try_fold(position, |position, &mv| position.play(mv)).expect("legal moves");
                prop_assert!(!info.pv.is_empty() && info.nodes <= 300);
                if info.score.win_in() == Some(1) {
                    prop_assert_eq!(end.outcome().and_then(|end| end.winner), Some(position.turn()));
                }
            }
            prop_assert!(method != Method::MonteCarlo || !position.can_win() || infos[0].score.win_in() == Some(1));
        }
    }

    #[test]
    fn a_proven_score_is_the_value(positions in games(), back in 1..6_usize) {
        let position = positions[positions.len().saturating_sub(back)];
        prop_assume!(position.rules().edge().length() <= 5);
        let infos = search(&mut engine(Method::MonteCarlo, 4 << 20), &position, 20_000, 1);
        let score = infos[0].score;
        if score.is_proved() {
            let options = SolveOptions::default().with_nodes(20_000);
            let mut solver = Solver::new(position.rules(), 4 << 20).expect("enough memory");
            let value = solver.solve(&position, &options, &GO_ON).expect("the same rules").value;
            let expected = if score.win_in().is_some() { Value::Win } else { Value::Loss };
            prop_assert!(value == expected || value == Value::Unknown, "{position}: {score}, {value:?}");
        }
    }
}

#[test]
fn a_forced_loss_is_proved_by_its_replies() {
    // Blue wins after any move of Orange.
    let lost = position("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4");
    let infos = search(&mut engine(Method::MonteCarlo, 16 << 20), &lost, 200_000, 1);
    assert_eq!(infos[0].score.expected(), -1.0, "{:?}", infos[0]);
    assert!(infos[0].score.loss_in().is_some_and(|plies| plies >= 2));
}

#[test]
fn the_same_limit_gives_the_same_result() {
    for method in [Method::MonteCarlo, Method::Uct] {
        let start = start("standard-5");
        let mut one = engine(method, 1 << 20);
        let first = search(&mut one, &start, 500, 2);
        for infos in [search(&mut one, &start, 500, 2), search(&mut engine(method, 1 << 20), &start, 500, 2)]
        {
            let results = |infos: &[Info]| -> Vec<(Score, Vec<_>)> {
                infos.iter().map(|info| (info.score, info.pv.clone())).collect()
            };
            assert_eq!(results(&infos), results(&first));
        }
    }
}

#[test]
fn a_full_tree_is_still_searched() {
    for method in [Method::MonteCarlo, Method::Uct] {
        let infos = search(&mut engine(method, 0), &start("standard-4"), 3_000, 1);
        assert_eq!((infos.len(), infos[0].nodes), (1, 3_000));
    }
}

#[test]
fn a_depth_and_a_set_flag_end_a_search() {
    for method in [Method::MonteCarlo, Method::Uct] {
        let start = start("standard");
        let limit = Limit { depth: Some(3), ..Limit::default() };
        let request = Request { position: &start, earlier: &[], limit, lines: 1 };
        let mut reports = 0;
        let infos = engine(method, 16 << 20).search(&request, &GO_ON, |_| reports += 1);
        assert!(infos[0].depth >= 3 && reports > 0);

        let request = Request { limit: Limit::default(), ..request };
        let infos = engine(method, 1 << 20).search(&request, &AtomicBool::new(true), |_| {});
        assert_eq!(infos.len(), 1);
        assert!(start.is_legal(infos[0].pv[0]));
    }
}
