//! Policies: the choices of a careful player, and their probabilities.

use volo_rules::playouts::{PlayoutOptions, Policy};
use volo_rules::{ByColor, Color, Move, Position};

use crate::common::{
    RULE_SETS, first_moves, is_uneven, options, played as games, position, recorded_games, start,
};

const CAREFUL: ByColor<Policy> = ByColor::new(Policy::Careful, Policy::Careful);

fn winner(position: &Position) -> Option<Color> {
    position.outcome().and_then(|outcome| outcome.winner)
}

fn winning(position: &Position) -> Vec<Move> {
    let mut moves = Vec::from(position.legal_moves());
    moves.retain(|&mv| winner(&position.play_unchecked(mv)) == Some(position.turn()));
    moves
}

/// The choices of a careful player, found by playing every legal move and every reply.
fn choices(position: &Position) -> Vec<Move> {
    let wins = winning(position);
    if !wins.is_empty() {
        return wins;
    }
    let mut safe = Vec::from(position.legal_moves());
    safe.retain(|&mv| {
        let after = position.play_unchecked(mv);
        winner(&after) != Some(after.turn()) && winning(&after).is_empty()
    });
    if safe.is_empty() { position.legal_moves().to_vec() } else { safe }
}

#[derive(Debug, PartialEq)]
enum Choice {
    GameOver,
    Winning,
    /// Some moves hand the game over, and others do not.
    SomeSafe,
    NoneSafe,
    AllSafe,
}

fn compare(position: &Position) -> Choice {
    let (all, expected) = (position.legal_moves(), choices(position));
    assert_eq!(position.can_win(), !winning(position).is_empty(), "{position}");
    assert_eq!(Policy::Careful.choices(position).to_vec(), expected, "{position}");
    assert_eq!(Policy::Uniform.choices(position), all);
    let hands_over = |mv| !winning(&position.play_unchecked(mv)).is_empty();
    match expected.len() {
        0 => Choice::GameOver,
        _ if position.can_win() => Choice::Winning,
        chosen if chosen < all.len() => Choice::SomeSafe,
        _ if hands_over(all[0]) => Choice::NoneSafe,
        _ => Choice::AllSafe,
    }
}

/// Every `step`th position of the games, counted backwards from the last position of each game.
fn of_games(options: &PlayoutOptions, step: usize) -> Vec<Position> {
    let played = recorded_games(options.position, &games(&options.with_record(true), 2));
    played.into_iter().flat_map(|game| game.into_iter().rev().step_by(step)).collect()
}

#[test]
fn the_choices_of_a_careful_player_match_a_full_search() {
    let mut kinds = Vec::new();
    for rules in RULE_SETS {
        let start = start(rules);
        for policies in [ByColor::default(), CAREFUL] {
            let options = options(start, 20).with_policies(policies).with_max_plies(300);
            kinds.extend(of_games(&options, 3).iter().map(compare));
        }
    }
    for kind in [Choice::GameOver, Choice::Winning, Choice::SomeSafe, Choice::NoneSafe, Choice::AllSafe] {
        let count = kinds.iter().filter(|&each| *each == kind).count();
        assert!(count > 5, "{kind:?}: {count} of {}", kinds.len());
    }
}

#[test]
fn r14b_a_pass_that_answers_a_pass_wins() {
    let answered = position(
        "o1/2ob1/2ob2/oob1/bobbbb/2bob/1o o 1 edge=4,supply=none,pass=own-regions,stuck=last-mover-wins",
    );
    assert_eq!(winner(&answered.play(Move::Pass).expect("a pass is legal")), Some(Color::Orange));
    assert!(Policy::Careful.choices(&answered).contains(&Move::Pass));
    compare(&answered);
}

fn draws(position: Position) -> Vec<usize> {
    let choices = Policy::Careful.choices(&position);
    let games_played = 300 * choices.len();
    let drawn = options(position, games_played).with_policies(CAREFUL).with_max_plies(1).with_record(true);
    first_moves(&games(&drawn, 2), &choices)
}

#[test]
fn a_careful_move_is_drawn_uniformly() {
    let mut left = [(Choice::Winning, 8), (Choice::SomeSafe, 8), (Choice::NoneSafe, 4), (Choice::AllSafe, 3)];
    for rules in ["standard-4", "standard-5", "abstract-play-5", "standard"] {
        let options = options(start(rules), 40).with_policies(CAREFUL);
        for position in of_games(&options, 1) {
            let found = compare(&position);
            let Some((_, left)) = left.iter_mut().find(|(kind, left)| *kind == found && *left > 0) else {
                continue;
            };
            if Policy::Careful.choices(&position).len() > 1 {
                *left -= 1;
                let counts = draws(position);
                assert!(!is_uneven(&counts), "{position}: {counts:?}");
            }
        }
    }
    assert!(left.iter().all(|&(_, left)| left == 0), "{left:?}");
}
