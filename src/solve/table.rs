//! [`Table`]: the transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::grow::{Halt, filled, lengthen};
use crate::solve::key::Key;
use crate::solve::numbers::Numbers;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The whole key; 0 for an unused entry. So entries of different keys are never confused.
    pub(super) key: Key,
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

/// The number of buckets between two looks at the flag that stops a loop.
const BETWEEN_CHECKS: usize = 1 << 16;

/// The factor by which a table grows. Meanwhile the smaller table takes memory too.
const GROWTH: usize = 4;

/// What a search has found out so far.
pub(super) trait Store {
    /// What is known about a position.
    fn get(&self, key: Key) -> Option<&Entry>;

    /// Stores the numbers of a position, for which this number of positions was searched since they were last stored.
    ///
    /// # Errors
    /// If memory is insufficient, or the flag is set.
    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &AtomicBool) -> Result<(), Halt>;
}

/// A table of entries. It grows up to a limit, and is then [cleaned](Table::clean) when it is nearly full. If a bucket
/// is full, a new entry replaces the one for which the fewest positions were searched.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    used: usize,
}

impl Table {
    /// The number of bytes of an entry.
    pub(super) const ENTRY_SIZE: usize = size_of::<Entry>();

    /// A small table, which grows until it takes this number of bytes. The least is 32 KB.
    pub(super) fn new(bytes: usize, stop: &AtomicBool) -> Result<Table, Halt> {
        let most_buckets = (bytes / (GROWTH + 1) * GROWTH / size_of::<Bucket>()).max(FEWEST_BUCKETS);
        let mut buckets = most_buckets;
        while buckets / GROWTH >= FEWEST_BUCKETS {
            buckets /= GROWTH;
        }
        Ok(Table { buckets: filled([UNUSED; BUCKET], buckets, stop)?, most_buckets, used: 0 })
    }

    /// A table without entries or memory, for [`Table::reset`].
    pub(super) const fn without_memory() -> Table {
        Table { buckets: Vec::new(), most_buckets: 0, used: 0 }
    }

    /// Removes all entries, and changes the size: to twice the size that this number of entries takes. It does not grow
    /// from there.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn reset(&mut self, entries: usize) -> Result<(), Halt> {
        self.buckets.clear();
        self.used = 0;
        self.most_buckets = (entries.saturating_mul(2) / BUCKET).max(FEWEST_BUCKETS);
        lengthen(&mut self.buckets, self.most_buckets, [UNUSED; BUCKET])
    }

    /// All entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.buckets.iter().flatten().filter(|entry| entry.key != 0)
    }

    /// The number of entries.
    pub(super) const fn len(&self) -> usize {
        self.used
    }

    /// Removes the entries for which the fewest positions were searched if the table is nearly full and cannot grow: at
    /// least a quarter of what it can hold. Stops early if the flag is set.
    pub(super) fn clean(&mut self, stop: &AtomicBool) {
        let room = self.buckets.len() * BUCKET;
        if self.used < room / 8 * 7 || self.can_grow() {
            return;
        }
        // The number of entries for each binary logarithm of the number of positions.
        let mut counts = [0_usize; 65];
        for buckets in self.buckets.chunks(BETWEEN_CHECKS) {
            for entry in buckets.iter().flatten().filter(|entry| entry.key != 0) {
                counts[magnitude(entry.work)] += 1;
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
        }
        let (mut removed, mut least) = (0, 0);
        while removed < room / 4 {
            removed += counts[least];
            least += 1;
        }
        for buckets in self.buckets.chunks_mut(BETWEEN_CHECKS) {
            for entry in buckets.iter_mut().flatten() {
                if entry.key != 0 && magnitude(entry.work) < least {
                    *entry = UNUSED;
                    self.used -= 1;
                }
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    fn can_grow(&self) -> bool {
        self.buckets.len() <= self.most_buckets / GROWTH
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
            if old.rank() < bucket[least].rank() {
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

impl Store for Table {
    #[inline]
    fn get(&self, key: Key) -> Option<&Entry> {
        self.buckets[self.place(key)].iter().find(|entry| entry.key == key)
    }

    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &AtomicBool) -> Result<(), Halt> {
        if self.used >= self.buckets.len() * (BUCKET / 2) && self.can_grow() {
            self.grow(stop)?;
        }
        self.write(Entry { key, numbers, work });
        Ok(())
    }
}

impl Entry {
    /// What decides which entry is replaced. Unused entries come first.
    fn rank(&self) -> (bool, u64) {
        (self.key != 0, self.work)
    }
}

/// The number of binary digits of a number.
const fn magnitude(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// A table that several searches read at the same time, and one for what a single search finds out.
pub(super) struct Layers<'a> {
    pub(super) shared: &'a Table,
    pub(super) own: &'a mut Table,
}

impl Store for Layers<'_> {
    #[inline]
    fn get(&self, key: Key) -> Option<&Entry> {
        self.own.get(key).or_else(|| self.shared.get(key))
    }

    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &AtomicBool) -> Result<(), Halt> {
        self.own.put(key, numbers, work, stop)
    }
}
