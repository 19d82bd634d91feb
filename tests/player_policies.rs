//! Policies: games with engines, and their texts.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use volo_rules::playouts::{
    AnyPolicy, EnginePolicy, PlayoutError, PlayoutOptions, Playouts, Policy, PolicyError, play_games,
};
use volo_rules::{ByColor, Move, Position, Stop};

use crate::common::{
    cases, first_moves, is_uneven, options, played, position, recorded_moves as each_game, start,
};

/// Orange can win at once by 6 of the 22 legal moves.
const CAN_WIN: &str = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

fn policy(text: &str) -> AnyPolicy {
    text.parse().expect("the text of a policy")
}

fn both(text: &str) -> ByColor<AnyPolicy> {
    ByColor::new(policy(text), policy(text))
}

fn engines(start: Position, games: usize, text: &str) -> PlayoutOptions<'static, AnyPolicy> {
    options(start, games).with_record(true).with_policies(both(text))
}

fn wins(playouts: &Playouts, color: i8) -> usize {
    playouts.winner.iter().filter(|&&winner| winner == color).count()
}

#[test]
fn an_error_has_eighty_characters_of_the_text() {
    let Err(PolicyError::Text { text: kept, .. }) = "\u{1F426}".repeat(1000).parse::<AnyPolicy>() else {
        unreachable!("the text is not a policy")
    };
    assert_eq!(kept.chars().count(), 80);
}

#[test]
fn an_engine_policy_is_made_of_numbers() {
    let made = EnginePolicy::new(400).and_then(|engine| engine.with_opening(6)?.with_temperature(0.254));
    assert_eq!(made.map(AnyPolicy::Engine), Ok(policy("engine:400,opening=6,temperature=0.25")));
    let engine = EnginePolicy::new(1).expect("one node");
    for wrong in [-0.01, 100.01, f64::NAN, f64::INFINITY] {
        assert_eq!(engine.with_temperature(wrong), Err(PolicyError::Temperature));
    }
    assert_eq!(engine.with_opening(1001), Err(PolicyError::Opening));
    assert_eq!(EnginePolicy::new(EnginePolicy::MAX_NODES + 1), Err(PolicyError::Nodes));
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn a_text_that_is_read_means_its_canonical_text(text in "engine:[0-9]{1,9}(,(opening|temperature|level)=[0-9.]{1,5}){0,3}") {
        if let Ok(policy) = text.parse::<AnyPolicy>() {
            prop_assert_eq!(policy.to_string().parse(), Ok(policy));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(engine:)?.{0,30}") {
        let _ = text.parse::<AnyPolicy>();
    }
}

#[test]
fn policies_give_the_same_games_as_before() {
    let (careful, uniform) = (Policy::Careful, Policy::Uniform);
    for (orange, blue) in [(uniform, uniform), (careful, uniform), (uniform, careful), (careful, careful)] {
        let plain =
            options(start("standard-5"), 100).with_record(true).with_policies(ByColor::new(orange, blue));
        let expected = played(&plain, 2);
        let policies = plain.with_policies(ByColor::<AnyPolicy>::new(orange.into(), blue.into()));
        assert!(played(&policies, 2) == expected);
    }
}

#[test]
fn games_of_engines_depend_on_the_seed_and_their_number_only() {
    let texts =
        ["engine:150", "engine:100,opening=2,temperature=0.5", "engine:2000,opening=3", "engine:level=4"];
    for text in texts {
        let run = engines(start("standard-4"), 12, text).with_count_moves(true).with_tally(true);
        let one = played(&run, 1);
        for threads in [2, 5, 100] {
            assert!(played(&run, threads) == one, "{text}, {threads} threads");
        }
        let games = each_game(&one);
        let last = played(&run.with_first(9).with_games(3), 2);
        assert_eq!(each_game(&last), games[9..], "{text}");
        assert_ne!(played(&run.with_seed(2), 2).moves, one.moves, "{text}");
    }
}

#[test]
fn better_players_win_and_each_search_of_a_level_overlooks_other_moves() {
    for (better, worse) in [
        ("engine:level=4", "engine:level=1"),
        ("engine:level=9", "engine:level=4"),
        ("engine:200,opening=0", "careful"),
        ("careful", "uniform"),
    ] {
        let run = options(start("standard-5"), 30);
        let orange = run.with_policies(ByColor::new(policy(better), policy(worse)));
        let blue = run.with_policies(ByColor::new(policy(worse), policy(better)));
        let won = wins(&played(&orange, 2), 0) + wins(&played(&blue, 2), 1);
        assert!(won > 45, "{better}: {won} of 60");
    }
    let games = played(&engines(start("standard-5"), 50, "engine:level=3,opening=0").with_max_plies(1), 2);
    assert!(each_game(&games).into_iter().collect::<HashSet<_>>().len() > 5);
}

#[test]
fn an_engine_without_random_choices_repeats_its_game() {
    let games = played(&engines(start("standard-4"), 5, "engine:200,opening=0"), 2);
    assert_eq!(each_game(&games).into_iter().collect::<HashSet<_>>().len(), 1);
    for varied in ["engine:200,opening=4", "engine:200,opening=0,temperature=5"] {
        let games = played(&engines(start("standard-4"), 5, varied), 2);
        assert_eq!(each_game(&games).into_iter().collect::<HashSet<_>>().len(), 5, "{varied}");
    }
}

#[test]
fn the_opening_is_uniform() {
    let start = start("standard-4");
    let first = start.legal_moves();
    let run = engines(start, 300 * first.len(), "engine:50,opening=1").with_max_plies(1);
    let counts = first_moves(&played(&run, 2), &first);
    assert!(!is_uneven(&counts), "{counts:?}");
}

#[test]
fn the_opening_counts_the_plies_of_both_players() {
    // Orange draws plies 0 and 2. Ply 1 is Blue's and ply 3 is the engine's, so each follows from the moves before it.
    let blue = policy("engine:100,opening=0");
    let run = engines(start("standard-4"), 400, "engine:100,opening=3").with_max_plies(5);
    let run = run.with_policies(ByColor::new(run.policies[volo_rules::Color::Orange], blue));
    let games = played(&run, 2);
    let different = |plies: usize| {
        each_game(&games).iter().map(|game| game[..plies].to_vec()).collect::<HashSet<_>>().len()
    };
    assert_eq!(different(1), 9);
    assert_eq!(different(2), 9);
    assert!(different(3) > 50);
    assert_eq!(different(4), different(3));
    assert_eq!(different(5), different(3));
}

#[test]
fn a_temperature_is_a_share_of_other_moves() {
    let different = |temperature| {
        let text = format!("engine:300,opening=0,temperature={temperature}");
        let run = engines(start("standard-5"), 200, &text).with_max_plies(1);
        played(&run, 2).moves.into_iter().collect::<HashSet<_>>().len()
    };
    assert_eq!(different("0"), 1);
    let hot = different("100");
    assert!((2..=8).contains(&hot), "{hot}");
}

#[test]
fn a_win_in_one_is_played_at_any_temperature() {
    for text in ["engine:200,opening=0", "engine:200,opening=0,temperature=100", "engine:1,opening=0"] {
        let games = played(&engines(position(CAN_WIN), 30, text), 2);
        assert_eq!((wins(&games, 0), games.moves.len()), (30, 30), "{text}");
    }
}

#[test]
fn with_too_few_nodes_an_engine_is_careful() {
    let start = position("2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4");
    let choices = Policy::Careful.choices(&start);
    assert!((2..start.legal_moves().len()).contains(&choices.len()));
    let games = played(&engines(start, 40 * choices.len(), "engine:1,opening=0").with_max_plies(1), 2);
    let chosen: HashSet<Move> = each_game(&games).concat().into_iter().collect();
    assert_eq!(chosen, choices.iter().copied().collect());
}

#[test]
fn finished_games_of_engines_are_counted_and_truncated() {
    let finished = AtomicUsize::new(0);
    let run = engines(start("standard-4"), 7, "engine:100").with_max_plies(9);
    let games = played(&run.with_finished(&finished), 2);
    assert_eq!(finished.load(Ordering::Relaxed), 7);
    assert!(games.plies.iter().all(|&plies| plies <= 9));
    assert!(games.winner.contains(&-2));
}

#[test]
fn a_search_is_stopped() {
    let run = engines(start("standard-7"), 1000, "engine:10000000,opening=0");
    let stop = Stop::new();
    let elapsed = thread::scope(|scope| {
        let run = scope.spawn(|| play_games(&run.until(&stop), 2));
        thread::sleep(Duration::from_millis(50));
        stop.set();
        let began = Instant::now();
        assert_eq!(run.join().expect("no panic"), Err(PlayoutError::Stopped));
        began.elapsed()
    });
    // A game at this strength takes an hour.
    assert!(elapsed < Duration::from_secs(20), "{elapsed:?}");
}
