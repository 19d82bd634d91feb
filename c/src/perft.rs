//! Perft, and its counts of each move.

use std::ffi::{c_int, c_void};

use volo_rules::{MAX_PERFT_DEPTH, Threads};

use crate::border::{list, output};
use crate::callbacks::{Callback, stoppable, threads as number_of_threads, volo_stop};
use crate::error::{Failure, volo_error};
use crate::position::{read_position, volo_position};

/// Counts the legal move sequences of `depth` plies, 0 to 64. `threads` is the number of threads, up to 256; 0 means one.
/// `stop` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_perft(
    position: *const volo_position,
    depth: u32,
    threads: u32,
    stop: volo_stop,
    context: *mut c_void,
    nodes: *mut u64,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        stop = Callback::new(stop, context),
        nodes = output(nodes, "nodes");
        {
            let threads = number_of_threads(threads)?;
            check_depth(depth)?;
            nodes.write(stoppable(stop, |stop| position.perft_on(depth, Threads::new(threads).until(stop)))??);
        }
    )
}

/// Writes the number of move sequences of `depth` plies that begin with each legal move, in the order of
/// `volo_legal_moves`: the parts of `volo_perft`. There are none if `depth` is 0. With a capacity of 0, the legal moves are
/// only counted. `stop` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_divide(
    position: *const volo_position,
    depth: u32,
    threads: u32,
    stop: volo_stop,
    context: *mut c_void,
    nodes: *mut u64,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        stop = Callback::new(stop, context),
        nodes = list(nodes, capacity, count, "nodes");
        {
            let threads = number_of_threads(threads)?;
            check_depth(depth)?;
            // Depth 1 counts each move once, and so their number.
            let depth = if capacity == 0 { depth.min(1) } else { depth };
            let counts = stoppable(stop, |stop| position.divide_on(depth, Threads::new(threads).until(stop)))??;
            nodes.write(counts.into_iter().map(|(_, nodes)| nodes));
        }
    )
}

fn check_depth(depth: u32) -> Result<(), Failure> {
    if depth > MAX_PERFT_DEPTH {
        return Err(Failure::argument(format!("the depth must be 0 to {MAX_PERFT_DEPTH}, not {depth}")));
    }
    Ok(())
}
