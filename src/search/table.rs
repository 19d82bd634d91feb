//! [`Table`]: the transposition table, which all threads share.
//!
//! An entry is two atomic numbers: the data, and the key of the position combined with the data by exclusive or. If
//! two threads each wrote one half of an entry, its key is wrong, and the entry is not found (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::score::Score;
use crate::support::fallible::{Halt, collected};
use crate::support::stop::{Stop, Stopped};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The code of the best move; 0 if none is known.
    pub(super) mv: u32,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// Whether the result is proved: a win at any depth, unless it is only an upper bound, and a loss likewise.
    pub(super) fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_proved(),
            Bound::AtLeast => self.score.win_in().is_some(),
            Bound::AtMost => self.score.loss_in().is_some(),
        }
    }

    /// The score, if it makes a search with this window needless: on the principal variation, only a proven one.
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

/// A key is in one of this number of neighboring slots.
const BUCKET: usize = 4;

/// The number of slots between two checks of the flag that stops a loop.
const BETWEEN_LOOKS: usize = 1 << 16;

impl Table {
    /// A table of at most this number of bytes; the least is 64.
    pub(super) fn new(bytes: usize, stop: &Stop) -> Result<Table, Halt> {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        Ok(Table { slots: collected((0..buckets * BUCKET).map(|_| Slot::default()), stop)?, age: 0 })
    }

    pub(super) fn begin_search(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    pub(super) fn clear(&mut self, stop: &Stop) -> Result<(), Stopped> {
        for slots in self.slots.chunks_mut(BETWEEN_LOOKS) {
            stop.check()?;
            slots.fill_with(Slot::default);
        }
        self.age = 0;
        Ok(())
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

/// From the lowest bit: 32 of the move, 16 of the score, 8 of the depth, 2 of the bound, which is not 0, 6 of the age.
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

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::AtLeast, Bound::AtMost];

    fn entry(depth: u8) -> Entry {
        Entry { mv: 7, score: Score::estimate(-3), depth, bound: Bound::Exact }
    }

    fn small_table() -> Table {
        Table::new(0, &Stop::never()).expect("enough memory")
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let table = small_table();
        for bound in BOUNDS {
            for score in [Score::LOST, Score::estimate(-1), Score::DRAW, Score::win_in_plies(3)] {
                for (mv, depth) in [(1, 0), (u32::MAX, u8::MAX)] {
                    let entry = Entry { mv, score, depth, bound };
                    assert_eq!(unpacked(packed(entry, 63)), entry);
                    assert_ne!(packed(entry, 0), 0);
                }
            }
        }
        table.put(5, entry(2));
        assert_eq!((table.get(5), table.get(6)), (Some(entry(2)), None));
    }

    #[test]
    fn keys_in_the_same_bucket_are_told_apart() {
        let table = small_table();
        (0..4).for_each(|key| table.put(key, entry(key as u8)));
        assert_eq!(
            (0..5).map(|key| table.get(key)).collect::<Vec<_>>(),
            [Some(entry(0)), Some(entry(1)), Some(entry(2)), Some(entry(3)), None]
        );
    }

    #[test]
    fn an_entry_of_an_earlier_search_makes_way_first_and_then_one_of_less_depth() {
        let mut table = small_table();
        table.put(0, entry(9));
        table.begin_search();
        (1..4).for_each(|key| table.put(key, entry(key as u8)));
        table.put(4, entry(4));
        table.put(5, entry(0));
        let kept: Vec<u64> = (0..6).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [2, 3, 4, 5]);
    }

    #[test]
    fn a_proof_is_replaced_in_its_place_only_by_a_proof_and_a_known_move_is_kept() {
        let table = small_table();
        let proof = Entry { score: Score::win_in_plies(5), ..entry(1) };
        table.put(0, proof);
        table.put(0, entry(9));
        assert_eq!(table.get(0), Some(proof));
        let shorter = Entry { mv: 0, score: Score::win_in_plies(3), ..entry(0) };
        table.put(0, shorter);
        assert_eq!(table.get(0), Some(Entry { mv: proof.mv, ..shorter }));
    }

    /// A score must be right for every true score that its entry allows: exact, or a bound beyond the window.
    #[test]
    fn an_entry_ends_only_a_search_whose_result_it_knows() {
        let score = |units| Score::estimate(units);
        let (alpha, beta) = (score(0), score(1));
        for bound in BOUNDS {
            for units in -2..=3 {
                for depth in 0..4 {
                    let entry = Entry { score: score(units), depth: 2, bound, mv: 0 };
                    let is_known = match bound {
                        Bound::Exact => true,
                        Bound::AtLeast => units >= 1,
                        Bound::AtMost => units <= 0,
                    };
                    let expected = (is_known && depth <= 2).then_some(entry.score);
                    assert_eq!(entry.cut(depth, alpha, beta, false), expected, "{entry:?} {depth}");
                    assert_eq!(entry.cut(depth, alpha, beta, true), None);
                }
            }
        }
    }

    #[test]
    fn a_bound_proves_in_one_direction_only() {
        let (win, loss) = (Score::win_in_plies(9), -Score::win_in_plies(8));
        for (bound, proves_win, proves_loss) in
            [(Bound::Exact, true, true), (Bound::AtLeast, true, false), (Bound::AtMost, false, true)]
        {
            let is_used = |score| {
                let entry = Entry { score, depth: 0, bound, mv: 0 };
                entry.cut(50, Score::LOST, Score::win_in_plies(0), true).is_some()
            };
            assert_eq!((is_used(win), is_used(loss)), (proves_win, proves_loss), "{bound:?}");
            assert!(!is_used(Score::DRAW));
        }
    }
}
