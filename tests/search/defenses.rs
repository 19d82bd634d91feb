//! The moves of lost positions: the engine makes the win as hard as it can.

use std::collections::HashSet;

use volo_rules::engine::{Engine, Limit, evaluate};
use volo_rules::playouts::{AnyPolicy, play_games};
use volo_rules::{ByColor, Flight, Move, Position, Symmetry};

use crate::common::{options, start};
use crate::search::{engine, random_positions, search};

/// The number of moves with which the player to move wins at once. A flight counts once, whichever region is kept [R15].
fn winning_moves(position: &Position) -> usize {
    let wins = |&mv: &Move| {
        position.play_unchecked(mv).outcome().is_some_and(|end| end.winner == Some(position.turn()))
    };
    let without_region = |mv| match mv {
        Move::Fly(flight) => Move::Fly(Flight { keep: None, ..flight }),
        other => other,
    };
    let moves = position.legal_moves();
    moves.iter().copied().filter(wins).map(without_region).collect::<HashSet<Move>>().len()
}

/// The move that the engine plays, and the length of the loss. `None` if the position is not lost in few plies.
fn defense(engine: &mut Engine, position: &Position, depth: u32) -> Option<(Move, u16)> {
    let info = &search(engine, position, Limit::depth(depth), 1)[0];
    Some((info.pv[0], info.score.loss_in()?))
}

#[test]
fn a_loss_in_two_leaves_the_fewest_winning_moves() {
    let (mut engine, mut choices) = (engine(), 0);
    for position in random_positions().take(6_000) {
        let Some((mv, 2)) = defense(&mut engine, &position, 1) else { continue };
        let wins = |mv| {
            let next = position.play_unchecked(mv);
            if next.outcome().is_some() { usize::MAX } else { winning_moves(&next) }
        };
        let left: Vec<usize> = position.legal_moves().iter().map(|&mv| wins(mv)).collect();
        assert_eq!(Some(&wins(mv)), left.iter().min(), "{position}: {}", mv.display(position.sky()));
        choices += usize::from(left.iter().any(|&wins| wins != left[0]));
    }
    assert!(choices > 20, "{choices}");
}

#[test]
fn the_longest_loss_with_the_best_estimate_is_played() {
    let (mut losses, mut choices) = (0, 0);
    for position in random_positions().take(1_500) {
        let Some((mv, plies @ 3..)) = defense(&mut engine(), &position, 3) else { continue };
        let all = search(&mut engine(), &position, Limit::depth(3), usize::MAX);
        assert_eq!(all[0].score.loss_in(), Some(plies), "{position}");
        let longest = all.iter().filter(|info| info.score == all[0].score).map(|info| info.pv[0]);
        let estimate = |mv| evaluate(&position.play_unchecked(mv));
        let best = longest.clone().map(estimate).min();
        assert!(longest.clone().any(|other| other == mv), "{position}: {}", mv.display(position.sky()));
        assert_eq!(Some(estimate(mv)), best, "{position}: {}", mv.display(position.sky()));
        losses += 1;
        choices += usize::from(longest.clone().any(|other| Some(estimate(other)) != best));
    }
    assert!(losses > 10 && choices > 5, "{losses} {choices}");
}

/// Most moves of a lost position are equal, and the first in the list is always on the same side of the sky.
#[test]
#[ignore = "takes ten seconds"]
fn no_side_of_the_sky_is_preferred() {
    let start = start("standard-4");
    let edge = start.rules().edge();
    let policy: AnyPolicy = "engine:50".parse().expect("the text of a policy");
    let options =
        options(start, 2_000).with_seed(1).with_record(true).with_policies(ByColor::new(policy, policy));
    let games = play_games(&options, 1).expect("the run is not stopped");
    let mut adds = [0_usize; 256];
    for (mv, _) in games.moves.iter().filter_map(|&code| Move::from_code(code)) {
        if let Move::Add(space) = mv {
            adds[usize::from(space.index())] += 1;
        }
    }
    let corner = Move::parse("g2", start.sky()).expect("a move");
    let images = Symmetry::ALL.map(|symmetry| match corner.transform(symmetry, edge) {
        Move::Add(space) => adds[usize::from(space.index())],
        _ => 0,
    });
    let (most, least) = (images.iter().max(), images.iter().min());
    assert!(most < least.map(|least| least + least / 3).as_ref(), "{images:?}");
}
