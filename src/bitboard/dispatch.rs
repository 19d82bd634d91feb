//! The choice of the fastest [`SpaceSet`] that this processor can run.

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use crate::bitboard::avx2;
use crate::bitboard::{Bitboard, SpaceSet};

/// What the engine computes its sets with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Four 64-bit words; runs everywhere.
    Portable,
    /// One AVX2 register.
    Avx2,
}

impl Backend {
    /// `portable` or `avx2`.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            Backend::Avx2 => "avx2",
        }
    }
}

/// The backend in use: the fastest this processor has, or [`Backend::Portable`] where the
/// environment says `VOLO_BACKEND=portable`. Looked up once, at the first call.
pub fn backend() -> Backend {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    *BACKEND.get_or_init(|| {
        if std::env::var_os("VOLO_BACKEND").is_some_and(|name| name == "portable") {
            return Backend::Portable;
        }
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            return Backend::Avx2;
        }
        Backend::Portable
    })
}

/// A piece of work that can be done with any [`SpaceSet`].
pub(crate) trait Task {
    /// What the work comes to.
    type Output;

    /// Does the work. Must be `#[inline(always)]`, and so must be all that it calls with sets:
    /// only what is inlined into the entrance is compiled for the processor's vector unit.
    fn run<S: SpaceSet>(self) -> Self::Output;
}

/// Does the work with the fastest sets this processor has.
#[inline(always)]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    match backend() {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => run_avx2(task),
        _ => run_portable(task),
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
fn run_avx2<T: Task>(task: T) -> T::Output {
    // SAFETY: `backend` answers `Avx2` only where `avx2::available` does.
    unsafe { avx2::run(task) }
}

#[inline(never)]
fn run_portable<T: Task>(task: T) -> T::Output {
    task.run::<Bitboard>()
}
