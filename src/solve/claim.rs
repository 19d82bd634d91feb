//! [`Claim`]: a claim of a proof, with the strategy that proves it, as bytes.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes are untrusted

use std::cmp::Ordering as Order;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::rules::rule_set::Rules;
use crate::solve::proof::{ProofError, entry_length, place, place_length, position_at};
use crate::solve::reader::{Reader, number, refused};

/// The most positions that a claim may leave out. They take some hundred megabytes.
const MOST_LEFT_OUT: u64 = 1 << 23;

/// The most bytes of a position in an entry. The sky of edge 8 needs 43.
const PLACE_ROOM: usize = 44;

/// A position that is not in the list of a short proof although the list leads to it.
///
/// The order is that of the positions and then of the plies, so the first one of a position has the fewest plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LeftOut {
    place: [u8; PLACE_ROOM],
    /// The number of plies in which the player must win; 0 if a win is not claimed.
    pub(super) plies: u32,
}

impl LeftOut {
    fn new(place: &[u8], plies: u32) -> LeftOut {
        let mut room = [0; PLACE_ROOM];
        for (to, from) in room.iter_mut().zip(place) {
            *to = *from;
        }
        LeftOut { place: room, plies }
    }

    pub(super) fn is_at(&self, other: &LeftOut) -> bool {
        self.place == other.place
    }

    pub(super) fn position(&self, rules: Rules, player: Color) -> Option<Position> {
        position_at(self.place.get(..place_length(rules))?, rules, player)
    }
}

/// The number of plies of a position that is not in the list, from the position and the bytes of its representative.
type Missing<'a> = dyn FnMut(&Position, &[u8]) -> Result<u32, ProofError> + 'a;

pub(super) struct Claim<'a> {
    pub(super) is_win: bool,
    pub(super) player: Color,
    rules: Rules,
    entries: &'a [u8],
    pub(super) count: usize,
    pub(super) left_out: Option<u64>,
    pub(super) offset: usize,
}

impl<'a> Claim<'a> {
    pub(super) fn new(is_win: bool, player: Color, rules: Rules, entries: &'a [u8]) -> Claim<'a> {
        let count = entries.len().checked_div(entry_length(rules, is_win)).unwrap_or_default();
        Claim { is_win, player, rules, entries, count, left_out: None, offset: 0 }
    }

    pub(super) fn read(
        reader: &mut Reader<'a>,
        rules: Rules,
        is_short: bool,
    ) -> Result<Claim<'a>, ProofError> {
        let offset = reader.offset();
        let [kind, player] = reader.array("a claim")?;
        if kind > 1 {
            return Err(refused(&format!("a claim begins with 0 or 1, not {kind}"), offset));
        }
        let is_win = kind == 1;
        let player = Color::ALL.get(usize::from(player));
        let Some(&player) = player else { return Err(refused("the player is neither 0 nor 1", offset)) };
        let count = u64::from_le_bytes(reader.array("the number of entries")?);
        let offset = reader.offset();
        let left_out = if is_short {
            Some(u64::from_le_bytes(reader.array("the number of positions that are left out")?))
        } else {
            None
        };
        if left_out > Some(MOST_LEFT_OUT) {
            return Err(refused(&format!("more than {MOST_LEFT_OUT} positions are left out"), offset));
        }
        let length = usize::try_from(count).ok();
        let length = length.and_then(|count| count.checked_mul(entry_length(rules, is_win)));
        let offset = reader.offset();
        let entries = reader.take(length.unwrap_or(usize::MAX), &format!("{count} entries"))?;
        Ok(Claim { left_out, offset, ..Claim::new(is_win, player, rules, entries) })
    }

    pub(super) fn entry(&self, index: usize) -> &'a [u8] {
        let length = entry_length(self.rules, self.is_win);
        let entry = index.checked_mul(length).and_then(|start| self.entries.get(start..)?.get(..length));
        entry.unwrap_or_default()
    }

    fn parts(&self, index: usize) -> Option<(&'a [u8], &'a [u8])> {
        self.entry(index).split_at_checked(place_length(self.rules))
    }

    fn offset_of(&self, index: usize) -> usize {
        self.offset.saturating_add(index.saturating_mul(entry_length(self.rules, self.is_win)))
    }

    /// The index of the entry of a position. The bytes are those of its representative.
    pub(super) fn find(&self, wanted: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            match self.parts(middle)?.0.cmp(wanted) {
                Order::Equal => return Some(middle),
                Order::Less => low = middle.saturating_add(1),
                Order::Greater => high = middle,
            }
        }
        None
    }

    /// The plies of an entry; 0 if a win is not claimed. The largest number is refused: none could be before it.
    pub(super) fn plies(&self, index: usize) -> Option<u32> {
        let (_, rest) = self.parts(index)?;
        if self.is_win { number(rest.get(4..)?).filter(|&plies| plies < u32::MAX) } else { Some(0) }
    }

    pub(super) fn after(&self, index: usize) -> Result<Position, ProofError> {
        let wrong = |problem: String| refused(&problem, self.offset_of(index));
        let Some((place, rest)) = self.parts(index) else {
            return Err(wrong("there is no entry".to_string()));
        };
        let position = position_at(place, self.rules, self.player)
            .ok_or_else(|| wrong("the bytes are not a valid position".to_string()))?;
        let code = rest.get(..4).and_then(number).unwrap_or_default();
        let mv = Move::from_code(code).filter(|(_, edge)| *edge == self.rules.edge());
        let mv = mv.ok_or_else(|| wrong(format!("{code} is not the code of a move")))?.0;
        position.play(mv).map_err(|error| wrong(format!("in {position}: {error}")))
    }

    /// Checks an entry: after the move and each answer, the game has ended as claimed, or the position is in the list,
    /// or the claim leaves it out. Those that are left out are appended to `left_out`.
    pub(super) fn check_entry(
        &self,
        index: usize,
        moves: &mut MoveList,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<(), ProofError> {
        let wrong = |problem: String| refused(&problem, self.offset_of(index));
        let place = |index| self.parts(index).map(|(place, _)| place);
        if index.checked_sub(1).is_some_and(|last| place(last) >= place(index)) {
            return Err(wrong("the entries are not in ascending order".to_string()));
        }
        let after = self.after(index)?;
        let plies = self.plies(index).ok_or_else(|| wrong("the number of plies is too large".to_string()))?;
        // If a win is claimed, the player wins within this number of plies after the move and the answer.
        let within = plies.saturating_sub(2);
        let too_few = || wrong(format!("{plies} plies are not enough before {after}"));
        let needed = self.needed(&after, moves, &mut |missing, place| {
            if self.left_out.is_none() {
                return Err(wrong(format!("there is no move in {missing}")));
            }
            left_out.push(LeftOut::new(place, within));
            Ok(within)
        })?;
        match needed {
            None => Err(wrong(format!("the game ends otherwise after {after}"))),
            Some(needed) if self.is_win && needed >= plies => Err(too_few()),
            Some(_) => Ok(()),
        }
    }

    /// The number of plies in which the player wins the position of the proof; 0 if a win is not claimed. It, or each
    /// position after it, must be in the list.
    pub(super) fn check_root(&self, root: &Position) -> Result<u32, ProofError> {
        let wrong = |problem: &str| refused(problem, self.offset);
        if root.turn() == self.player && root.outcome().is_none() {
            let index = self.find(&place(&root.canonical().0));
            return index
                .and_then(|index| self.plies(index))
                .ok_or_else(|| wrong("the first position is not in the list"));
        }
        let needed = self.needed(root, &mut MoveList::new(), &mut |missing, _| {
            Err(wrong(&format!("there is no move in {missing}")))
        })?;
        needed.ok_or_else(|| wrong(&format!("the game ends otherwise after {root}")))
    }

    /// The number of plies that the player needs in a position in which the opponent is to move or the game is over, by
    /// the numbers in the list; 0 if a win is not claimed. `None` if the game may end otherwise. For a position that is
    /// not in the list, `missing` gives the number.
    fn needed(
        &self,
        position: &Position,
        moves: &mut MoveList,
        missing: &mut Missing<'_>,
    ) -> Result<Option<u32>, ProofError> {
        if let Some(ends_well) = self.end(position) {
            return Ok(ends_well.then_some(0));
        }
        position.legal_moves_into(moves);
        let mut most = 0_u32;
        for &mv in moves.iter() {
            let after = position.play_unchecked(mv);
            match self.end(&after) {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => {
                    let place = place(&after.canonical().0);
                    let plies = match self.find(&place) {
                        Some(index) => self.plies(index),
                        None => Some(missing(&after, &place)?),
                    };
                    most = most.max(plies.unwrap_or(u32::MAX));
                }
            }
        }
        Ok(Some(if self.is_win { most.saturating_add(1) } else { 0 }))
    }

    /// Whether the game has ended as claimed. `None` if it goes on.
    fn end(&self, position: &Position) -> Option<bool> {
        let winner = position.outcome()?.winner;
        Some(if self.is_win { winner == Some(self.player) } else { winner != Some(!self.player) })
    }
}
