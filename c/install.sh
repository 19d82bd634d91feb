#!/bin/sh
# Builds the C library and installs it with its headers, its license, and files for pkg-config and CMake:
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

plain=libvolo.so name=libvolo.so.$abi link=-Clink-arg=-Wl,-soname,$name flag=-lvolo linked=libvolo.so static=libvolo.a
case ${target:-$host} in
    *-apple-*) plain=libvolo.dylib linked=$plain name=libvolo.$abi.dylib link=-Clink-arg=-Wl,-install_name,@rpath/$name ;;
    *-windows-*) plain=volo.dll link= flag=-lvolo.dll linked=libvolo.dll.a ;; # -lvolo would be the static library
    *-musl) export RUSTFLAGS="-Ctarget-feature=-crt-static" ;;
esac
case ${target:-$host} in *-msvc) linked=volo.dll.lib static=volo.lib ;; esac
cmake=$prefix/lib/cmake/volo
mkdir -p target/c "$prefix/include" "$prefix/lib/pkgconfig" "$cmake" "$prefix/share/licenses/volo"
if [ -n "${ZIG:-}" ]; then
    printf '#!/bin/sh\nexec maturin zig cc -- -target %s "$@"\n' "$ZIG" > target/c/linker && chmod +x target/c/linker
    export "CARGO_TARGET_$(echo "${target:-$host}" | tr a-z- A-Z_)_LINKER=$PWD/target/c/linker"
    case $ZIG in *gnu*) .ci/unwinder.sh "$ZIG" target/c/libgcc_s.so.1; link="$link -Clink-arg=target/c/libgcc_s.so.1" ;; esac
fi
cargo rustc --locked --package volo-c --profile "$profile" --target-dir target ${target:+--target "$target"} -- \
    --print "native-static-libs=$built/libraries.txt" $link

install -m 644 c/include/volo.h c/include/volo.hpp "$prefix/include"
for file in LICENSE c/THIRD-PARTY.txt c/volo-c.cdx.json; do
    if [ -f "$file" ]; then install -m 644 "$file" "$prefix/share/licenses/volo"; fi
done
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
# The targets volo::volo and volo::static find the folder in which they are.
cat > "$cmake/volo-config.cmake" <<END
get_filename_component(root "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(volo::volo INTERFACE IMPORTED)
set_target_properties(volo::volo PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES "\${root}/include" INTERFACE_LINK_LIBRARIES "\${root}/lib/$linked")
add_library(volo::static INTERFACE IMPORTED)
set_target_properties(volo::static PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "\${root}/include"
  INTERFACE_LINK_LIBRARIES "\${root}/lib/$static;$(tr -s ' ' ';' < "$built/libraries.txt")")
END
# Versions below 1.0 are compatible if their minor numbers are equal.
cat > "$cmake/volo-config-version.cmake" <<END
set(PACKAGE_VERSION $version)
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION AND PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL ${version%.*})
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
END
if [ "${1:-}" = archive ]; then
    mkdir -p dist && tar -czf "dist/${prefix##*/}.tar.gz" -C target/c "${prefix##*/}"
    if [ "${target:-$host}" = "$host" ] && [ "$plain" != volo.dll ]; then # a library for this machine is tried
        cc tests/programs/c/example.c -I"$prefix/include" -L"$prefix/lib" -lvolo -Wl,-rpath,"$PWD/$prefix/lib" -o target/c/example
        target/c/example
    fi
fi
