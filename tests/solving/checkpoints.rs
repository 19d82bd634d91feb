//! Checkpoints, also damaged ones.

use std::io::{self, Read};

use volo_rules::bindings::stoppable;
use volo_rules::solver::{CheckpointError, SolveOptions, Solver, Value};
use volo_rules::{Position, Stop};

use crate::common::{position, start, stopped};
use crate::solving::{HARD, check_line, check_whole_proof, solve, solver};

fn checkpoint(position: &Position, nodes: u64) -> Vec<u8> {
    let mut saved = Vec::new();
    let options = SolveOptions::default().with_nodes(nodes);
    solver(position, 1 << 20)
        .solve_with(position, &options, &mut |progress| {
            if progress.is_last {
                progress.save(&mut saved).expect("a vector can be written");
            }
        })
        .expect("the same rules");
    saved
}

fn resume(position: &Position, mut saved: &[u8]) -> Result<Solver, CheckpointError> {
    Solver::resume(position, 1 << 20, &mut saved)
}

fn refused(position: &Position, saved: &[u8]) -> (String, u64) {
    match resume(position, saved) {
        Err(CheckpointError::Invalid { problem, offset }) => {
            assert!(offset <= saved.len() as u64, "{problem}, {offset}");
            (problem, offset)
        }
        other => panic!("{:?}", other.map(|_| "it was read")),
    }
}

#[test]
fn a_search_continues_from_a_checkpoint_with_the_same_value() {
    for (fen, value) in HARD {
        let position = position(fen);
        let whole = solve(&mut solver(&position, 1 << 20), &position).nodes;
        for nodes in [1, whole / 2] {
            let saved = checkpoint(&position, nodes);
            let mut solver = resume(&position, &saved).expect("a checkpoint");
            let solution = solve(&mut solver, &position);
            assert_eq!(solution.value, value, "{fen}");
            check_line(&position, &solution);
            check_whole_proof(&position, &solution);
        }
    }
}

#[test]
fn a_checkpoint_is_read_into_a_growing_table_without_losing_much() {
    let position = start("standard-4");
    let (mut saved, mut entries) = (Vec::new(), [0, 0]);
    let options = SolveOptions::default().with_nodes(200_000);
    solver(&position, 64 << 20)
        .solve_with(&position, &options, &mut |progress| {
            if progress.is_last {
                entries[0] = progress.entries();
                progress.save(&mut saved).expect("a vector can be written");
            }
        })
        .expect("the same rules");
    Solver::resume(&position, 64 << 20, &mut saved.as_slice())
        .expect("a checkpoint")
        .solve_with(&position, &options.with_nodes(200_001), &mut |progress| {
            entries[1] = progress.entries();
        })
        .expect("the same rules");
    assert!(entries[1] * 20 > entries[0] * 19, "{entries:?}");
}

#[test]
fn a_finished_search_is_not_repeated() {
    let position = position(HARD[2].0);
    let whole = solver(&position, 1 << 20).solve(&position, &SolveOptions::default()).expect("solved");
    let mut solver = resume(&position, &checkpoint(&position, u64::MAX)).expect("a checkpoint");
    let again = solver.solve(&position, &SolveOptions::default()).expect("solved");
    assert_eq!(again.value, whole.value);
    assert!(again.nodes < whole.nodes + 2_000, "{} and {}", again.nodes, whole.nodes);
}

#[test]
fn a_stopped_search_leaves_a_checkpoint() {
    let start = start("standard-4");
    let stop = Stop::new();
    let mut saved = Vec::new();
    let solution = solver(&start, 1 << 20)
        .solve_with(&start, &SolveOptions::default().until(&stop), &mut |progress| {
            if progress.is_last {
                progress.save(&mut saved).expect("a vector can be written");
            }
            if progress.nodes[0] > 20_000 {
                stop.set();
            }
        })
        .expect("the same rules");
    assert_eq!(solution.value, Value::Unknown);
    let options = SolveOptions::default().with_nodes(solution.nodes + 5_000);
    let later = resume(&start, &saved).expect("a checkpoint").solve(&start, &options);
    assert_eq!(later.expect("the same rules").nodes, solution.nodes + 5_000);
}

#[test]
fn a_damaged_or_truncated_checkpoint_is_refused() {
    for rules in ["standard-4", "standard-6"] {
        let position = start(rules);
        let saved = checkpoint(&position, 100);
        assert!(resume(&position, &saved).is_ok());
        for length in 0..saved.len() {
            let (problem, _) = refused(&position, &saved[..length]);
            assert!(problem.contains("truncated"), "{length} bytes: {problem}");
        }
        for offset in 0..saved.len() {
            let mut changed = saved.clone();
            changed[offset] ^= 1 << (offset % 8);
            refused(&position, &changed);
        }
        let mut longer = saved.clone();
        longer.push(0);
        assert!(refused(&position, &longer).0.contains("end of the checkpoint"));
    }
}

#[test]
#[ignore = "takes ten seconds"]
fn the_positions_after_a_solved_one_are_solved_with_its_checkpoint() {
    let (mut compared, mut searched, mut alone) = (0, 0, 0);
    for (fen, _) in HARD {
        let position = position(fen);
        let saved = checkpoint(&position, u64::MAX);
        for mv in position.legal_moves().into_iter().step_by(4) {
            let next = position.play_unchecked(mv);
            let expected = solve(&mut solver(&next, 1 << 20), &next);
            let solution = solve(&mut resume(&next, &saved).expect("a checkpoint"), &next);
            assert_eq!(solution.value, expected.value, "{next}");
            check_line(&next, &solution);
            check_whole_proof(&next, &solution);
            compared += 1;
            searched += solution.nodes;
            alone += expected.nodes;
        }
    }
    assert!(
        compared > 10 && searched < alone * 3 / 4,
        "{compared} moves, {searched} positions instead of {alone}"
    );
}

#[test]
fn a_source_that_fails_and_a_flag_that_is_set_are_errors() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    let start = start("standard-4");
    let failed = Solver::resume(&start, 0, &mut Failing).expect_err("it fails");
    assert!(failed.to_string().contains("no disk"), "{failed}");
    let saved = checkpoint(&start, 100);
    let stopped = stoppable::resume(&start, 0, &mut saved.as_slice(), &stopped()).err();
    assert!(matches!(stopped, Some(CheckpointError::Stopped)), "{stopped:?}");
}
