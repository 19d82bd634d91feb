//! How long the benchmarks measure.

use std::time::Duration;

use criterion::Criterion;

/// Long enough for steady figures, short enough for all benchmarks to end in minutes.
pub(crate) fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
}
