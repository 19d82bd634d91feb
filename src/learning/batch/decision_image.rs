//! Turns as bytes, and the bytes before and after them.
//!
//! A turn begins with a byte of [flags](flag). If the turn equals a reference that the reader has, nothing follows.
//! Otherwise these follow: the rules unless they are those of the turn before, a bit for each space of the sky and
//! each player, and the action of the chosen flight.

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::Edge;
use crate::learning::action::Action;
use crate::learning::batch::error::BatchError;
use crate::learning::decision::Decision;
use crate::position::Position;
use crate::rules::rule_set::{Passing, Rules, Stuck};
use crate::support::checksum::Checksum;
use crate::support::stop::Stop;

mod flag {
    pub(super) const BLUE: u8 = 1;
    pub(super) const PASSES: u8 = 1;
    pub(super) const RULES: u8 = 1 << 3;
    pub(super) const CHOSEN: u8 = 1 << 4;
    pub(super) const SAME: u8 = 1 << 5;
}

#[derive(Default)]
pub(super) struct Writer {
    written: Vec<u8>,
    rules: Option<Rules>,
}

impl Writer {
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), BatchError> {
        self.written.try_reserve(bytes.len()).map_err(|_| BatchError::OutOfMemory)?;
        self.written.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes the number of one of the values, from 1; 0 for `None`.
    pub(super) fn choice<T: PartialEq>(&mut self, value: Option<T>, all: &[T]) -> Result<(), BatchError> {
        let number = all.iter().position(|other| value.as_ref() == Some(other));
        self.bytes(&[number.map_or(0, |number| (number as u8).saturating_add(1))])
    }

    pub(super) fn turn(&mut self, turn: &Decision, reference: Option<&Decision>) -> Result<(), BatchError> {
        if reference == Some(turn) {
            return self.bytes(&[flag::SAME]);
        }
        let position = turn.position();
        let rules = position.rules();
        let has_rules = self.rules != Some(rules);
        let blue = if position.turn() == Color::Blue { flag::BLUE } else { 0 };
        let rules_flag = if has_rules { flag::RULES } else { 0 };
        let chosen_flag = if turn.chosen().is_some() { flag::CHOSEN } else { 0 };
        self.bytes(&[blue | position.passes() << flag::PASSES | rules_flag | chosen_flag])?;
        if has_rules {
            self.bytes(&[rules.edge().length(), rules.supply().unwrap_or(0)])?;
            self.choice(Some(rules.passing()), &Passing::ALL)?;
            self.choice(Some(rules.stuck()), &Stuck::ALL)?;
            self.rules = Some(rules);
        }
        for color in Color::ALL {
            for byte in position.sky().set_to_bytes(position.birds(color)) {
                self.bytes(&[byte])?;
            }
        }
        let flight = turn.chosen().and_then(|flight| turn.action_space().number(Action::Fly(flight)));
        flight.map_or(Ok(()), |action| self.bytes(&action.to_le_bytes()))
    }

    pub(super) fn finish(mut self, stop: &Stop) -> Result<Vec<u8>, BatchError> {
        let sum = Checksum::of(&self.written, stop)?;
        self.bytes(&sum)?;
        Ok(self.written)
    }
}

pub(super) struct Reader<'a> {
    rest: &'a [u8],
    rules: Option<Rules>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], stop: &Stop) -> Result<Reader<'a>, BatchError> {
        let (rest, sum) = bytes.split_last_chunk().ok_or(SHORT)?;
        if Checksum::of(rest, stop)? != *sum {
            return Err(BatchError::Image { problem: "their checksum differs" });
        }
        Ok(Reader { rest, rules: None })
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], BatchError> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(SHORT)?;
        self.rest = rest;
        Ok(*array)
    }

    pub(super) fn flag(&mut self) -> Result<bool, BatchError> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(UNKNOWN),
        }
    }

    /// One of the values by its number, from 1; `None` for 0.
    pub(super) fn choice<T: Copy>(&mut self, all: &[T]) -> Result<Option<T>, BatchError> {
        match self.array()? {
            [0] => Ok(None),
            [number] => all.get(usize::from(number).saturating_sub(1)).copied().map(Some).ok_or(UNKNOWN),
        }
    }

    pub(super) fn turn(&mut self, reference: Option<Decision>) -> Result<Decision, BatchError> {
        let [flags] = self.array()?;
        if flags == flag::SAME {
            return reference.ok_or(UNKNOWN);
        }
        if flags & !(flag::BLUE | 3 << flag::PASSES | flag::RULES | flag::CHOSEN) != 0 {
            return Err(UNKNOWN);
        }
        if flags & flag::RULES != 0 {
            self.rules = Some(self.read_rules()?);
        }
        let rules = self.rules.ok_or(UNKNOWN)?;
        let birds = ByColor::new(self.set(rules.edge())?, self.set(rules.edge())?);
        let turn = if flags & flag::BLUE != 0 { Color::Blue } else { Color::Orange };
        let position = Position::from_parts(rules, birds, turn, flags >> flag::PASSES & 3)
            .map_err(|_| BatchError::Image { problem: "a position is invalid" })?;
        if flags & flag::CHOSEN == 0 {
            return Ok(Decision::new(position));
        }
        let between = Decision::between(position, u16::from_le_bytes(self.array()?));
        between.ok_or(BatchError::Image { problem: "a flight does not divide the opponent" })
    }

    fn set(&mut self, edge: Edge) -> Result<Bitboard, BatchError> {
        let (bytes, rest) = self.rest.split_at_checked(edge.sky().bytes_of_a_set()).ok_or(SHORT)?;
        self.rest = rest;
        Ok(edge.sky().set_from_bytes(bytes))
    }

    fn read_rules(&mut self) -> Result<Rules, BatchError> {
        let [edge, supply] = self.array()?;
        let edge = Edge::new(edge).ok_or(UNKNOWN)?;
        let passing = self.choice(&Passing::ALL)?.ok_or(UNKNOWN)?;
        let stuck = self.choice(&Stuck::ALL)?.ok_or(UNKNOWN)?;
        Rules::new(edge, (supply > 0).then_some(supply), passing, stuck).map_err(|_| UNKNOWN)
    }

    pub(super) fn end(&self) -> Result<(), BatchError> {
        if self.rest.is_empty() { Ok(()) } else { Err(BatchError::Image { problem: "there are too many" }) }
    }
}

const SHORT: BatchError = BatchError::Image { problem: "there are too few" };
const UNKNOWN: BatchError = BatchError::Image { problem: "one of them has no meaning" };
