//! Writes `include/volo.h` with cbindgen: the public items of the modules, in their order in `lib.rs`.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let settings = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let modules =
        include_str!("src/lib.rs").lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let header = modules.fold(cbindgen::Builder::new().with_config(settings), |header, module| {
        header.with_src(folder.join(format!("src/{module}.rs")))
    });
    header.generate()?.write_to_file(folder.join("include/volo.h"));
    for source in ["build.rs", "cbindgen.toml", "include/volo.h", "src"] {
        println!("cargo::rerun-if-changed={source}");
    }
    Ok(())
}
