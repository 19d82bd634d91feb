//! Proofs and short proofs that were changed, truncated or lengthened.
#![allow(clippy::disallowed_types, reason = "the tests do not fork")]

use std::sync::LazyLock;

use volo_rules::solver::{CheckedProof, ProofError, SolveOptions, Value, shortest_win};
use volo_rules::{Move, Position};

use crate::common::{random_game, start};
use crate::properties::with_checksum;
use crate::solving::{check_proof, shorten_proof, solve, solver};

pub(super) const LIMIT: u32 = 16;

pub(super) struct Proved {
    pub(super) position: Position,
    pub(super) long: Vec<u8>,
    pub(super) short: Vec<u8>,
}

pub(super) fn small_proofs() -> &'static [Proved] {
    static PROOFS: LazyLock<Vec<Proved>> = LazyLock::new(find_small_proofs);
    &PROOFS
}

fn find_small_proofs() -> Vec<Proved> {
    let mut proofs = Vec::new();
    for value in [Value::Win, Value::Loss, Value::Draw] {
        let positions =
            (0..).flat_map(|seed| random_game(start("edge=4,supply=6,pass=standard,stuck=draw"), seed));
        let proof = positions
            .into_iter()
            .take(3_000)
            .filter(|position| position.outcome().is_none())
            .find_map(|position| {
                let options = SolveOptions::default().with_proof(true).with_nodes(3_000);
                let solution = solver(&position, 1 << 20).solve(&position, &options).expect("the same rules");
                let long = solution.proof.filter(|proof| (250..900).contains(&proof.len()))?;
                let short = shorten_proof(&long, LIMIT, 1).expect("a proof");
                (solution.value == value).then_some(Proved { position, long, short })
            });
        proofs.extend(proof);
    }
    assert_eq!(proofs.len(), 3);
    proofs
}

pub(super) fn ends_within(position: &Position, plies: u32) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    let wins = |position: &Position, plies| shortest_win(position, plies, None).plies.is_some();
    let loses_after = |mv: &Move| {
        let after = position.play(*mv).expect("a legal move");
        plies > 0 && (after.outcome().is_some() || wins(&after, plies - 1))
    };
    wins(position, plies) || position.legal_moves().iter().all(loses_after)
}

/// What a changed proof claims, if it is accepted, must be true.
pub(super) fn check_truth(checked: &CheckedProof) {
    let truth = solve(&mut solver(&checked.position, 16 << 20), &checked.position);
    assert!(checked.value == truth.value || checked.value == Value::Unknown, "{}", checked.position);
    for &player in &checked.safe {
        let loses = if player == checked.position.turn() { Value::Loss } else { Value::Win };
        assert_ne!(truth.value, loses, "{player} loses {}", checked.position);
    }
    assert!(checked.plies.is_none_or(|plies| ends_within(&checked.position, plies)), "{}", checked.position);
}

#[test]
fn a_changed_bit_is_refused_and_with_the_right_checksum_is_refused_or_true() {
    let (mut refused, mut still_true) = (0, 0);
    for proof in small_proofs().iter().flat_map(|proved| [&proved.long, &proved.short]) {
        let body = proof.len() - 8;
        for (offset, bit) in (0..proof.len()).flat_map(|offset| (0..8).map(move |bit| (offset, bit))) {
            let mut changed = proof.clone();
            changed[offset] ^= 1 << bit;
            assert!(check_proof(&changed).is_err(), "byte {offset}");
            if offset >= body {
                continue;
            }
            match check_proof(&with_checksum(&changed[..body])) {
                Err(ProofError::Invalid { problem, offset }) => {
                    assert!(!problem.is_empty() && offset <= proof.len());
                    refused += 1;
                }
                Err(error) => panic!("{error}"),
                Ok(checked) => {
                    check_truth(&checked);
                    still_true += 1;
                }
            }
        }
    }
    assert!(refused > 5 * still_true, "{refused} refused, {still_true} still true");
}

/// The proof of a win with the numbers of plies of its entries changed, and with the right checksum.
fn with_plies(proof: &[u8], change: impl Fn(u32) -> u32) -> Vec<u8> {
    let position = check_proof(proof).expect("a proof").position;
    let entry = 2 * (position.sky().spaces().len() as usize).div_ceil(8) + 9;
    // The head, the length of the position, the position, the number of claims, and the fields before the entries.
    let first = 8 + 2 + position.to_string().len() + 1 + 10;
    let mut changed = proof[..proof.len() - 8].to_vec();
    assert_eq!((changed.len() - first) % entry, 0);
    for plies in changed[first..].chunks_exact_mut(entry).map(|bytes| &mut bytes[entry - 4..]) {
        let before = u32::from_le_bytes(plies.try_into().expect("four bytes"));
        plies.copy_from_slice(&change(before).to_le_bytes());
    }
    with_checksum(&changed)
}

#[test]
fn numbers_of_plies_that_do_not_fall_are_refused() {
    for Proved { position, long: proof, .. } in &small_proofs()[..2] {
        assert_eq!(with_plies(proof, |plies| plies), *proof);
        for same in [0, 1, 2, 1_000, u32::MAX - 1, u32::MAX] {
            assert!(
                check_proof(&with_plies(proof, |_| same)).is_err(),
                "{same} plies in a proof of {position}"
            );
        }
        let before = check_proof(proof).expect("a proof").plies.expect("a win or a loss");
        for more in [1, 1_000, u32::MAX - 1 - before] {
            let checked = check_proof(&with_plies(proof, |plies| plies + more)).expect("true, but not sharp");
            assert_eq!(checked.plies, Some(before + more), "{position}");
        }
    }
}

#[test]
fn a_position_without_a_move_is_named() {
    let mut named = 0;
    for Proved { position, long: proof, .. } in small_proofs() {
        let claims = 8 + 2 + position.to_string().len();
        // A proof of a draw has two claims.
        if proof[claims] != 1 {
            continue;
        }
        let (count, entries) = (claims + 3, claims + 11);
        let number = u64::from_le_bytes(proof[count..entries].try_into().expect("eight bytes"));
        let length = (proof.len() - 8 - entries) / number as usize;
        for entry in (entries..proof.len() - 8).step_by(length) {
            let mut shorter = [&proof[..entry], &proof[entry + length..proof.len() - 8]].concat();
            shorter[count..entries].copy_from_slice(&(number - 1).to_le_bytes());
            let error = check_proof(&with_checksum(&shorter)).expect_err("a move is missing").to_string();
            let is_named = error.contains("there is no move in ");
            assert!(is_named || error.contains("the first position is not in the list"), "{error}");
            named += usize::from(is_named);
        }
    }
    assert!(named > 20, "{named}");
}

#[test]
fn the_largest_number_of_plies_is_refused() {
    let proof = &small_proofs()[0].long;
    let most = check_proof(proof).expect("a proof").plies.expect("a win");
    let larger = |largest: u32| with_plies(proof, |plies| if plies == most { largest } else { plies });
    assert_eq!(check_proof(&larger(u32::MAX - 1)).expect("true, but not sharp").plies, Some(u32::MAX - 1));
    assert!(check_proof(&larger(u32::MAX)).is_err());
}

#[test]
fn a_truncated_or_lengthened_proof_is_refused() {
    for proof in small_proofs().iter().flat_map(|proved| [&proved.long, &proved.short]) {
        for length in 0..proof.len() {
            assert!(check_proof(&proof[..length]).is_err(), "{length} bytes");
            if length > 8 {
                // With the checksum of what is left.
                let shorter = check_proof(&with_checksum(&proof[..length]));
                assert_eq!(shorter.is_ok(), length == proof.len() - 8, "{length} bytes");
            }
        }
        let longer = [&proof[..proof.len() - 8], &[0]].concat();
        assert!(check_proof(&with_checksum(&longer)).is_err());
    }
}
