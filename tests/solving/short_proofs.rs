//! Short proofs: that they prove the same as the proofs from which they were made, and the limits of their searches.

use volo_rules::solver::{CheckOptions, CheckedProof, MAX_SEARCH_LIMIT, ProofError};
use volo_rules::{Position, Threads};

use crate::common::stopped;
use crate::properties::{proof, with_checksum};
use crate::solving::proofs::{LIMIT, Proved, ends_within, small_proofs};
use crate::solving::{HARD, check_proof, shorten_proof, solve, solver};

fn hard(number: usize) -> (Position, Vec<u8>) {
    let position: Position = HARD[number].0.parse().expect("a position");
    (position, solve(&mut solver(&position, 16 << 20), &position).proof.expect("a proof"))
}

fn check(proof: &[u8], threads: usize) -> Result<CheckedProof, ProofError> {
    volo_rules::solver::check_proof(proof, &CheckOptions::default().with_threads(threads))
}

fn with(proof: &[u8], offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut body = proof[..proof.len() - 8].to_vec();
    body[offset..offset + bytes.len()].copy_from_slice(bytes);
    with_checksum(&body)
}

fn offset_of_limit(position: &Position) -> usize {
    8 + 2 + position.to_string().len()
}

/// The offset of the first entry of the first claim. Before it are the number of entries and that of positions left out.
fn offset_of_entries(position: &Position) -> usize {
    offset_of_limit(position) + 4 + 1 + 2 + 16
}

#[test]
fn a_short_proof_proves_the_same_with_fewer_positions() {
    for number in [0, 1, 4, 5] {
        let (position, proof) = hard(number);
        let long = check_proof(&proof).expect("a proof");
        assert_eq!((long.left_out, long.nodes, long.search_limit), (0, 0, 0));
        let mut length = proof.len() + 20 + 10;
        for limit in [2, 20, 200] {
            let short = shorten_proof(&proof, limit, 1).expect("a proof");
            let checked = check_proof(&short).unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!((checked.position, checked.value), (position, long.value));
            assert_eq!((checked.plies, &checked.safe), (long.plies, &long.safe), "{position}");
            assert!(short.len() <= length && checked.positions <= long.positions, "{position} {limit}");
            assert_eq!(checked.search_limit, limit);
            assert!(checked.left_out > 0 || limit == 2, "{position}");
            assert!(checked.nodes <= checked.left_out * u64::from(limit) / 2, "{position}");
            length = short.len();
        }
        assert!(length < proof.len() / 2, "{length} of {}", proof.len());
    }
}

#[test]
#[ignore = "takes ten seconds"]
fn the_number_of_threads_changes_nothing() {
    let (position, proof) = hard(5);
    let short = shorten_proof(&proof, 100, 1).expect("a proof");
    for threads in [2, 5] {
        assert_eq!(shorten_proof(&proof, 100, threads).expect("a proof"), short);
        assert_eq!(check(&proof, threads), check(&proof, 1));
        assert_eq!(check(&short, threads), check(&short, 1));
        // Many searches are too small now. The error is that of the first one.
        let less = with(&short, offset_of_limit(&position), &3_u32.to_le_bytes());
        let error = check(&less, threads).expect_err("a limit that is too small");
        assert_eq!(Err(error), check(&less, 1));
    }
}

#[test]
fn fewer_plies_than_the_win_takes_are_refused() {
    for Proved { position, short: proof, .. } in &small_proofs()[..2] {
        let (first, length) = (offset_of_entries(position), 2 * 4 + 1 + 8);
        let entries = proof.len() - 8 - first;
        assert_eq!(entries % length, 0);
        let checked = check_proof(proof).expect("a proof");
        for less in 1..4 {
            let mut changed = proof.clone();
            for entry in changed[first..first + entries].chunks_exact_mut(length) {
                let plies = u32::from_le_bytes(entry[length - 4..].try_into().expect("four bytes"));
                entry[length - 4..].copy_from_slice(&plies.saturating_sub(less).to_le_bytes());
            }
            let plies = checked.plies.expect("a win or a loss").saturating_sub(less);
            match check_proof(&with(&changed, 0, &[])) {
                Ok(checked) => assert!(ends_within(position, plies) && checked.plies == Some(plies)),
                Err(error) => assert!(error.to_string().contains("plies"), "{error}"),
            }
        }
    }
}

#[test]
fn the_limit_of_the_searches_is_kept() {
    let (position, proof) = hard(5);
    let short = shorten_proof(&proof, 200, 1).expect("a proof");
    let allowed =
        |limit| volo_rules::solver::check_proof(&short, &CheckOptions::default().with_search_limit(limit));
    assert!(allowed(200).is_ok() && allowed(199).is_err());
    for limit in [0, MAX_SEARCH_LIMIT + 1, u32::MAX] {
        let changed = with(&short, offset_of_limit(&position), &limit.to_le_bytes());
        assert!(check_proof(&changed).is_err(), "{limit}");
        assert!(shorten_proof(&proof, limit, 1).is_err(), "{limit}");
    }
    // No search of the proof takes more than half of the limit, and one takes nearly as much.
    let with_limit =
        |limit: u32| check_proof(&with(&short, offset_of_limit(&position), &limit.to_le_bytes()));
    assert!(with_limit(101).is_ok());
    let error = with_limit(90).expect_err("a limit that is too small").to_string();
    assert!(error.contains("no search of 90 positions proves"), "{error}");
}

#[test]
fn only_a_long_proof_can_be_made_short() {
    let Proved { long, short, .. } = &small_proofs()[0];
    assert!(shorten_proof(short, LIMIT, 1).expect_err("it is short").to_string().contains("already short"));
    for length in 0..long.len() {
        assert!(shorten_proof(&long[..length], LIMIT, 1).is_err(), "{length} bytes");
    }
    // What is made of a wrong proof is refused, here or by the check, or true.
    for offset in 0..long.len() - 8 {
        let mut changed = long.clone();
        changed[offset] ^= 1 << (offset % 8);
        if let Ok(short) = shorten_proof(&with(&changed, 0, &[]), LIMIT, 1) {
            proof::check(&short);
        }
    }
}

#[test]
fn a_flag_stops_the_work() {
    let Proved { long, short, .. } = &small_proofs()[0];
    assert_eq!(
        volo_rules::solver::shorten_proof(long, LIMIT, Threads::new(1).until(&stopped())),
        Err(ProofError::Stopped)
    );
    assert_eq!(
        volo_rules::solver::check_proof(short, &CheckOptions::default().until(&stopped())),
        Err(ProofError::Stopped)
    );
}
