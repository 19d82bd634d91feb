//! Batches of random games.

use std::ffi::{c_char, c_int, c_void};

use volo_rules::ByColor;
use volo_rules::playouts::{AnyPolicy, PlayoutOptions, Playouts, play_games};

use crate::border::{Outputs, optional_output, options, outputs};
use crate::callbacks::{Callback, stoppable, threads, volo_stop};
use crate::error::{Failure, volo_error};
use crate::moves::volo_move;
use crate::position::volo_position;
use crate::text::optional_text;

/// What to play.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_games {
    pub size: usize,
    /// The first position of each game.
    pub start: volo_position,
    /// The seed. A game depends on the seed and on its number alone.
    pub seed: u64,
    /// The number of the first game. Later calls can go on with other numbers.
    pub first: u64,
    /// The number of games.
    pub games: usize,
    /// The number of plies after which a game is truncated; 0 for 2,000.
    pub max_plies: u32,
    /// The number of threads; 0 for one. The results are the same for any number.
    pub threads: u32,
    /// How Orange chooses moves: a name of `VOLO_LIST_POLICIES`, or an engine such as "engine:400". NULL means "uniform".
    pub orange: *const c_char,
    /// How Blue chooses moves. NULL means "uniform".
    pub blue: *const c_char,
}

/// Where the results of games are written. Each pointer is NULL, or an array with an item for each game.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_results {
    pub size: usize,
    /// The winner: `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW` or `VOLO_TRUNCATED`.
    pub winner: *mut i8,
    /// `VOLO_FLOCK`, `VOLO_PASSES`, `VOLO_STUCK` or `VOLO_NO_REASON`.
    pub reason: *mut i8,
    /// The number of plies.
    pub plies: *mut i32,
    /// The number of Orange's birds at the end.
    pub orange_birds: *mut i16,
    /// The number of Blue's birds at the end.
    pub blue_birds: *mut i16,
    /// The number of adds.
    pub adds: *mut i32,
    /// The number of flights.
    pub flights: *mut i32,
    /// The number of passes.
    pub passes: *mut i32,
    /// The number of flights that removed birds of the opponent (ruling R15).
    pub clearings: *mut i32,
    /// Whether the last move handed the win to the opponent (ruling R18).
    pub handed_over: *mut u8,
    /// The sum of the numbers of legal moves before each ply. Counting them takes time.
    pub legal_moves: *mut i64,
}

options!(volo_games, volo_results);

/// Declares the places of `volo_results`, by the names that the core and C give to its columns.
macro_rules! columns {
    ($($name:ident: $Number:ty,)*) => {
        struct Columns {
            $($name: Outputs<$Number>,)*
        }

        impl Columns {
            /// # Safety
            /// Each pointer is NULL, or `games` items can be written there until the end of the call.
            unsafe fn new(results: volo_results, games: usize) -> Result<Columns, Failure> {
                // A column has no places if its pointer is NULL.
                let room = |is_null| if is_null { 0 } else { games };
                Ok(Columns {
                    // SAFETY: The caller of this function promises what `outputs` asks for.
                    $($name: unsafe { outputs(results.$name, room(results.$name.is_null()), stringify!($name)) }?,)*
                })
            }

            fn write(self, played: Playouts) {
                $(self.$name.write(played.$name.into_iter().map(<$Number>::from));)*
            }
        }
    };
}

columns! {
    winner: i8,
    reason: i8,
    plies: i32,
    orange_birds: i16,
    blue_birds: i16,
    adds: i32,
    flights: i32,
    passes: i32,
    clearings: i32,
    handed_over: u8,
    legal_moves: i64,
}

/// What to play, and the number of threads.
///
/// # Safety
/// `games` is null or can be read, and so are its texts.
unsafe fn read_games(
    games: *const volo_games,
) -> Result<(PlayoutOptions<'static, AnyPolicy>, usize), Failure> {
    // SAFETY: The caller of this function promises what these functions ask for.
    let (games, orange, blue) = unsafe {
        let games = options(games, "games")?;
        (games, optional_text(games.orange, "orange")?, optional_text(games.blue, "blue")?)
    };
    let policy = |text: Option<&str>| text.map_or(Ok(AnyPolicy::default()), str::parse);
    let mut options = PlayoutOptions::new(games.start.try_into()?, games.games)
        .with_seed(games.seed)
        .with_first(games.first);
    if games.max_plies > 0 {
        options.max_plies = games.max_plies;
    }
    let policies = ByColor::new(policy(orange)?, policy(blue)?);
    Ok((options.with_policies(policies), threads(games.threads)?))
}

/// Plays games between random players or engines.
///
/// The moves of all games are written to `moves`, one game after the other; `plies` in the results says how many each
/// game has. `moves` and `count` may be NULL: then the moves are not recorded. `stop` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_play_games(
    games: *const volo_games,
    results: *const volo_results,
    moves: *mut volo_move,
    capacity: usize,
    count: *mut usize,
    stop: volo_stop,
    context: *mut c_void,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        (mut plan, threads) = read_games(games),
        results = options(results, "results"),
        moves = outputs(moves, capacity, "moves"),
        count = optional_output(count, "count"),
        stop = Callback::new(stop, context);
        {
            // SAFETY: The caller passes arrays with an item for each game, as volo.h says.
            let columns = unsafe { Columns::new(results, plan.games) }?;
            plan.record = capacity > 0 || count.is_some();
            plan.count_moves = !results.legal_moves.is_null();
            let mut played =
                stoppable(stop, |stop| play_games(&plan.until(stop), threads))??;
            let recorded = std::mem::take(&mut played.moves);
            if let Some(count) = count {
                count.write(recorded.len());
            }
            moves.write(recorded);
            columns.write(played);
        }
    )
}
