//! Whole games of random moves, chosen as the players' policies say.

mod error;

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub use error::PlayoutError;

use crate::bitboard::{SpaceSet, Task, run};
use crate::color::{ByColor, Color};
use crate::grow::{Halt, collected, filled, joined, push, unless_stopped};
use crate::movegen::Slots;
use crate::moves::{Flight, Move};
use crate::outcome::{Ending, Outcome};
use crate::policy::{Policy, draw_careful};
use crate::position::Position;
use crate::rng::GameRng;
use crate::tally::{Scorer, Tally};
use crate::threads;

/// How many games a thread takes at a time: many enough that threads seldom meet, few enough that
/// they end together.
const GAMES_AT_A_TIME: usize = 64;

/// What to play.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlayoutOptions {
    /// Where every game begins.
    pub position: Position,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the first game. A game depends on the seed and its own number only. Behind
    /// the last number comes 0.
    pub first: u64,
    /// How many games.
    pub games: usize,
    /// How each player chooses.
    pub policies: ByColor<Policy>,
    /// The ply at which a game is cut off (\[R19\]).
    pub max_plies: u32,
    /// Whether to count the legal moves of each position.
    pub count_moves: bool,
    /// Whether to keep the moves.
    pub record: bool,
    /// Whether to keep a tally, for which the legal moves are counted too.
    pub tally: bool,
}

impl Default for PlayoutOptions {
    /// One game by the seed 0 from the start under standard rules, of two thousand plies at most, all
    /// moves as likely as each other.
    fn default() -> PlayoutOptions {
        PlayoutOptions {
            position: Position::default(),
            seed: 0,
            first: 0,
            games: 1,
            policies: ByColor::default(),
            max_plies: 2000,
            count_moves: false,
            record: false,
            tally: false,
        }
    }
}

impl PlayoutOptions {
    /// Games from a position; the other options have their defaults.
    ///
    /// ```
    /// # use volo::{PlayoutOptions, Position};
    /// let options = PlayoutOptions::new(Position::default(), 100).with_seed(1).with_record(true);
    /// assert_eq!((options.games, options.seed, options.record, options.tally), (100, 1, true, false));
    /// ```
    pub fn new(position: Position, games: usize) -> PlayoutOptions {
        PlayoutOptions { position, games, ..PlayoutOptions::default() }
    }

    /// These options with another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> PlayoutOptions {
        PlayoutOptions { seed, ..self }
    }

    /// These options with another number of the first game.
    #[must_use]
    pub const fn with_first(self, first: u64) -> PlayoutOptions {
        PlayoutOptions { first, ..self }
    }

    /// These options with another number of games.
    #[must_use]
    pub const fn with_games(self, games: usize) -> PlayoutOptions {
        PlayoutOptions { games, ..self }
    }

    /// These options with other policies.
    #[must_use]
    pub const fn with_policies(self, policies: ByColor<Policy>) -> PlayoutOptions {
        PlayoutOptions { policies, ..self }
    }

    /// These options with another ply at which games are cut off (\[R19\]).
    #[must_use]
    pub const fn with_max_plies(self, max_plies: u32) -> PlayoutOptions {
        PlayoutOptions { max_plies, ..self }
    }

    /// These options, with the legal moves of each position counted or not.
    #[must_use]
    pub const fn with_count_moves(self, count_moves: bool) -> PlayoutOptions {
        PlayoutOptions { count_moves, ..self }
    }

    /// These options, with the moves kept or not.
    #[must_use]
    pub const fn with_record(self, record: bool) -> PlayoutOptions {
        PlayoutOptions { record, ..self }
    }

    /// These options, with a tally or without one.
    #[must_use]
    pub const fn with_tally(self, tally: bool) -> PlayoutOptions {
        PlayoutOptions { tally, ..self }
    }
}

/// Declares the columns of the results, a vector each, and the rows that a thread fills.
macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// The results of many games, column by column; a game is a row.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Playouts {
            $($(#[$doc])* pub $name: Vec<$type>,)*
            /// The sum, over the plies of the game, of the number of legal moves. Empty unless
            /// [`PlayoutOptions::count_moves`].
            pub legal_moves: Vec<i64>,
            /// The [codes](Move::code) of all moves of all games. Empty unless
            /// [`PlayoutOptions::record`].
            pub moves: Vec<u32>,
            /// What the games come to. `None` unless [`PlayoutOptions::tally`].
            pub tally: Option<Tally>,
        }

        struct Rows<'a> {
            number: u64,
            $($name: &'a mut [$type],)*
            legal_moves: &'a mut [i64],
        }

        impl Playouts {
            /// Room for the results.
            fn new(options: &PlayoutOptions, stop: &AtomicBool) -> Result<Playouts, Halt> {
                let counted = if options.count_moves { options.games } else { 0 };
                let bytes_a_game = 0_usize $(+ size_of::<$type>())*;
                let bytes = options.games.saturating_mul(bytes_a_game).saturating_add(counted.saturating_mul(8));
                // All columns are asked for in one piece first: a system that grants each of them may still
                // be unable to hold them all, and would end the process when they are written.
                let mut room = Vec::<u8>::new();
                room.try_reserve_exact(bytes)?;
                drop(black_box(room));
                Ok(Playouts {
                    $($name: filled(Default::default(), options.games, stop)?,)*
                    legal_moves: filled(0, counted, stop)?,
                    moves: Vec::new(),
                    tally: None,
                })
            }

            fn all_rows(&mut self, first: u64) -> Rows<'_> {
                Rows { number: first, $($name: &mut self.$name,)* legal_moves: &mut self.legal_moves }
            }
        }

        impl<'a> Rows<'a> {
            /// Takes some rows off the top.
            fn take(&mut self, count: usize) -> Rows<'a> {
                let number = self.number;
                self.number = self.number.wrapping_add(count as u64);
                Rows {
                    number,
                    $($name: take_slice(&mut self.$name, count),)*
                    legal_moves: take_slice(&mut self.legal_moves, count),
                }
            }

            fn put(&mut self, row: usize, game: &Game) {
                $(self.$name[row] = game.$name as $type;)*
                if let Some(count) = self.legal_moves.get_mut(row) {
                    *count = game.legal_moves;
                }
            }
        }
    };
}

columns! {
    /// 0 Orange, 1 Blue, −1 a draw, −2 truncated.
    winner: i8,
    /// The number of turns.
    plies: i32,
    /// Orange's birds in the end.
    orange_birds: i16,
    /// Blue's birds in the end.
    blue_birds: i16,
    /// How many turns were adds,
    adds: i32,
    /// flights,
    flights: i32,
    /// and passes.
    passes: i32,
    /// How many flights made the opponent lose birds.
    clearings: i32,
    /// Whether a flock won, and that of the player who had not moved last (\[R18\]).
    handed_over: bool,
    /// What ended the game: 0 one flock (\[R17\], \[R18\]), 1 two passes (\[R14\]), 2 nobody goes on
    /// (\[R14b\]), −1 nothing did: truncated.
    reason: i8,
}

fn take_slice<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let count = count.min(slice.len());
    let (taken, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    taken
}

/// The result of one game, column by column as in [`Playouts`].
#[derive(Default)]
struct Game {
    winner: i8,
    plies: u32,
    orange_birds: u32,
    blue_birds: u32,
    adds: u32,
    flights: u32,
    passes: u32,
    clearings: u32,
    handed_over: bool,
    reason: i8,
    legal_moves: i64,
}

const DRAW: i8 = -1;
const TRUNCATED: i8 = -2;
const UNENDED: i8 = -1;

/// Plays games on some threads, at least one, and no more than there is work for. The results do not
/// depend on how many. `stop` is looked at every ply.
///
/// # Errors
/// If `stop` was set before the last game ended, or memory is short.
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use volo::{PlayoutOptions, Position, play_games};
/// let options = PlayoutOptions::new(Position::default(), 100).with_seed(1);
/// let playouts = play_games(&options, 2, &AtomicBool::new(false))?;
/// assert_eq!(playouts.winner.len(), 100);
/// assert!(playouts.plies.iter().all(|&plies| plies > 4));
/// # Ok::<(), volo::PlayoutError>(())
/// ```
pub fn play_games(
    options: &PlayoutOptions,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Playouts, PlayoutError> {
    play_games_counted(options, threads, stop, &AtomicUsize::new(0))
}

/// The same, and counts the games that are over in `finished`, for others to look at meanwhile.
///
/// # Errors
/// As [`play_games`].
pub fn play_games_counted(
    options: &PlayoutOptions,
    threads: usize,
    stop: &AtomicBool,
    finished: &AtomicUsize,
) -> Result<Playouts, PlayoutError> {
    let mut playouts = Playouts::new(options, stop)?;
    let untaken = Mutex::new(playouts.all_rows(options.first));
    let is_short_of_memory = AtomicBool::new(false);
    let play = || {
        let played = play_blocks(options, &untaken, &is_short_of_memory, stop, finished);
        if played.is_err() {
            is_short_of_memory.store(true, Ordering::Relaxed);
        }
        played
    };
    let threads = threads.min(options.games.div_ceil(GAMES_AT_A_TIME));
    let parts = threads::on_each(threads, play);
    unless_stopped(stop)?;
    let mut recorded: Vec<(u64, Vec<u32>)> = Vec::new();
    let mut tally = Tally::default();
    for part in parts {
        let (mut blocks, scorer) = part?;
        recorded.try_reserve(blocks.len()).map_err(Halt::from)?;
        recorded.append(&mut blocks);
        if let Some(scorer) = scorer {
            tally += &scorer.into_tally();
        }
    }
    playouts.tally = options.tally.then_some(tally);
    recorded.sort_unstable_by_key(|&(number, _)| number.wrapping_sub(options.first));
    playouts.moves = joined(collected(recorded.into_iter().map(|(_, codes)| codes), stop)?, stop)?;
    Ok(playouts)
}

/// The recorded moves of some blocks of games, each with the number of its first game, and the scorer if a
/// tally is kept.
type Blocks = (Vec<(u64, Vec<u32>)>, Option<Scorer>);

/// Plays blocks of games until none is left, or one of the flags is set.
fn play_blocks(
    options: &PlayoutOptions,
    untaken: &Mutex<Rows<'_>>,
    is_short_of_memory: &AtomicBool,
    stop: &AtomicBool,
    finished: &AtomicUsize,
) -> Result<Blocks, Halt> {
    let mut recorded = Vec::new();
    let mut slots = Slots::new();
    let mut scorer = options.tally.then(Scorer::default);
    loop {
        let mut rows = match untaken.lock() {
            Ok(mut rows) => rows.take(GAMES_AT_A_TIME),
            Err(_) => return Ok((recorded, scorer)),
        };
        let is_over = rows.winner.is_empty() || is_short_of_memory.load(Ordering::Relaxed);
        if is_over || stop.load(Ordering::Relaxed) {
            return Ok((recorded, scorer));
        }
        let number = rows.number;
        let mut record = options.record.then(Vec::new);
        run(PlayRows {
            options,
            rows: &mut rows,
            slots: &mut slots,
            record: record.as_mut(),
            scorer: scorer.as_mut(),
            stop,
            finished,
        })?;
        if let Some(codes) = record {
            push(&mut recorded, (number, codes))?;
        }
    }
}

struct PlayRows<'a, 'b> {
    options: &'a PlayoutOptions,
    rows: &'a mut Rows<'b>,
    slots: &'a mut Slots,
    record: Option<&'a mut Vec<u32>>,
    scorer: Option<&'a mut Scorer>,
    stop: &'a AtomicBool,
    finished: &'a AtomicUsize,
}

impl Task for PlayRows<'_, '_> {
    type Output = Result<(), Halt>;

    #[inline(always)]
    fn run<S: SpaceSet>(mut self) -> Result<(), Halt> {
        let edge = self.options.position.rules().edge();
        for row in 0..self.rows.winner.len() {
            let rng = GameRng::new(self.options.seed, self.rows.number.wrapping_add(row as u64));
            let scorer = self.scorer.as_deref_mut();
            let game = play_game::<S>(self.options, rng, self.slots, self.stop, scorer, |mv| {
                self.record.as_deref_mut().map_or(Ok(()), |record| push(record, mv.code(edge)))
            })?;
            self.rows.put(row, &game);
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[inline(always)]
fn play_game<S: SpaceSet>(
    options: &PlayoutOptions,
    mut rng: GameRng,
    slots: &mut Slots,
    stop: &AtomicBool,
    mut scorer: Option<&mut Scorer>,
    mut played: impl FnMut(Move) -> Result<(), Halt>,
) -> Result<Game, Halt> {
    let mut position = options.position;
    let mut game = Game::default();
    let mut outcome = position.outcome_in::<S>();
    while outcome.is_none() && game.plies < options.max_plies && !stop.load(Ordering::Relaxed) {
        let (mv, count) = match options.policies[position.turn()] {
            Policy::Uniform if options.count_moves || options.tally => {
                position.draw_and_count::<S>(slots, &mut rng)
            }
            Policy::Uniform => (position.draw_move::<S>(slots, &mut rng), 0),
            Policy::Careful => {
                let list = slots.listed();
                position.legal_moves_into(list);
                let count = list.len() as u32;
                (draw_careful(&position, list, &mut rng), count)
            }
        };
        game.legal_moves += i64::from(count);
        game.plies += 1;
        match mv {
            Move::Add(_) => game.adds += 1,
            Move::Fly(Flight { keep, .. }) => {
                game.flights += 1;
                game.clearings += u32::from(keep.is_some());
            }
            Move::Pass => game.passes += 1,
        }
        played(mv)?;
        let next = position.after::<S>(mv);
        if let Some(scorer) = &mut scorer {
            scorer.ply(&position, count, mv, &next)?;
        }
        position = next;
        outcome = position.outcome_after::<S>(mv);
    }
    if let Some(scorer) = scorer {
        scorer.end(&position, outcome)?;
    }
    game.winner = match outcome {
        None => TRUNCATED,
        Some(Outcome { winner: None, .. }) => DRAW,
        Some(Outcome { winner: Some(color), .. }) => color as i8,
    };
    game.reason = match outcome {
        None => UNENDED,
        Some(Outcome { reason: Ending::Flock, .. }) => 0,
        Some(Outcome { reason: Ending::Passes, .. }) => 1,
        Some(Outcome { reason: Ending::Stuck, .. }) => 2,
    };
    game.handed_over = game.plies > 0 && outcome.is_some_and(|end| end.is_handed_over(position.turn()));
    game.orange_birds = position.birds(Color::Orange).len();
    game.blue_birds = position.birds(Color::Blue).len();
    Ok(game)
}
