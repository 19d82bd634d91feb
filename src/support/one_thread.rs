//! What `threads.rs` has, without the standard library: all work is done on the calling thread.

use core::cell::{RefCell, RefMut};

use crate::support::stop::{Stopped, Threads};

pub(crate) struct Lock<T>(RefCell<T>);

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Lock<T> {
        Lock(RefCell::new(value))
    }

    pub(crate) fn lock(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }

    pub(crate) fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

pub(crate) fn share_out<T>(threads: Threads<'_>, items: impl Iterator<Item = T>, work: impl Fn(T)) {
    items.take_while(|_| !threads.stop.is_set()).for_each(work);
}

pub(crate) fn try_share_out<T, M, E: From<Stopped>>(
    threads: Threads<'_>,
    items: impl Iterator<Item = T>,
    memory: impl Fn() -> Result<M, E>,
    work: impl Fn(&mut M, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut memory = memory()?;
    for item in items {
        threads.stop.check()?;
        work(&mut memory, item)?;
    }
    Ok(threads.stop.check()?)
}

macro_rules! with_kept {
    ($Memory:ty = $new:expr, $work:expr) => {
        $crate::support::threads::with_new::<$Memory, _>($new, $work)
    };
}
pub(crate) use with_kept;

pub(crate) fn with_new<M, T>(mut memory: M, work: impl FnOnce(&mut M) -> T) -> T {
    work(&mut memory)
}
