//! [`Table`]: the transposition table.

use std::sync::atomic::AtomicBool;

use crate::grow::{Halt, filled};
use crate::solve::key::Key;
use crate::solve::numbers::Numbers;

/// What is known about a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The whole key; 0 for an unused entry. So entries of different keys are never confused.
    key: Key,
    pub(super) numbers: Numbers,
    /// The number of positions that were searched for these numbers.
    pub(super) work: u64,
}

const UNUSED: Entry = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };

/// A key is in one bucket, in any of its entries.
const BUCKET: usize = 4;

type Bucket = [Entry; BUCKET];

/// The smallest number of buckets.
const FEWEST_BUCKETS: usize = 1 << 8;

/// The factor by which a table grows. Meanwhile the smaller table takes memory too.
const GROWTH: usize = 4;

/// A table of entries. It grows up to a limit. When it is full, an entry replaces that of its bucket for which the
/// fewest positions were searched.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    used: usize,
}

impl Table {
    /// A small table, which grows until it takes this number of bytes. The least is 32 KB.
    pub(super) fn new(bytes: usize, stop: &AtomicBool) -> Result<Table, Halt> {
        let most_buckets = (bytes / (GROWTH + 1) * GROWTH / size_of::<Bucket>()).max(FEWEST_BUCKETS);
        let mut buckets = most_buckets;
        while buckets / GROWTH >= FEWEST_BUCKETS {
            buckets /= GROWTH;
        }
        Ok(Table { buckets: filled([UNUSED; BUCKET], buckets, stop)?, most_buckets, used: 0 })
    }

    pub(super) fn get(&self, key: Key) -> Option<&Entry> {
        self.buckets[self.place(key)].iter().find(|entry| entry.key == key)
    }

    /// Stores the numbers of a position, for which this number of positions was searched since they were last stored.
    ///
    /// # Errors
    /// If the table has to grow and there is not enough memory, or the flag is set.
    pub(super) fn put(
        &mut self,
        key: Key,
        numbers: Numbers,
        work: u64,
        stop: &AtomicBool,
    ) -> Result<(), Halt> {
        if self.used >= self.buckets.len() * (BUCKET / 2) && self.buckets.len() <= self.most_buckets / GROWTH
        {
            self.grow(stop)?;
        }
        self.write(Entry { key, numbers, work });
        Ok(())
    }

    fn write(&mut self, mut entry: Entry) {
        let place = self.place(entry.key);
        let bucket = &mut self.buckets[place];
        let mut least = 0;
        for (i, old) in bucket.iter().enumerate() {
            if old.key == entry.key {
                entry.work = entry.work.saturating_add(old.work);
                least = i;
                break;
            }
            if old.work < bucket[least].work {
                least = i;
            }
        }
        self.used += usize::from(bucket[least].key == 0);
        bucket[least] = entry;
    }

    fn grow(&mut self, stop: &AtomicBool) -> Result<(), Halt> {
        let larger = self.buckets.len() * GROWTH;
        let old = std::mem::replace(&mut self.buckets, filled([UNUSED; BUCKET], larger, stop)?);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.key != 0) {
            self.write(entry);
        }
        Ok(())
    }

    /// The index of the bucket of a key.
    #[inline]
    fn place(&self, key: Key) -> usize {
        // A product with an odd number mixes all lower bits into the upper ones, and the upper half of the product with
        // the number of buckets is an index (Lemire 2019).
        let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x94D0_49BB_1331_11EB);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed ^ mixed >> 29) * self.buckets.len() as u128) >> 64) as usize
    }
}
