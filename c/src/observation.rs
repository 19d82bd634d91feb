//! Observations: positions as planes of numbers, for learners.

use std::ffi::c_int;

use volo_rules::Color;
use volo_rules::learning::{DECISION_PLANES, Decision, OBSERVATION_SIDE, View};

use crate::actions::{read_decision, volo_decision};
use crate::border::{Output, Outputs, optional, output, outputs};
use crate::error::{Failure, volo_error};
use crate::rules::numbered;
use crate::symmetry::symmetry_of;

/// The number of planes: sky, own birds, other birds, vacant, turn, passes, own hand, other hand, pass rule, end rule,
/// and the line of the chosen flight before and after it. The page of observations in the documentation explains them.
pub const VOLO_PLANES: usize = 12;

/// The numbers of the largest planes.
const MOST_NUMBERS: usize = VOLO_PLANES * OBSERVATION_SIDE * OBSERVATION_SIDE;

const _: () = assert!(DECISION_PLANES.len() == VOLO_PLANES);

/// How a decision is observed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_view {
    pub size: usize,
    /// The number of rows, and of columns, of a plane: 7, 9, 11, 13 or 15, and at least 2 * edge - 1; 0 for 2 * edge - 1.
    pub side: i32,
    /// The player whose birds are the own ones: 0 for the player to move, 1 for Orange, 2 for Blue.
    pub seen_by: i32,
    /// The symmetry by which the position is transformed first.
    pub symmetry: i32,
}

options!(volo_view);

/// Writes `VOLO_PLANES` planes of bytes. `view` may be NULL, which means planes as large as the sky, for the player to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_observe(
    decision: *const volo_decision,
    view: *const volo_view,
    planes: *mut u8,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        decision = read_decision(decision),
        view = optional(view, "view"),
        planes = outputs(planes, capacity, "planes"),
        count = output(count, "count");
        { observe(&decision, view, planes, count)?; }
    )
}

/// Writes the planes of `volo_observe` as numbers of the type `float`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_observe_float(
    decision: *const volo_decision,
    view: *const volo_view,
    planes: *mut f32,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        decision = read_decision(decision),
        view = optional(view, "view"),
        planes = outputs(planes, capacity, "planes"),
        count = output(count, "count");
        { observe(&decision, view, planes, count)?; }
    )
}

fn observe<T: Copy + From<u8>>(
    decision: &Decision,
    wanted: volo_view,
    planes: Outputs<T>,
    count: Output<usize>,
) -> Result<(), Failure> {
    let mut view = View::of(decision.position().rules().edge());
    if wanted.side != 0 {
        view.side = usize::try_from(wanted.side).unwrap_or(usize::MAX);
    }
    let players = [None, Some(Color::Orange), Some(Color::Blue)];
    view.player = *numbered(&players, wanted.seen_by, "seen_by", Failure::argument)?;
    view.symmetry = symmetry_of(wanted.symmetry)?;
    // The core refuses a side that is too large.
    let size = VOLO_PLANES.saturating_mul(view.side).saturating_mul(view.side).min(MOST_NUMBERS);
    let mut numbers = [T::from(0); MOST_NUMBERS];
    decision.observe_into(view, numbers.get_mut(..size).unwrap_or_default())?;
    planes.write(numbers.into_iter().take(size));
    count.write(size);
    Ok(())
}
