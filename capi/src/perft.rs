//! Perft.

use std::ffi::{c_int, c_void};

use crate::border::output;
use crate::error::volo_error;
use crate::position::{position as read_position, volo_position};
use crate::stop::{Callback, stoppable, threads as number_of_threads, volo_stop};

/// Counts the legal move sequences of `depth` plies. `threads` is the number of threads, and 0 means one. `stop` may be
/// NULL.
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
            let threads = number_of_threads(threads);
            nodes.write(stoppable(stop, |stop| position.perft_until(depth, threads, stop))??);
            Ok(())
        }
    )
}
