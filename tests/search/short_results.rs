//! Wins in one and three plies and losses in two, against minimax without any pruning.

use volo_rules::Position;
use volo_rules::engine::Engine;

use crate::common::for_each_seed;
use crate::search::{careful_game, engine, nodes, search, start_of_seed};

fn wins(position: &Position, plies: u32) -> bool {
    if plies < 3 {
        return position.can_win();
    }
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(position.turn()),
            None => loses(&next, plies - 1),
        }
    })
}

fn loses(position: &Position, plies: u32) -> bool {
    position.legal_moves().iter().all(|&mv| {
        let next = position.play_unchecked(mv);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(!position.turn()),
            None => plies >= 2 && wins(&next, plies - 1),
        }
    })
}

/// Whether a move led to this position that gives the game away: the opponent has won or can win at once.
fn is_handed_over(position: &Position) -> bool {
    position.can_win() || position.outcome().is_some_and(|end| end.winner.is_some())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    WinInOne,
    /// A win in two counts too: in it, the opponent can only give the win away [R18].
    WinInThree,
    LossInTwo,
    /// Some moves give the game away, and some do not.
    Dangerous,
    Quiet,
}

const FATES: usize = Fate::Quiet as usize + 1;

impl Fate {
    fn of(position: &Position) -> Fate {
        let is_dangerous =
            || position.legal_moves().iter().any(|&mv| is_handed_over(&position.play_unchecked(mv)));
        if position.can_win() {
            Fate::WinInOne
        } else if wins(position, 3) {
            Fate::WinInThree
        } else if loses(position, 2) {
            Fate::LossInTwo
        } else if is_dangerous() {
            Fate::Dangerous
        } else {
            Fate::Quiet
        }
    }
}

/// Compares a search of a position with what minimax says.
fn compare(engine: &mut Engine, position: &Position, fate: Fate, most_nodes: u64) {
    let info = &search(engine, position, nodes(most_nodes), 1)[0];
    let next = position.play(info.pv[0]).expect("a legal move");
    let wins_soon = info.score.win_in().filter(|&plies| plies <= 3);
    let loses_soon = info.score.loss_in().filter(|&plies| plies <= 2);
    assert_eq!(loses_soon.is_some(), fate == Fate::LossInTwo, "{position}");
    match fate {
        Fate::WinInOne => {
            assert_eq!((wins_soon, info.pv.len()), (Some(1), 1), "{position}");
            let at_once = &search(engine, position, nodes(0), 1)[0];
            assert_eq!((at_once.score, &at_once.pv), (info.score, &info.pv), "stopped at once: {position}");
            assert_eq!(
                next.outcome().and_then(|outcome| outcome.winner),
                Some(position.turn()),
                "{position}"
            );
        }
        Fate::WinInThree => assert!(wins_soon.is_some() && loses(&next, 2), "{position}: {info:?}"),
        Fate::LossInTwo => {}
        Fate::Dangerous => assert!(wins_soon.is_none() && !is_handed_over(&next), "{position}: {info:?}"),
        Fate::Quiet => assert_eq!(wins_soon, None, "{position}"),
    }
}

const GAMES: u64 = 16;

/// Compares the engine with minimax in positions of one game with the fates that are wanted. Returns their numbers.
fn compare_game(seed: u64, is_wanted: [bool; FATES], most_nodes: u64) -> [usize; FATES] {
    let mut engine = engine();
    let mut compared = [0; FATES];
    let only_ones = is_wanted == [true, false, false, false, false];
    for position in careful_game(start_of_seed(seed), seed) {
        // Minimax takes most of the time, and shows nothing but the other fates.
        if position.outcome().is_some() || only_ones && !position.can_win() {
            continue;
        }
        let fate = Fate::of(&position);
        if is_wanted[fate as usize] {
            compare(&mut engine, &position, fate, most_nodes);
            compared[fate as usize] += 1;
        }
    }
    compared
}

/// Compares the engine with minimax in this number of positions, and in fewer losses and quiet ones.
fn compare_all(wanted: usize, most_nodes: u64) {
    let wanted = [wanted, wanted, wanted / 10, wanted, wanted / 10];
    let mut compared = [0; FATES];
    for block in 0.. {
        let is_wanted = std::array::from_fn(|fate| compared[fate] < wanted[fate]);
        if !is_wanted.contains(&true) {
            break;
        }
        let games = block * GAMES..(block + 1) * GAMES;
        for one in for_each_seed(games, |seed| compare_game(seed, is_wanted, most_nodes)) {
            for (sum, count) in compared.iter_mut().zip(one) {
                *sum += count;
            }
        }
    }
    println!("{compared:?} wins in one, wins in three, losses in two, dangerous and quiet positions");
}

#[test]
fn wins_in_one_and_three_plies_are_found_and_losses_in_two_avoided() {
    compare_all(10, 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn wins_in_one_and_three_plies_are_found_and_losses_in_two_avoided_in_many_positions() {
    compare_all(10_000, 5_000);
}
