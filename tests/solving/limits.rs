//! Limits of memory, positions and time.

use std::time::Instant;

use volo_rules::Stop;
use volo_rules::solver::{SolveOptions, Value};

use crate::common::{position, start, stopped};
use crate::solving::{HARD, check_line, check_whole_proof, solve, solver};

#[test]
#[ignore = "takes ten seconds"]
fn a_table_that_is_much_too_small_gives_the_same_values_and_valid_proofs() {
    for (fen, value) in HARD {
        let position = position(fen);
        let mut small = solver(&position, 0);
        let options = SolveOptions::default().with_proof(true);
        let solution = small.solve(&position, &options).expect("the same rules");
        assert_eq!(solution.value, value, "{fen}");
        // There is too little memory for a strategy, but the value is proved.
        assert_eq!((solution.plies, solution.line.len(), solution.proof), (None, 0, None));
        let mut small = solver(&position, 1 << 20);
        let solution = solve(&mut small, &position);
        assert_eq!(solution.value, value, "{fen}");
        if solution.proof.is_some() {
            check_line(&position, &solution);
            check_whole_proof(&position, &solution);
        }
    }
}

#[test]
fn limits_give_an_unknown_value_and_never_a_wrong_one() {
    for (fen, value) in HARD {
        let position = position(fen);
        let whole = solver(&position, 16 << 20).solve(&position, &SolveOptions::default()).expect("solved");
        for nodes in [1, 3, 10, whole.nodes / 2, whole.nodes - 1, whole.nodes] {
            let options = SolveOptions::default().with_nodes(nodes).with_proof(true);
            let solution = solver(&position, 16 << 20).solve(&position, &options).expect("the same rules");
            assert!(solution.value == value || solution.value == Value::Unknown, "{fen}, {nodes} nodes");
            assert!(solution.nodes <= nodes, "{fen}: {} of {nodes} nodes", solution.nodes);
            assert!(nodes > 3 || solution.value == Value::Unknown);
            assert_eq!(solution.plies.map_or(0, |plies| plies as usize), solution.line.len());
            if solution.proof.is_some() {
                check_whole_proof(&position, &solution);
            }
        }
    }
    let start = start("standard-5");
    for (options, stop) in [
        (SolveOptions::default(), stopped()),
        (SolveOptions::default().with_deadline(Instant::now()), Stop::never()),
        (SolveOptions::default().with_nodes(5_000), Stop::never()),
    ] {
        let solution = solver(&start, 1 << 20).solve(&start, &options.until(&stop)).expect("the same rules");
        assert_eq!((solution.value, solution.plies, solution.proof), (Value::Unknown, None, None));
        assert!(solution.line.is_empty() && solution.nodes <= 5_000);
    }
}

#[test]
fn a_search_goes_on_where_an_earlier_one_stopped() {
    let position = position(HARD[2].0);
    let mut solver = solver(&position, 16 << 20);
    let options = SolveOptions::default().with_nodes(20_000);
    let shares =
        (1..100).find(|_| solver.solve(&position, &options).expect("solved").value != Value::Unknown);
    assert!(shares.is_some_and(|shares| shares > 1), "{shares:?}");
}
