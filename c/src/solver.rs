//! The solver.

use std::ffi::{c_int, c_void};
use std::time::Instant;

use volo_rules::bindings::stoppable::shortest_win;
use volo_rules::solver::{SolveOptions, Solver, Value};

use crate::border::{list, optional, output};
use crate::callbacks::{Callback, seconds, stoppable, threads, volo_stop};
use crate::error::{Failure, volo_error};
use crate::moves::volo_move;
use crate::position::{read_position, volo_position};

/// The player to move can force a win.
pub const VOLO_VALUE_WIN: i32 = 0;
/// The opponent can force a win.
pub const VOLO_VALUE_LOSS: i32 = 1;
/// Neither player can force a win.
pub const VOLO_VALUE_DRAW: i32 = 2;
/// A limit or the callback ended the search before the value was known.
pub const VOLO_VALUE_UNKNOWN: i32 = 3;

// The numbers are those of the core.
const _: () = assert!(VOLO_VALUE_WIN == Value::Win as i32 && VOLO_VALUE_LOSS == Value::Loss as i32);
const _: () = assert!(Value::ALL.len() == 4);
const _: () = assert!(VOLO_VALUE_DRAW == Value::Draw as i32 && VOLO_VALUE_UNKNOWN == Value::Unknown as i32);

/// The limits of a search for the value of a position. A field that is 0 has its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_solve_options {
    pub size: usize,
    /// The number of positions to search at most; 0 for no limit.
    pub nodes: u64,
    /// The time in seconds; 0 for no limit.
    pub seconds: f64,
    /// The size of the table in bytes; 0 for 256 MiB.
    pub table_bytes: u64,
    /// The number of threads; 0 for one. More than 8 are not used. The result is the same for any number.
    pub threads: u32,
}

options!(volo_solve_options);

/// The value of a position.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_solution {
    /// `VOLO_VALUE_WIN`, `VOLO_VALUE_LOSS`, `VOLO_VALUE_DRAW` or `VOLO_VALUE_UNKNOWN`, for the player to move.
    pub value: i32,
    /// The number of plies in which the winner can force the win, whatever the loser does; -1 if it is not known. A
    /// shorter win may exist.
    pub plies: i32,
    /// The number of positions that were searched.
    pub nodes: u64,
}

/// Finds the value of a position, within limits.
///
/// The moves of a game in which the winner plays a winning strategy and the loser the longest defense against it are
/// written to `line`. `options` and `stop` may be NULL. If `stop` stops the search, the value is
/// `VOLO_VALUE_UNKNOWN`, unless it was already found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_solve(
    position: *const volo_position,
    options: *const volo_solve_options,
    stop: volo_stop,
    context: *mut c_void,
    solution: *mut volo_solution,
    line: *mut volo_move,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        options = optional(options, "options"),
        stop = Callback::new(stop, context),
        solution = output(solution, "solution"),
        line = list(line, capacity, count, "line");
        {
            let (limits, bytes) = read_options(options)?;
            let mut solver = Solver::new(position.rules(), bytes)?;
            let solved =
                stoppable(stop, |stop| solver.solve(&position, &limits.until(stop)))??;
            solution.write(volo_solution {
                value: solved.value as i32,
                plies: plies(solved.plies),
                nodes: solved.nodes,
            });
            let edge = position.rules().edge();
            line.write(solved.line.into_iter().map(|mv| mv.code(edge)));
        }
    )
}

/// Finds the least number of plies, up to `most_plies`, in which the player to move can force a win, and all moves that
/// force it. `plies` is -1 if there is no such win.
///
/// `most_plies` above 99 counts as 99. `nodes` is the number of positions to search at most; 0 for no limit. `searched`
/// is the number of plies for which the search is complete. If there is no win and it is less than `most_plies`, the
/// limit or `stop` ended the search. `stop` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_shortest_win(
    position: *const volo_position,
    most_plies: u32,
    nodes: u64,
    stop: volo_stop,
    context: *mut c_void,
    plies: *mut i32,
    searched: *mut u32,
    moves: *mut volo_move,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        stop = Callback::new(stop, context),
        plies = output(plies, "plies"),
        searched = output(searched, "searched"),
        moves = list(moves, capacity, count, "moves");
        {
            let nodes = Some(nodes).filter(|&nodes| nodes > 0);
            let found =
                stoppable(stop, |stop| shortest_win(&position, most_plies, nodes, stop))?;
            plies.write(crate::solver::plies(found.plies));
            searched.write(found.searched);
            let edge = position.rules().edge();
            moves.write(found.moves.into_iter().map(|mv| mv.code(edge)));
        }
    )
}

/// As in Python, because the result may depend on it.
const DEFAULT_BYTES: usize = 256 << 20;

fn read_options(options: volo_solve_options) -> Result<(SolveOptions<'static>, usize), Failure> {
    let mut limits = SolveOptions::default().with_threads(threads(options.threads)?);
    limits.nodes = Some(options.nodes).filter(|&nodes| nodes > 0);
    limits.deadline = seconds(options.seconds)?.and_then(|time| Instant::now().checked_add(time));
    let bytes = match options.table_bytes {
        0 => DEFAULT_BYTES,
        bytes => usize::try_from(bytes).unwrap_or(usize::MAX),
    };
    Ok((limits, bytes))
}

fn plies(plies: Option<u32>) -> i32 {
    plies.and_then(|plies| i32::try_from(plies).ok()).unwrap_or(-1)
}
