//! Vectors whose length a caller chooses. If memory is insufficient, growing them returns an error instead of
//! aborting. Vectors that may be huge are filled in steps, and a flag stops them between two steps.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::TryReserveError;

use crate::support::stop::{Stop, Stopped};

/// The number of items that are written between two checks of the flag.
const STEP: usize = 1 << 16;

/// Why a vector was not filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// There is not enough memory.
    OutOfMemory,
    /// The flag was set.
    Stopped,
}

impl From<TryReserveError> for Halt {
    fn from(_: TryReserveError) -> Halt {
        Halt::OutOfMemory
    }
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Halt {
        Halt::Stopped
    }
}

/// Like [`Vec::push`], but returns an error if there is not enough memory.
#[inline]
pub fn push<T>(vector: &mut Vec<T>, item: T) -> Result<(), Halt> {
    if vector.len() == vector.capacity() {
        vector.try_reserve(1)?;
    }
    vector.push(item);
    Ok(())
}

/// Like [`Vec::resize`] to a greater length, but returns an error if there is not enough memory.
pub(crate) fn lengthen<T: Clone>(vector: &mut Vec<T>, length: usize, item: T) -> Result<(), Halt> {
    vector.try_reserve(length.saturating_sub(vector.len()))?;
    vector.resize(length, item);
    Ok(())
}

/// A vector of `length` equal items.
pub fn filled<T: Clone>(item: T, length: usize, stop: &Stop) -> Result<Vec<T>, Halt> {
    repeated(std::slice::from_ref(&item), length, stop)
}

/// A vector of the items, each of them this number of times in a row.
pub fn repeated<T: Clone>(items: &[T], times: usize, stop: &Stop) -> Result<Vec<T>, Halt> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(items.len().saturating_mul(times))?;
    for item in items {
        let mut left = times;
        while left > 0 {
            stop.check()?;
            vector.resize(vector.len().saturating_add(left.min(STEP)), item.clone());
            left = left.saturating_sub(STEP);
        }
    }
    Ok(vector)
}

/// A vector of the items. Memory for all of them is reserved first.
pub fn collected<T>(items: impl ExactSizeIterator<Item = T>, stop: &Stop) -> Result<Vec<T>, Halt> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(items.len())?;
    for item in items {
        if vector.len() % STEP == 0 {
            stop.check()?;
        }
        vector.push(item);
    }
    Ok(vector)
}

/// A copy of the items.
pub(crate) fn copied<T: Copy>(items: &[T], stop: &Stop) -> Result<Vec<T>, Halt> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(items.len())?;
    for part in items.chunks(STEP) {
        stop.check()?;
        vector.extend_from_slice(part);
    }
    Ok(vector)
}

/// The concatenation of the parts.
pub(crate) fn joined<T: Copy>(parts: Vec<Vec<T>>, stop: &Stop) -> Result<Vec<T>, Halt> {
    let length = parts.iter().fold(0_usize, |length, part| length.saturating_add(part.len()));
    let mut vector = Vec::new();
    vector.try_reserve_exact(length)?;
    for part in parts {
        stop.check()?;
        vector.extend_from_slice(&part);
    }
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    static GO_ON: Stop = Stop::never();

    #[test]
    fn items_are_repeated() {
        assert_eq!(repeated(&[1, 2], 3, &GO_ON), Ok(vec![1, 1, 1, 2, 2, 2]));
        assert_eq!(repeated(&[1], STEP + 1, &GO_ON), filled(1, STEP + 1, &GO_ON));
        assert_eq!(repeated(&[1], 0, &GO_ON), repeated(&[], usize::MAX, &GO_ON));
        assert_eq!(repeated(&[1, 2], usize::MAX, &GO_ON), Err(Halt::OutOfMemory));
    }

    #[test]
    fn vectors_are_filled_in_any_number_of_steps() {
        for length in [0, 1, STEP - 1, STEP, STEP + 1, 3 * STEP] {
            assert_eq!(collected(0..length, &GO_ON), Ok((0..length).collect()));
            assert_eq!(filled(7_u8, length, &GO_ON), Ok(vec![7; length]));
            assert_eq!(copied(&vec![7_u8; length], &GO_ON), Ok(vec![7; length]));
        }
        assert_eq!(joined(vec![vec![1, 2], vec![], vec![3]], &GO_ON), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn an_impossible_length_is_an_error() {
        let mut vector = vec![0_u64];
        for length in [usize::MAX, isize::MAX as usize, 1 << (usize::BITS - 4)] {
            assert_eq!(filled(0_u64, length, &GO_ON), Err(Halt::OutOfMemory));
            assert_eq!(lengthen(&mut vector, length, 0), Err(Halt::OutOfMemory));
        }
        assert_eq!(vector, [0]);
    }

    #[test]
    fn a_set_flag_stops_filling_and_joining() {
        let stop = Stop::new();
        stop.set();
        assert_eq!(filled(0, 1, &stop), Err(Halt::Stopped));
        assert_eq!(copied(&[0], &stop), Err(Halt::Stopped));
        assert_eq!(collected(0..1, &stop), Err(Halt::Stopped));
        assert_eq!(joined(vec![vec![1]], &stop), Err(Halt::Stopped));
    }
}
