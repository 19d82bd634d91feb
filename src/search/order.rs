//! [`Ordered`]: the moves of a position in the order in which they are tried.

use crate::rules::moves::{Move, MoveList};
use crate::search::history::GREATEST;

/// The moves that are chosen one by one. Most searches end with one of them, and need no order of the others.
const CHOSEN: usize = 4;

pub(super) const KILLER: i32 = 8 * GREATEST;

#[derive(Default)]
pub(super) struct Ordered {
    pub(super) moves: MoveList,
    /// For each move, its rank in the upper 32 bits and its number in the lower ones, so that ties keep their order.
    keys: Vec<u64>,
}

impl Ordered {
    pub(super) const BYTES: usize = MoveList::CAPACITY * (size_of::<Move>() + size_of::<u64>());

    pub(super) fn new() -> Ordered {
        Ordered { moves: MoveList::new(), keys: Vec::with_capacity(MoveList::CAPACITY) }
    }

    /// Gives each move a rank; those with a greater value of `value` come earlier. Moves without a value are left out.
    pub(super) fn rank(&mut self, mut value: impl FnMut(Move) -> Option<i32>) {
        self.keys.clear();
        for (number, &mv) in self.moves.iter().enumerate() {
            if let Some(value) = value(mv) {
                // Maps the values to unsigned numbers in reverse order.
                let rank = !(value as u32 ^ 1 << 31);
                self.keys.push(u64::from(rank) << 32 | number as u64);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The move with number `i`. All moves before it must have been requested.
    pub(super) fn get(&mut self, i: usize) -> Option<Move> {
        let rest = self.keys.get_mut(i..)?;
        if i < CHOSEN {
            let best = (0..rest.len()).min_by_key(|&k| rest[k])?;
            rest.swap(0, best);
        } else if i == CHOSEN {
            rest.sort_unstable();
        }
        self.tried(i)
    }

    pub(super) fn tried(&self, i: usize) -> Option<Move> {
        let number = *self.keys.get(i)? as u32;
        self.moves.get(number as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn ordered(value: impl Fn(usize) -> Option<i32>) -> (Vec<usize>, Vec<Option<i32>>) {
        let mut ordered = Ordered::new();
        Position::default().legal_moves_into(&mut ordered.moves);
        let list = ordered.moves.clone();
        let number = |mv| list.iter().position(|&other| other == mv).expect("a listed move");
        ordered.rank(|mv| value(number(mv)));
        let numbers: Vec<usize> =
            (0..ordered.len()).map(|i| number(ordered.get(i).expect("a move"))).collect();
        assert_eq!(ordered.get(numbers.len()), None);
        let values = numbers.iter().map(|&number| value(number)).collect();
        (numbers, values)
    }

    #[test]
    fn moves_come_in_the_order_of_their_values() {
        let (numbers, values) = ordered(|i| Some((i as i32 * 7919 % 101 - 50) * 40_000_000));
        assert_eq!(numbers.len(), 99);
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(values[0] > Some(0) && values[98] < Some(0));
    }

    #[test]
    fn moves_of_equal_value_keep_their_order() {
        assert!(ordered(|_| Some(3)).0.is_sorted());
    }

    #[test]
    fn moves_without_a_value_are_left_out() {
        let (numbers, _) = ordered(|i| (i % 3 == 1).then_some(-(i as i32)));
        assert_eq!(numbers, (0..99).filter(|i| i % 3 == 1).collect::<Vec<_>>());
    }
}
