#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| volo_reference::proofs::check(bytes));
