//! The shortest wins against those of the slow solver, and the limits of their search.

use volo_rules::Move;
use volo_rules::bindings::stoppable;
use volo_rules::solver::{Value, shortest_win};

use crate::common::{position, random_game, start, stopped};
use crate::solving::slow::Slow;
use crate::solving::values::RULE_SETS;

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
                let win = shortest_win(position, plies, None);
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
    let limited = shortest_win(&start, 99, Some(10_000));
    assert_eq!((limited.plies, limited.moves.len()), (None, 0));
    assert!((1..20).contains(&limited.searched) && limited.nodes == 10_000, "{limited:?}");
    let stopped = stoppable::shortest_win(&start, 99, None, &stopped());
    assert!(stopped.nodes < 1_000, "{stopped:?}");
    for plies in [0, 1, u32::MAX] {
        let won = position("2/1oo2/6/4/6/3b1/2 b 0 standard-4");
        let over = shortest_win(&won, plies, None);
        assert_eq!((over.plies, over.searched, over.nodes), (None, plies.min(99), 0));
    }
}
