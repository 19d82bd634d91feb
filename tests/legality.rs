//! All ways to ask about moves are compared with the rules by plain loops ([`Slow`]), and with each other.

use std::collections::HashSet;

use volo_rules::learning::Decision;
use volo_rules::{Axis, Direction, Edge, Ending, Fault, Flight, Line, Move, Position, Space};

use crate::common::figures::{FIGURES, KINDS, figures};
use crate::common::slow::Slow;
use crate::common::{RULE_SETS, for_each_seed, position, random_game, start};

#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    choices: usize,
    wins: usize,
    passes: usize,
    over: usize,
}

/// Compares all that a position says about its moves with the slow method.
fn compare(position: &Position, seen: &mut Seen) {
    let slow = Slow::of(position);
    let expected = slow.moves();
    let listed = position.legal_moves();
    let set: HashSet<Move> = listed.iter().copied().collect();
    assert_eq!(set, expected.iter().map(|(mv, _)| *mv).collect(), "{position}");
    assert_eq!((listed.len(), position.count_moves() as usize), (set.len(), set.len()), "{position}");
    assert_eq!(position.outcome(), slow.outcome(), "{position}");
    let (mut replies, mut wins, mut divides) = (0, false, false);
    for (mv, after) in &expected {
        let next = position.play(*mv).unwrap_or_else(|error| panic!("{mv:?} in {position}: {error}"));
        assert_eq!((&Slow::of(&next), position.normalize(*mv)), (after, Ok(*mv)), "{position}");
        // Positions are equal only if their keys are, and this key is made from nothing.
        assert_eq!(
            (position.play_unchecked(*mv), after.position()),
            (next, Ok(next)),
            "{mv:?} in {position}"
        );
        if let Move::Fly(flight) = mv {
            divides |= flight.keep.is_some();
            let line = Line { axis: Axis::NE, ..flight.line };
            // The axis of a single bird is ignored.
            let is_same = flight.line.length == 1;
            assert!(
                !is_same || position.normalize(Move::Fly(Flight { line, ..*flight })) == Ok(*mv),
                "{position}"
            );
        }
        let outcome = next.outcome();
        assert_eq!(outcome, after.outcome(), "{mv:?} in {position}");
        wins |= outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()));
        replies += u64::from(next.count_moves());
    }
    assert_eq!(position.can_win(), wins, "{position}");
    assert_eq!([0, 1, 2].map(|depth| position.perft(depth)), [1, listed.len() as u64, replies], "{position}");
    let decision = Decision::new(*position);
    let space = decision.action_space();
    let mut actions: Vec<u16> =
        listed.iter().map(|&mv| space.of(mv).expect("a legal move has an action").0).collect();
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(decision.legal_actions(), actions, "{position}");
    let mut random = 0_u64;
    for _ in 0..8 {
        let drawn = position.random_move(|| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random ^ random >> 32
        });
        assert_eq!(drawn.is_none(), set.is_empty(), "{position}");
        assert!(drawn.is_none_or(|drawn| set.contains(&drawn)), "{drawn:?} in {position}");
    }
    seen.positions += 1;
    seen.choices += usize::from(divides);
    seen.wins += usize::from(wins);
    seen.passes += usize::from(set.contains(&Move::Pass));
    seen.over += usize::from(set.is_empty());
}

/// Compares the check, and the ruling, of every move that has a text, with each space of a region to keep.
fn compare_all_moves(position: &Position) {
    let slow = Slow::of(position);
    let moves = slow.moves();
    let sky = position.sky();
    let check = |mv: Move| {
        let found = position.play(mv).map_err(|error| error.fault.ruling());
        let expected = match slow.outcome() {
            Some(outcome) => Err(outcome.reason.ruling()),
            None => slow.play(mv).map(|after| after.position().expect("a valid position")),
        };
        assert_eq!(found, expected, "{mv:?} in {position}");
        assert_eq!(position.is_legal(mv), expected.is_ok());
    };
    let spaces: Vec<Space> = sky.spaces().into_iter().chain(sky.missing()).collect();
    spaces.iter().for_each(|&space| check(Move::Add(space)));
    check(Move::Pass);
    let lines =
        spaces.iter().flat_map(|&one| spaces.iter().filter_map(move |&other| Line::between(one, other)));
    for line in lines.collect::<HashSet<_>>() {
        for direction in Direction::ALL {
            for distance in 1..sky.rows() {
                check(Move::Fly(Flight { line, direction, distance, keep: None }));
            }
        }
    }
    for (mv, _) in moves {
        let Move::Fly(flight) = mv else { continue };
        for &space in spaces.iter().take(if flight.keep.is_some() { spaces.len() } else { 1 }) {
            check(Move::Fly(Flight { keep: Some(space), ..flight }));
        }
    }
}

/// Compares the check of single moves, which has no prefilter, with the list: flights of the mover's lines, and adds.
fn compare_check_with_list(position: &Position) {
    let mut legal = Vec::new();
    for (flight, _) in Slow::of(position).reach() {
        let checked = position.normalize(Move::Fly(flight)).map_err(|error| error.fault);
        if matches!(checked, Ok(_) | Err(Fault::KeepMissing)) {
            legal.push(Move::Fly(flight));
        }
    }
    let adds = position.vacant().into_iter().map(Move::Add);
    legal.extend(adds.chain([Move::Pass]).filter(|&mv| position.is_legal(mv)));
    let mut listed = position.legal_moves();
    for mv in &mut *listed {
        assert!(position.is_legal(*mv), "{mv:?} in {position}");
        if let Move::Fly(flight) = mv {
            flight.keep = None;
        }
    }
    let mut listed = Vec::from(listed);
    legal.sort_unstable();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed, legal, "{position}");
}

#[test]
fn figures_have_the_moves_of_the_rules() {
    let mut seen = Seen::default();
    for (number, position) in FIGURES.iter().enumerate() {
        compare(position, &mut seen);
        compare_check_with_list(position);
        if number % 997 == 0 {
            compare_all_moves(position);
        }
    }
    let Seen { positions, choices, wins, passes, .. } = seen;
    assert!(positions > 8_500 && choices > 1_500 && wins > 2_000 && passes > 100, "{seen:?}");
}

#[test]
#[ignore = "takes minutes"]
fn figures_on_all_edges_have_the_moves_of_the_rules() {
    for (kind, edge) in KINDS.into_iter().flat_map(|(kind, ..)| Edge::ALL.map(|edge| (kind, edge))) {
        for position in figures(kind, edge, 3) {
            compare(&position, &mut Seen::default());
            compare_check_with_list(&position);
        }
    }
}

#[test]
fn games_have_the_moves_of_the_rules() {
    let mut seen = Seen::default();
    for rules in RULE_SETS {
        // A list takes the slow method much longer on a large sky.
        let step = usize::from(start(rules).rules().edge().length() - 3).pow(3);
        for (number, position) in (0..16).flat_map(|seed| random_game(start(rules), seed)).enumerate() {
            if number % step == 0 {
                compare(&position, &mut seen);
            }
            if number % (64 * step * step) == 0 {
                compare_all_moves(&position);
            }
        }
    }
    let Seen { positions, choices, wins, passes, over } = seen;
    assert!(positions > 1_500 && choices > 200 && wins > 30 && passes > 50 && over > 30, "{seen:?}");
}

#[test]
fn the_check_of_a_move_agrees_with_the_list_in_a_hundred_thousand_positions() {
    // Most games are on the smallest sky, where a position takes least time.
    let small = RULE_SETS.map(start).into_iter().filter(|start| start.rules().edge() == Edge::MIN);
    let small: Vec<Position> = small.collect();
    let counts = for_each_seed(0..4_000, |seed| {
        let number = seed as usize / 8;
        let start = if seed % 8 == 0 {
            start(RULE_SETS[number % RULE_SETS.len()])
        } else {
            small[number % small.len()]
        };
        let game = random_game(start, seed);
        game.iter().for_each(compare_check_with_list);
        game.len()
    });
    let count: usize = counts.iter().sum();
    assert!(count > 100_000, "{count}");
}

#[test]
fn r17_if_both_players_have_one_flock_the_mover_has_won() {
    for turn in ["o", "b"] {
        compare(&position(&format!("2/5/bb4/4/oo4/5/2 {turn} 0 standard-4")), &mut Seen::default());
    }
}

#[test]
fn r14b_a_forced_pass_that_leaves_the_other_player_stuck_ends_the_game() {
    // Figure 9 after the remaining adds. Neither player has a legal flight.
    let full = "o1/2ob1/2ob2/oob1/bobbbb/2bob/1o o 0 edge=4,supply=10,pass=forced,stuck=last-mover-wins";
    let mut position = position(full);
    while position.outcome().is_none() {
        compare(&position, &mut Seen::default());
        position = position.play_unchecked(position.legal_moves()[0]);
    }
    compare(&position, &mut Seen::default());
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Ending::Stuck));
}
