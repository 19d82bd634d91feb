//! The solver: its values against those of all positions that can be reached, its lines, its proofs and its limits.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use proptest::prelude::*;
use volo::{
    ByColor, Color, Move, Position, ProofError, Solution, SolveError, SolveOptions, Solver, Symmetry, Value,
    check_proof, shortest_win,
};

use crate::common::{cases, games, position, random_game, start};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Rule sets in which games are short enough to list all positions that can follow a late one.
const RULE_SETS: [&str; 10] = [
    "standard-4",
    "french-4",
    "abstract-play-4",
    "edge=4,supply=5,pass=standard,stuck=draw",
    "edge=4,supply=6,pass=own-regions,stuck=last-mover-wins",
    "edge=4,supply=8,pass=forced,stuck=last-mover-wins",
    "edge=5,supply=5,pass=standard,stuck=draw",
    "edge=5,supply=6,pass=own-regions,stuck=draw",
    "edge=6,supply=4,pass=standard,stuck=draw",
    "edge=6,supply=5,pass=forced,stuck=last-mover-wins",
];

/// Who wins each position that can be reached from the first one, and the number of plies with best play of both, by
/// retrograde analysis. It knows nothing of symmetries, and treats cycles exactly.
struct Slow {
    index: HashMap<Position, usize>,
    /// The winner and the number of plies; `None` if neither player can force a win.
    results: Vec<Option<(Color, u32)>>,
    /// Whether some position can be repeated.
    can_go_on_forever: bool,
}

impl Slow {
    /// `None` if more positions than this can be reached.
    fn new(first: Position, most: usize) -> Option<Slow> {
        let mut positions = vec![first];
        let mut index = HashMap::from([(first, 0)]);
        let mut before: Vec<Vec<usize>> = vec![vec![]];
        let mut left = vec![];
        let mut done = 0;
        while done < positions.len() {
            let moves = positions[done].legal_moves();
            left.push(moves.len());
            for &mv in &moves {
                let next = positions[done].play_unchecked(mv);
                let id = *index.entry(next).or_insert_with(|| {
                    positions.push(next);
                    before.push(vec![]);
                    positions.len() - 1
                });
                before[id].push(done);
            }
            if positions.len() > most {
                return None;
            }
            done += 1;
        }
        let mut successors = left.clone();
        let mut ends: Vec<usize> = (0..left.len()).filter(|&id| left[id] == 0).collect();
        let mut done = 0;
        while done < ends.len() {
            for &earlier in &before[ends[done]] {
                successors[earlier] -= 1;
                if successors[earlier] == 0 {
                    ends.push(earlier);
                }
            }
            done += 1;
        }
        let can_go_on_forever = ends.len() < positions.len();
        let mut results = vec![None; positions.len()];
        let mut ready = vec![];
        for (id, position) in positions.iter().enumerate() {
            if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) {
                results[id] = Some((winner, 0));
                ready.push(id);
            }
        }
        let mut done = 0;
        while done < ready.len() {
            let id = ready[done];
            done += 1;
            let Some((winner, plies)) = results[id] else { continue };
            for &earlier in &before[id] {
                left[earlier] -= usize::from(positions[earlier].turn() != winner);
                // The loser's moves are counted separately for each winner, because a move leads to one winner only.
                let forced = positions[earlier].turn() == winner || left[earlier] == 0;
                if results[earlier].is_none() && forced {
                    results[earlier] = Some((winner, plies + 1));
                    ready.push(earlier);
                }
            }
        }
        Some(Slow { index, results, can_go_on_forever })
    }

    fn result(&self, position: &Position) -> (Value, Option<u32>) {
        match self.results[self.index[position]] {
            None => (Value::Draw, None),
            Some((winner, plies)) if winner == position.turn() => (Value::Win, Some(plies)),
            Some((_, plies)) => (Value::Loss, Some(plies)),
        }
    }
}

fn solve(solver: &mut Solver, position: &Position) -> Solution {
    let options = SolveOptions::default().with_proof(true);
    solver.solve(position, &options, &GO_ON).expect("the rule set is that of the solver")
}

/// The line is legal, ends with the win of the winner, and has as many moves as the solution says.
fn check_line(position: &Position, solution: &Solution) {
    let end = solution.line.iter().fold(*position, |position, &mv| position.play(mv).expect("a legal move"));
    let winner = match solution.value {
        Value::Win => Some(position.turn()),
        Value::Loss => Some(position.turn().other()),
        _ => None,
    };
    assert_eq!(solution.plies, winner.map(|_| solution.line.len() as u32), "{position}");
    if let Some(winner) = winner {
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(winner), "{position}");
    } else {
        assert!(solution.line.is_empty());
    }
}

/// The proof is accepted, and says the same as the solution.
fn check_whole_proof(position: &Position, solution: &Solution) {
    let proof = solution.proof.as_ref().expect("a proof was asked for");
    let checked = check_proof(proof, &GO_ON).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(checked.position, *position);
    assert_eq!((checked.value, checked.plies), (solution.value, solution.plies), "{position}");
}

/// Compares positions with the slow values, until this number has been compared.
fn compare(wanted: usize, most: usize) {
    let mut counts = [0; 3];
    let mut compared = 0;
    let (mut longest, mut forever) = (0, 0);
    for seed in 0.. {
        let rules = RULE_SETS[seed as usize % RULE_SETS.len()];
        let game = random_game(start(rules), seed);
        // The earliest position from which few enough positions can be reached.
        let Some(slow) = game.iter().rev().map_while(|&position| Slow::new(position, most)).last() else {
            continue;
        };
        let mut solver = Solver::new(game[0].rules(), 1 << 20).expect("enough memory");
        forever += u32::from(slow.can_go_on_forever);
        for position in game.iter().filter(|position| slow.index.contains_key(position)) {
            let solution = solve(&mut solver, position);
            let (value, plies) = slow.result(position);
            assert_eq!(solution.value, value, "{position}");
            assert!(solution.plies >= plies, "{position}: {:?} and {plies:?}", solution.plies);
            assert_eq!(solution.plies.is_some(), plies.is_some());
            check_line(position, &solution);
            check_whole_proof(position, &solution);
            counts[value as usize] += 1;
            longest = longest.max(plies.unwrap_or_default());
            compared += 1;
        }
        if compared >= wanted {
            break;
        }
    }
    println!(
        "{counts:?} wins, losses and draws in at most {longest} plies; {forever} games can go on forever"
    );
    assert!(counts.iter().all(|&count| count > wanted / 100), "{counts:?}");
    assert!(longest >= 5, "{longest}");
}

#[test]
fn values_equal_those_of_retrograde_analysis() {
    compare(2_000, 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn values_of_more_positions_equal_those_of_retrograde_analysis() {
    compare(10_000, 30_000);
}

/// Positions of edge 4 to 6 for which a search takes hundreds of positions or more, with their values.
const HARD: [(&str, Value); 6] = [
    ("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4", Value::Loss),
    ("2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4", Value::Win),
    ("oo/1b1bo/o4b/1o1o/1b2o1/1b2o/bb o 0 standard-4", Value::Win),
    ("bo/2obb/3b1o/b3/ooo1o1/2bbo/b1 b 0 standard-4", Value::Win),
    ("bo/oo3/2b1bb/bo1o/3oo1/bob1o/b1 b 0 standard-4", Value::Loss),
    ("2/2bo1/bobob1/bob1/2boo1/2ob1/2 o 0 standard-4", Value::Draw),
];

fn solver(position: &Position, bytes: usize) -> Solver {
    Solver::new(position.rules(), bytes).expect("enough memory")
}

/// The position with the colours exchanged.
fn exchanged(position: &Position) -> Position {
    let birds = ByColor::new(position.birds(Color::Blue), position.birds(Color::Orange));
    Position::from_parts(position.rules(), birds, position.turn().other(), position.passes())
        .expect("a valid position")
}

#[test]
fn images_and_exchanged_colours_have_the_same_value() {
    for (fen, value) in HARD {
        let position = position(fen);
        let mut known = solver(&position, 16 << 20);
        let first = solve(&mut known, &position);
        assert_eq!(first.value, value, "{fen}");
        for symmetry in Symmetry::ALL {
            for image in [position.transform(symmetry), exchanged(&position).transform(symmetry)] {
                // The table has the image already.
                let again = solve(&mut known, &image);
                assert_eq!(again.value, value, "{image}");
                assert!(again.nodes < first.nodes, "{image}: {} and {} nodes", again.nodes, first.nodes);
                check_line(&image, &again);
                check_whole_proof(&image, &again);
            }
        }
        let image = exchanged(&position).transform(Symmetry::ALL[7]);
        assert_eq!(solve(&mut solver(&image, 16 << 20), &image).value, value, "{image}");
    }
}

#[test]
fn a_table_that_is_much_too_small_gives_the_same_values_and_valid_proofs() {
    for (fen, value) in HARD {
        let position = position(fen);
        let mut small = solver(&position, 0);
        let options = SolveOptions::default().with_proof(true);
        let solution = small.solve(&position, &options, &GO_ON).expect("the same rules");
        assert_eq!(solution.value, value, "{fen}");
        // There is too little memory for a strategy, but the value is proved.
        assert_eq!((solution.plies, solution.line.len(), solution.proof), (None, 0, None));
        let mut small = solver(&position, 1 << 20);
        let solution = solve(&mut small, &position);
        assert_eq!(solution.value, value, "{fen}");
        if solution.proof.is_some() {
            check_line(&position, &solution);
            check_whole_proof(&position, &solution);
        }
    }
}

#[test]
fn limits_give_an_unknown_value_and_never_a_wrong_one() {
    for (fen, value) in HARD {
        let position = position(fen);
        let whole =
            solver(&position, 16 << 20).solve(&position, &SolveOptions::default(), &GO_ON).expect("solved");
        for nodes in [1, 2, 3, 10, whole.nodes / 2, whole.nodes - 1, whole.nodes, whole.nodes + 1] {
            let options = SolveOptions::default().with_nodes(nodes).with_proof(true);
            let solution =
                solver(&position, 16 << 20).solve(&position, &options, &GO_ON).expect("the same rules");
            assert!(solution.value == value || solution.value == Value::Unknown, "{fen}, {nodes} nodes");
            assert!(solution.nodes <= nodes, "{fen}: {} of {nodes} nodes", solution.nodes);
            assert!(nodes > 3 || solution.value == Value::Unknown);
            assert_eq!(solution.plies.map_or(0, |plies| plies as usize), solution.line.len());
            if solution.proof.is_some() {
                check_whole_proof(&position, &solution);
            }
        }
    }
    let start = start("standard-5");
    for (options, stop) in [
        (SolveOptions::default(), true),
        (SolveOptions::default().with_deadline(Instant::now()), false),
        (SolveOptions::default().with_nodes(5_000), false),
    ] {
        let solution =
            solver(&start, 1 << 20).solve(&start, &options, &AtomicBool::new(stop)).expect("the same rules");
        assert_eq!((solution.value, solution.plies, solution.proof), (Value::Unknown, None, None));
        assert!(solution.line.is_empty() && solution.nodes <= 5_000);
    }
}

#[test]
fn a_search_goes_on_where_an_earlier_one_stopped() {
    let position = position(HARD[2].0);
    let mut solver = solver(&position, 16 << 20);
    let options = SolveOptions::default().with_nodes(20_000);
    let shares =
        (1..100).find(|_| solver.solve(&position, &options, &GO_ON).expect("solved").value != Value::Unknown);
    assert!(shares.is_some_and(|shares| shares > 1), "{shares:?}");
}

#[test]
fn finished_games_have_values_and_proofs() {
    for (fen, value) in [
        ("2/1oo2/6/4/6/3b1/2 b 0 standard-4", Value::Loss),
        ("2/1oo2/6/4/6/3b1/2 o 0 standard-4", Value::Loss),
        ("2/1o1b1/6/b2o/6/1o1b1/2 o 2 standard-4", Value::Draw),
    ] {
        let position = position(fen);
        assert!(position.outcome().is_some());
        let solution = solve(&mut solver(&position, 0), &position);
        assert_eq!((solution.value, solution.nodes), (value, 0), "{fen}");
        check_line(&position, &solution);
        check_whole_proof(&position, &solution);
    }
}

#[test]
fn a_solver_refuses_positions_of_another_rule_set() {
    let mut solver = solver(&start("standard-4"), 0);
    let refused = solver.solve(&start("french-4"), &SolveOptions::default(), &GO_ON);
    assert_eq!(refused.map(|solution| solution.value), Err(SolveError::OtherRules));
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A win, a loss and a draw with small proofs.
fn small_proofs() -> Vec<(Position, Vec<u8>)> {
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
                let solution =
                    solver(&position, 1 << 20).solve(&position, &options, &GO_ON).expect("the same rules");
                let proof = solution.proof.filter(|proof| (250..2_000).contains(&proof.len()));
                proof.filter(|_| solution.value == value).map(|proof| (position, proof))
            });
        proofs.extend(proof);
    }
    assert_eq!(proofs.len(), 3);
    proofs
}

#[test]
fn a_proof_with_a_changed_byte_is_refused_and_without_its_checksum_is_refused_or_true() {
    let (mut refused, mut still_true) = (0, 0);
    for (position, proof) in small_proofs() {
        let body = proof.len() - 8;
        for (offset, bit) in (0..proof.len()).flat_map(|offset| (0..8).map(move |bit| (offset, bit))) {
            let mut changed = proof.clone();
            changed[offset] ^= 1 << bit;
            assert!(check_proof(&changed, &GO_ON).is_err(), "byte {offset} of a proof of {position}");
            if offset >= body {
                continue;
            }
            let sum = checksum(&changed[..body]);
            changed[body..].copy_from_slice(&sum.to_le_bytes());
            match check_proof(&changed, &GO_ON) {
                Err(ProofError { problem, offset }) => {
                    assert!(!problem.is_empty() && offset <= proof.len());
                    refused += 1;
                }
                Ok(checked) => {
                    let truth = solve(&mut solver(&checked.position, 16 << 20), &checked.position);
                    assert!(checked.value == truth.value || checked.value == Value::Unknown, "{offset}");
                    still_true += 1;
                }
            }
        }
    }
    assert!(refused > 10 * still_true, "{refused} refused, {still_true} still true");
}

#[test]
fn a_truncated_or_lengthened_proof_is_refused() {
    for (_, proof) in small_proofs() {
        for length in 0..proof.len() {
            assert!(check_proof(&proof[..length], &GO_ON).is_err(), "{length} bytes");
            if length > 8 {
                // With the checksum of what is left.
                let mut shorter = proof[..length].to_vec();
                shorter.extend(checksum(&proof[..length]).to_le_bytes());
                assert_eq!(
                    check_proof(&shorter, &GO_ON).is_ok(),
                    length == proof.len() - 8,
                    "{length} bytes"
                );
            }
        }
        let mut longer = proof[..proof.len() - 8].to_vec();
        longer.push(0);
        longer.extend(checksum(&longer).to_le_bytes());
        assert!(check_proof(&longer, &GO_ON).is_err());
    }
}

#[test]
fn a_stopped_check_is_an_error() {
    let (_, proof) = &small_proofs()[0];
    let error = check_proof(proof, &AtomicBool::new(true)).expect_err("it was stopped");
    assert!(error.to_string().contains("stopped"), "{error}");
}

/// The number of birds of a player, and the number of flocks counted downwards. Pairs are compared by the first number
/// first.
fn progress(position: &Position, color: Color) -> (u32, isize) {
    (position.birds(color).len(), -(position.flocks(color).len() as isize))
}

proptest! {
    #![proptest_config(cases(200))]

    /// The theorem by which a position can be repeated only after a clearing by each player (docs/ENGINE.md).
    #[test]
    fn an_add_or_a_flight_is_progress_that_only_a_clearing_undoes(game in games()) {
        for pair in game.windows(2) {
            let [before, after] = pair else { unreachable!() };
            let (mover, opponent) = (before.turn(), before.turn().other());
            let moves = before.legal_moves();
            let played = moves.iter().copied().filter(|&mv| before.play_unchecked(mv) == *after);
            for mv in played {
                let clears = matches!(mv, Move::Fly(flight) if flight.keep.is_some());
                if mv == Move::Pass {
                    prop_assert_eq!(after.passes(), before.passes() + 1);
                    prop_assert_eq!(progress(after, mover), progress(before, mover));
                } else {
                    prop_assert!(progress(after, mover) > progress(before, mover));
                }
                prop_assert_eq!(after.birds(opponent) != before.birds(opponent), clears);
                if clears {
                    prop_assert!(after.birds(opponent).len() < before.birds(opponent).len());
                }
            }
        }
    }
}

#[test]
fn shortest_wins_equal_those_of_retrograde_analysis() {
    let mut found = [0; 12];
    for seed in 0..120 {
        let rules = RULE_SETS[seed as usize % RULE_SETS.len()];
        let game = random_game(start(rules), seed);
        let Some(slow) = game.iter().rev().map_while(|&position| Slow::new(position, 2_000)).last() else {
            continue;
        };
        for position in game.iter().filter(|position| slow.index.contains_key(position)) {
            let expected = match slow.result(position) {
                (Value::Win, Some(plies)) if plies > 0 => Some(plies),
                _ => None,
            };
            for plies in [2, 7] {
                let win = shortest_win(position, plies, None, &GO_ON).expect("enough memory");
                assert_eq!(win.plies, expected.filter(|&least| least <= plies), "{position}");
                let forces = |mv: Move| {
                    let result = slow.result(&position.play(mv).expect("a legal move"));
                    win.plies.is_some_and(|plies| result == (Value::Loss, Some(plies - 1)))
                };
                let mut moves = position.legal_moves().to_vec();
                moves.retain(|&mv| forces(mv));
                assert_eq!(win.moves, moves, "{position}");
                assert_eq!(win.searched, win.plies.unwrap_or(plies), "{position}");
                found[win.plies.unwrap_or_default() as usize] += 1;
            }
        }
    }
    println!("{found:?} wins by plies; 0 is no win");
    assert!(found[..6].iter().all(|&count| count > 3), "{found:?}");
}

#[test]
fn a_search_for_the_shortest_win_ends_at_its_limits() {
    let start = start("standard-7");
    let limited = shortest_win(&start, 99, Some(10_000), &GO_ON).expect("enough memory");
    assert_eq!((limited.plies, limited.moves.len()), (None, 0));
    assert!((1..20).contains(&limited.searched) && limited.nodes <= 10_001, "{limited:?}");
    let stopped = shortest_win(&start, 99, None, &AtomicBool::new(true)).expect("enough memory");
    assert!(stopped.nodes < 1_000, "{stopped:?}");
    for plies in [0, 1, u32::MAX] {
        let won = position("2/1oo2/6/4/6/3b1/2 b 0 standard-4");
        let over = shortest_win(&won, plies, None, &GO_ON).expect("enough memory");
        assert_eq!((over.plies, over.searched, over.nodes), (None, plies, 0));
    }
}
