//! Batches that tests step.

use volo_rules::learning::{Batch, BatchOptions, Decision, Stepped};
use volo_rules::{Position, Threads};

use crate::common::{RULE_SETS, random_game, start};

/// Positions of all rule sets from all stages of a game, more than a thread takes at a time.
pub(crate) fn many_positions() -> Vec<Position> {
    RULE_SETS.into_iter().zip(0..).flat_map(|(rules, seed)| random_game(start(rules), seed)).collect()
}

pub(crate) fn many() -> Vec<Decision> {
    many_positions().into_iter().map(Decision::new).collect()
}

pub(crate) fn small(games: usize) -> Vec<Decision> {
    vec![Decision::new(start("standard-4")); games]
}

pub(crate) fn batch(starts: &[Decision], options: BatchOptions<'_>) -> Batch {
    Batch::with_options(starts.to_vec(), &options, Threads::new(2)).expect("there is memory")
}

pub(crate) fn drawn(batch: &mut Batch, threads: usize) -> Vec<u16> {
    let mut actions = vec![0; batch.len()];
    batch.random_actions(&mut actions, Threads::new(threads)).expect("the run is not stopped");
    actions
}

pub(crate) fn stepped(batch: &mut Batch, actions: &[u16], threads: usize) -> Vec<Stepped> {
    batch.step(actions, Threads::new(threads)).expect("all actions are legal").to_vec()
}

pub(crate) fn current(batch: &Batch) -> Vec<Decision> {
    batch.decisions().collect()
}

/// Everything that an operation may change, and the actions that the generators draw next.
pub(crate) fn state(batch: &Batch) -> impl PartialEq + std::fmt::Debug + use<> {
    let actions = drawn(&mut batch.clone(), 1);
    let plies: Vec<u32> = batch.plies().collect();
    let last: Vec<Option<Decision>> = batch.last_decisions().collect();
    (current(batch), plies, last, actions)
}

pub(crate) fn divisible() -> Position {
    let board = "
           g 1 . . 4
          f . o . b o 5
         e . . . . . . 6
        d 1 b . 4 . o 7
         c . . o o b b 6
          b . . . b . 5
           a 1 b o 4
        Orange to move";
    Position::from_board(board, Default::default()).expect("a board")
}
