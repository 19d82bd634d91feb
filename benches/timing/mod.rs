//! How long something takes.

use std::hint::black_box;
use std::time::{Duration, Instant};

const SAMPLES: usize = 21;

/// The least time of a sample, in which work that takes less is repeated.
const LEAST: Duration = Duration::from_millis(50);

/// Prints the median time of the work, the shortest and the longest one, and how many elements a second that is.
pub(crate) fn measure<T>(name: &str, elements: u64, mut work: impl FnMut() -> T) {
    let mut sample = |runs: u32| {
        let began = Instant::now();
        for _ in 0..runs {
            black_box(work());
        }
        began.elapsed()
    };
    let mut runs = 1;
    while sample(runs) < LEAST {
        runs *= 2;
    }
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| sample(runs).as_secs_f64() / f64::from(runs)).collect();
    times.sort_by(f64::total_cmp);
    let [shortest, median, longest] = [0, SAMPLES / 2, SAMPLES - 1].map(|index| times[index] * 1e6);
    let speed = elements as f64 * 1e6 / median;
    println!("{name}: {median:.1} µs ({shortest:.1} to {longest:.1}), {speed:.0} elements/s");
}
