//! The lists of the core: names, each with what it means.

use std::ffi::{CString, c_char};
use std::panic::catch_unwind;
use std::ptr;

use once_cell::race::OnceBox;
use volo_rules::playouts::Policy;
use volo_rules::records::{Format, GameResult, Termination};
use volo_rules::{Direction, Ending, Passing, Rules, Stuck, Symmetry};

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

/// The entry of a list by its number from 0, such as `volo_list(VOLO_LIST_FORMATS, 0)`. NULL after the last entry.
#[unsafe(no_mangle)]
pub extern "C" fn volo_list(list: i32, number: usize) -> *const volo_entry {
    static LISTS: OnceBox<[(i32, Vec<volo_entry>); 10]> = OnceBox::new();
    let entry = catch_unwind(|| {
        let (_, entries) = LISTS.get_or_init(|| Box::new(lists())).iter().find(|(each, _)| *each == list)?;
        entries.get(number)
    });
    entry.ok().flatten().map_or(ptr::null(), ptr::from_ref)
}

/// The lists with their numbers.
fn lists() -> [(i32, Vec<volo_entry>); 10] {
    let named = |name: &str| entry(name, "", "");
    [
        (VOLO_LIST_RULE_SETS, Rules::NAMED.map(|(name, _)| named(name)).to_vec()),
        (VOLO_LIST_PASS_RULES, Passing::ALL.map(|rule| entry(rule.name(), rule.sentence(), "")).to_vec()),
        (VOLO_LIST_END_RULES, Stuck::ALL.map(|rule| entry(rule.name(), rule.sentence(), "")).to_vec()),
        (VOLO_LIST_REASONS, Ending::ALL.map(|reason| entry(reason.name(), reason.sentence(), "")).to_vec()),
        (VOLO_LIST_DIRECTIONS, Direction::ALL.map(|direction| named(direction.name())).to_vec()),
        (VOLO_LIST_SYMMETRIES, Symmetry::ALL.map(|symmetry| named(symmetry.name())).to_vec()),
        (VOLO_LIST_POLICIES, Policy::ALL.map(|policy| entry(policy.name(), policy.sentence(), "")).to_vec()),
        (
            VOLO_LIST_FORMATS,
            Format::all().map(|format| entry(format.name(), format.description(), format.suffix())).collect(),
        ),
        (VOLO_LIST_RESULTS, GameResult::ALL.map(|result| named(result.name())).to_vec()),
        (VOLO_LIST_TERMINATIONS, Termination::ALL.map(|termination| named(termination.name())).to_vec()),
    ]
}

fn entry(name: &str, description: &str, suffix: &str) -> volo_entry {
    volo_entry { name: text(name), description: text(description), suffix: text(suffix) }
}

/// A text that is never freed. Rustdoc needs a backslash before some brackets.
fn text(text: &str) -> *const c_char {
    CString::new(text.replace('\\', "")).unwrap_or_default().into_raw()
}
