//! [`check_proof`]: checks a proof with the rules alone.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes may come from anybody

use std::cmp::Ordering as Order;

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::{Move, MoveList};
use crate::solve::proof::{HEAD, ProofError, checksum, entry_length, place, place_length, position_at};
use crate::solve::solution::Value;
use crate::support::stop::Stop;

/// A proof that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CheckedProof {
    /// The position that the proof is about.
    pub position: Position,
    /// The value of the position for the player to move, as far as it is proved. It is [`Value::Unknown`] if the
    /// proof shows only that one player does not lose.
    pub value: Value,
    /// The number of plies in which the winner can force the win, at most. `None` if no win is proved.
    pub plies: Option<u32>,
    /// The players that are proved not to lose. A winner is among them.
    pub safe: Vec<Color>,
    /// The number of positions in the strategies.
    pub positions: u64,
}

/// Checks a proof in one pass, with the rules alone.
///
/// A proof has a position and one or two claims. A claim is that a player wins, or that a player does not lose. It has
/// a list of positions with the player to move, and a move in each. After the move and each answer of the opponent, the
/// game has ended as claimed, or the position is in the list. If a win is claimed, each position also has a number of
/// plies, and after a move and an answer the number is smaller by at least 2. So the player wins within
/// that number of plies.
///
/// # Format
///
/// All numbers are little-endian.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `VOLOPRF`, and the version of the format: 1 |
/// | 2 | the length of the following text |
/// | | the position that the proof is about, as text |
/// | 1 | the number of claims: 1 or 2 |
/// | | the claims |
/// | 8 | the checksum of everything before it: FNV-1a with 64 bits |
///
/// A claim:
///
/// | bytes | content |
/// |---|---|
/// | 1 | 1 if the player wins; 0 if the player does not lose |
/// | 1 | the player: 0 is Orange, 1 is Blue |
/// | 8 | the number of entries |
/// | | the entries |
///
/// An entry. The entries are in strictly ascending order of the bytes of their first three fields.
///
/// | bytes | content |
/// |---|---|
/// | n | Orange's birds: one bit for each space of the sky, row by row from the top, and from left to right in a row. The first one is the lowest bit of the first byte. |
/// | n | Blue's birds |
/// | 1 | the number of passes just made |
/// | 4 | the [code](crate::Move::code) of the move |
/// | 4 | only if the player wins: the number of plies, less than 2³² − 1 |
///
/// A position is found by its [representative](Position::canonical) under the twelve symmetries.
///
/// # Errors
/// If the bytes are not a proof in this format, or the proof is wrong.
///
/// # Examples
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::solver::{SolveOptions, Solver, Value, check_proof};
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let options = SolveOptions::default().with_proof(true);
/// let solution = Solver::new(position.rules(), 1 << 20)?.solve(&position, &options)?;
/// let mut proof = solution.proof.unwrap();
/// let checked = check_proof(&proof)?;
/// assert_eq!((checked.position, checked.value, checked.plies), (position, Value::Win, Some(1)));
///
/// proof.pop();
/// let error = check_proof(&proof).unwrap_err();
/// assert!(error.to_string().contains("checksum"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof(bytes: &[u8]) -> Result<CheckedProof, ProofError> {
    check_proof_until(bytes, &Stop::never())
}

/// Like [`check_proof`], but stops when `stop` is set.
///
/// # Errors
/// Those of [`check_proof`]; also if `stop` was set.
pub fn check_proof_until(bytes: &[u8], stop: &Stop) -> Result<CheckedProof, ProofError> {
    let mut reader = Reader { bytes, offset: 0 };
    if reader.take(HEAD.len(), "the head of a proof")? != HEAD {
        return Err(refused("expected a proof, which begins with VOLOPRF and version 1", 0));
    }
    let length = bytes.len().saturating_sub(8);
    let (body, sum) = bytes.split_at_checked(length).unwrap_or((bytes, &[]));
    if sum != checksum(body).to_le_bytes() || length < reader.offset {
        return Err(refused("the checksum is wrong; the proof is truncated or damaged", length));
    }
    reader.bytes = body;
    let position = read_position(&mut reader)?;
    let [claims] = reader.array("the number of claims")?;
    if !(1..=2).contains(&claims) {
        return Err(refused(&format!("expected 1 or 2 claims, not {claims}"), reader.offset));
    }
    let mut checked =
        CheckedProof { position, value: Value::Unknown, plies: None, safe: Vec::new(), positions: 0 };
    for _ in 0..claims {
        let claim = Claim::read(&mut reader, &position)?;
        let plies = claim.check(&position, stop)?;
        if checked.safe.contains(&claim.player) {
            return Err(refused("two claims about the same player", claim.offset));
        }
        checked.safe.push(claim.player);
        checked.positions = checked.positions.saturating_add(claim.count as u64);
        if claim.is_win {
            let is_mover = claim.player == position.turn();
            (checked.value, checked.plies) = (if is_mover { Value::Win } else { Value::Loss }, Some(plies));
        }
    }
    if checked.safe.len() == 2 {
        if checked.plies.is_some() {
            // One player's win and the other player's safety exclude each other.
            return Err(refused("the claims contradict each other", reader.offset));
        }
        checked.value = Value::Draw;
    }
    match body.len().saturating_sub(reader.offset) {
        0 => Ok(checked),
        more => Err(refused(&format!("expected the end of the proof, not {more} bytes more"), reader.offset)),
    }
}

fn refused(problem: &str, offset: usize) -> ProofError {
    ProofError::Invalid { problem: problem.to_string(), offset }
}

fn read_position(reader: &mut Reader<'_>) -> Result<Position, ProofError> {
    let length = u16::from_le_bytes(reader.array("the length of the position")?);
    let offset = reader.offset;
    let text = reader.take(usize::from(length), "the position")?;
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

/// Bytes that are read from the first to the last.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8], ProofError> {
        let end = self.offset.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.offset..end));
        let taken = taken
            .ok_or_else(|| refused(&format!("expected {what}, but the proof ends"), self.bytes.len()))?;
        self.offset = self.offset.saturating_add(length);
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ProofError> {
        let mut array = [0; N];
        for (to, from) in array.iter_mut().zip(self.take(N, what)?) {
            *to = *from;
        }
        Ok(array)
    }
}

/// A claim, with its entries as bytes.
struct Claim<'a> {
    is_win: bool,
    player: Color,
    entries: &'a [u8],
    count: usize,
    /// The length of an entry, and of the position in it.
    lengths: (usize, usize),
    /// The offset of the first entry in the proof.
    offset: usize,
}

impl<'a> Claim<'a> {
    fn read(reader: &mut Reader<'a>, position: &Position) -> Result<Claim<'a>, ProofError> {
        let offset = reader.offset;
        let [kind, player] = reader.array("a claim")?;
        if kind > 1 {
            return Err(refused(&format!("a claim begins with 0 or 1, not {kind}"), offset));
        }
        let player = Color::ALL.get(usize::from(player));
        let Some(&player) = player else { return Err(refused("the player is neither 0 nor 1", offset)) };
        let count = u64::from_le_bytes(reader.array("the number of entries")?);
        let rules = position.rules();
        let lengths = (entry_length(rules, kind == 1), place_length(rules));
        let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(lengths.0));
        let offset = reader.offset;
        let entries = reader.take(length.unwrap_or(usize::MAX), &format!("{count} entries"))?;
        Ok(Claim { is_win: kind == 1, player, entries, count: count as usize, lengths, offset })
    }

    /// The bytes of an entry: those of the position, and the rest.
    fn entry(&self, index: usize) -> Option<(&'a [u8], &'a [u8])> {
        let start = index.checked_mul(self.lengths.0)?;
        self.entries.get(start..start.checked_add(self.lengths.0)?)?.split_at_checked(self.lengths.1)
    }

    /// The number of plies of a position in the list; 0 if a win is not claimed. `None` if it is not in the list.
    fn rank(&self, position: &Position) -> Option<u32> {
        let wanted = place(&position.canonical().0);
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            let (place, rest) = self.entry(middle)?;
            match place.cmp(&wanted) {
                Order::Equal => return self.plies(rest),
                Order::Less => low = middle.saturating_add(1),
                Order::Greater => high = middle,
            }
        }
        None
    }

    /// The number of plies of an entry, from the bytes after its position; 0 if a win is not claimed. No entry has the
    /// largest number of four bytes, because no larger one could be that of the position before.
    fn plies(&self, rest: &[u8]) -> Option<u32> {
        if self.is_win { number(rest.get(4..)?).filter(|&plies| plies < u32::MAX) } else { Some(0) }
    }

    /// Checks every entry, and returns the number of plies of the claim.
    fn check(&self, root: &Position, stop: &Stop) -> Result<u32, ProofError> {
        let mut moves = MoveList::new();
        let mut last: Option<&[u8]> = None;
        for index in 0..self.count {
            let offset = self.offset.saturating_add(index.saturating_mul(self.lengths.0));
            let wrong = |problem: String| refused(&problem, offset);
            stop.check()?;
            let Some((place, rest)) = self.entry(index) else { break };
            if last.is_some_and(|last| last >= place) {
                return Err(wrong("the entries are not in ascending order".to_string()));
            }
            last = Some(place);
            let position = position_at(place, root.rules(), self.player)
                .ok_or_else(|| wrong("the bytes are not a valid position".to_string()))?;
            let code = rest.get(..4).and_then(number).unwrap_or_default();
            let mv = Move::from_code(code).filter(|(_, edge)| *edge == root.rules().edge());
            let mv = mv.ok_or_else(|| wrong(format!("{code} is not the code of a move")))?.0;
            let after = position.play(mv).map_err(|error| wrong(format!("in {position}: {error}")))?;
            let rank =
                self.plies(rest).ok_or_else(|| wrong("the number of plies is too large".to_string()))?;
            let needed = self.needed(&after, &mut moves).map_err(wrong)?;
            if self.is_win && needed >= rank {
                return Err(wrong(format!("{rank} plies are not enough in {position}")));
            }
        }
        let wrong = |problem: String| refused(&problem, self.offset);
        if root.turn() == self.player && root.outcome().is_none() {
            return self
                .rank(root)
                .ok_or_else(|| refused("the first position is not in the list", self.offset));
        }
        self.needed(root, &mut moves).map_err(wrong)
    }

    /// The number of plies that the player needs in a position in which the opponent is to move or the game is over, by
    /// the numbers in the list; 0 if a win is not claimed.
    fn needed(&self, position: &Position, moves: &mut MoveList) -> Result<u32, String> {
        if let Some(ends_well) = self.end(position) {
            return if ends_well { Ok(0) } else { Err(format!("the game ends otherwise in {position}")) };
        }
        position.legal_moves_into(moves);
        let mut most = 0_u32;
        for &mv in moves.iter() {
            let after = position.play_unchecked(mv);
            let rank = match self.end(&after) {
                Some(true) => 0,
                Some(false) => return Err(format!("the game ends otherwise in {after}")),
                None => self.rank(&after).ok_or_else(|| format!("there is no move in {after}"))?,
            };
            most = most.max(rank);
        }
        Ok(if self.is_win { most.saturating_add(1) } else { 0 })
    }

    /// Whether the game has ended as claimed. `None` if it goes on.
    fn end(&self, position: &Position) -> Option<bool> {
        let winner = position.outcome()?.winner;
        Some(if self.is_win { winner == Some(self.player) } else { winner != Some(self.player.other()) })
    }
}

/// A number of four bytes.
fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
