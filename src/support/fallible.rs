//! Vectors whose length a caller chooses: tables, batches and results. If memory is insufficient, filling them returns an
//! error instead of aborting. They are filled in steps, and a flag stops them between two steps.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::hint::black_box;

use crate::support::stop::{Stop, Stopped};

const STEP: usize = 1 << 16;

/// Why a vector was not filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// There is not enough memory.
    OutOfMemory,
    /// The flag was set.
    Stopped,
}

/// Converts [`Halt`] and [`Stopped`] to an error that has the variants of `Halt`.
macro_rules! from_halt {
    ($Error:ident) => {
        impl From<$crate::support::fallible::Halt> for $Error {
            fn from(halt: $crate::support::fallible::Halt) -> $Error {
                match halt {
                    $crate::support::fallible::Halt::OutOfMemory => $Error::OutOfMemory,
                    $crate::support::fallible::Halt::Stopped => $Error::Stopped,
                }
            }
        }

        impl From<$crate::support::stop::Stopped> for $Error {
            fn from(_: $crate::support::stop::Stopped) -> $Error {
                $Error::Stopped
            }
        }
    };
}
pub(crate) use from_halt;

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

/// Checks that this number of bytes can be allocated, and frees them again.
pub fn check_room(bytes: usize) -> Result<(), Halt> {
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes)?;
    // Without this, the compiler leaves out an allocation that is not used.
    drop(black_box(room));
    Ok(())
}

/// Checks, each time that a collection has doubled, that it can double again. `checked` is the last such length.
#[cfg(feature = "solver")]
pub(crate) fn can_grow(checked: &mut usize, length: usize, bytes: usize) -> bool {
    if length < *checked {
        return true;
    }
    *checked = length.saturating_mul(2).max(1 << 10);
    check_room(checked.saturating_mul(bytes)).is_ok()
}

#[inline]
pub(crate) fn push<T>(vector: &mut Vec<T>, item: T) -> Result<(), Halt> {
    if vector.len() == vector.capacity() {
        vector.try_reserve(1)?;
    }
    vector.push(item);
    Ok(())
}

/// A vector of `length` equal items.
pub fn filled<T: Clone>(item: T, length: usize, stop: &Stop) -> Result<Vec<T>, Halt> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(length)?;
    while vector.len() < length {
        stop.check()?;
        vector.resize(vector.len().saturating_add(STEP).min(length), item.clone());
    }
    Ok(vector)
}

/// A vector of the items. Memory for all of them is reserved first.
pub fn collected<T>(items: impl ExactSizeIterator<Item = T>, stop: &Stop) -> Result<Vec<T>, Halt> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(items.len())?;
    let mut items = items.peekable();
    while items.peek().is_some() {
        stop.check()?;
        vector.extend(items.by_ref().take(STEP));
    }
    Ok(vector)
}

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
    use crate::support::stop::NEVER;

    #[test]
    fn vectors_are_filled_in_any_number_of_steps() {
        for length in [0, 1, STEP - 1, STEP, STEP + 1, 3 * STEP] {
            assert_eq!(collected(0..length, &NEVER), Ok((0..length).collect()));
            assert_eq!(filled(7_u8, length, &NEVER), Ok(vec![7; length]));
        }
        assert_eq!(joined(vec![vec![1, 2], vec![], vec![3]], &NEVER), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn an_impossible_length_is_an_error() {
        for length in [usize::MAX, isize::MAX as usize, 1 << (usize::BITS - 4)] {
            assert_eq!(filled(0_u64, length, &NEVER), Err(Halt::OutOfMemory));
            assert_eq!(check_room(length), Err(Halt::OutOfMemory));
        }
    }

    #[test]
    fn a_set_flag_stops_filling_and_joining() {
        let stop = Stop::new();
        stop.set();
        assert_eq!(filled(0, 1, &stop), Err(Halt::Stopped));
        assert_eq!(collected(0..1, &stop), Err(Halt::Stopped));
        assert_eq!(joined(vec![vec![1]], &stop), Err(Halt::Stopped));
    }
}
