//! [`Stop`]: stops long work from another thread. [`Threads`]: on how many threads a call works, and until when.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops long work. Its clones share it, so one thread works until another one sets it.
///
/// A call that may take long has options, or [`Threads`], with a method `until` that takes a flag. The work ends within
/// milliseconds after the flag is set.
///
/// ```
/// # use std::thread;
/// # use volo_rules::{Position, Stop, Stopped, Threads};
/// let stop = Stop::new();
/// let counted = thread::scope(|scope| {
///     let counting = scope.spawn(|| Position::default().perft_on(20, Threads::new(1).until(&stop)));
///     stop.set();
///     counting.join().unwrap()
/// });
/// assert_eq!(counted, Err(Stopped));
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop(Some(Arc::default()))
    }

    /// A flag that is never set. It takes no memory, and [`Stop::set`] does nothing.
    pub const fn never() -> Stop {
        Stop(None)
    }

    /// Sets the flag permanently, for all clones.
    pub fn set(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns an error if the flag is set.
    ///
    /// # Errors
    /// If the flag is set.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Stop, Stopped};
    /// let stop = Stop::new();
    /// assert_eq!(stop.check(), Ok(()));
    /// stop.set();
    /// assert_eq!(stop.check(), Err(Stopped));
    /// ```
    #[inline]
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }
}

impl Default for Stop {
    /// A flag that is not set.
    fn default() -> Stop {
        Stop::new()
    }
}

pub(crate) static NEVER: Stop = Stop::never();

/// The threads among which a call divides its work, and the flag that stops it. The result does not depend on the number
/// of threads.
///
/// ```
/// # use volo_rules::{Position, Stop, Stopped, Threads};
/// assert_eq!(Position::default().perft_on(2, Threads::new(2)), Ok(9_717));
///
/// let stop = Stop::new();
/// stop.set(); // usually later, by another thread
/// assert_eq!(Position::default().perft_on(3, Threads::new(2).until(&stop)), Err(Stopped));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    pub(crate) number: usize,
    pub(crate) stop: &'a Stop,
}

impl<'a> Threads<'a> {
    /// At most this number of threads; at least one runs. Small work runs on fewer. Without the feature `std`, all
    /// work runs on the calling thread.
    pub const fn new(number: usize) -> Threads<'a> {
        Threads { number, stop: &NEVER }
    }

    /// These threads until the flag is set. Then the call returns an error.
    #[must_use]
    pub const fn until(self, stop: &'a Stop) -> Threads<'a> {
        Threads { stop, ..self }
    }
}

/// The error of work that a [`Stop`] has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was stopped")
    }
}

impl core::error::Error for Stopped {}
