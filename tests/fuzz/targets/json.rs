#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::record::check_json(bytes));
