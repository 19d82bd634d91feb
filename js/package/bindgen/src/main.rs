//! Generates the JavaScript and the types of the binding: `volo-bindgen <module.wasm> <folder>`.
//!
//! This is the part of wasm-bindgen's own command that the package needs. It compiles in half the time.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: volo-bindgen <module.wasm> <folder>");
        return ExitCode::from(2);
    };
    match generate(module, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn generate(module: &str, folder: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("volo")
        .web(true)?
        .typescript(true)
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}
