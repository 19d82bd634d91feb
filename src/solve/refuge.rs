//! [`refuge`]: a strategy of the defender that does not lose.

use std::collections::HashSet;

use crate::position::Position;
use crate::solve::key::Key;
use crate::solve::proof::Step;
use crate::solve::wins::Prover;
use crate::support::fallible::{Halt, can_grow};

const ENTRY_SIZE: usize = 160;

/// A strategy from a position that the attacker is known not to win: all positions in which the defender is to move and
/// which can be reached if the defender plays the strategy, each with the defender's move. The game must not be over.
/// `None` if the budget or the memory is used up.
///
/// The set is closed, so the attacker never wins. A game may go on forever in it.
pub(super) fn refuge(
    prover: &mut Prover<'_, '_>,
    root: &Position,
    bytes: usize,
) -> Result<Option<Vec<Step>>, Halt> {
    let mut found = HashSet::new();
    let mut waiting = Vec::new();
    let (mut strategy, mut checked) = (Vec::new(), 0);
    if prover.question.attacks(root) {
        arrive(prover, root, &mut found, &mut waiting);
    } else {
        found.insert(prover.question.node(root).key);
        waiting.push(*root);
    }
    while let Some(position) = waiting.pop() {
        let representative = position.canonical().0;
        if found.len() > bytes / ENTRY_SIZE
            || !can_grow(&mut checked, found.len(), ENTRY_SIZE)
            || prover.budget.count()
        {
            return Ok(None);
        }
        let Some(chosen) = prover.choose(&representative, false)? else { return Ok(None) };
        let successors = prover.successors(&representative);
        if let Some((mv, _)) = successors.into_iter().find(|(_, node)| node.key == chosen.key) {
            strategy.push((representative, mv, 0));
        }
        if chosen.position.outcome().is_none() {
            arrive(prover, &chosen.position, &mut found, &mut waiting);
        }
    }
    Ok(Some(strategy))
}

fn arrive(
    prover: &mut Prover<'_, '_>,
    position: &Position,
    found: &mut HashSet<Key>,
    waiting: &mut Vec<Position>,
) {
    for (_, node) in prover.successors(position) {
        if node.position.outcome().is_none() && found.insert(node.key) {
            waiting.push(node.position);
        }
    }
}
