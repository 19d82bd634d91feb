//! The settings of the benchmarks.

use std::time::Duration;

use criterion::Criterion;

/// With these times, results vary little between runs, and all benchmarks take a few minutes.
pub(crate) fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
}
