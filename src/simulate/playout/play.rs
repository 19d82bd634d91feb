//! [`play_all`]: plays the games of a run on several threads.

use alloc::vec::Vec;
use core::sync::atomic::Ordering;

use crate::geometry::bitboard::{SpaceSet, Task, run};
use crate::geometry::color::Color;
use crate::position::Position;
use crate::position::policy::Policy;
use crate::rules::moves::{Flight, Move};
use crate::rules::outcome::{Ending, Outcome};
use crate::simulate::playout::choose::{AtRandom, Choose};
use crate::simulate::playout::columns::{Row, Rows};
use crate::simulate::playout::{PlayoutError, PlayoutOptions, Playouts};
use crate::simulate::tally::{Scorer, Tally};
use crate::support::fallible::{Halt, filled, joined, push};
use crate::support::rng::GameRng;
use crate::support::stop::Threads;
use crate::support::threads::{Lock, try_share_out};

pub(super) fn play_all<C: Choose>(
    positions: &[Position],
    options: &PlayoutOptions<'_, C::Policy>,
    threads: usize,
) -> Result<Playouts, PlayoutError> {
    let starts = Starts { positions, games: options.games };
    let games = positions.len().checked_mul(options.games).ok_or(PlayoutError::OutOfMemory)?;
    let options = &options.with_games(games);
    let mut playouts = Playouts::new(options)?;
    let records = if options.record { games.div_ceil(C::GAMES_AT_A_TIME) } else { 0 };
    let mut recorded = filled(Vec::new(), records, options.stop)?;
    let mut rows = playouts.all_rows(options.first, &mut recorded);
    let blocks = (0..games.div_ceil(C::GAMES_AT_A_TIME)).map(|_| rows.take(C::GAMES_AT_A_TIME));
    let tally = Lock::new(Tally::default());
    let play = |choice: &mut C, mut rows: Rows<'_>| {
        let mut scorer = options.tally.then(Scorer::default);
        run(PlayRows { starts, options, rows: &mut rows, choice, scorer: scorer.as_mut() })?;
        if let Some(scorer) = scorer {
            *tally.lock() += &scorer.into_tally();
        }
        Ok::<(), Halt>(())
    };
    try_share_out(Threads::new(threads).until(options.stop), blocks, || C::new(options.policies), play)?;
    playouts.tally = options.tally.then(|| tally.into_inner());
    playouts.moves = joined(recorded, options.stop)?;
    Ok(playouts)
}

#[derive(Clone, Copy)]
struct Starts<'a> {
    positions: &'a [Position],
    games: usize,
}

impl Starts<'_> {
    fn of(self, game: u64) -> Position {
        self.positions[game as usize / self.games]
    }
}

struct PlayRows<'a, 'b, C: Choose> {
    starts: Starts<'a>,
    options: &'a PlayoutOptions<'a, C::Policy>,
    rows: &'a mut Rows<'b>,
    choice: &'a mut C,
    scorer: Option<&'a mut Scorer>,
}

impl<C: Choose> Task for PlayRows<'_, '_, C> {
    type Output = Result<(), Halt>;

    #[inline(always)]
    fn run<S: SpaceSet>(mut self) -> Result<(), Halt> {
        for row in 0..self.rows.len() {
            let number = self.rows.number.wrapping_add(row as u64);
            let start = self.starts.of(number.wrapping_sub(self.options.first));
            let edge = start.rules().edge();
            let rng = GameRng::new(self.options.seed, number);
            let scorer = self.scorer.as_deref_mut();
            let mut record = self.rows.recorded.first_mut();
            let game = play_game::<S, C>(start, self.options, rng, self.choice, scorer, |mv| {
                record.as_deref_mut().map_or(Ok(()), |record| push(record, mv.code(edge)))
            })?;
            self.rows.put(row, &game);
            if let Some(finished) = self.options.finished {
                finished.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

#[inline(always)]
fn play_game<S: SpaceSet, C: Choose>(
    start: Position,
    options: &PlayoutOptions<'_, C::Policy>,
    mut rng: GameRng,
    choice: &mut C,
    mut scorer: Option<&mut Scorer>,
    mut played: impl FnMut(Move) -> Result<(), Halt>,
) -> Result<Row, Halt> {
    let mut position = start;
    let mut game = Row::default();
    choice.begin_game();
    let mut outcome = position.outcome_in::<S>();
    // A game of `max_plies` plies that is not over is truncated [R19].
    while outcome.is_none() && game.plies < options.max_plies && !options.stop.is_set() {
        let counts = options.count_moves || options.tally;
        let (mv, count) = choice.choose::<S>(&position, counts, &mut rng, options.stop);
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
            scorer.ply(&position, count, mv, &next);
        }
        position = next;
        outcome = position.outcome_after::<S>(mv);
    }
    if let Some(scorer) = scorer {
        scorer.end(&position, outcome);
    }
    game.winner = outcome.map_or(Outcome::TRUNCATED, Outcome::number);
    game.reason = outcome.map_or(Ending::NOTHING, |end| end.reason.number());
    game.handed_over = game.plies > 0 && outcome.is_some_and(|end| end.is_handed_over(position.turn()));
    game.orange_birds = position.birds(Color::Orange).len();
    game.blue_birds = position.birds(Color::Blue).len();
    Ok(game)
}

/// How the players of playouts choose their moves: [`Policy`] or [`AnyPolicy`](crate::playouts::AnyPolicy).
///
/// Programs that use only [`Policy`] do not contain the engine.
pub trait PlayoutPolicy: Playable {}

impl PlayoutPolicy for Policy {}

/// The part of [`PlayoutPolicy`] that other crates can neither call nor implement.
pub trait Playable: Copy + Send + Sync {
    fn play(
        positions: &[Position],
        options: &PlayoutOptions<'_, Self>,
        threads: usize,
    ) -> Result<Playouts, PlayoutError>;
}

// These functions are not generic, so they are compiled once in this crate, and not in every crate that uses it.
impl Playable for Policy {
    fn play(
        positions: &[Position],
        options: &PlayoutOptions<'_>,
        threads: usize,
    ) -> Result<Playouts, PlayoutError> {
        play_all::<AtRandom>(positions, options, threads)
    }
}
