//! Perft.

use std::ffi::{c_int, c_void};

use crate::border::output;
use crate::error::{Failure, volo_error};
use crate::position::{position as read_position, volo_position};
use crate::stop::{Stop, stoppable, threads as number_of_threads, volo_stop};

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
        stop = Stop::new(stop, context),
        nodes = output(nodes, "nodes");
        {
            let threads = number_of_threads(threads);
            let (counted, is_stopped) = stoppable(stop, |flag| position.perft_until(depth, threads, flag))?;
            if is_stopped {
                return Err(Failure::stopped());
            }
            nodes.write(counted);
            Ok(())
        }
    )
}
