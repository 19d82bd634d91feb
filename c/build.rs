//! Writes `include/volo.h` with cbindgen: the public items of the modules, in their order in `lib.rs`.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut settings = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    // The preprocessor can compare a number only.
    let part = |name: &str| -> Result<u32, Box<dyn std::error::Error>> {
        Ok(std::env::var(format!("CARGO_PKG_VERSION_{name}"))?.parse()?)
    };
    let number = part("MAJOR")? * 1_000_000 + part("MINOR")? * 1_000 + part("PATCH")?;
    settings.after_includes = Some(format!(
        "\n// The version of this header, for `#if`: 1,000,000 times the major one, 1,000 times the minor one, and the patch.\n\
         #define VOLO_VERSION_NUMBER {number}"
    ));
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
