//! [`system_now`]: the clock of the system, which the engine uses by default. Nothing else in the search reads it.

use std::time::Duration;

/// The time since the first call, by a clock that never goes back.
///
/// On a system without a clock, such as a web page, it is the longest time that there is, so that a limit of time ends a
/// search at once instead of never.
pub(super) fn system_now() -> Duration {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;

        static FIRST: OnceLock<Instant> = OnceLock::new();
        FIRST.get_or_init(Instant::now).elapsed()
    }
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    {
        Duration::MAX
    }
}
