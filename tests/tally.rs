//! Recorded games: their tally equals the one that was kept while they were played and the sum of the tallies of their
//! parts. Tests in Python compare their observations with those of their positions.

use volo_rules::learning::{PLANES, View, ViewError};
use volo_rules::playouts::{PlayoutOptions, ReplayError, ReplayFault, Tally, observe_games, play_games};
use volo_rules::{Color, Edge, Position, Threads};

use crate::common::{RULE_SETS, options, position, start, stopped};

/// The codes and offsets of random games, and the tally that was kept while they were played.
fn recorded(options: PlayoutOptions, threads: usize) -> (Vec<u32>, Vec<i64>, Tally) {
    let options = options.with_record(true).with_tally(true);
    let games = play_games(&options, threads).expect("the run is not stopped");
    let ends = games.plies.iter().scan(0, |end, &plies| {
        *end += i64::from(plies);
        Some(*end)
    });
    let offsets = [0].into_iter().chain(ends).collect();
    (games.moves, offsets, games.tally.expect("a tally was requested"))
}

fn of_games(start: &Position, codes: &[u32], offsets: &[i64], threads: usize) -> Result<Tally, ReplayError> {
    Tally::of_games(start, codes, offsets, Threads::new(threads))
}

#[test]
fn the_tally_of_games_equals_the_tally_of_their_records() {
    for rules in RULE_SETS {
        for max_plies in [2000, 25] {
            let options = options(start(rules), 150).with_max_plies(max_plies);
            let (codes, offsets, tally) = recorded(options, 2);
            for threads in [1, 3, 8] {
                let replayed = of_games(&options.position, &codes, &offsets, threads).expect("legal games");
                assert_eq!(replayed, tally, "{rules}, {threads} threads");
                assert_eq!(recorded(options, threads).2, tally, "{rules}, {threads} threads");
            }
        }
    }
}

#[test]
fn the_counters_are_consistent() {
    for rules in RULE_SETS {
        let (codes, _, tally) = recorded(options(start(rules), 300), 2);
        let of_both = |pair: volo_rules::ByColor<u64>| pair[Color::Orange] + pair[Color::Blue];
        let won = of_both(tally.flock_wins) + of_both(tally.stuck_wins);
        assert_eq!(tally.lengths.total(), 300);
        assert_eq!(won + tally.draws + tally.truncated, 300);
        let flights = tally.single + tally.in_file.total() + tally.side_by_side.total();
        assert_eq!(tally.adds + flights + tally.passes, codes.len() as u64);
        assert_eq!(tally.adds_on[Color::Orange].total() + tally.adds_on[Color::Blue].total(), tally.adds);
        // [R18] Only a clearing flight can unite the birds of the opponent in one flock.
        assert_eq!(tally.deciding_clearings.total(), of_both(tally.handed_over));
        assert!(tally.clearings.total() >= tally.deciding_clearings.total());
        for counts in [&tally.lengths, &tally.legal_moves, &tally.clearings, &tally.in_file] {
            assert_ne!(counts.as_slice().last(), Some(&0), "{rules}");
        }
    }
}

#[test]
fn a_finished_game_is_counted_with_no_plies() {
    let over = position("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
    let (.., tally) = recorded(options(over, 3), 1);
    assert_eq!(tally.lengths.as_slice(), [3]);
    assert_eq!((tally.flock_wins[Color::Orange], tally.first_mover_wins), (3, 0));
    assert_eq!(tally.flocks_on[Color::Orange].total(), 18);
    assert_eq!(tally, of_games(&over, &[], &[0; 4], 2).expect("empty games"));
}

#[test]
fn the_error_names_the_first_bad_game() {
    let start = start("standard-4");
    let (codes, offsets, _) = recorded(options(start, 300), 1);
    let at = |game: usize, ply: usize| offsets[game] as usize + ply - 1;
    let other_sky =
        Position::new(volo_rules::Rules::default()).legal_moves()[0].code(volo_rules::Edge::STANDARD);
    for threads in [1, 2, 8] {
        let message =
            |bad: &[u32]| of_games(&start, bad, &offsets, threads).expect_err("a bad game").to_string();
        let mut bad = codes.clone();
        bad[at(290, 2)] = bad[at(290, 1)];
        assert!(message(&bad).starts_with("game 290, ply 2: illegal move "), "{}", message(&bad));
        bad[at(200, 1)] = other_sky;
        assert_eq!(message(&bad), "game 200, ply 1: a move on a sky of edge 7");
        bad[at(65, 3)] = u32::MAX;
        let fault = ReplayFault::NoMove { code: u32::MAX };
        assert_eq!(
            of_games(&start, &bad, &offsets, threads),
            Err(ReplayError::Game { game: 65, ply: 3, fault })
        );
    }
}

#[test]
fn a_move_after_the_end_of_a_game_is_refused() {
    let start = start("standard-4");
    let (mut codes, mut offsets, _) = recorded(options(start, 1), 1);
    codes.push(codes[0]);
    offsets[1] += 1;
    let message = of_games(&start, &codes, &offsets, 1).expect_err("one move too many").to_string();
    assert!(message.contains("the game is over"), "{message}");
}

#[test]
fn counting_stops_when_the_flag_is_set() {
    let start = start("standard-4");
    let (codes, offsets, _) = recorded(options(start, 10), 1);
    let stopped = Tally::of_games(&start, &codes, &offsets, Threads::new(2).until(&stopped()));
    assert_eq!(stopped, Err(ReplayError::Stopped));
}

#[test]
fn observations_are_refused_without_room_for_the_planes() {
    let start = start("standard-5");
    let code = start.legal_moves()[0].code(start.rules().edge());
    let view = View::of(Edge::MAX);
    let expected = PLANES.len() * view.side * view.side;
    for length in [expected - 1, expected + 1] {
        let error = observe_games(&start, &[code], &[0, 1], view, &mut vec![0_u8; length], Threads::new(1));
        assert_eq!(error, Err(ReplayError::View(ViewError::Length { length, expected })));
    }
}
