//! Compares the search with a slow one, which has no windows, no table, no order and no reductions.

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::position::Position;
use crate::position::policy::Policy;
use crate::rules::moves::Move;
use crate::rules::zobrist::random;
use crate::search::budget::Budget;
use crate::search::budget::system_now;
use crate::search::engine::{Engine, EngineOptions, Info};
use crate::search::evaluate;
use crate::search::node::{After, Node, after};
use crate::search::pvs::PvSearch;
use crate::search::request::{Limit, Request};
use crate::search::root::{MORE_PLIES, Root};
use crate::search::scan::{Scan, scan};
use crate::search::score::Score;
use crate::search::table::{Bound, Table};
use crate::search::weights::Weights;
use crate::search::worker::Worker;
use crate::support::stop::Stop;

fn games(games: u64) -> impl Iterator<Item = Vec<Position>> {
    (0..games).map(|game| {
        let rules = ["standard-4", "standard-5"][game as usize % 2].parse().expect("a rule set");
        let mut positions = vec![Position::new(rules)];
        for ply in 0.. {
            let position = positions[positions.len() - 1];
            let moves = Policy::Careful.choices(&position);
            if moves.is_empty() {
                break;
            }
            let number = random(1_000 * game + ply) % moves.len() as u64;
            positions.push(position.play_unchecked(moves[number as usize]));
        }
        positions
    })
}

pub(super) fn positions(number_of_games: u64) -> Vec<Position> {
    let is_open = |position: &Position| position.outcome().is_none() && !position.can_win();
    games(number_of_games).flatten().filter(is_open).collect()
}

fn is_threatened(position: &Position) -> bool {
    let birds = Color::ALL.map(|color| position.birds(color));
    let birds: ByColor<Bitboard> = ByColor::new(birds[0], birds[1]);
    let other = Position::from_parts(position.rules(), birds, !position.turn(), 0);
    other.expect("a valid position").can_win()
}

/// A search without anything that saves nodes. It follows threats as far as the search.
struct Slow {
    longest: usize,
    path: Vec<u64>,
}

impl Slow {
    fn score(&mut self, position: &Position, depth: i32) -> Score {
        if position.can_win() {
            return Score::win_in_plies(1);
        }
        if self.path.contains(&position.zobrist()) {
            return Score::DRAW;
        }
        if depth <= 0 && !is_threatened(position) || self.path.len() >= self.longest {
            return estimate(position);
        }
        let best = self.scores(position, depth).into_iter().max();
        best.expect("an unfinished game has a legal move")
    }

    fn scores(&mut self, position: &Position, depth: i32) -> Vec<Score> {
        let depth = depth.max(0) - 1 + i32::from(is_threatened(position));
        self.path.push(position.zobrist());
        let moves = position.legal_moves();
        let scores = moves.iter().map(|&mv| self.score_of_move(position, mv, depth)).collect();
        self.path.pop();
        scores
    }

    fn score_of_move(&mut self, position: &Position, mv: Move, depth: i32) -> Score {
        let next = position.play_unchecked(mv);
        let score = match next.outcome() {
            Some(outcome) => Score::of_outcome(outcome, position.turn()),
            None => -self.score(&next, depth),
        };
        score.one_ply_earlier()
    }
}

fn infos(position: &Position, earlier: &[Position], limit: Limit, lines: usize) -> Vec<Info> {
    let options = EngineOptions::default().with_table_bytes(1 << 16);
    let request = Request::new(position, limit).with_earlier(earlier).with_lines(lines);
    Engine::new(options).expect("enough memory").search(&request)
}

fn search(position: &Position, earlier: &[Position], limit: Limit, lines: usize) -> Vec<Score> {
    infos(position, earlier, limit, lines).iter().map(|info| info.score).collect()
}

fn compared(position: &Position, earlier: &[Position], depth: u32, lines: usize) -> [Vec<Score>; 2] {
    let longest = earlier.len() + 2 * depth as usize + MORE_PLIES;
    let mut slow = Slow { longest, path: earlier.iter().map(Position::zobrist).collect() };
    let mut scores = slow.scores(position, depth as i32);
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores.truncate(lines);
    [search(position, earlier, to_depth(depth), lines), scores]
}

fn to_depth(depth: u32) -> Limit {
    Limit::depth(depth)
}

#[test]
fn searches_of_one_and_two_plies_give_the_scores_of_the_slow_search() {
    let mut proved = 0;
    for position in positions(24) {
        for depth in [1, 2] {
            let [scores, slow] = compared(&position, &[], depth, 1);
            assert_eq!(scores, slow, "{position}, depth {depth}");
            proved += usize::from(scores[0].is_proved());
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn all_lines_have_the_scores_of_the_slow_search() {
    for position in positions(8) {
        let [scores, slow] = compared(&position, &[], 1, 4);
        assert_eq!(scores, slow, "{position}");
    }
}

#[test]
fn what_the_table_says_of_positions_is_true() {
    let mut counts = [0; 3];
    for position in positions(8) {
        let (mut worker, stop) = (Worker::new(None), Stop::new());
        let table = Table::new(1 << 16, &stop).expect("enough memory");
        let budget = Budget::new(&Limit::NONE, system_now, &stop);
        let mut search = PvSearch { worker: &mut worker, table: &table, budget: &budget, longest: 0 };
        Root::new(&position, None).deepen(&mut search, 2, 1);
        for &mv in &position.legal_moves() {
            let next = position.play_unchecked(mv);
            let Some(entry) = table.get(next.zobrist()) else { continue };
            let longest = 4 + MORE_PLIES;
            let slow = Slow { longest, path: vec![position.zobrist()] }.score(&next, entry.depth.into());
            let is_true = match entry.bound {
                Bound::Exact => slow == entry.score,
                Bound::AtLeast => slow >= entry.score,
                Bound::AtMost => slow <= entry.score,
            };
            assert!(is_true, "{next}: {entry:?} and {slow}");
            counts[entry.bound as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn lines_are_sorted_also_if_the_search_ends_between_them() {
    for position in positions(8) {
        let limit = Limit::nodes(700);
        let scores = search(&position, &[], limit, 4);
        assert!(scores.is_sorted_by(|a, b| a >= b), "{position}: {scores:?}");
    }
}

/// The windows are narrow from depth 4 on. A score outside them is not that of any move.
#[test]
fn the_best_line_is_found_by_a_search_of_the_whole_depth() {
    for position in positions(8).iter().step_by(3) {
        let info = &infos(position, &[], to_depth(5), 1)[0];
        assert!(info.score.is_proved() || info.depth == 5, "{position}: {info:?}");
    }
}

/// Half of the positions after a move count as earlier ones of the game.
#[test]
fn repetitions_have_the_scores_of_the_slow_search() {
    let mut different = 0;
    for position in positions(6) {
        let earlier: Vec<Position> =
            position.legal_moves().iter().step_by(2).map(|&mv| position.play_unchecked(mv)).collect();
        let [scores, slow] = compared(&position, &earlier, 2, 1);
        assert_eq!(scores, slow, "{position}");
        different += usize::from(scores == [Score::DRAW]);
    }
    assert!(different > 20, "{different}");
}

#[test]
fn moves_that_are_left_out_do_not_stop_a_threat() {
    let mut clearings = 0;
    for position in positions(60) {
        let Scan::Threatened(threat) = scan(&position, false, None) else {
            assert!(!is_threatened(&position), "{position}");
            continue;
        };
        assert!(is_threatened(&position), "{position}");
        for &mv in &position.legal_moves() {
            let next = position.play_unchecked(mv);
            let stops = next.outcome().map_or(!next.can_win(), |end| end.winner != Some(next.turn()));
            let may_stop = threat.may_be_stopped_by(mv);
            assert!(may_stop || !stops, "{position}: {}", mv.display(position.sky()));
            if let Move::Add(_) = mv {
                assert_eq!(may_stop, stops, "{position}: {}", mv.display(position.sky()));
            }
            clearings += u32::from(stops && matches!(mv, Move::Fly(flight) if flight.keep.is_some()));
        }
    }
    assert!(clearings > 0, "no clearing stops a threat");
}

#[test]
fn a_search_that_is_stopped_at_once_finds_a_win_in_one() {
    let mut wins = 0;
    for position in games(24).flatten().filter(Position::can_win) {
        let limit = Limit::nodes(0);
        let info = &infos(&position, &[], limit, 1)[0];
        let end = position.play_unchecked(info.pv[0]).outcome().expect("the end of the game");
        assert_eq!((info.score.win_in(), end.winner), (Some(1), Some(position.turn())), "{position}");
        wins += 1;
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn estimates_are_better_before_wins_than_before_losses() {
    let (mut wins, mut losses) = (Vec::new(), Vec::new());
    for position in positions(24) {
        let score = search(&position, &[], to_depth(3), 1)[0];
        if score.is_proved() {
            let estimates = if score > Score::DRAW { &mut wins } else { &mut losses };
            estimates.push(estimate(&position));
        }
    }
    let median = |estimates: &mut Vec<Score>| {
        estimates.sort_unstable();
        estimates[estimates.len() / 2]
    };
    let medians = [median(&mut wins), median(&mut losses)];
    assert!(medians[0] > Score::DRAW && medians[1] < Score::DRAW, "{medians:?}");
}

fn estimate(position: &Position) -> Score {
    evaluate::estimate(position, Weights::of(position.rules().edge()))
}

fn look(next: &Node, depth: i32, reduction: i32, window: (Score, Score)) -> Score {
    let (mut worker, stop) = (Worker::new(None), Stop::new());
    let table = Table::new(1 << 16, &stop).expect("enough memory");
    let budget = Budget::new(&Limit::NONE, system_now, &stop);
    let mut search = PvSearch { worker: &mut worker, table: &table, budget: &budget, longest: 12 };
    search.look(next, depth, reduction, reduction == 0, 0, window).expect("there is no limit")
}

#[test]
fn a_late_move_that_looks_good_at_a_reduced_depth_is_searched_at_the_full_one() {
    let all = (Score::LOST, Score::win_in_plies(0));
    let mut good = 0;
    for position in positions(8) {
        let After::Node(next) = after(&position, position.legal_moves()[0], false) else { continue };
        let [reduced, full] = [0, 1].map(|depth| look(&next, depth, 0, all));
        if reduced > full && !reduced.is_proved() && !full.is_proved() {
            let narrow = (full, Score::from_units(full.units() + 1));
            assert!(look(&next, 1, 1, narrow) <= full, "{position}");
            good += 1;
        }
    }
    assert!(good > 20, "{good}");
}
