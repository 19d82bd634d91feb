//! The environment variable that selects the backend.

use std::ffi::OsString;
use std::fmt;

use crate::geometry::bitboard::Backend;
use crate::geometry::bitboard::dispatch::{BASELINE, available};

const FASTEST: &str = "fastest";

const VARIABLE: &str = "VOLO_BACKEND";

/// The environment variable `VOLO_BACKEND` does not name a backend that this processor can run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

impl Backend {
    /// The backend with this name. `fastest`, an empty name and `None` give the fastest backend.
    fn named(name: Option<OsString>) -> Result<Backend, UnknownBackend> {
        match name {
            Some(named) if !named.is_empty() && named != FASTEST => {
                available().find(|backend| named == backend.name()).ok_or(UnknownBackend { named })
            }
            _ => Ok(available().last().unwrap_or(BASELINE)),
        }
    }

    /// The backend that the environment variable `VOLO_BACKEND` selects.
    ///
    /// The variable is `portable`, `v128`, `avx2`, `avx512` or `fastest`. The fastest backend is also the default.
    ///
    /// # Errors
    /// Returns an error if the variable has any other value, or names a backend that this processor
    /// cannot run. An empty value counts as not set.
    pub fn from_environment() -> Result<Backend, UnknownBackend> {
        Backend::named(std::env::var_os(VARIABLE))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_backend_is_found_by_its_name() {
        for backend in available() {
            assert_eq!(Backend::named(Some(backend.name().into())), Ok(backend));
        }
        for fastest in [FASTEST, ""] {
            assert_eq!(Backend::named(Some(fastest.into())), Backend::named(None));
        }
    }

    proptest! {
        #[test]
        fn other_names_are_refused(name in "\\PC{0,12}|portable.|.v128|avx2.|Fastest| fastest|AVX512|") {
            let error = Backend::named(Some(name.clone().into())).map_err(|error| error.to_string());
            prop_assume!(!["", "portable", "v128", "avx2", "avx512", "fastest"].contains(&name.as_str()));
            prop_assert!(error.is_err_and(|error| error.contains(BASELINE.name()) && error.contains("fastest")));
        }
    }
}
