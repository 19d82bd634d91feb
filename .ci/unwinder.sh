#!/bin/sh
# Makes FILE, a stand-in for libgcc_s.so.1 that `zig` links with: unwinder.sh TARGET FILE, with a target of zig for glibc.
#
# Given -lgcc_s, zig links LLVM's unwinder instead. glibc ends a thread by unwinding its stack with the libgcc_s of the
# system, and a program crashes when that meets functions of another unwinder. Python before 3.14 ends daemon threads so.
set -eu
mkdir -p "$(dirname "$2")"
for name in Backtrace Complete DeleteException FindEnclosingFunction ForcedUnwind GetCFA GetDataRelBase GetGR GetIP GetIPInfo \
    GetLanguageSpecificData GetRegionStart GetTextRelBase RaiseException Resume Resume_or_Rethrow SetGR SetIP VRS_Get VRS_Set; do
    echo "void _Unwind_$name(void) {}"
done > "$2.c"
exec maturin zig cc -- -target "$1" -shared -nostdlib -Wl,-soname,libgcc_s.so.1 -o "$2" "$2.c"
