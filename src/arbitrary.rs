//! Implementations of [`Arbitrary`], with the feature `arbitrary`.
//!
//! A [`Position`] is reached by legal moves from the start of a rule set. The input chooses the moves, until the
//! input or the game ends. So every generated position can occur in a game.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use volo_rules::Position;
//!
//! let position = Position::arbitrary(&mut Unstructured::new(&[7; 64]))?;
//! assert_eq!(position.to_string().parse(), Ok(position));
//! # Ok::<(), arbitrary::Error>(())
//! ```

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::geometry::color::Color;
use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::rules::rule_set::{Passing, Rules, Stuck};

impl<'a> Arbitrary<'a> for Color {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Color> {
        input.choose(&Color::ALL).copied()
    }
}

impl<'a> Arbitrary<'a> for Edge {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Edge> {
        let length = input.int_in_range(Edge::MIN.length()..=Edge::MAX.length())?;
        Edge::new(length).ok_or(arbitrary::Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Rules {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Rules> {
        let edge = Edge::arbitrary(input)?;
        if input.arbitrary()? {
            let named = Rules::NAMED.map(|(_, rules)| rules).into_iter();
            let named: Vec<Rules> = named.filter(|rules| rules.edge() == Edge::STANDARD).collect();
            return Ok(input.choose(&named)?.on(edge));
        }
        let supply = match input.arbitrary()? {
            true => Some(input.int_in_range(Rules::MIN_SUPPLY..=u8::MAX)?),
            false => None,
        };
        let (passing, stuck) = (*input.choose(&Passing::ALL)?, *input.choose(&Stuck::ALL)?);
        Rules::new(edge, supply, passing, stuck).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Position> {
        let mut position = Position::new(Rules::arbitrary(input)?);
        while !input.is_empty() {
            let moves = position.legal_moves();
            // Every move consumes two bytes, even if it is the only legal move. So the loop ends with the input.
            let number = usize::from(input.arbitrary::<u16>()?);
            let mv = number.checked_rem(moves.len()).and_then(|number| moves.get(number));
            let Some(&mv) = mv else { break };
            position = position.play_unchecked(mv);
        }
        Ok(position)
    }
}
