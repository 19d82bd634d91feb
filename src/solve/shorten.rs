//! [`shorten_proof`]: makes a short proof.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)] // the bytes are untrusted

use std::collections::BTreeMap;

use crate::position::Position;
use crate::rules::moves::MoveList;
use crate::rules::rule_set::Rules;
use crate::solve::check::Proof;
use crate::solve::claim::Claim;
use crate::solve::filler::Filler;
use crate::solve::key::Keys;
use crate::solve::proof::{MAX_SEARCH_LIMIT, ProofError, SHORT_HEAD, place, position_at};
use crate::solve::reader::refused;
use crate::support::checksum::Checksum;
use crate::support::stop::Threads;
use crate::support::threads::{Lock, try_share_out};

/// The number of entries whose answers are searched together.
const BATCH: usize = 1 << 10;

/// Makes the short form of a proof. It leaves out each position that the check can prove by searching no more than
/// half of `search_limit` positions. The check may search twice as many, so that it still accepts the proof after small
/// changes of the search. A higher limit makes a smaller proof, whose check takes longer.
///
/// Wrong claims stay wrong. So check the proof first, or the short proof.
///
/// `search_limit` is 2 to [`MAX_SEARCH_LIMIT`]. The result is the same for any number of threads.
///
/// # Errors
/// If the bytes are not a proof, or are a short proof; if the limit is out of range; if there is not enough memory,
/// or the flag was set.
///
/// # Examples
///
/// ```
/// # use volo_rules::{Position, Threads};
/// # use volo_rules::solver::{SolveOptions, CheckOptions, Solver, Value, check_proof, shorten_proof};
/// let position: Position = "2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4".parse()?;
/// let options = SolveOptions::default().with_proof(true);
/// let long = Solver::new(position.rules(), 1 << 24)?.solve(&position, &options)?.proof.unwrap();
/// let short = shorten_proof(&long, 100, Threads::new(1))?;
/// assert!(short.len() < long.len() / 4);
/// let options = CheckOptions::default();
/// let (short, long) = (check_proof(&short, &options)?, check_proof(&long, &options)?);
/// assert_eq!((short.value, short.plies), (long.value, long.plies));
/// assert!(short.left_out > short.positions && long.left_out == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten_proof(bytes: &[u8], search_limit: u32, threads: Threads<'_>) -> Result<Vec<u8>, ProofError> {
    let stop = threads.stop;
    let proof = Proof::read(bytes, MAX_SEARCH_LIMIT, stop)?;
    if proof.search_limit > 0 {
        return Err(refused("it is already short", 0));
    }
    if !(2..=MAX_SEARCH_LIMIT).contains(&search_limit) {
        return Err(ProofError::SearchLimit { limit: search_limit });
    }
    let fen = proof.position.to_string();
    let mut short = SHORT_HEAD.to_vec();
    short.extend((fen.len() as u16).to_le_bytes());
    short.extend(fen.as_bytes());
    short.extend(search_limit.to_le_bytes());
    short.push(proof.claims.len() as u8);
    let keys = Keys::new(proof.position.rules());
    for claim in &proof.claims {
        let rules = proof.position.rules();
        let shortening = Shortening { claim, rules, keys: &keys, limit: search_limit / 2, threads };
        let places = shortening.places(&proof.position)?;
        let listed: Vec<_> = places.iter().filter(|(_, plies)| plies.is_none()).collect();
        short.extend([u8::from(claim.is_win), claim.player as u8]);
        short.extend((listed.len() as u64).to_le_bytes());
        short.extend((places.len().saturating_sub(listed.len()) as u64).to_le_bytes());
        for (place, _) in listed {
            short.extend(shortening.index(place).map(|index| claim.entry(index))?);
        }
    }
    short.extend(Checksum::of(&short, stop)?);
    Ok(short)
}

/// Positions, each with the plies in which the search wins it (0 to avoid a loss), or `None` if it is listed.
type Places = BTreeMap<Vec<u8>, Option<u32>>;

struct Shortening<'a> {
    claim: &'a Claim<'a>,
    rules: Rules,
    keys: &'a Keys,
    limit: u32,
    threads: Threads<'a>,
}

impl Shortening<'_> {
    /// The positions that the short proof lists, and those that it leaves out.
    fn places(&self, root: &Position) -> Result<Places, ProofError> {
        let mut firsts = Vec::new();
        if root.turn() != self.claim.player {
            append_answers(root, &mut MoveList::new(), &mut firsts);
        } else if root.outcome().is_none() {
            firsts.push(place(&root.canonical().0));
        }
        let mut places = Places::new();
        places.extend(firsts.into_iter().map(|place| (place, None)));
        let mut waiting: Vec<_> = places.keys().cloned().collect();
        while !waiting.is_empty() {
            let batch = waiting.split_off(waiting.len().saturating_sub(BATCH));
            let found = self.after(&batch)?;
            let new: Vec<_> = found.keys().filter(|place| !places.contains_key(*place)).collect();
            places.extend(self.searched(&new)?);
            for (place, within) in found {
                // A position that the search wins, but not soon enough, is listed too.
                if let Some(state) = places.get_mut(&place)
                    && *state > within
                {
                    *state = None;
                    waiting.push(place);
                }
            }
        }
        Ok(places)
    }

    fn index(&self, place: &[u8]) -> Result<usize, ProofError> {
        let missing = || refused("there is no move in a position that can be reached", self.claim.offset);
        self.claim.find(place).ok_or_else(missing)
    }

    /// The positions after these entries and all answers, with the plies in which the player must win; 0 if no win is
    /// claimed.
    fn after(&self, batch: &[Vec<u8>]) -> Result<Places, ProofError> {
        let all = Lock::new(Places::new());
        let memory = || Ok((MoveList::new(), Vec::new()));
        try_share_out(self.threads, batch.iter(), memory, |(moves, answers), place| {
            let index = self.index(place)?;
            let within = Some(self.claim.plies(index).unwrap_or_default().saturating_sub(2));
            append_answers(&self.claim.after(index)?, moves, answers);
            let mut all = all.lock();
            for place in answers.drain(..) {
                all.entry(place).and_modify(|least| *least = within.min(*least)).or_insert(within);
            }
            Ok::<(), ProofError>(())
        })?;
        Ok(all.into_inner())
    }

    /// These positions, with the number of plies in which the search wins them; 0 if a win is not claimed. The number
    /// is the largest one if the search does not prove the claim for a position.
    fn searched(&self, new: &[&Vec<u8>]) -> Result<Places, ProofError> {
        let all = Lock::new(Places::new());
        let Claim { player, is_win, offset, .. } = *self.claim;
        let filler = || Ok(Filler::new(self.keys, self.limit));
        try_share_out(self.threads, new.iter(), filler, |filler, place| {
            let position = position_at(place, self.rules, player);
            let position = position.ok_or_else(|| refused("a position is invalid", offset))?;
            let filled = filler.fill(&position, player, is_win, self.threads.stop)?;
            let plies = filled.map_or(u32::MAX, |filled| filled.plies);
            all.lock().insert((*place).clone(), Some(plies));
            Ok::<(), ProofError>(())
        })?;
        Ok(all.into_inner())
    }
}

/// Appends the representatives of the positions after all moves in which the game goes on.
fn append_answers(position: &Position, moves: &mut MoveList, answers: &mut Vec<Vec<u8>>) {
    if position.outcome().is_some() {
        return;
    }
    position.legal_moves_into(moves);
    for &mv in moves.iter() {
        let after = position.play_unchecked(mv);
        if after.outcome().is_none() {
            answers.push(place(&after.canonical().0));
        }
    }
}
