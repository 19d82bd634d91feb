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
         #define VOLO_VERSION_NUMBER {number}\n\n\
         // What a field of options is in C++ if the program does not set it.\n\
         #ifdef __cplusplus\n#define VOLO_DEFAULT(...) = {{__VA_ARGS__}}\n#else\n#define VOLO_DEFAULT(...)\n#endif"
    ));
    let modules =
        include_str!("src/lib.rs").lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let header = modules.fold(cbindgen::Builder::new().with_config(settings), |header, module| {
        header.with_src(folder.join(format!("src/{module}.rs")))
    });
    let mut written = Vec::new();
    header.generate()?.write(&mut written);
    let (path, header) = (folder.join("include/volo.h"), with_defaults(&String::from_utf8(written)?));
    // A file that was just written would make cargo build again.
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&header) {
        std::fs::write(path, header)?;
    }
    for source in ["build.rs", "cbindgen.toml", "include/volo.h", "src"] {
        println!("cargo::rerun-if-changed={source}");
    }
    Ok(())
}

/// Adds defaults to the fields of structs of options, which begin with their size.
fn with_defaults(header: &str) -> String {
    let (mut name, mut is_options) = ("", false);
    let mut changed = String::new();
    for line in header.lines() {
        name = line.strip_prefix("typedef struct ").map_or(name, |line| line.trim_end_matches(" {"));
        is_options = line == "  size_t size;" || is_options && !line.starts_with('}');
        let default = match line.strip_suffix(';') {
            Some("  size_t size") => format!("  size_t size VOLO_DEFAULT(sizeof({name}));"),
            Some(field) if is_options && !field.starts_with("  //") => format!("{field} VOLO_DEFAULT();"),
            _ => line.to_string(),
        };
        changed += &(default + "\n");
    }
    changed
}
