//! Actions: moves as small numbers, for learners.

use std::ffi::{c_char, c_int};

use volo_rules::learning::{ActionSpace, Decision};

use crate::border::{input, list, output, outputs};
use crate::error::{Failure, volo_error};
use crate::moves::{VOLO_NO_MOVE, move_for, move_of, volo_move};
use crate::position::{read_position, volo_position};
use crate::rules::edge as edge_of;
use crate::symmetry::symmetry_of;
use crate::text::text_output;

/// An action: the number, from 0, of what a player decides. A turn is one decision, or two if a flight divides the opponent
/// (ruling R15). The numbers never change between versions.
pub type volo_action = u16;

/// A decision: a position, and the flight for which the player must now choose the region to keep, if any. Like a position,
/// it is a value. Begin with `volo_decision_start`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_decision {
    /// The position at the beginning of the turn.
    pub position: volo_position,
    /// The flight that was chosen, or `VOLO_NO_MOVE` for the first decision of a turn.
    pub chosen: volo_move,
    /// Always 0.
    pub reserved: u32,
}

impl From<&Decision> for volo_decision {
    fn from(decision: &Decision) -> volo_decision {
        let position = decision.position();
        let chosen =
            decision.chosen().map(|flight| volo_rules::Move::Fly(flight).code(position.rules().edge()));
        volo_decision { position: (&position).into(), chosen: chosen.unwrap_or(VOLO_NO_MOVE), reserved: 0 }
    }
}

/// The decision of a pointer.
///
/// # Safety
/// Like [`input`].
pub(crate) unsafe fn read_decision(decision: *const volo_decision) -> Result<Decision, Failure> {
    // SAFETY: The caller of this function promises what `input` asks for.
    let decision = unsafe { input(decision, "decision") }?;
    let position = decision.position.try_into()?;
    match decision.chosen {
        VOLO_NO_MOVE => Ok(Decision::new(position)),
        chosen => Ok(Decision::choose(position, move_for(&position, chosen)?)?),
    }
}

/// Writes the number of actions on the sky of an edge: 1,201, 4,513, 11,965, 25,981 and 49,525 for the edges 4 to 8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_action_count(edge: i32, count: *mut usize, error: *mut volo_error) -> c_int {
    attempt!(error, count = output(count, "count"); {
        count.write(ActionSpace::new(edge_of(edge)?).size());
    })
}

/// Writes the text of an action: "c5", "pass", "b2:b4-NE3", or "/g6" to keep the region of g6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_action_text(
    edge: i32,
    action: volo_action,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = text_output(text, capacity, length); {
        let space = ActionSpace::new(edge_of(edge)?);
        let name = space.name(action).ok_or_else(|| {
            Failure::argument(format!("action {action} is out of range: there are {} actions", space.size()))
        })?;
        text.write(name);
    })
}

/// Writes the one or two actions of a move. The second one chooses the region to keep.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_move_actions(
    mv: volo_move,
    actions: *mut volo_action,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, actions = list(actions, capacity, count, "actions"); {
        let (mv, edge) = move_of(mv)?;
        let (first, second) = ActionSpace::new(edge).of(mv)?;
        actions.write([first].into_iter().chain(second));
    })
}

/// Writes the image of each action under a symmetry, in the order of the actions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_action_images(
    edge: i32,
    symmetry: i32,
    images: *mut volo_action,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, images = list(images, capacity, count, "images"); {
        images.write(ActionSpace::new(edge_of(edge)?).transform(symmetry_of(symmetry)?));
    })
}

/// Writes the first decision of the player to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_decision_start(
    position: *const volo_position,
    decision: *mut volo_decision,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), decision = output(decision, "decision"); {
        decision.write((&Decision::new(position)).into());
    })
}

/// Writes the decision after an action: the second one of this turn, or the first one of the next turn. `next` may be the
/// same pointer as `decision`.
///
/// An illegal action is the error `VOLO_ERROR_MOVE`, with the ruling that it breaks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_decision_step(
    decision: *const volo_decision,
    action: volo_action,
    next: *mut volo_decision,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, decision = read_decision(decision), next = output(next, "next"); {
        next.write((&decision.step(action)?).into());
    })
}

/// Writes the move of an action. If the action is a flight that divides the opponent, the move names no region to keep.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_decision_move(
    decision: *const volo_decision,
    action: volo_action,
    mv: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, decision = read_decision(decision), mv = output(mv, "mv"); {
        let edge = decision.position().rules().edge();
        mv.write(decision.move_of(action)?.code(edge));
    })
}

/// Writes the legal actions in ascending order. There are none if the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_legal_actions(
    decision: *const volo_decision,
    actions: *mut volo_action,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, decision = read_decision(decision), actions = list(actions, capacity, count, "actions"); {
        actions.write(decision.legal_actions());
    })
}

/// Writes a byte for each action: 1 if it is legal, and 0 otherwise. The capacity must be at least the number of actions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_action_mask(
    decision: *const volo_decision,
    mask: *mut u8,
    capacity: usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, decision = read_decision(decision), mask = outputs(mask, capacity, "mask"); {
        let size = decision.action_space().size();
        if mask.capacity() < size {
            return Err(Failure::argument(format!("the mask has {} bytes, and needs {size}", mask.capacity())));
        }
        decision.legal_mask_into(mask.zeroed(size));
    })
}
