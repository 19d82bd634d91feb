//! The engine.

use std::ffi::{c_char, c_int, c_void};
use std::sync::Mutex;

use volo_rules::bindings::check_earlier;
use volo_rules::engine::{Clock, Engine, EngineOptions, Info, Level, Limit, Request, evaluate};
use volo_rules::{ByColor, Color, Position};

use crate::border::{array, free, handle, locked, new_handle, optional, options, output, outputs};
use crate::callbacks::{Callback, duration, reporting, seconds, threads, volo_stop};
use crate::error::{Failure, characters, volo_error};
use crate::moves::{VOLO_NO_MOVE, volo_move};
use crate::position::{read_position, volo_position};

/// An engine, which finds good moves. `volo_engine_free` frees it. It serves one call at a time.
pub struct volo_engine(Mutex<Engine>);

/// The options of an engine. A field that is 0 has its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_engine_options {
    pub size: usize,
    /// The number of threads that search; 0 for one.
    pub threads: u32,
    /// How strong the engine plays, from 1, a beginner, to 12; 0 for 12.
    pub level: u32,
    /// The size of the table of known positions in bytes; 0 for 64 MiB.
    pub table_bytes: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// When a search ends: as soon as one of the limits is reached. 0 means that there is no such limit.
///
/// The search takes a share of the time that the player to move has left. If one of the four numbers of the clocks is not
/// 0, both players have a clock, and one that has 0 seconds left gets a move at once.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_limit {
    pub size: usize,
    /// The time in seconds.
    pub seconds: f64,
    /// The number of positions that all threads together may search.
    pub nodes: u64,
    /// The number of plies to look ahead, 1 to 60.
    pub depth: u32,
    /// The number of moves after which the players get more time; 0 if they get none.
    pub remaining_moves: u32,
    /// The time in seconds that Orange has left in the game.
    pub orange_clock: f64,
    /// The time in seconds that Blue has left in the game.
    pub blue_clock: f64,
    /// The time in seconds that Orange gets for each move in addition.
    pub orange_inc: f64,
    /// The time in seconds that Blue gets for each move in addition.
    pub blue_inc: f64,
}

options!(volo_engine_options, volo_limit);

/// The result of a search for one move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_info {
    /// The expected result for the player to move: 1 is a win, 0 a draw, -1 a loss.
    pub expected: f64,
    /// The number of plies in which the player to move wins at the latest, if this is proved; otherwise -1. A shorter win
    /// may exist: see `volo_shortest_win`.
    pub win_in: i32,
    /// The number of plies in which the player to move loses at the latest if the opponent plays well, if this is proved;
    /// otherwise -1. The opponent may be able to win sooner.
    pub loss_in: i32,
    /// The number of plies that the search looked ahead.
    pub depth: u32,
    /// The number of moves in `pv`. It is 0 if the game is over.
    pub length: u32,
    /// The expected moves, beginning with the best one, at most 64 of them. The other places are `VOLO_NO_MOVE`.
    pub pv: [volo_move; 64],
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The number of positions searched in a second; 0 if the search took no time.
    pub nodes_per_second: u64,
    /// The time of the search in seconds.
    pub seconds: f64,
    /// The score as text, such as "+0.250" or "win in 5".
    pub score: [c_char; 16],
}

/// A function of the caller that gets the best moves after each depth of a search, as `volo_engine_search` writes them, and
/// stops the search by returning a number that is not 0. It is called with the `context` that was passed with it, on the
/// thread that called the library, and the search waits for it. `infos` are valid until it returns. It must return
/// normally, without an exception or `longjmp`.
pub type volo_report =
    Option<unsafe extern "C" fn(context: *mut c_void, infos: *const volo_info, count: usize) -> c_int>;

impl volo_info {
    fn new(info: &Info) -> volo_info {
        let Info { edge, score, pv: ref moves, depth, nodes, time } = *info;
        let mut pv = [VOLO_NO_MOVE; 64];
        for (place, mv) in pv.iter_mut().zip(moves) {
            *place = mv.code(edge);
        }
        let plies = |plies: Option<u16>| plies.map_or(-1, i32::from);
        volo_info {
            expected: score.expected(),
            win_in: plies(score.win_in()),
            loss_in: plies(score.loss_in()),
            depth,
            length: moves.len().min(pv.len()) as u32,
            pv,
            nodes,
            nodes_per_second: info.nodes_per_second(),
            seconds: time.as_secs_f64(),
            score: characters(&score.to_string()),
        }
    }
}

/// Makes an engine. `options` may be NULL. A table of many gigabytes takes seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_engine_new(
    options: *const volo_engine_options,
    engine: *mut *mut volo_engine,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, options = optional(options, "options"), engine = output(engine, "engine"); {
        let mut wanted = EngineOptions::default();
        wanted.threads = threads(options.threads)?;
        wanted.seed = options.seed;
        if options.table_bytes > 0 {
            wanted.table_bytes = usize::try_from(options.table_bytes).unwrap_or(usize::MAX);
        }
        if options.level > 0 {
            let level = u8::try_from(options.level).ok().and_then(Level::new);
            wanted.level = level.ok_or_else(|| {
                let (least, most) = (Level::BEGINNER, Level::FULL);
                Failure::argument(format!("the level must be {least} to {most}, not {}", options.level))
            })?;
        }
        engine.write(new_handle(volo_engine(Mutex::new(Engine::new(wanted)?))));
    })
}

/// Searches for the best moves of a position until a limit is reached, the result is proved, or `stop` stops it.
///
/// `earlier` are the earlier positions of the game, `earlier_count` of them: a move that repeats one of them counts as a
/// draw. `earlier` may be NULL if there are none. `stop` may be NULL if there is a limit. `report` may be NULL; both
/// functions get the same `context`.
///
/// The search finds as many best moves as there is room for in `infos`, the best one first. The capacity is at least 1.
/// If `stop` or `report` stops it, the results so far are written, and that is not an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_engine_search(
    engine: *mut volo_engine,
    position: *const volo_position,
    earlier: *const volo_position,
    earlier_count: usize,
    limit: *const volo_limit,
    stop: volo_stop,
    report: volo_report,
    context: *mut c_void,
    infos: *mut volo_info,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        engine = handle(engine, "engine"),
        position = read_position(position),
        earlier = array(earlier, earlier_count, "earlier"),
        limit = options(limit, "limit"),
        stop = Callback::new(stop, context),
        report = Callback::new(report, context),
        infos = outputs(infos, capacity, "infos"),
        count = output(count, "count");
        {
            let limit = limit_of(limit, position.turn())?;
            if capacity == 0 {
                return Err(Failure::argument("the capacity of `infos` must be at least 1"));
            }
            if limit == Limit::NONE && stop.is_none() {
                return Err(Failure::argument("a search needs a limit or a callback that stops it"));
            }
            let mut engine = locked(&engine.0, "engine")?;
            let earlier = converted(earlier)?;
            check_earlier(&engine, earlier.len())?;
            let request =
                Request::new(&position, limit).with_earlier(&earlier).with_lines(capacity);
            let searcher: &mut Engine = &mut engine;
            let is_reported = report.is_some();
            let found = reporting(stop, report, |stop, report| {
                searcher.search_with(&request.until(stop), |infos| {
                    if is_reported {
                        report(infos.iter().map(volo_info::new).collect());
                    }
                })
            })?;
            count.write(found.len().min(capacity));
            infos.write(found.iter().map(volo_info::new));
        }
    )
}

/// Writes the expected result for the player to move, without a search: 1 is a win, 0 a draw, -1 a loss. It is an
/// estimate, or the result of the game if it is over. It does not see that a player can win at once: see `volo_can_win`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_evaluate(
    position: *const volo_position,
    expected: *mut f64,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), expected = output(expected, "expected"); {
        expected.write(evaluate(&position).expected());
    })
}

/// Removes all results that the engine has stored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_engine_clear(engine: *mut volo_engine, error: *mut volo_error) -> c_int {
    attempt!(error, engine = handle(engine, "engine"); {
        locked(&engine.0, "engine")?.clear();
    })
}

/// Frees an engine. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_engine_free(engine: *mut volo_engine) {
    // SAFETY: The caller passes NULL, or an engine of `volo_engine_new` for the last time.
    unsafe { free(engine) };
}

fn converted(positions: &[volo_position]) -> Result<Vec<Position>, Failure> {
    let mut converted = Vec::new();
    let room = converted.try_reserve_exact(positions.len());
    room.map_err(|_| Failure::memory("not enough memory for the earlier positions"))?;
    for &position in positions {
        converted.push(position.try_into()?);
    }
    Ok(converted)
}

fn limit_of(limit: volo_limit, mover: Color) -> Result<Limit, Failure> {
    let clock = |left, increment| -> Result<Clock, Failure> {
        Ok(Clock::new(duration(left)?).with_increment(duration(increment)?))
    };
    let clocks =
        ByColor::new(clock(limit.orange_clock, limit.orange_inc)?, clock(limit.blue_clock, limit.blue_inc)?);
    let mut wanted = Limit::NONE;
    wanted.time = seconds(limit.seconds)?;
    wanted.nodes = Some(limit.nodes).filter(|&nodes| nodes > 0);
    wanted.depth = Some(limit.depth).filter(|&depth| depth > 0);
    let numbers = [limit.orange_clock, limit.blue_clock, limit.orange_inc, limit.blue_inc];
    if numbers.iter().any(|&seconds| seconds != 0.0) {
        let clock = match limit.remaining_moves {
            0 => clocks[mover],
            moves => clocks[mover].with_moves_to_go(moves),
        };
        wanted.time = wanted.time.into_iter().chain([clock.budget()]).min();
    }
    Ok(wanted)
}
