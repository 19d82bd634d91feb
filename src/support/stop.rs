//! [`Stop`]: stops long work from another thread.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops long work. Its clones share it, so one thread works until another one sets it.
///
/// Functions that end in `_until` take a flag. The work ends within milliseconds after the flag is set.
///
/// # Examples
///
/// ```
/// # use std::thread;
/// # use volo_rules::{Position, Stop, Stopped};
/// let stop = Stop::new();
/// let counted = thread::scope(|scope| {
///     let counting = scope.spawn(|| Position::default().perft_until(20, 1, &stop));
///     stop.set();
///     counting.join().unwrap()
/// });
/// assert_eq!(counted, Err(Stopped));
/// assert_eq!(Position::default().perft_until(2, 1, &Stop::never()), Ok(9_717));
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

    /// Sets the flag, for all clones and for ever.
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

/// The error of work that a [`Stop`] has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was stopped")
    }
}

impl std::error::Error for Stopped {}
