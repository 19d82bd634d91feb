//! Several threads.

use volo_rules::solver::SolveOptions;

use crate::common::{position, start};
use crate::solving::{HARD, solver};

#[test]
fn the_number_of_threads_does_not_change_anything() {
    for (fen, _) in HARD {
        let position = position(fen);
        let solve = |threads, nodes| {
            let mut options = SolveOptions::default().with_threads(threads).with_proof(true);
            options.nodes = nodes;
            solver(&position, 16 << 20).solve(&position, &options).expect("the same rules")
        };
        let whole = solve(1, None);
        for threads in [3, 64] {
            assert_eq!(solve(threads, None), whole, "{fen}, {threads} threads");
        }
        let part = solve(1, Some(whole.nodes / 2));
        assert_eq!(solve(2, Some(whole.nodes / 2)), part, "{fen}");
    }
}

#[test]
fn an_unfinished_search_has_searched_the_same_on_any_number_of_threads() {
    let start = start("standard-4");
    // The table is too small, so that it is cleaned and forgets entries.
    let progress = |threads| {
        let options = SolveOptions::default().with_threads(threads).with_nodes(60_000);
        let mut rounds = Vec::new();
        let solution = solver(&start, 1 << 18)
            .solve_with(&start, &options, &mut |progress| {
                rounds.push((progress.nodes, progress.numbers, progress.entries(), progress.is_last));
            })
            .expect("the same rules");
        assert_eq!(rounds.iter().filter(|(.., is_last)| *is_last).count(), 1);
        (solution, rounds)
    };
    let one = progress(1);
    assert!(one.1.len() > 5, "{}", one.1.len());
    assert_eq!(progress(2), one);
    assert_eq!(progress(5), one);
}
