//! The choice of the fastest [`SpaceSet`] that this processor can run.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ffi::OsString;
use std::fmt;
use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use crate::bitboard::avx2;
use crate::bitboard::{Bitboard, SpaceSet};

/// What the engine computes its sets with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// What the environment calls the backend, if anything.
const VARIABLE: &str = "VOLO_BACKEND";

/// The environment names a backend that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBackend {
    named: OsString,
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = available().map(Backend::name).chain([FASTEST]).collect();
        let named: String = self.named.to_string_lossy().chars().take(80).collect();
        write!(f, "{VARIABLE} must be one of: {}; not {named:?}", names.join(", "))
    }
}

impl std::error::Error for UnknownBackend {}

/// What the environment says for the fastest backend that this processor can run.
const FASTEST: &str = "fastest";

/// The backends that this processor can run, the fastest last.
fn available() -> impl Iterator<Item = Backend> {
    #[cfg(target_arch = "x86_64")]
    let avx2 = avx2::available();
    #[cfg(not(target_arch = "x86_64"))]
    let avx2 = false;
    std::iter::once(Backend::Portable).chain(avx2.then_some(Backend::Avx2))
}

impl Backend {
    /// The backend with this name: `portable`, `avx2` where the processor has it, or `fastest`. An empty
    /// name, or no name, means `fastest`.
    fn named(name: Option<OsString>) -> Result<Backend, UnknownBackend> {
        match name {
            Some(named) if !named.is_empty() && named != FASTEST => {
                available().find(|backend| named == backend.name()).ok_or(UnknownBackend { named })
            }
            _ => Ok(available().last().unwrap_or(Backend::Portable)),
        }
    }

    /// The backend that the environment asks for.
    ///
    /// # Errors
    /// If `VOLO_BACKEND` is neither empty nor `portable`, `avx2` where the processor has it, or
    /// `fastest`.
    pub fn from_environment() -> Result<Backend, UnknownBackend> {
        Backend::named(std::env::var_os(VARIABLE))
    }
}

/// The backend in use: the one that [`Backend::from_environment`] gives, and the fastest that this
/// processor has where that is an error. Looked up once, at the first call.
pub fn backend() -> Backend {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    *BACKEND.get_or_init(|| {
        Backend::from_environment().or_else(|_| Backend::named(None)).unwrap_or(Backend::Portable)
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_backend_goes_by_its_name() {
        for backend in available() {
            assert_eq!(Backend::named(Some(backend.name().into())), Ok(backend));
        }
        for fastest in [FASTEST, ""] {
            assert_eq!(Backend::named(Some(fastest.into())), Backend::named(None));
        }
    }

    proptest! {
        #[test]
        fn no_other_name_is_one(name in "\\PC{0,12}|portable.|.avx2|Fastest| fastest|avx512|") {
            let error = Backend::named(Some(name.clone().into())).map_err(|error| error.to_string());
            prop_assume!(!["", "portable", "avx2", "fastest"].contains(&name.as_str()));
            prop_assert!(error.is_err_and(|error| error.contains("portable") && error.contains("fastest")));
        }
    }
}
