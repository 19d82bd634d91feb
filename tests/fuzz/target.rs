//! All targets in one program. The environment variable `VOLO_FUZZED` names the one that runs.
#![no_main]

use std::sync::LazyLock;

static CHECK: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("VOLO_FUZZED").unwrap_or_default();
    match name.as_str() {
        "position" => properties::position::check,
        "board" => properties::board::check,
        "moves" => properties::moves::check,
        "record" => properties::record::check,
        "json" => properties::record::check_json,
        "sgf" => properties::record::check_sgf,
        "proof" => properties::proof::check,
        "batch" => properties::batch::check,
        "arrays" => properties::arrays::check,
        "against_reference" => volo_reference::check,
        "proof_against_reference" => volo_reference::proofs::check,
        _ => panic!("there is no target {name:?}"),
    }
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHECK(bytes));
