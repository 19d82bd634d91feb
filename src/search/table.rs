//! [`Table`]: the transposition table, which all threads share.
//!
//! An entry is two atomic numbers: the data, and the key of the position combined with the data by exclusive or. An
//! entry of which two threads wrote one half each has a wrong key, and is not found (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::grow::{Halt, collected};
use crate::search::score::Score;

/// Where the true score is, compared with the stored one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The code of the best move; 0 if none is known.
    pub(super) mv: u32,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// Whether the result is proved. A proven win is one whatever the depth, unless the score is only an upper bound.
    /// The same holds for a loss and a lower bound.
    pub(super) fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_proved(),
            Bound::AtLeast => self.score.win_in().is_some(),
            Bound::AtMost => self.score.loss_in().is_some(),
        }
    }

    /// The score of a search with this depth and window, if the entry makes it needless. With a window of some width,
    /// only a proven result does, so that the principal variation is searched anew.
    pub(super) fn cut(&self, depth: i32, alpha: Score, beta: Score, is_pv: bool) -> Option<Score> {
        let is_deep_enough = || !is_pv && i32::from(self.depth) >= depth;
        let is_outside = || match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        };
        (self.is_proof() || is_deep_enough() && is_outside()).then_some(self.score)
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A table of entries. A new entry replaces one that was searched less deeply or in an earlier search.
pub(super) struct Table {
    slots: Vec<Slot>,
    /// The number of the search, modulo 64.
    age: u8,
}

/// A key is in one of this number of neighbouring slots.
const BUCKET: usize = 4;

impl Table {
    /// A table of at most this number of bytes; the least is 64.
    pub(super) fn new(bytes: usize, stop: &AtomicBool) -> Result<Table, Halt> {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        Ok(Table { slots: collected((0..buckets * BUCKET).map(|_| Slot::default()), stop)?, age: 0 })
    }

    /// Marks all entries as those of an earlier search.
    pub(super) fn begin_search(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    pub(super) fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = Slot::default();
        }
        self.age = 0;
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data != 0 && slot.check.load(Ordering::Relaxed) == key ^ data).then(|| unpacked(data))
        })
    }

    pub(super) fn put(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut chosen = 0;
        let mut least = u32::MAX;
        for (i, slot) in bucket.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) == key ^ data {
                let old = unpacked(data);
                if old.is_proof() && !entry.is_proof() {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                chosen = i;
                break;
            }
            let is_current = (data >> 58) as u8 == self.age;
            let depth = (data >> 48 & 0xFF) as u32;
            let worth = if data == 0 { 0 } else { 1 + depth + if is_current { 256 } else { 0 } };
            if worth < least {
                (chosen, least) = (i, worth);
            }
        }
        if let Some(slot) = bucket.get(chosen) {
            let data = packed(entry, self.age);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / BUCKET;
        // The upper half of the product with the number of buckets is an index (Lemire 2019).
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[index * BUCKET..(index + 1) * BUCKET]
    }
}

/// The bits from the lowest: 32 of the move, 16 of the score, 8 of the depth, 2 of the bound and 6 of the age. They are
/// never all 0, because the bound is at least 1.
fn packed(entry: Entry, age: u8) -> u64 {
    let bound = 1 + entry.bound as u64;
    u64::from(entry.mv)
        | u64::from(entry.score.units() as u16) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpacked(data: u64) -> Entry {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    Entry {
        mv: data as u32,
        score: Score::from_units((data >> 32) as u16 as i16),
        depth: (data >> 48) as u8,
        bound,
    }
}
