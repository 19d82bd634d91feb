//! [`Reader`]: reads the bytes of a proof.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes are untrusted

use crate::position::Position;
use crate::solve::proof::ProofError;

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, offset: 0 }
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.offset)
    }

    pub(super) fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8], ProofError> {
        let end = self.offset.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.offset..end));
        let taken = taken
            .ok_or_else(|| refused(&format!("expected {what}, but the proof ends"), self.bytes.len()))?;
        self.offset = self.offset.saturating_add(length);
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ProofError> {
        let mut array = [0; N];
        for (to, from) in array.iter_mut().zip(self.take(N, what)?) {
            *to = *from;
        }
        Ok(array)
    }

    pub(super) fn position(&mut self) -> Result<Position, ProofError> {
        let length = u16::from_le_bytes(self.array("the length of the position")?);
        let offset = self.offset;
        let text = self.take(usize::from(length), "the position")?;
        let text = std::str::from_utf8(text).map_err(|_| refused("the position is not a text", offset))?;
        let position: Position =
            text.parse().map_err(|error| refused(&format!("the position is invalid: {error}"), offset))?;
        if position.to_string() == text {
            Ok(position)
        } else {
            // This happens if the rule set is written in another way.
            Err(refused(&format!("expected the position as {position}"), offset))
        }
    }
}

pub(super) fn refused(problem: &str, offset: usize) -> ProofError {
    ProofError::Invalid { problem: problem.to_string(), offset }
}

pub(super) fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
