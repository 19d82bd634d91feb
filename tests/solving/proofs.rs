//! Proofs and short proofs that were truncated or lengthened. Tests in Python change them, with a second checker.
#![allow(clippy::disallowed_types, reason = "the tests do not fork")]

use std::sync::LazyLock;

use volo_rules::solver::{SolveOptions, Value, shortest_win};
use volo_rules::{Move, Position};

use crate::common::{random_game, start};
use crate::properties::with_checksum;
use crate::solving::{check_proof, shorten_proof, solver};

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
