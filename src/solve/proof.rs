//! Proofs as bytes. [`check_proof`](crate::solver::check_proof) describes the format.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::BTreeMap;
use std::fmt;

use crate::geometry::color::{ByColor, Color};
use crate::position::Position;
use crate::rules::moves::Move;
use crate::rules::rule_set::Rules;
use crate::solve::search::Budget;
use crate::support::checksum::Checksum;
use crate::support::fallible::{Halt, from_halt};

/// The first bytes of a proof: a name, and the version of the format. Nothing may be added without a new number.
pub(super) const HEAD: &[u8; 8] = b"VOLOPRF\x01";

pub(super) const SHORT_HEAD: &[u8; 8] = b"VOLOPRF\x02";

/// The most positions that a short proof may have the check search for one position.
pub const MAX_SEARCH_LIMIT: u32 = 100_000;

/// A position, the move of its player, and the number of plies in which the player wins; 0 to avoid a loss.
pub(super) type Step = (Position, Move, u32);

/// The strategy of a player: positions in which the player is to move, with the player's moves.
pub(super) struct Strategy {
    pub(super) player: Color,
    /// Whether the player wins. If not, the player does not lose.
    pub(super) is_win: bool,
    pub(super) steps: Vec<Step>,
}

/// Writes a proof with a claim for each strategy. `None` if the budget is used up.
pub(super) fn write(
    position: &Position,
    strategies: Vec<Strategy>,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    let mut bytes = HEAD.to_vec();
    let fen = position.to_string();
    bytes.extend((fen.len() as u16).to_le_bytes());
    bytes.extend(fen.as_bytes());
    bytes.push(strategies.len() as u8);
    for Strategy { player, is_win, steps } in strategies {
        let Some(entries) = entries(position.rules(), is_win, steps, budget)? else { return Ok(None) };
        let count = entries.len().checked_div(entry_length(position.rules(), is_win)).unwrap_or_default();
        bytes.extend([u8::from(is_win), player as u8]);
        bytes.extend((count as u64).to_le_bytes());
        bytes.try_reserve(entries.len())?;
        bytes.extend(entries);
    }
    let Ok(sum) = Checksum::of(&bytes, budget.stop) else { return Ok(None) };
    bytes.extend(sum);
    Ok(Some(bytes))
}

pub(super) fn entries(
    rules: Rules,
    is_win: bool,
    steps: Vec<Step>,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    // A map is sorted while it is filled, which can be stopped.
    let mut entries = BTreeMap::new();
    for (position, mv, rank) in steps {
        if budget.is_stopped() {
            return Ok(None);
        }
        entries.insert(place(&position), (mv.code(rules.edge()), rank));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve(entries.len().saturating_mul(entry_length(rules, is_win)))?;
    for (place, (code, rank)) in entries {
        bytes.extend(place);
        bytes.extend(code.to_le_bytes());
        if is_win {
            bytes.extend(rank.to_le_bytes());
        }
    }
    Ok(Some(bytes))
}

pub(super) fn place_length(rules: Rules) -> usize {
    rules.edge().sky().bytes_of_a_set().saturating_mul(2).saturating_add(1)
}

pub(super) fn entry_length(rules: Rules, is_win: bool) -> usize {
    place_length(rules).saturating_add(if is_win { 8 } else { 4 })
}

/// A position in an entry: Orange's birds, Blue's birds and the passes. The rest is that of the claim.
pub(super) fn place(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(place_length(position.rules()));
    for color in Color::ALL {
        bytes.extend(position.sky().set_to_bytes(position.birds(color)));
    }
    bytes.push(position.passes());
    bytes
}

/// The position of an entry. `None` if the bytes are not those of a valid position.
pub(super) fn position_at(bytes: &[u8], rules: Rules, turn: Color) -> Option<Position> {
    let sky = rules.edge().sky();
    let (orange, rest) = bytes.split_at_checked(sky.bytes_of_a_set())?;
    let (blue, passes) = rest.split_at_checked(sky.bytes_of_a_set())?;
    let birds = ByColor::new(sky.set_from_bytes(orange), sky.set_from_bytes(blue));
    let position = Position::from_parts(rules, birds, turn, *passes.first()?).ok()?;
    // Unused bits must be 0.
    (place(&position) == bytes).then_some(position)
}

/// Why a proof was refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProofError {
    /// The check was stopped.
    Stopped,
    /// There is not enough memory for the check.
    OutOfMemory,
    /// A proof cannot be shortened with this limit of the searches, which must be 2 to
    /// [`MAX_SEARCH_LIMIT`](crate::solver::MAX_SEARCH_LIMIT).
    SearchLimit {
        /// The limit.
        limit: u32,
    },
    /// The bytes are not a proof, are damaged, or claim something that is not true.
    Invalid {
        /// What is wrong, and what was expected.
        problem: String,
        /// The number of bytes before the error.
        offset: usize,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Stopped => f.write_str("stopped while the proof was checked"),
            ProofError::OutOfMemory => f.write_str("not enough memory to check the proof"),
            ProofError::SearchLimit { limit } => {
                write!(f, "the limit of the searches is 2 to {MAX_SEARCH_LIMIT}, not {limit}")
            }
            ProofError::Invalid { problem, offset } => {
                write!(f, "not a valid proof: {problem}, at byte {offset}")
            }
        }
    }
}

impl std::error::Error for ProofError {}

from_halt!(ProofError);
