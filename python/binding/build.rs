//! Writes each docstring of the stub `_volo.pyi` to a file, which `doc!` includes.

use std::path::Path;
use std::{env, fs};

const STUB: &str = "../volo/_volo.pyi";

fn main() {
    println!("cargo::rerun-if-changed={STUB}");
    let stub = fs::read_to_string(STUB).expect("the stub is beside the binding");
    let folder = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("docs");
    fs::create_dir_all(&folder).expect("cargo made the folder above");
    let (mut class, mut name) = ("", String::new());
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let word = code.split([' ', '(', ':']).nth(1).unwrap_or("");
        if code.starts_with("class ") {
            (class, name) = (word, word.to_string());
        } else if code.starts_with("def ") {
            name = if indent == 0 { word.to_string() } else { format!("{class}.{word}") };
        } else if indent > 0
            && let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| code.starts_with(quotes))
        {
            let mut text = code[quotes.len()..].to_string();
            while !text.ends_with(quotes) {
                text.push('\n');
                text.push_str(lines.next().expect("the docstring has an end").get(indent..).unwrap_or(""));
            }
            assert!(!text.contains('\\'), "an escape in the docstring of {name}");
            fs::write(folder.join(&name), text[..text.len() - quotes.len()].trim_end())
                .expect("OUT_DIR is writable");
        }
    }
}
