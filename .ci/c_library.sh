#!/bin/sh
# Build dist/libvolo-TARGET.tar.gz: the C library, its header and its file for pkg-config.
#
# sh .ci/c_library.sh [TARGET [ZIG]]
#
# TARGET is the target of Rust, by default that of this machine. ZIG is the target of zig, with the oldest glibc: then zig
# links the library, by the program maturin, which the wheels are linked with too. Otherwise the machine's linker does.
set -eu
host=$(rustc --print host-tuple)
target=${1:-$host}
zig=${2:-}
tools=$PWD/target/tools
folder=$PWD/target/c/$target

cargo install cargo-c@0.10.24+cargo-0.98.0 --locked --quiet --root "$tools"
rm -rf "$folder"
mkdir -p "$folder" dist
if [ -n "$zig" ]; then
    linker=$PWD/target/c/linker
    printf '#!/bin/sh\nexec maturin zig cc -- -target %s "$@"\n' "$zig" > "$linker"
    chmod +x "$linker"
    export "CARGO_TARGET_$(echo "$target" | tr a-z- A-Z_)_LINKER=$linker"
fi
case $target in *-musl) export RUSTFLAGS="-Ctarget-feature=-crt-static" ;; esac
PATH=$tools/bin:$PATH cargo cinstall --locked --release --manifest-path capi/Cargo.toml --target "$target" \
    --target-dir target/capi --prefix /usr/local --libdir lib --destdir "$folder"
tar -czf "dist/libvolo-$target.tar.gz" -C "$folder/usr/local" .

# A library for this machine is tried.
case $target in
    *-windows-*) ;;
    "$host")
        cc capi/examples/example.c -I"$folder/usr/local/include" -L"$folder/usr/local/lib" -lvolo \
            -Wl,-rpath,"$folder/usr/local/lib" -o "$folder/example"
        "$folder/example"
        ;;
esac
