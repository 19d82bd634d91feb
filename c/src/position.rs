//! Positions.

use std::ffi::{c_char, c_int};

use volo_rules::bindings::trusted_position;
use volo_rules::notation::{BoardHints, BoardStyle};
use volo_rules::{ByColor, Color, Ending, Outcome, Position, Rules};

use crate::border::{input, list, output};
use crate::error::{Failure, characters, volo_error};
use crate::rules::{numbered, optional_rules, volo_rule_set};
use crate::seal::seal;
use crate::spaces::{volo_region, volo_set};
use crate::text::{read_text, text_output};

/// The player Orange, who begins.
pub const VOLO_ORANGE: i32 = 0;
/// The player Blue.
pub const VOLO_BLUE: i32 = 1;
/// A game without a winner (ruling R14).
pub const VOLO_DRAW: i32 = -1;
/// A game that was truncated after a number of plies.
pub const VOLO_TRUNCATED: i32 = -2;
/// A game that is not over.
pub const VOLO_ONGOING: i32 = -3;

/// All birds of the winner form one flock (rulings R17 and R18).
pub const VOLO_FLOCK: i32 = 0;
/// Two passes in a row (ruling R14).
pub const VOLO_PASSES: i32 = 1;
/// Neither player can add or fly any more (ruling R14b).
pub const VOLO_STUCK: i32 = 2;
/// The game is not over, or was truncated.
pub const VOLO_NO_REASON: i32 = -1;

// The numbers are those of the core.
const _: () = assert!(VOLO_ORANGE == Color::Orange as i32 && VOLO_BLUE == Color::Blue as i32);
const _: () = assert!(VOLO_DRAW == Outcome::DRAW as i32 && VOLO_TRUNCATED == Outcome::TRUNCATED as i32);
const _: () = assert!(VOLO_ONGOING == Outcome::ONGOING as i32 && VOLO_NO_REASON == Ending::NOTHING as i32);
const _: () = assert!(VOLO_FLOCK == Ending::Flock as i32 && VOLO_PASSES == Ending::Passes as i32);
const _: () = assert!(VOLO_STUCK == Ending::Stuck as i32 && Ending::ALL.len() == 3);

/// A position. It is a value: copy it by assignment or `memcpy`, and there is nothing to free.
///
/// Only this library makes positions. Every function checks those that it gets, so any bytes are safe to pass. Positions
/// that one process has made are equal if their bytes are. A position that another process has made is accepted, but
/// checking it takes longer. To store a position, write its text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_position {
    /// Private.
    pub words: [u64; 11],
}

/// The parts of a position.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_description {
    /// The rule set.
    pub rules: volo_rule_set,
    /// The player to move: `VOLO_ORANGE` or `VOLO_BLUE`.
    pub turn: i32,
    /// The number of passes just made: 0, 1 or 2.
    pub passes: i32,
    /// The birds of Orange and of Blue in the sky.
    pub birds: [volo_set; 2],
    /// The vacant spaces.
    pub vacant: volo_set,
    /// The number of birds that Orange and Blue have left to add; -1 if it is unlimited.
    pub in_hand: [i32; 2],
    /// The Zobrist key. Equal positions have equal keys, in every process.
    pub key: u64,
}

/// How a game has ended.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_outcome {
    /// `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW` or `VOLO_ONGOING`.
    pub winner: i32,
    /// `VOLO_FLOCK`, `VOLO_PASSES`, `VOLO_STUCK` or `VOLO_NO_REASON`.
    pub reason: i32,
    /// The ruling by which the game is over, such as "R17"; empty if it is not over.
    pub ruling: [c_char; 8],
    /// A sentence, such as "Blue wins: all birds in one flock"; empty if the game is not over.
    pub message: [c_char; 64],
}

impl From<Option<Outcome>> for volo_outcome {
    fn from(outcome: Option<Outcome>) -> volo_outcome {
        volo_outcome {
            winner: outcome.map_or(Outcome::ONGOING, Outcome::number).into(),
            reason: outcome.map_or(Ending::NOTHING, |outcome| outcome.reason.number()).into(),
            ruling: characters(outcome.map_or("", |outcome| outcome.reason.ruling())),
            message: characters(&outcome.map_or(String::new(), |outcome| outcome.to_string())),
        }
    }
}

impl From<&Position> for volo_position {
    #[inline]
    fn from(position: &Position) -> volo_position {
        let [a, b, c, d, e, f, g, h, rest] = position.words();
        let key = position.zobrist();
        let seal = seal(&[a, b, c, d, e, f, g, h, rest, key]);
        volo_position { words: [a, b, c, d, e, f, g, h, rest, key, seal] }
    }
}

impl TryFrom<volo_position> for Position {
    type Error = Failure;

    #[inline(always)]
    fn try_from(position: volo_position) -> Result<Position, Failure> {
        let [a, b, c, d, e, f, g, h, rest, key, sealed] = position.words;
        let words = [a, b, c, d, e, f, g, h, rest];
        let made = match sealed == seal(&[a, b, c, d, e, f, g, h, rest, key]) {
            true => trusted_position(words, key),
            false => Position::from_words(words),
        };
        made.ok_or_else(|| Failure::position("the bytes are not those of a position"))
    }
}

/// The position of a pointer.
///
/// # Safety
/// Like [`input`].
#[inline(always)]
pub(crate) unsafe fn read_position(position: *const volo_position) -> Result<Position, Failure> {
    // SAFETY: The caller of this function promises what `input` asks for.
    unsafe { input(position, "position") }?.try_into()
}

pub(crate) fn color_of(number: i32) -> Result<Color, Failure> {
    numbered(&Color::ALL, number, "color", Failure::argument).copied()
}

/// The start of a game (rulings R4 and R5). `rules` may be NULL, which means the standard rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_start(
    rules: *const volo_rule_set,
    position: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, rules = optional_rules(rules), position = output(position, "position"); {
        position.write((&Position::new(rules.unwrap_or_default())).into());
    })
}

/// Reads a position, such as "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4": the rows from the top, the player to move, the
/// number of passes just made, and the rule set. A rule set alone, such as "standard-4", means the start of a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_parse(
    text: *const c_char,
    position: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = read_text(text, "text"), position = output(position, "position"); {
        let parsed = Position::parse_start(text).map_err(|error| Failure::of_fen(text, &error))?;
        position.write((&parsed).into());
    })
}

/// Writes the text of a position, which `volo_position_parse` reads. It has fewer than 300 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_text(
    position: *const volo_position,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), text = text_output(text, capacity, length); {
        text.write(position);
    })
}

/// Reads a board, as `volo_position_board` writes it. What the text lacks can be given: `rules` may be NULL, and `turn`
/// and `passes` may be -1. They must not contradict the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_from_board(
    text: *const c_char,
    rules: *const volo_rule_set,
    turn: i32,
    passes: i32,
    position: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(
        error,
        text = read_text(text, "text"),
        rules = optional_rules(rules),
        position = output(position, "position");
        {
            let mut hints = BoardHints::NONE;
            hints.rules = rules;
            hints.turn = if turn == -1 { None } else { Some(color_of(turn)?) };
            hints.passes = if passes == -1 { None } else { Some(number_of_passes(passes)?) };
            let read = Position::from_board(text, hints).map_err(|error| Failure::of_fen(text, &error))?;
            position.write((&read).into());
        }
    )
}

/// Writes the board as lines of text, with characters outside ASCII if `unicode` is not 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_board(
    position: *const volo_position,
    unicode: i32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), text = text_output(text, capacity, length); {
        let style = if unicode == 0 { BoardStyle::Ascii } else { BoardStyle::Unicode };
        text.write(position.board(style));
    })
}

/// Makes a position from its parts. `in_hand`, `vacant` and `key` are ignored, because they follow from the others.
///
/// A position is valid if all birds are in the sky and no two on one space, each player has at least one bird and not
/// more than the supply, each player's birds are in one region or some player has won, and there are at most two passes.
/// The message of the error has every reason why it is invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_build(
    description: *const volo_description,
    position: *mut volo_position,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, parts = input(description, "description"), position = output(position, "position"); {
        let [orange, blue] = parts.birds;
        let birds = ByColor::new(orange.try_into()?, blue.try_into()?);
        let rules = Rules::try_from(parts.rules)?;
        let built = Position::from_parts(rules, birds, color_of(parts.turn)?, number_of_passes(parts.passes)?)?;
        position.write((&built).into());
    })
}

/// Writes the parts of a position: the rule set, the player to move, the birds and so on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_describe(
    position: *const volo_position,
    description: *mut volo_description,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), description = output(description, "description"); {
        description.write(volo_description {
            rules: position.rules().into(),
            turn: position.turn() as i32,
            passes: position.passes().into(),
            birds: Color::ALL.map(|color| position.birds(color).into()),
            vacant: position.vacant().into(),
            in_hand: Color::ALL.map(|color| position.in_hand(color).map_or(-1, i32::from)),
            key: position.zobrist(),
        });
    })
}

/// Writes how the game has ended (rulings R14, R14b, R17 and R18). If it is not over, the winner is `VOLO_ONGOING`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_outcome(
    position: *const volo_position,
    outcome: *mut volo_outcome,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), outcome = output(outcome, "outcome"); {
        outcome.write(position.outcome().into());
    })
}

/// Writes a player's flocks, ordered by the first bird of each: the leftmost bird of its lowest row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_flocks(
    position: *const volo_position,
    color: i32,
    flocks: *mut volo_set,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), flocks = list(flocks, capacity, count, "flocks"); {
        flocks.write(position.flocks(color_of(color)?).into_iter().map(Into::into));
    })
}

/// Writes the regions that have birds of a player (ruling R15), ordered by the first space of each: the leftmost space
/// of its lowest row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_position_regions(
    position: *const volo_position,
    color: i32,
    regions: *mut volo_region,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, position = read_position(position), regions = list(regions, capacity, count, "regions"); {
        regions.write(position.regions(color_of(color)?).into_iter().map(Into::into));
    })
}

/// The number of passes. The core checks whether it is too large.
fn number_of_passes(passes: i32) -> Result<u8, Failure> {
    u8::try_from(passes).map_err(|_| Failure::argument(format!("passes must be 0, 1 or 2, not {passes}")))
}
