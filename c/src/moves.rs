//! Moves.

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};

use volo_rules::bindings::{legal_codes_into, move_on};
use volo_rules::{Edge, Move, Position, Space};

use crate::border::{output, outputs};
use crate::callbacks::{Callback, volo_random};
use crate::error::{Failure, volo_error};
use crate::position::{read_position, volo_position};
use crate::rules::edge as edge_of;
use crate::spaces::volo_space;
use crate::text::{read_text, text_output};

/// A move and the edge of its sky, packed into a number. `volo_move_describe` unpacks it. Two moves are equal if their
/// numbers are. The number of a pass depends only on the edge.
pub type volo_move = u32;

/// A number that no move has.
pub const VOLO_NO_MOVE: u32 = 0xFFFF_FFFF;

const _: () = assert!(VOLO_NO_MOVE == volo_move::MAX);

/// A player adds a bird (ruling R6).
pub const VOLO_ADD: i32 = 0;
/// A line of birds flies (ruling R9).
pub const VOLO_FLY: i32 = 1;
/// A player passes (ruling R13).
pub const VOLO_PASS: i32 = 2;

/// The parts of a move. A part that a kind of move does not have is 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_move_description {
    /// `VOLO_ADD`, `VOLO_FLY` or `VOLO_PASS`.
    pub kind: i32,
    /// The length of the edge of the sky.
    pub edge: i32,
    /// The space of an add, or the spaces of a line before its flight: the lower end first, in a row the left one.
    pub from: [volo_space; 16],
    /// The spaces of the line after the flight, in the same order.
    pub to: [volo_space; 16],
    /// The number of birds that fly.
    pub length: i32,
    /// The direction of the flight: a number of `VOLO_LIST_DIRECTIONS`.
    pub direction: i32,
    /// The number of steps of the flight.
    pub distance: i32,
    /// A space of the region to keep, if the flight divides the opponent (ruling R15).
    pub keep: volo_space,
}

thread_local! {
    /// A buffer for moves that each thread keeps between calls.
    static CODES: RefCell<Vec<volo_move>> = const { RefCell::new(Vec::new()) };
}

/// Reads a move for the sky of an edge: "c5", "b2-NE3", "b2:b4-NE3", "b2:b4-NE3/g6" or "pass". It may be illegal in every
/// position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_move_parse(
    edge: i32,
    text: *const c_char,
    mv: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = read_text(text, "text"), mv = output(mv, "mv"); {
        let edge = edge_of(edge)?;
        let parsed = Move::parse(text, edge.sky()).map_err(|error| Failure::of_move(text, &error))?;
        mv.write(parsed.code(edge));
    })
}

/// Writes the text of a move, which has fewer than 24 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_move_text(
    mv: volo_move,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = text_output(text, capacity, length); {
        let (mv, edge) = move_of(mv)?;
        text.write(mv.display(edge.sky()));
    })
}

/// Writes the parts of a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_move_describe(
    mv: volo_move,
    description: *mut volo_move_description,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, description = output(description, "description"); {
        let (mv, edge) = move_of(mv)?;
        let mut parts = volo_move_description {
            kind: VOLO_PASS,
            edge: edge.length().into(),
            from: [0; 16],
            to: [0; 16],
            length: 0,
            direction: 0,
            distance: 0,
            keep: 0,
        };
        match mv {
            Move::Pass => {}
            Move::Add(space) => {
                parts.kind = VOLO_ADD;
                parts.from = spaces([Some(space)]);
            }
            Move::Fly(flight) => {
                let landed = flight.line.step(flight.direction, flight.distance);
                parts.kind = VOLO_FLY;
                parts.from = spaces(flight.line.spaces());
                parts.to = spaces(landed.into_iter().flat_map(|line| line.spaces()));
                parts.length = flight.line.length.into();
                parts.direction = flight.direction as i32;
                parts.distance = flight.distance.into();
                parts.keep = flight.keep.map_or(0, Space::index);
            }
        }
        description.write(parts);
    })
}

/// Writes the legal moves of a position, always in the same order. There are none if the game is over.
///
/// With a capacity of 0, the moves are only counted, which is faster. In games, a position rarely has more than 300.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_legal_moves(
    position: *const volo_position,
    moves: *mut volo_move,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        moves = outputs(moves, capacity, "moves"),
        count = output(count, "count");
        {
            if capacity == 0 {
                count.write(position.count_moves() as usize);
                return Ok(());
            }
            CODES.with_borrow_mut(|codes| {
                legal_codes_into(&position, codes);
                count.write(codes.len());
                moves.copy(codes);
            });
        }
    )
}

/// Draws one of the legal moves, each equally likely, with the numbers that `random` returns, usually one or two. The same
/// numbers give the same move on every machine. If the game is over, the move is `VOLO_NO_MOVE`.
///
/// This is faster than choosing from `volo_legal_moves`. For whole games, `volo_play_games` is faster.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_random_move(
    position: *const volo_position,
    random: volo_random,
    context: *mut c_void,
    mv: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        position = read_position(position),
        random = Callback::new(random, context),
        mv = output(mv, "mv");
        {
            let random = random.ok_or_else(|| Failure::argument("random is NULL"))?;
            let drawn = position.random_move(|| random.number());
            mv.write(drawn.map_or(VOLO_NO_MOVE, |drawn| drawn.code(position.rules().edge())));
        }
    )
}

/// Reads a legal move of a position. The text may name the region to keep by any of its spaces. The move names it by
/// the lowest, then leftmost space, as `volo_legal_moves` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_parse_legal_move(
    position: *const volo_position,
    text: *const c_char,
    mv: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), text = read_text(text, "text"), mv = output(mv, "mv"); {
        let legal = position.parse_move(text).map_err(|error| Failure::of_move(text, &error))?;
        mv.write(legal.code(position.rules().edge()));
    })
}

/// Writes 1 if a move is legal, and 0 otherwise. The move may name the region to keep by any of its spaces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_is_legal(
    position: *const volo_position,
    mv: volo_move,
    is_legal: *mut i32,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), is_legal = output(is_legal, "is_legal"); {
        is_legal.write(position.is_legal(move_for(&position, mv)?).into());
    })
}

/// Writes 1 if the player to move has a move that wins at once (rulings R17 and R14b), and 0 otherwise, also if the game is
/// over. This is much faster than playing each legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_can_win(
    position: *const volo_position,
    can_win: *mut i32,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), can_win = output(can_win, "can_win"); {
        can_win.write(position.can_win().into());
    })
}

/// Writes a legal move as `volo_legal_moves` does: it names the region to keep by its lowest, then leftmost space.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_normalize(
    position: *const volo_position,
    mv: volo_move,
    normalized: *mut volo_move,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), normalized = output(normalized, "normalized"); {
        let legal = position.normalize(move_for(&position, mv)?)?;
        normalized.write(legal.code(position.rules().edge()));
    })
}

/// Writes the position after a move. `next` may be the same pointer as `position`.
///
/// An illegal move is the error `VOLO_ERROR_MOVE`, with the ruling that it breaks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_play(
    position: *const volo_position,
    mv: volo_move,
    next: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), next = output(next, "next"); {
        next.write((&position.play(move_for(&position, mv)?)?).into());
    })
}

pub(crate) fn move_of(code: volo_move) -> Result<(Move, Edge), Failure> {
    Move::from_code(code).ok_or_else(|| Failure::argument(format!("{code} is not the number of a move")))
}

pub(crate) fn move_for(position: &Position, code: volo_move) -> Result<Move, Failure> {
    let (mv, own) = move_of(code)?;
    move_on(mv, own, position.rules().edge()).map_err(Failure::argument)
}

/// The numbers of spaces, and zeros after them. The longest line has 14 spaces.
fn spaces(line: impl IntoIterator<Item = Option<Space>>) -> [volo_space; 16] {
    let mut numbers = [0; 16];
    for (number, space) in numbers.iter_mut().zip(line) {
        *number = space.map_or(0, Space::index);
    }
    numbers
}
