//! The lists of the core: names, each with what it means.

use std::ffi::{CString, c_char};
use std::panic::catch_unwind;
use std::ptr;

use once_cell::race::OnceBox;
use volo_rules::bindings::lists::{self, Entry};

/// The named rule sets. `volo_rule_set_parse` reads each name.
pub const VOLO_LIST_RULE_SETS: i32 = 0;
/// When a player may pass (ruling R13).
pub const VOLO_LIST_PASS_RULES: i32 = 1;
/// What happens if neither player can go on (ruling R14b).
pub const VOLO_LIST_END_RULES: i32 = 2;
/// The reasons why a game is over, in the order of `VOLO_FLOCK`, `VOLO_PASSES` and `VOLO_STUCK`.
pub const VOLO_LIST_REASONS: i32 = 3;
/// The directions, from E clockwise.
pub const VOLO_LIST_DIRECTIONS: i32 = 4;
/// The symmetries of a sky.
pub const VOLO_LIST_SYMMETRIES: i32 = 5;
/// How a player of random games chooses moves.
pub const VOLO_LIST_POLICIES: i32 = 6;
/// The formats of game records.
pub const VOLO_LIST_FORMATS: i32 = 7;
/// The results of game records, as in the tag "Result".
pub const VOLO_LIST_RESULTS: i32 = 8;
/// What ended the game of a record, as in the tag "Termination".
pub const VOLO_LIST_TERMINATIONS: i32 = 9;
/// The numbers of spaces on an edge of the sky.
pub const VOLO_LIST_EDGES: i32 = 10;
/// The levels of the engine, the weakest first.
pub const VOLO_LIST_LEVELS: i32 = 11;
/// The values of a position, in the order of `VOLO_VALUE_WIN`, `VOLO_VALUE_LOSS`, `VOLO_VALUE_DRAW` and
/// `VOLO_VALUE_UNKNOWN`.
pub const VOLO_LIST_VALUES: i32 = 12;
/// The planes of an observation.
pub const VOLO_LIST_PLANES: i32 = 13;

/// An entry of a list. Its texts are never NULL and never freed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_entry {
    /// The name.
    pub name: *const c_char,
    /// What the name means, in a few words or a sentence; empty in some lists.
    pub description: *const c_char,
    /// The suffix of the files of a format, such as ".volo"; empty in all other lists.
    pub suffix: *const c_char,
}

// SAFETY: The texts are never changed and never freed.
unsafe impl Send for volo_entry {}
// SAFETY: As above.
unsafe impl Sync for volo_entry {}

/// The lists by number, each with its name in the core.
const LISTS: [(i32, &str); 14] = [
    (VOLO_LIST_RULE_SETS, "RuleSet"),
    (VOLO_LIST_PASS_RULES, "Passing"),
    (VOLO_LIST_END_RULES, "Stuck"),
    (VOLO_LIST_REASONS, "Ending"),
    (VOLO_LIST_DIRECTIONS, "Direction"),
    (VOLO_LIST_SYMMETRIES, "Symmetry"),
    (VOLO_LIST_POLICIES, "Policy"),
    (VOLO_LIST_FORMATS, "Format"),
    (VOLO_LIST_RESULTS, "GameResult"),
    (VOLO_LIST_TERMINATIONS, "Termination"),
    (VOLO_LIST_EDGES, "Edge"),
    (VOLO_LIST_LEVELS, "Level"),
    (VOLO_LIST_VALUES, "Value"),
    (VOLO_LIST_PLANES, "Plane"),
];

/// The entry of a list by its number from 0, such as `volo_list(VOLO_LIST_FORMATS, 0)`. NULL after the last entry.
#[unsafe(no_mangle)]
pub extern "C" fn volo_list(list: i32, number: usize) -> *const volo_entry {
    static ENTRIES: OnceBox<Vec<(&str, Vec<volo_entry>)>> = OnceBox::new();
    let entry = catch_unwind(|| {
        let (_, name) = LISTS.iter().find(|(number, _)| *number == list)?;
        let (_, entries) =
            ENTRIES.get_or_init(|| Box::new(entries())).iter().find(|(each, _)| each == name)?;
        entries.get(number)
    });
    entry.ok().flatten().map_or(ptr::null(), ptr::from_ref)
}

fn entries() -> Vec<(&'static str, Vec<volo_entry>)> {
    let entry = |Entry { name, description, suffix }: Entry| volo_entry {
        name: text(&name),
        description: text(description),
        suffix: text(suffix),
    };
    let lists = lists::lists().into_iter();
    lists.map(|(list, entries)| (list, entries.into_iter().map(entry).collect())).collect()
}

/// A text that is never freed. Rustdoc needs a backslash before some brackets.
fn text(text: &str) -> *const c_char {
    CString::new(text.replace('\\', "")).unwrap_or_default().into_raw()
}
