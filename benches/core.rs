//! Benchmarks of the core, each of which checks its counts before it is timed. `cargo bench --package volo-benches --
//! --sort location` runs them in the order of this file; a name, such as `lists`, selects some.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use divan::counter::ItemsCount;
use divan::{Bencher, Divan, black_box};
use volo_rules::playouts::{PlayoutOptions, Playouts, Policy, play_games};
use volo_rules::solver::{SolveOptions, Solver, Value};
use volo_rules::{ByColor, Edge, Move, MoveList, Position, Rules};

fn main() {
    Divan::default().sample_count(21).max_time(Duration::from_secs(3)).config_with_args().main();
}

struct Perft {
    rules: String,
    depth: u32,
    nodes: u64,
}

impl Display for Perft {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, depth {}", self.rules, self.depth)
    }
}

/// The counts of the table that all languages read, without the smallest.
fn known_counts() -> impl Iterator<Item = Perft> {
    let lines = include_str!("../tests/data/perft.jsonl").lines();
    let counts = lines.map(|line| {
        let entry: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let number = |name: &str| entry[name].as_u64().expect("a number");
        let rules = entry["rules"].as_str().expect("a rule set").to_string();
        Perft { rules, depth: number("depth") as u32, nodes: number("nodes") }
    });
    counts.filter(|entry| entry.nodes > 15_000)
}

#[divan::bench(args = known_counts())]
fn perft(bencher: Bencher<'_, '_>, entry: &Perft) {
    let start = Position::new(entry.rules.parse().expect("a rule set"));
    assert_eq!(start.perft(entry.depth), entry.nodes);
    bencher.counter(ItemsCount::new(entry.nodes)).bench(|| black_box(start).perft(entry.depth));
}

const EDGES: [u8; 3] = [4, 7, 8];

fn start(edge: u8) -> Position {
    Position::new(Rules::default().on(Edge::new(edge).expect("an edge")))
}

/// One position from each of many random games, after 4 to 83 turns. The positions are always the same.
fn midgame(edge: u8) -> Vec<Position> {
    let start = start(edge);
    let options = PlayoutOptions::new(start, 3_000).with_seed(7).with_max_plies(84).with_record(true);
    let games = play(&options, 1);
    let mut codes = games.moves.as_slice();
    let mut positions = Vec::new();
    for (game, &plies) in games.plies.iter().enumerate() {
        let (moves, rest) = codes.split_at(plies as usize);
        codes = rest;
        let turns = 4 + game % 80;
        if turns < moves.len() {
            positions.push(replay(start, &moves[..turns]));
        }
    }
    assert!(positions.len() > 500, "{}", positions.len());
    positions
}

fn replay(start: Position, codes: &[u32]) -> Position {
    codes.iter().fold(start, |position, &code| {
        let (mv, _) = Move::from_code(code).expect("a recorded move");
        position.play(mv).expect("a recorded move is legal")
    })
}

fn count(positions: &[Position]) -> u64 {
    positions.iter().map(|position| u64::from(position.count_moves())).sum()
}

#[divan::bench(args = EDGES)]
fn lists(bencher: Bencher<'_, '_>, edge: u8) {
    let positions = midgame(edge);
    let mut moves = MoveList::new();
    let mut list = |positions: &[Position]| {
        let length = |position: &Position| {
            position.legal_moves_into(&mut moves);
            moves.len() as u64
        };
        positions.iter().map(length).sum::<u64>()
    };
    assert_eq!(list(&positions), count(&positions));
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| list(black_box(&positions)));
}

#[divan::bench(args = EDGES)]
fn counts(bencher: Bencher<'_, '_>, edge: u8) {
    let positions = midgame(edge);
    let listed: usize = positions.iter().map(|position| position.legal_moves().len()).sum();
    assert_eq!(count(&positions), listed as u64);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| count(black_box(&positions)));
}

#[divan::bench]
fn random_moves(bencher: Bencher<'_, '_>) {
    let positions = midgame(7);
    let mut state = 1_u64;
    // xorshift64 (Marsaglia 2003)
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let drawn =
        |position: &Position| position.random_move(&mut random).is_some_and(|mv| position.is_legal(mv));
    assert_eq!(positions.iter().map(drawn).filter(|&is_legal| is_legal).count(), positions.len());
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        black_box(&positions).iter().filter_map(|position| position.random_move(&mut random)).count()
    });
}

fn turns() -> Vec<(Position, Move)> {
    let some =
        |position: Position| position.legal_moves().into_iter().step_by(40).map(move |mv| (position, mv));
    midgame(7).into_iter().flat_map(some).collect()
}

#[divan::bench]
fn is_legal(bencher: Bencher<'_, '_>) {
    let turns = turns();
    let check =
        |turns: &[(Position, Move)]| turns.iter().filter(|(position, mv)| position.is_legal(*mv)).count();
    assert_eq!(check(&turns), turns.len());
    bencher.counter(ItemsCount::new(turns.len())).bench(|| check(black_box(&turns)));
}

#[divan::bench]
fn play_unchecked(bencher: Bencher<'_, '_>) {
    let turns = turns();
    let play = |turns: &[(Position, Move)]| {
        turns.iter().fold(0, |keys, (position, mv)| keys ^ position.play_unchecked(*mv).zobrist())
    };
    let checked = turns.iter().map(|(position, mv)| position.play(*mv).expect("a legal move").zobrist());
    assert_eq!(play(&turns), checked.fold(0, |keys, key| keys ^ key));
    bencher.counter(ItemsCount::new(turns.len())).bench(|| play(black_box(&turns)));
}

fn play(options: &PlayoutOptions, threads: usize) -> Playouts {
    play_games(options, threads).expect("the run is not stopped")
}

#[divan::bench(args = [(4, 1), (7, 1), (7, 2), (8, 1)])]
fn playouts(bencher: Bencher<'_, '_>, (edge, threads): (u8, usize)) {
    let options = PlayoutOptions::new(start(edge), 256).with_seed(1).with_max_plies(u32::MAX);
    let recorded = play(&options.with_record(true), 1);
    let mut codes = recorded.moves.as_slice();
    for (&plies, &winner) in recorded.plies.iter().zip(&recorded.winner) {
        let (moves, rest) = codes.split_at(plies as usize);
        codes = rest;
        let outcome = replay(options.position, moves).outcome().expect("no game is cut off");
        assert_eq!(winner, outcome.winner.map_or(-1, |color| color as i8));
    }
    assert_eq!(play(&options, threads).plies, recorded.plies);
    bencher.counter(ItemsCount::new(recorded.plies.len())).bench(|| play(black_box(&options), threads));
}

/// The seeds of random careful games, with the value after `7 + seed % 8` plies, which takes some 100,000 positions.
const SOLVED: [(u64, Value); 6] = [
    (1, Value::Win),
    (30, Value::Loss),
    (39, Value::Win),
    (46, Value::Draw),
    (54, Value::Loss),
    (62, Value::Win),
];

#[divan::bench(args = [1, 2])]
fn solving(bencher: Bencher<'_, '_>, threads: usize) {
    let position = |seed: u64| {
        let careful = ByColor::new(Policy::Careful, Policy::Careful);
        let options =
            PlayoutOptions::new(start(4), 1).with_seed(seed).with_record(true).with_policies(careful);
        replay(start(4), &play(&options, 1).moves[..7 + seed as usize % 8])
    };
    let solve = |(seed, value): (u64, Value)| {
        let position = position(seed);
        let mut solver = Solver::new(position.rules(), 1 << 28).expect("enough memory");
        let options = SolveOptions::default().with_threads(threads);
        let solution = solver.solve(&position, &options).expect("the same rules");
        assert_eq!(solution.value, value, "{position}");
        solution.nodes
    };
    let nodes: u64 = SOLVED.into_iter().map(solve).sum();
    bencher.counter(ItemsCount::new(nodes)).bench(|| SOLVED.into_iter().map(solve).sum::<u64>());
}
