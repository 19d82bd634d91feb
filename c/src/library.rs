//! The version of the library, and what all of its functions have in common.

use std::ffi::{CStr, c_char};

/// The number of this interface. It changes whenever a program that was compiled for an earlier interface might no longer
/// work; the name of the shared library ends with it. A program can compare it with `volo_abi_version()`, to be sure that
/// the shared library fits the header.
pub const VOLO_ABI_VERSION: u32 = 1;

/// The version of the library, such as "0.1.0". The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn volo_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The `VOLO_ABI_VERSION` of the header that the library was built with.
#[unsafe(no_mangle)]
pub extern "C" fn volo_abi_version() -> u32 {
    VOLO_ABI_VERSION
}
