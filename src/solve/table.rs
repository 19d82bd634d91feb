//! [`Table`]: the transposition table.

use crate::solve::key::Key;
use crate::solve::numbers::Numbers;
use crate::support::fallible::{Halt, filled};
use crate::support::stop::Stop;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The whole key; 0 for an unused entry. So entries of different keys are never confused.
    pub(super) key: Key,
    pub(super) numbers: Numbers,
    pub(super) work: u64,
}

const UNUSED: Known = Known { key: 0, numbers: Numbers::UNKNOWN, work: 0 };

/// A key is in one bucket, in any of its entries.
const BUCKET: usize = 4;

type Bucket = [Known; BUCKET];

const FEWEST_BUCKETS: usize = 1 << 8;

/// The number of buckets between two checks of the flag that stops a loop.
const BETWEEN_CHECKS: usize = 1 << 16;

/// The factor by which a table grows. While entries move to the larger table, the smaller one takes memory too.
const GROWTH: usize = 4;

pub(super) trait Store {
    fn get(&self, key: Key) -> Option<&Known>;

    /// Stores the numbers of a position, for which this number of positions was searched since they were last stored.
    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &Stop) -> Result<(), Halt>;
}

/// A table of entries. It grows up to a limit, and is then [cleaned](Table::clean) when it is nearly full. If a bucket
/// is full, a new entry replaces the one for which the fewest positions were searched. The default has no memory before
/// it is [reset](Table::reset).
#[derive(Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    used: usize,
}

impl Table {
    pub(super) const ENTRY_SIZE: usize = size_of::<Known>();

    /// A small table, which grows until it takes this number of bytes. The least is 32 KB.
    pub(super) fn new(bytes: usize, stop: &Stop) -> Result<Table, Halt> {
        let most_buckets = (bytes / (GROWTH + 1) * GROWTH / size_of::<Bucket>()).max(FEWEST_BUCKETS);
        let buckets = filled([UNUSED; BUCKET], first_buckets(most_buckets), stop)?;
        Ok(Table { buckets, most_buckets, used: 0 })
    }

    /// Removes all entries. The table may grow to twice the size of this number of entries, and begins so unless `is_small`.
    pub(super) fn reset(&mut self, entries: usize, is_small: bool) -> Result<(), Halt> {
        self.buckets.clear();
        self.used = 0;
        self.most_buckets = (entries.saturating_mul(2) / BUCKET).max(FEWEST_BUCKETS);
        let buckets = if is_small { first_buckets(self.most_buckets) } else { self.most_buckets };
        self.buckets.try_reserve(buckets)?;
        self.buckets.resize(buckets, [UNUSED; BUCKET]);
        Ok(())
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Known> {
        self.buckets.iter().flatten().filter(|entry| entry.key != 0)
    }

    /// All entries, in an order in which each part of them is spread over the whole table. A table that grows while it is
    /// filled would lose entries in the order of the buckets, because those of the first part have few buckets in the
    /// smaller table.
    pub(super) fn spread_entries(&self) -> impl Iterator<Item = &Known> {
        let count = self.buckets.len();
        // Multiples of the golden ratio are spread evenly.
        let golden = ((count as u128 * 0x9E37_79B9_7F4A_7C15) >> 64) as usize;
        let step = (golden..).find(|&step| greatest_common_divisor(step, count) == 1).unwrap_or(1);
        let places = (0..count).scan(0, move |next, _| {
            let place = *next;
            *next = (place + step) % count;
            Some(place)
        });
        places.flat_map(|place| &self.buckets[place]).filter(|entry| entry.key != 0)
    }

    pub(super) const fn len(&self) -> usize {
        self.used
    }

    /// Removes the entries for which the fewest positions were searched if the table is nearly full and cannot grow: a
    /// quarter of what it can hold. Numbers of positions with the same binary logarithm count as equal, and of equal
    /// ones, each part of the table loses the same share. Stops early if the flag is set.
    pub(super) fn clean(&mut self, stop: &Stop) {
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
            if stop.is_set() {
                return;
            }
        }
        let (mut wanted, mut last) = (room / 4, 0);
        while wanted > counts[last] {
            wanted -= counts[last];
            last += 1;
        }
        let mut share = 0;
        for buckets in self.buckets.chunks_mut(BETWEEN_CHECKS) {
            for entry in buckets.iter_mut().flatten() {
                let magnitude = magnitude(entry.work);
                if entry.key == 0 || magnitude > last {
                    continue;
                }
                if magnitude == last {
                    share += wanted;
                    if share < counts[last] {
                        continue;
                    }
                    share -= counts[last];
                }
                *entry = UNUSED;
                self.used -= 1;
            }
            if stop.is_set() {
                return;
            }
        }
    }

    fn can_grow(&self) -> bool {
        self.buckets.len() <= self.most_buckets / GROWTH
    }

    fn write(&mut self, mut entry: Known) {
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

    fn grow(&mut self, stop: &Stop) -> Result<(), Halt> {
        let larger = self.buckets.len() * GROWTH;
        let old = std::mem::replace(&mut self.buckets, filled([UNUSED; BUCKET], larger, stop)?);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.key != 0) {
            self.write(entry);
        }
        Ok(())
    }

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
    fn get(&self, key: Key) -> Option<&Known> {
        self.buckets[self.place(key)].iter().find(|entry| entry.key == key)
    }

    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &Stop) -> Result<(), Halt> {
        if self.used >= self.buckets.len() * (BUCKET / 2) && self.can_grow() {
            self.grow(stop)?;
        }
        self.write(Known { key, numbers, work });
        Ok(())
    }
}

impl Known {
    /// The rank of an entry. The entry with the lowest rank is replaced. Unused entries have the lowest rank.
    fn rank(&self) -> (bool, u64) {
        (self.key != 0, self.work)
    }
}

fn first_buckets(most: usize) -> usize {
    let mut buckets = most;
    while buckets / GROWTH >= FEWEST_BUCKETS {
        buckets /= GROWTH;
    }
    buckets
}

fn greatest_common_divisor(mut one: usize, mut other: usize) -> usize {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

const fn magnitude(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// A table that several searches read at the same time, and a table for the results of one search.
pub(super) struct Layers<'a> {
    pub(super) shared: &'a Table,
    pub(super) own: &'a mut Table,
}

impl Store for Layers<'_> {
    #[inline]
    fn get(&self, key: Key) -> Option<&Known> {
        self.own.get(key).or_else(|| self.shared.get(key))
    }

    fn put(&mut self, key: Key, numbers: Numbers, work: u64, stop: &Stop) -> Result<(), Halt> {
        self.own.put(key, numbers, work, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GO_ON: Stop = Stop::never();

    /// A table with entries of pseudorandom keys. The work of most of them is 1.
    fn filled_table(bytes: usize, entries: u64) -> Table {
        let mut table = Table::new(bytes, &GO_ON).expect("enough memory");
        for n in 0..entries {
            let work = if n % 8 == 0 { 2 + n } else { 1 };
            table
                .put(Key::from(crate::rules::zobrist::random(n)), Numbers::UNKNOWN, work, &GO_ON)
                .expect("enough memory");
        }
        table
    }

    #[test]
    fn entries_that_are_written_into_a_growing_table_are_kept() {
        let table = filled_table(64 << 20, 300_000);
        let mut copy = Table::new(64 << 20, &GO_ON).expect("enough memory");
        for entry in table.spread_entries() {
            copy.put(entry.key, entry.numbers, entry.work, &GO_ON).expect("enough memory");
        }
        assert_eq!(table.spread_entries().count(), table.len());
        assert!(copy.len() * 20 > table.len() * 19, "{} of {}", copy.len(), table.len());
    }

    #[test]
    fn cleaning_removes_a_quarter_and_keeps_what_was_expensive() {
        let mut table = filled_table(1 << 20, 100_000);
        let room = table.buckets.len() * BUCKET;
        let before = table.len();
        let expensive = |table: &Table| table.entries().filter(|entry| entry.work > 1).count();
        let kept = expensive(&table);
        assert!(before > room / 8 * 7);
        table.clean(&GO_ON);
        assert_eq!((table.len(), expensive(&table)), (before - room / 4, kept));
        assert_eq!(table.entries().count(), table.len());
        // Both halves of the table lost about the same number.
        let half = table.buckets[..room / BUCKET / 2].iter().flatten().filter(|entry| entry.key != 0).count();
        assert!(half.abs_diff(table.len() / 2) < room / 50, "{half} of {}", table.len());
        let after = table.len();
        table.clean(&GO_ON);
        assert_eq!(table.len(), after, "it is not nearly full any more");
    }
}
