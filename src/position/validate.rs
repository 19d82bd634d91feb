//! [`Position::from_parts`]: checks positions from outside, and reports every reason why one is invalid.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use core::fmt;

use crate::geometry::bitboard::{Bitboard, SpaceSet, dispatch};
use crate::geometry::color::{ByColor, Color};
use crate::position::Position;
use crate::rules::flock::is_one_flock;
use crate::rules::region::{reachable, regions};
use crate::rules::rule_set::Rules;
use crate::support::input_error::InputError;

/// A reason why a position is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum InvalidPositionReason {
    /// A player has birds on spaces that are not in the sky.
    OutsideSky { color: Color },
    /// Spaces have birds of both players.
    Shared { spaces: u32 },
    /// A player has more birds than the supply (\[R4\]).
    OverSupply { color: Color, birds: u32, supply: u8 },
    /// A player has no birds in the sky.
    NoBirds { color: Color },
    /// A player's birds are in several regions, though no player has won (\[R15\]).
    Divided { color: Color, regions: usize },
    /// The number of passes in a row is more than two (\[R14\]).
    TooManyPasses { passes: u8 },
}

impl fmt::Display for InvalidPositionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidPositionReason::OutsideSky { color } => write!(f, "{color} has birds outside the sky"),
            InvalidPositionReason::Shared { spaces } => {
                write!(f, "{spaces} spaces hold birds of both colors")
            }
            InvalidPositionReason::OverSupply { color, birds, supply } => {
                write!(f, "{color} has {birds} birds of a supply of {supply}")
            }
            InvalidPositionReason::NoBirds { color } => write!(f, "{color} has no bird"),
            InvalidPositionReason::Divided { color, regions } => {
                write!(f, "{color}'s birds lie in {regions} regions, though the game is not over")
            }
            InvalidPositionReason::TooManyPasses { passes } => {
                write!(f, "{passes} passes in a row; two end the game")
            }
        }
    }
}

/// The error for an invalid position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct InvalidPosition {
    /// Every reason why the position is invalid. There is at least one.
    pub reasons: Vec<InvalidPositionReason>,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidPosition {}

impl InputError for InvalidPosition {}

impl Position {
    /// Makes a position from its parts.
    ///
    /// # Errors
    /// Returns an error with every reason if the position is invalid. A position is valid if:
    ///
    /// - all birds are on spaces of the sky, and no space has birds of both players;
    /// - each player has at least one bird, and not more birds than the supply (\[R4\]);
    /// - each player's birds are in one region (\[R15\]), or some player's birds form one flock (\[R17\]);
    /// - there are at most two passes in a row (\[R14\]).
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{ByColor, Color, Position, Rules};
    /// # use volo_rules::bitboard::Bitboard;
    /// //    g 1 . . 4
    /// //   f . b . o . 5
    /// //  e . . . . . . 6
    /// // d 1 o . 4 . . 7
    /// //  c . . . . . . 6
    /// //   b . o . b . 5
    /// //    a 1 . . 4
    /// let rules: Rules = "standard-4".parse()?;
    /// let sky = rules.edge().sky();
    /// let birds = |names: &[&str]| names.iter().filter_map(|name| sky.space(name)).collect::<Bitboard>();
    /// let birds = ByColor::new(birds(&["b2", "d2", "f4"]), birds(&["b4", "f2"]));
    /// let position = Position::from_parts(rules, birds, Color::Blue, 0)?;
    /// assert_eq!(position.to_string(), "2/1b1o1/6/o3/6/1o1b1/2 b 0 standard-4");
    ///
    /// let error = Position::from_parts(rules, ByColor::default(), Color::Blue, 3).unwrap_err();
    /// let reasons = "Orange has no bird; Blue has no bird; 3 passes in a row; two end the game";
    /// assert_eq!(error.to_string(), reasons);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_parts(
        rules: Rules,
        birds: ByColor<Bitboard>,
        turn: Color,
        passes: u8,
    ) -> Result<Position, InvalidPosition> {
        let is_sound = dispatch!(<S>(rules: Rules = rules, birds: ByColor<Bitboard> = birds) -> bool {
            is_sound::<S>(rules, birds)
        });
        if is_sound && passes <= 2 {
            return Ok(Position::assemble(rules, birds, turn, passes));
        }
        let sky = rules.edge().sky().spaces();
        let mut reasons = Vec::new();
        for color in Color::ALL {
            if !sky.holds(birds[color]) {
                reasons.push(InvalidPositionReason::OutsideSky { color });
            }
        }
        let shared = birds[Color::Orange] & birds[Color::Blue];
        if !shared.is_empty() {
            reasons.push(InvalidPositionReason::Shared { spaces: shared.len() });
        }
        for color in Color::ALL {
            let count = birds[color].len();
            match rules.supply() {
                _ if count == 0 => reasons.push(InvalidPositionReason::NoBirds { color }),
                Some(supply) if count > u32::from(supply) => {
                    reasons.push(InvalidPositionReason::OverSupply { color, birds: count, supply });
                }
                _ => {}
            }
        }
        let over = Color::ALL.into_iter().any(|color| is_one_flock(birds[color]));
        let vacant = sky.without(birds[Color::Orange] | birds[Color::Blue]);
        for color in Color::ALL {
            let regions = if over { 1 } else { regions(birds[color] & sky, vacant).len() };
            if regions > 1 {
                reasons.push(InvalidPositionReason::Divided { color, regions });
            }
        }
        if passes > 2 {
            reasons.push(InvalidPositionReason::TooManyPasses { passes });
        }
        Err(InvalidPosition { reasons })
    }
}

/// Whether the birds are those of a valid position.
///
/// Prefilter K: this is exact, and one flood fill for each player is faster than to count the regions.
#[inline(always)]
fn is_sound<S: SpaceSet>(rules: Rules, birds: ByColor<Bitboard>) -> bool {
    let sky = S::load(rules.edge().sky().spaces());
    let (orange, blue) = (S::load(birds[Color::Orange]), S::load(birds[Color::Blue]));
    let most = rules.supply().map_or(u32::MAX, u32::from);
    sky.holds(orange | blue)
        && !orange.meets(blue)
        && (1..=most).contains(&orange.len())
        && (1..=most).contains(&blue.len())
        && (is_whole(sky, orange, blue) && is_whole(sky, blue, orange)
            || is_one_flock(orange)
            || is_one_flock(blue))
}

#[inline(always)]
fn is_whole<S: SpaceSet>(sky: S, own: S, other: S) -> bool {
    reachable(own.first_by_index(), sky.without(other), other, own).holds(own)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;
    use crate::figures::FIGURES;
    use crate::rules::rule_set::{Passing, Stuck};
    use crate::slow::Slow;

    #[test]
    fn prefilter_k_accepts_the_positions_whose_regions_are_counted() {
        let mut counts = [0; 2];
        for position in FIGURES.iter().step_by(30) {
            let mut slow = Slow::of(position);
            for (flight, landed) in slow.reach() {
                let after = slow.flown(flight.line, landed);
                let made = after.position();
                assert_eq!(made.is_ok(), after.is_sound(), "{after:?}");
                counts[usize::from(made.is_ok())] += 1;
                let regions = Color::ALL.map(|color| (color, after.regions(color).len()));
                let divided = regions.into_iter().filter(|&(_, regions)| regions > 1);
                let reasons =
                    divided.map(|(color, regions)| InvalidPositionReason::Divided { color, regions });
                assert!(
                    made.is_ok() || made == Err(InvalidPosition { reasons: reasons.collect() }),
                    "{after:?}"
                );
            }
            let (color, birds) = (Color::Blue, position.birds(Color::Blue).len());
            let supply = birds as u8 - 1;
            if let Ok(rules) =
                Rules::new(position.rules().edge(), Some(supply), Passing::Standard, Stuck::Draw)
            {
                slow.rules = rules;
                let reason = InvalidPositionReason::OverSupply { color, birds, supply };
                assert!(slow.position().is_err_and(|error| error.reasons.contains(&reason)), "{position}");
            }
        }
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }
}
