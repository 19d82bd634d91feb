//! The settings of the benchmarks.

use std::time::Duration;

use criterion::Criterion;

/// These times give steady figures, and all benchmarks together take some minutes.
pub(crate) fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
}
