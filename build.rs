//! Tells the crate how it is compiled: a crate cannot see its own level of optimization. The sets of spaces that are
//! compiled follow from it and from the processor.

fn main() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let has_feature = |name: &str| std::env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    // The operations of sets are inlined only with optimization. Without it, each inlined operation has a place of its own
    // on the stack, and a debug build would need megabytes of it.
    let is_optimized = variable("OPT_LEVEL") != "0";
    // Without optimization, every vector instruction is a call, and the words of `portable` are faster.
    let has_vectors = is_optimized && has_feature("SIMD");
    let processor = variable("CARGO_CFG_TARGET_ARCH");
    let v128 = has_vectors
        && match processor.as_str() {
            "x86_64" => true,
            "aarch64" => variable("CARGO_CFG_TARGET_ENDIAN") == "little",
            "wasm32" => variable("CARGO_CFG_TARGET_FEATURE").split(',').any(|name| name == "simd128"),
            _ => false,
        };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimized, portable, v128, wide)");
    for (name, is_set) in [
        ("optimized", is_optimized),
        ("portable", !v128 || has_feature("PORTABLE")),
        ("v128", v128),
        ("wide", has_vectors && processor == "x86_64"),
    ] {
        if is_set {
            println!("cargo::rustc-cfg={name}");
        }
    }
}
