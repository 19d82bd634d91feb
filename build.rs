//! Tells the crate how it is compiled, because a crate cannot see its own level of optimisation.

fn main() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_optimized = variable("OPT_LEVEL") != "0";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimized, wide)");
    if is_optimized {
        println!("cargo::rustc-cfg=optimized");
    }
    // Without optimisation, every vector instruction is a call, and the words of `portable` are faster.
    if is_optimized
        && !variable("CARGO_FEATURE_SIMD").is_empty()
        && variable("CARGO_CFG_TARGET_ARCH") == "x86_64"
    {
        println!("cargo::rustc-cfg=wide");
    }
}
