//! [`ActionSet`]: actions in ascending order, each of them once.

use crate::learning::action::ADD_WORDS;
use crate::learning::legal_actions::{ActionVisitor, members};
use crate::support::fallible::Halt;

/// A set of actions as bits. Inserting the actions of a position and removing them in ascending order is several
/// times faster than sorting them.
pub(super) struct ActionSet {
    /// A bit for each action.
    words: Box<[u64; 1 << 10]>,
    /// A bit for each word that is not 0.
    used: [u64; 1 << 4],
}

impl ActionSet {
    pub(super) fn new() -> ActionSet {
        ActionSet { words: Box::new([0; 1 << 10]), used: [0; 1 << 4] }
    }

    #[inline(always)]
    fn insert(&mut self, word: usize, actions: u64) {
        if let (Some(bits), Some(used)) = (self.words.get_mut(word), self.used.get_mut(word >> 6)) {
            *bits |= actions;
            *used |= u64::from(actions != 0) << (word & 63);
        }
    }

    /// Appends the actions in ascending order. The set is empty afterwards.
    pub(super) fn move_to(&mut self, actions: &mut Vec<u16>) -> Result<(), Halt> {
        for (group, used) in self.used.iter_mut().enumerate() {
            for word in members(std::mem::take(used)) {
                let word = group << 6 | word;
                let bits = self.words.get_mut(word).map(std::mem::take).unwrap_or_default();
                actions.try_reserve(64)?;
                actions.extend(members(bits).map(|bit| (word << 6 | bit) as u16));
            }
        }
        Ok(())
    }
}

impl ActionVisitor for ActionSet {
    fn adds(&mut self, adds: [u64; ADD_WORDS]) {
        (0..).zip(adds).for_each(|(word, actions)| self.insert(word, actions));
    }

    #[inline(always)]
    fn action(&mut self, action: u16) {
        self.insert(usize::from(action >> 6), 1 << (action & 63));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn actions_come_out_in_ascending_order_and_once() {
        let mut set = ActionSet::new();
        for step in [1_u16, 7, 63, 64, 65, 4_099, 40_503] {
            let inserted: Vec<u16> =
                (0..500_u16).map(|i| i.wrapping_mul(step)).chain([u16::MAX, 0]).collect();
            inserted.iter().for_each(|&action| set.action(action));
            let mut listed = vec![];
            assert_eq!(set.move_to(&mut listed), Ok(()));
            let expected: Vec<u16> = BTreeSet::from_iter(inserted).into_iter().collect();
            assert_eq!(listed, expected);
            // The set is empty now. The listed actions stay in the vector.
            assert_eq!(set.move_to(&mut listed), Ok(()));
            assert_eq!(listed, expected);
        }
    }
}
