//! [`ArrayGame`]: positions as rows of 32-bit numbers.

use std::fmt;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::learning::action::{ADD_WORDS, Action, ActionSpace};
use crate::learning::decision::Decision;
use crate::position::Position;
use crate::position::validate::InvalidPosition;
use crate::rules::rule_set::Rules;

/// The fields of the last number of a row. [`ArrayGame`] has the table.
mod field {
    pub(super) const TURN: u32 = 1;
    pub(super) const PASSES: u32 = 1;
    pub(super) const CHOSEN: u32 = 16;
    pub(super) const USED: u32 = TURN | 3 << PASSES | 0xffff << CHOSEN;
}

/// The game by one rule set, with positions as rows of 32-bit numbers that the caller keeps.
///
/// This is for searches on arrays. A row is a [`Decision`]: a position, and the flight that was chosen if the player
/// must now choose the region to keep. A sky with `s` spaces needs `w = ceil(s / 32)` numbers for a set of spaces, in
/// which bit `i % 32` of number `i / 32` is the space whose add is the [action](ActionSpace) `i`. A row has `2 * w + 1`
/// numbers: `w` for Orange's birds, `w` for Blue's, and one for the rest:
///
/// | bits | field |
/// |---|---|
/// | 0 | the number of the player to move in [`Color::ALL`] |
/// | 1–2 | the passes just made |
/// | 3–15 | 0 |
/// | 16–31 | the action of the chosen flight, or 0 |
///
/// | edge | 4 | 5 | 6 | 7 | 8 |
/// |---|---|---|---|---|---|
/// | numbers of a row | 3 | 5 | 7 | 9 | 13 |
///
/// Every row is checked each time that it is read, so rows may come from anywhere.
///
/// ```
/// # use volo_rules::{Color, Position, Threads};
/// # use volo_rules::learning::{ArrayGame, Decision, MaskRows, RowStep};
/// let game = ArrayGame::new("standard-4".parse()?);
/// let start = Decision::new(Position::new(game.rules()));
/// let (mut rows, mut steps) = (vec![0; 2 * game.words()], [RowStep::default(); 2]);
/// game.write_rows(&[start; 2], &mut rows)?;
///
/// let actions = start.legal_actions();
/// game.step(&mut rows, &actions[..2], &mut steps, MaskRows::None, Threads::new(1))?;
/// assert_eq!((steps[1].player, steps[1].reward, steps[1].ended), (Color::Blue, 0, false));
/// assert_eq!(game.decisions(&rows, Threads::new(1))?[1], start.step(actions[1])?);
///
/// rows[3] = 0;
/// let error = game.decisions(&rows, Threads::new(1)).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: Orange has no bird");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayGame {
    rules: Rules,
}

/// Why a row is not one that an [`ArrayGame`] wrote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidRow {
    /// A bit that has no meaning is set.
    Unused,
    /// The position is invalid.
    Position(InvalidPosition),
    /// The chosen flight is not one that divides the opponent.
    Chosen {
        /// The number in the place of its action.
        action: u16,
    },
}

impl fmt::Display for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRow::Unused => f.write_str("a bit is set that has no meaning"),
            InvalidRow::Position(error) => error.fmt(f),
            InvalidRow::Chosen { action } => {
                write!(f, "the chosen action {action} is not a flight that divides the opponent here")
            }
        }
    }
}

impl std::error::Error for InvalidRow {}

impl ArrayGame {
    /// The game by these rules.
    pub const fn new(rules: Rules) -> ArrayGame {
        ArrayGame { rules }
    }

    /// The rule set.
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// The action space.
    pub fn action_space(self) -> &'static ActionSpace {
        ActionSpace::new(self.rules.edge())
    }

    /// The number of numbers in a row.
    pub fn words(self) -> usize {
        self.words_of_a_set().saturating_mul(2).saturating_add(1)
    }

    fn words_of_a_set(self) -> usize {
        usize::from(self.action_space().pass()).div_ceil(32)
    }

    pub(super) fn read(self, row: &[u32]) -> Result<Decision, InvalidRow> {
        let space = self.action_space();
        let (&rest, sets) = row.split_last().ok_or(InvalidRow::Unused)?;
        let mut sets = sets.chunks(self.words_of_a_set()).map(|words| {
            let mut adds = [0; ADD_WORDS];
            for (word, halves) in adds.iter_mut().zip(words.chunks(2)) {
                *word = halves.iter().rev().fold(0, |word, &half| word << 32 | u64::from(half));
            }
            let spaces = space.spaces_of(adds);
            let bits: u32 = adds.into_iter().map(u64::count_ones).sum();
            if spaces.len() == bits { Ok(spaces) } else { Err(InvalidRow::Unused) }
        });
        let mut next = || sets.next().unwrap_or(Ok(Bitboard::EMPTY));
        let birds = ByColor::new(next()?, next()?);
        if rest & !field::USED != 0 {
            return Err(InvalidRow::Unused);
        }
        let turn = if rest & field::TURN == 0 { Color::Orange } else { Color::Blue };
        let passes = (rest >> field::PASSES & 3) as u8;
        let position = Position::from_parts(self.rules, birds, turn, passes).map_err(InvalidRow::Position)?;
        match (rest >> field::CHOSEN) as u16 {
            0 => Ok(Decision::new(position)),
            action => Decision::between(position, action).ok_or(InvalidRow::Chosen { action }),
        }
    }

    pub(super) fn write(self, turn: &Decision, row: &mut [u32]) {
        let (position, space) = (turn.position(), self.action_space());
        let Some((rest, sets)) = row.split_last_mut() else { return };
        for (color, words) in Color::ALL.into_iter().zip(sets.chunks_mut(self.words_of_a_set())) {
            for (halves, word) in words.chunks_mut(2).zip(space.adds(position.birds(color))) {
                halves
                    .iter_mut()
                    .zip([word as u32, (word >> 32) as u32])
                    .for_each(|(half, word)| *half = word);
            }
        }
        let chosen = turn.chosen().and_then(|flight| space.number(Action::Fly(flight)));
        *rest = position.turn() as u32
            | u32::from(position.passes()) << field::PASSES
            | u32::from(chosen.unwrap_or_default()) << field::CHOSEN;
    }
}
