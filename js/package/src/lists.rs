//! The lists of names of the core. The build of the package calls this in the module of the engine, and writes constants
//! and types for both modules.

use volo_rules::bindings::lists;
use wasm_bindgen::prelude::*;

/// A line for each list: its name, and the name, the description and the suffix of each entry, with tabs between them.
#[wasm_bindgen(js_name = lists)]
pub fn lines() -> String {
    let mut text = String::new();
    for (list, entries) in lists::lists() {
        text.push_str(list);
        for part in entries.iter().flat_map(|entry| [entry.name.as_str(), entry.description, entry.suffix]) {
            text.push('\t');
            text.push_str(part);
        }
        text.push('\n');
    }
    text
}
