//! Positions as nine 64-bit numbers, for programs that keep them outside Rust.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the numbers may come from anybody

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::rule_set::{Passing, Rules, Stuck};

/// The lowest bit of each field in the last word. [`Position::words`] has the table.
mod field {
    pub(super) const SUPPLY: u32 = 8;
    pub(super) const PASSING: u32 = 16;
    pub(super) const STUCK: u32 = 24;
    pub(super) const TURN: u32 = 32;
    pub(super) const PASSES: u32 = 40;
}

impl Position {
    /// The position as nine numbers: four for the set of Orange's birds, four for the set of Blue's, and one
    /// for the rest.
    ///
    /// In a set, bit `i % 64` of number `i / 64` is the space with the [index](crate::Space::index) `i`. The
    /// last number has these fields, of eight bits each:
    ///
    /// | bits | field |
    /// |---|---|
    /// | 0–7 | the length of the edge |
    /// | 8–15 | the supply; 0 if it is unlimited |
    /// | 16–23 | the number of the pass rule in [`Passing::ALL`] |
    /// | 24–31 | the number of the end rule in [`Stuck::ALL`] |
    /// | 32–39 | the number of the player to move in [`Color::ALL`] |
    /// | 40–47 | the passes just made |
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let position: Position = "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4".parse()?;
    /// assert_eq!(Position::from_words(position.words()), Some(position));
    /// # Ok::<(), volo_rules::notation::FenError>(())
    /// ```
    pub fn words(&self) -> [u64; 9] {
        let [orange, blue] = Color::ALL.map(|color| self.birds(color).0);
        let [a, b, c, d] = orange;
        let [e, f, g, h] = blue;
        let rules = self.rules();
        let rest = u64::from(rules.edge().length())
            | u64::from(rules.supply().unwrap_or(0)) << field::SUPPLY
            | (rules.passing() as u64) << field::PASSING
            | (rules.stuck() as u64) << field::STUCK
            | (self.turn() as u64) << field::TURN
            | u64::from(self.passes()) << field::PASSES;
        [a, b, c, d, e, f, g, h, rest]
    }

    /// The position of these [numbers](Position::words). `None` if they are not the numbers of a valid position.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let mut words = Position::default().words();
    /// words[0] = u64::MAX;
    /// assert_eq!(Position::from_words(words), None);
    /// ```
    pub fn from_words(words: [u64; 9]) -> Option<Position> {
        let (rules, birds, turn, passes) = parts(words)?;
        let position = Position::from_parts(rules, birds, turn, passes).ok()?;
        (position.words() == words).then_some(position)
    }
}

/// The position of [numbers](Position::words) and a [key](Position::zobrist) that both come from one position. This is
/// much faster than [`Position::from_words`], because nothing is checked. If they do not come from a position, the result
/// is unspecified, and using it may panic.
#[inline]
pub fn trusted_position(words: [u64; 9], zobrist: u64) -> Option<Position> {
    let (rules, birds, turn, passes) = parts(words)?;
    Some(Position { birds, zobrist, rules, turn, passes })
}

/// The rule set, the birds, the player to move and the passes. `None` if a number is out of range.
#[inline]
fn parts(words: [u64; 9]) -> Option<(Rules, ByColor<Bitboard>, Color, u8)> {
    let [a, b, c, d, e, f, g, h, rest] = words;
    let field = |from: u32| (rest >> from) as u8;
    let supply = Some(field(field::SUPPLY)).filter(|&supply| supply > 0);
    let passing = *Passing::ALL.get(usize::from(field(field::PASSING)))?;
    let stuck = *Stuck::ALL.get(usize::from(field(field::STUCK)))?;
    let rules = Rules::new(Edge::new(field(0))?, supply, passing, stuck).ok()?;
    let turn = *Color::ALL.get(usize::from(field(field::TURN)))?;
    let birds = ByColor::new(Bitboard([a, b, c, d]), Bitboard([e, f, g, h]));
    Some((rules, birds, turn, field(field::PASSES)))
}
