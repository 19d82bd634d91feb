//! [`play_samples`]: positions from games of the engine with itself, for the training of the evaluation.

use crate::geometry::bitboard::{SpaceSet, Task, run};
use crate::geometry::color::Color;
use crate::position::Position;
use crate::position::policy::draw_careful;
use crate::rules::moves::{Move, MoveList};
use crate::search::engine::{Engine, EngineOptions, clear, engine};
use crate::search::evaluate;
use crate::search::features::{Features, PER_PLAYER};
use crate::search::request::Limit;
use crate::search::request::Request;
use crate::search::scan::{Scan, scan};
use crate::search::weights::Weights;
use crate::support::fallible::Halt;
use crate::support::rng::{GameRng, below};
use crate::support::stop::{Stop, Threads};
use crate::support::threads::try_share_out;

/// The number of columns of a sample: the features of the mover, those of the opponent, and the phase.
const COLUMNS: usize = 2 * PER_PLAYER + 1;

/// The games are cut off after this number of plies, and then count as drawn.
const MAX_PLIES: u32 = 400;

const TABLE_BYTES: usize = 1 << 18;

/// One of this number of moves is random, so that the games differ.
const BETWEEN_RANDOM_MOVES: u32 = 16;

/// The options of games of the engine with itself.
#[derive(Clone, Copy)]
pub struct SelfPlay {
    /// The start of every game.
    pub position: Position,
    /// The number of games.
    pub games: usize,
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of nodes for each move. With 0, all moves are careful random moves.
    pub nodes: u64,
    /// The weights of the evaluation; `None` for those of the edge.
    pub weights: Option<Weights>,
    /// The greatest number of random moves at the beginning of a game.
    pub opening: u32,
}

/// A position for training. Neither player can win at once in it, because the search evaluates only such positions.
#[derive(Clone, Copy)]
pub struct Sample {
    /// The features, in the order of the columns.
    pub features: [i16; COLUMNS],
    /// The score that the search found, for the player to move, in units; 0 if there was no search.
    pub score: i16,
    /// The result of the game for the player to move: 1, 0 or −1.
    pub result: i8,
    /// The number of the game.
    pub game: u32,
}

/// The estimate of an unfinished game for the player to move, in units of a score.
pub fn estimate(position: &Position) -> i16 {
    evaluate::estimate(position, Weights::of(position.rules().edge())).units()
}

/// The features of an unfinished game, in the order of the columns of a sample.
pub fn features(position: &Position) -> [i16; COLUMNS] {
    struct List<'a>(&'a Position);
    impl Task for List<'_> {
        type Output = [i16; COLUMNS];

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> [i16; COLUMNS] {
            let features = Features::of::<S>(self.0);
            let all = features.mover.iter().chain(&features.opponent).chain([&features.phase]);
            let mut list = [0; COLUMNS];
            list.iter_mut().zip(all).for_each(|(entry, &number)| *entry = number as i16);
            list
        }
    }
    run(List(position))
}

fn is_quiet(position: &Position) -> bool {
    scan(position, false, None) == Scan::Quiet
}

/// Plays games, each with random moves that depend on the seed and the number of the game only.
///
/// # Errors
/// If `stop` was set, or there is not enough memory.
pub fn play_samples(options: &SelfPlay, threads: usize, stop: &Stop) -> Result<Vec<Sample>, Halt> {
    let mut games: Vec<Vec<Sample>> = vec![Vec::new(); options.games];
    let items = games.iter_mut().zip(0..options.games as u32);
    let table = EngineOptions::default().with_table_bytes(TABLE_BYTES);
    let new_engine = || Ok(engine(table, options.weights, stop)?);
    try_share_out(Threads::new(threads).until(stop), items, new_engine, |engine, (samples, game)| {
        play_game(options, game, engine, stop, samples)
    })?;
    Ok(games.concat())
}

fn play_game(
    options: &SelfPlay,
    game: u32,
    engine: &mut Engine,
    stop: &Stop,
    samples: &mut Vec<Sample>,
) -> Result<(), Halt> {
    let mut rng = GameRng::new(options.seed, u64::from(game));
    let opening = below(&mut rng, options.opening + 1);
    let (mut position, mut moves, mut earlier) = (options.position, MoveList::new(), Vec::new());
    let mut movers: Vec<Color> = Vec::new();
    clear(engine, stop)?;
    let mut ply = 0;
    while position.outcome().is_none() && ply < MAX_PLIES {
        stop.check()?;
        let is_random = options.nodes == 0 || ply < opening || below(&mut rng, BETWEEN_RANDOM_MOVES) == 0;
        let (mv, score): (Move, i16) = if is_random {
            position.legal_moves_into(&mut moves);
            (draw_careful(&position, &mut moves, &mut rng), 0)
        } else {
            let limit = Limit::nodes(options.nodes);
            let request = Request::new(&position, limit).with_earlier(&earlier);
            let infos = engine.search(&request.until(stop));
            let Some(info) = infos.first() else { break };
            (info.best().unwrap_or(Move::Pass), info.score.units())
        };
        // A random move gives no information about the position before it.
        if (!is_random || options.nodes == 0) && ply >= opening && is_quiet(&position) {
            let sample = Sample { features: features(&position), score, result: 0, game };
            samples.push(sample);
            movers.push(position.turn());
        }
        earlier.push(position);
        position = position.play_unchecked(mv);
        ply += 1;
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    for (sample, mover) in samples.iter_mut().zip(movers) {
        sample.result = match winner {
            None => 0,
            Some(winner) if winner == mover => 1,
            Some(_) => -1,
        };
    }
    Ok(())
}
