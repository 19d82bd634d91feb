#!/bin/sh
# Builds the C library and installs it with its headers, its license and a file for pkg-config:
#
#     PREFIX=/usr/local sh c/install.sh
#
# With DESTDIR, the files go below that folder. `sh c/install.sh archive` packs them for a release instead, as
# dist/libvolo-VERSION-TARGET.tar.gz. TARGET is a target of Rust; the default is this machine. PROFILE is a profile of
# cargo. ZIG is a target of zig with the oldest glibc to support: then zig links the library, through maturin.
set -eu
cd "$(dirname "$0")/.."
host=$(rustc --print host-tuple) target=${TARGET:-} profile=${PROFILE:-release} folder=${PROFILE:-release}
[ "$profile" != dev ] || folder=debug
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
abi=$(sed -n 's/^pub const VOLO_ABI_VERSION: u32 = \(.*\);/\1/p' c/src/library.rs)
built=target/${target:+$target/}$folder prefix=${DESTDIR:-}${PREFIX:-/usr/local}
if [ "${1:-}" = archive ]; then prefix=target/c/libvolo-$version-${target:-$host}; rm -rf "$prefix"; fi

plain=libvolo.so name=libvolo.so.$abi link=-Clink-arg=-Wl,-soname,$name flag=-lvolo
case ${target:-$host} in
    *-apple-*) plain=libvolo.dylib name=libvolo.$abi.dylib link=-Clink-arg=-Wl,-install_name,@rpath/$name ;;
    *-windows-*) plain=volo.dll link= flag=-lvolo.dll ;; # -lvolo would be the static library
    *-musl) export RUSTFLAGS="-Ctarget-feature=-crt-static" ;;
esac
mkdir -p target/c "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/share/licenses/volo"
if [ -n "${ZIG:-}" ]; then
    printf '#!/bin/sh\nexec maturin zig cc -- -target %s "$@"\n' "$ZIG" > target/c/linker && chmod +x target/c/linker
    export "CARGO_TARGET_$(echo "${target:-$host}" | tr a-z- A-Z_)_LINKER=$PWD/target/c/linker"
    case $ZIG in *gnu*) .ci/unwinder.sh "$ZIG" target/c/libgcc_s.so.1; link="$link -Clink-arg=target/c/libgcc_s.so.1" ;; esac
fi
cargo rustc --locked --package volo-c --profile "$profile" --target-dir target ${target:+--target "$target"} -- \
    --print "native-static-libs=$built/libraries.txt" $link

install -m 644 c/include/volo.h c/include/volo.hpp "$prefix/include" && install -m 644 LICENSE "$prefix/share/licenses/volo"
for file in libvolo.a volo.lib volo.dll.lib libvolo.dll.a; do
    if [ -f "$built/$file" ]; then install -m 644 "$built/$file" "$prefix/lib"; fi
done
case $plain in
    *.dll) mkdir -p "$prefix/bin" && install -m 755 "$built/$plain" "$prefix/bin" ;;
    *) install -m 755 "$built/$plain" "$prefix/lib/$name" && ln -sf "$name" "$prefix/lib/$plain" ;;
esac
printf '%s\n' 'prefix=${pcfiledir}/../..' "Name: volo" "Description: The rules engine for Volo" "Version: $version" \
    'Cflags: -I${prefix}/include' "Libs: -L\${prefix}/lib $flag" "Libs.private: $(cat "$built/libraries.txt")" \
    > "$prefix/lib/pkgconfig/volo.pc"
if [ "${1:-}" = archive ]; then
    mkdir -p dist && tar -czf "dist/${prefix##*/}.tar.gz" -C target/c "${prefix##*/}"
    if [ "${target:-$host}" = "$host" ] && [ "$plain" != volo.dll ]; then # a library for this machine is tried
        cc tests/programs/c/example.c -I"$prefix/include" -L"$prefix/lib" -lvolo -Wl,-rpath,"$PWD/$prefix/lib" -o target/c/example
        target/c/example
    fi
fi
