//! Perft.

use std::ffi::{c_int, c_void};

use volo_rules::{MAX_PERFT_DEPTH, Threads};

use crate::border::output;
use crate::error::{Failure, volo_error};
use crate::position::{position as read_position, volo_position};
use crate::stop::{Callback, stoppable, threads as number_of_threads, volo_stop};

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
            if depth > MAX_PERFT_DEPTH {
                return Err(Failure::argument(format!("the depth must be 0 to {MAX_PERFT_DEPTH}, not {depth}")));
            }
            nodes.write(stoppable(stop, |stop| position.perft_on(depth, Threads::new(threads).until(stop)))??);
            Ok(())
        }
    )
}
