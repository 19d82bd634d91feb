//! [`check_proof`]: checks a proof with the rules alone.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes are untrusted

use std::sync::atomic::{AtomicU64, Ordering};

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::MoveList;
use crate::solve::claim::{Claim, LeftOut};
use crate::solve::filler::Filler;
use crate::solve::key::Keys;
use crate::solve::proof::{HEAD, MAX_SEARCH_LIMIT, ProofError, SHORT_HEAD};
use crate::solve::reader::{Reader, refused};
use crate::solve::solution::Value;
use crate::support::checksum::{Checksum, other_version};
use crate::support::setters::setters;
use crate::support::stop::{NEVER, Stop, Threads};
use crate::support::threads::{Lock, try_share_out};

/// The number of entries that a thread checks at a time.
const CHUNK: usize = 64;

/// The number of entries after which repeated positions are removed.
const BATCH: usize = 1 << 12;

/// The least number of collected positions, repetitions included, at which repetitions are removed.
const MANY: usize = 1 << 16;

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
    /// The number of positions in the lists of the proof.
    pub positions: u64,
    /// The number of positions that the lists leave out, which the check proved by searches. It is 0 if the proof is not
    /// short.
    pub left_out: u64,
    /// The number of positions that these searches took.
    pub nodes: u64,
    /// The number of positions that the check was allowed to search for each position that is left out. It is 0 if the
    /// proof is not short.
    pub search_limit: u32,
}

/// How a proof is checked.
///
/// ```
/// # use volo_rules::solver::CheckOptions;
/// let options = CheckOptions::default().with_threads(2).with_search_limit(1_000);
/// assert_eq!((options.threads, options.search_limit), (2, 1_000));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckOptions<'a> {
    /// The number of threads. The result is the same for any number.
    pub threads: usize,
    /// A short proof is refused if it lets the check search more positions than this for one position.
    pub search_limit: u32,
    /// The flag that stops the check.
    pub stop: &'a Stop,
}

impl Default for CheckOptions<'_> {
    /// One thread, and [`MAX_SEARCH_LIMIT`].
    fn default() -> Self {
        CheckOptions { threads: 1, search_limit: MAX_SEARCH_LIMIT, stop: &NEVER }
    }
}

impl<'a> CheckOptions<'a> {
    setters! {
        with_threads(threads: usize);
        with_search_limit(search_limit: u32);
    }

    fn on(&self) -> Threads<'_> {
        Threads::new(self.threads).until(self.stop)
    }

    setters! {
        until(stop: &'a Stop);
    }
}

/// Checks a proof in one pass, with the rules alone.
///
/// A proof has a position and one or two claims. A claim is that a player wins, or that a player does not lose. It has
/// a list of positions with the player to move, and a move in each. After the move and each answer of the opponent, the
/// game has ended as claimed, or the position is in the list. If a win is claimed, each position also has a number of
/// plies, and after a move and an answer the number is smaller by at least 2. So the player wins within
/// that number of plies.
///
/// A *short* proof may leave out positions: a position after a move of the list and an answer that is not in the list
/// is left out. The check proves each of them by itself, with a search that uses nothing but the rules and that is
/// limited by a number of positions in the proof. The search finds a list for this position, and the list is checked
/// as one that is written in a proof. If a win is claimed, its number of plies must be smaller, too. The
/// position of the proof is not left out, and neither are those after it if the opponent is to move.
///
/// # Format
///
/// All numbers are little-endian.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `VOLOPRF`, and the version of the format: 1, or 2 for a short proof |
/// | 2 | the length of the following text |
/// | | the position that the proof is about, as text |
/// | 4 | only if the proof is short: the number of positions that the check may search for each position that is left out, 1 to 100,000 |
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
/// | 8 | only if the proof is short: the number of positions that are left out, at most 2²³. Images of a position count once. |
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
/// If the bytes are not a proof in this format, or the proof is wrong; if a short proof has a higher limit of the searches
/// than the options; if there is not enough memory, or the flag was set.
///
/// # Examples
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::solver::{SolveOptions, Solver, CheckOptions, Value, check_proof};
/// let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
/// let options = SolveOptions::default().with_proof(true);
/// let solution = Solver::new(position.rules(), 1 << 20)?.solve(&position, &options)?;
/// let mut proof = solution.proof.unwrap();
/// let checked = check_proof(&proof, &CheckOptions::default())?;
/// assert_eq!((checked.position, checked.value, checked.plies), (position, Value::Win, Some(1)));
///
/// proof.pop();
/// let error = check_proof(&proof, &CheckOptions::default()).unwrap_err();
/// assert!(error.to_string().contains("checksum"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof(bytes: &[u8], options: &CheckOptions<'_>) -> Result<CheckedProof, ProofError> {
    let Proof { position, search_limit, claims } = Proof::read(bytes, options.search_limit, options.stop)?;
    let mut checked = CheckedProof {
        position,
        value: Value::Unknown,
        plies: None,
        safe: Vec::new(),
        positions: 0,
        left_out: 0,
        nodes: 0,
        search_limit,
    };
    let keys = Keys::new(position.rules());
    for claim in claims {
        let check = Check { claim: &claim, position: &position, keys: &keys, limit: search_limit, options };
        let (plies, nodes) = check.run()?;
        checked.safe.push(claim.player);
        checked.positions = checked.positions.saturating_add(claim.count as u64);
        checked.left_out = checked.left_out.saturating_add(claim.left_out.unwrap_or_default());
        checked.nodes = checked.nodes.saturating_add(nodes);
        if claim.is_win {
            let is_mover = claim.player == position.turn();
            (checked.value, checked.plies) = (if is_mover { Value::Win } else { Value::Loss }, Some(plies));
        }
    }
    if checked.safe.len() == 2 {
        checked.value = Value::Draw;
    }
    Ok(checked)
}

pub(super) struct Proof<'a> {
    pub(super) position: Position,
    /// The number of positions that the check may search for each position left out; 0 if the proof is not short.
    pub(super) search_limit: u32,
    pub(super) claims: Vec<Claim<'a>>,
}

impl Proof<'_> {
    pub(super) fn read<'a>(bytes: &'a [u8], most: u32, stop: &Stop) -> Result<Proof<'a>, ProofError> {
        let length = bytes.len().saturating_sub(8);
        let (body, sum) = bytes.split_at_checked(length).unwrap_or((bytes, &[]));
        let is_short = bytes.starts_with(SHORT_HEAD);
        if !is_short && !bytes.starts_with(HEAD) {
            if let Some([name @ .., version]) = bytes.first_chunk::<8>()
                && HEAD.starts_with(name)
            {
                return Err(refused(&other_version(*version, "1 and 2"), 7));
            }
            return Err(refused("expected a proof, which begins with VOLOPRF and version 1 or 2", 0));
        }
        if sum != Checksum::of(body, stop)? || length < HEAD.len() {
            return Err(refused("the checksum is wrong; the proof is truncated or damaged", length));
        }
        let mut reader = Reader::new(body);
        reader.take(HEAD.len(), "the head of a proof")?;
        let position = reader.position()?;
        let mut search_limit = 0;
        if is_short {
            let offset = reader.offset();
            search_limit = u32::from_le_bytes(reader.array("the limit of the searches")?);
            let most = most.min(MAX_SEARCH_LIMIT);
            if !(1..=most).contains(&search_limit) {
                let problem = format!("the limit of the searches must be 1 to {most}, not {search_limit}");
                return Err(refused(&problem, offset));
            }
        }
        let [count] = reader.array("the number of claims")?;
        if !(1..=2).contains(&count) {
            return Err(refused(&format!("expected 1 or 2 claims, not {count}"), reader.offset()));
        }
        let mut claims: Vec<Claim<'_>> = Vec::new();
        for _ in 0..count {
            let claim = Claim::read(&mut reader, position.rules(), is_short)?;
            if let Some(first) = claims.first() {
                if first.player == claim.player {
                    return Err(refused("two claims about the same player", claim.offset));
                }
                if first.is_win || claim.is_win {
                    // One player's win and the other player's safety exclude each other.
                    return Err(refused("the claims contradict each other", claim.offset));
                }
            }
            claims.push(claim);
        }
        match reader.left() {
            0 => Ok(Proof { position, search_limit, claims }),
            more => Err(refused(
                &format!("expected the end of the proof, not {more} bytes more"),
                reader.offset(),
            )),
        }
    }
}

struct Check<'a> {
    claim: &'a Claim<'a>,
    position: &'a Position,
    keys: &'a Keys,
    limit: u32,
    options: &'a CheckOptions<'a>,
}

impl Check<'_> {
    fn run(&self) -> Result<(u32, u64), ProofError> {
        let left_out = self.check_entries()?;
        let plies = self.claim.check_root(self.position)?;
        let expected = self.claim.left_out.unwrap_or_default();
        if left_out.len() as u64 != expected {
            let problem = format!("{} positions are left out, not {expected}", left_out.len());
            return Err(refused(&problem, self.claim.offset));
        }
        Ok((plies, self.fill(&left_out)?))
    }

    fn check_entries(&self) -> Result<Vec<LeftOut>, ProofError> {
        let all = Lock::new(Vec::new());
        let most = self.claim.left_out.unwrap_or_default();
        let mut distinct = 0_usize;
        for batch in (0..self.claim.count).step_by(BATCH) {
            let end = batch.saturating_add(BATCH).min(self.claim.count);
            let chunks = (batch..end).step_by(CHUNK);
            let memory = || Ok((MoveList::new(), Vec::new()));
            try_share_out(self.options.on(), chunks, memory, |(moves, left_out), chunk| {
                for index in chunk..chunk.saturating_add(CHUNK).min(end) {
                    self.options.stop.check()?;
                    self.claim.check_entry(index, moves, left_out)?;
                }
                let mut all = all.lock();
                all.try_reserve(left_out.len()).map_err(|_| ProofError::OutOfMemory)?;
                all.append(left_out);
                Ok::<(), ProofError>(())
            })?;
            let mut all = all.lock();
            if end == self.claim.count || all.len() / 2 > distinct.max(MANY) {
                all.sort_unstable();
                all.dedup_by(|one, other| one.is_at(other));
                distinct = all.len();
                if distinct as u64 > most {
                    let problem = format!("more than {most} positions are left out");
                    return Err(refused(&problem, self.claim.offset));
                }
            }
        }
        Ok(all.into_inner())
    }

    fn fill(&self, left_out: &[LeftOut]) -> Result<u64, ProofError> {
        let nodes = AtomicU64::new(0);
        let Claim { player, is_win, offset, .. } = *self.claim;
        let filler = || Ok(Filler::new(self.keys, self.limit));
        try_share_out(self.options.on(), left_out.iter(), filler, |filler, left_out| {
            let position = left_out.position(self.position.rules(), player);
            let position = position.ok_or_else(|| refused("a position is invalid", offset))?;
            let filled = filler.fill(&position, player, is_win, self.options.stop)?;
            let Some(filled) = filled.filter(|filled| filled.plies <= left_out.plies) else {
                let limit = self.limit;
                let claim = if is_win {
                    format!("wins in {} plies", left_out.plies)
                } else {
                    "does not lose".to_string()
                };
                let problem =
                    format!("no search of {limit} positions proves that {player} {claim} in {position}");
                return Err(refused(&problem, offset));
            };
            nodes.fetch_add(filled.nodes, Ordering::Relaxed);
            Ok::<(), ProofError>(())
        })?;
        Ok(nodes.into_inner())
    }
}
