//! The tests of the crate. They are one program, so that the crate is linked once and shared code is compiled
//! once.
#![allow(clippy::panic, reason = "a failing test panics")]

mod common;
mod properties;

mod actions;
mod allocations;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod array_games;
mod backends;
mod batch_copies;
mod batch_observations;
mod batch_opponents;
mod batch_resets;
mod batch_steps;
mod batches;
mod corpora;
mod fuzzed;
mod legality;
mod moves;
mod perft;
mod player_policies;
mod playouts;
mod policies;
mod promises;
mod record_files;
mod records;
mod search;
#[cfg(feature = "serde")]
mod serde;
mod signatures;
mod solving;
mod surface;
mod symmetries;
mod tally;

use std::fs;
use std::path::Path;

/// Cargo does not search for test files in this package, so a file that is missing above would never run.
#[test]
fn every_file_of_tests_is_listed_here() {
    let folder =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("the folder of the tests");
    for entry in folder {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let module = name.strip_suffix(".rs").filter(|&module| module != "all");
        let is_listed = |module| include_str!("all.rs").contains(&format!("\nmod {module};\n"));
        assert!(module.is_none_or(is_listed), "not listed in tests/all.rs: {name}");
    }
}
