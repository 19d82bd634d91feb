//! [`Batch::legal_actions`]: the legal actions of every game, listed, as masks, or drawn at random.

use crate::geometry::bitboard::{SpaceSet, Task, run};
use crate::learning::action::{ADD_WORDS, ActionSpace};
use crate::learning::batch::Batch;
use crate::learning::batch::buffers::GAMES_AT_A_TIME;
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::batch::game::BatchGame;
use crate::learning::batch::generator::Generator;
use crate::learning::batch::options::Settings;
use crate::learning::legal_actions::{ActionSlots, ActionVisitor, MaskKind, members};
use crate::support::fallible::Halt;
use crate::support::stop::Threads;
use crate::support::threads::{share_out, share_out_with};

const CLEARED_AT_A_TIME: usize = 8;

/// The legal actions of the games of a batch, in the order of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BatchActions {
    /// All actions, ascending within a game.
    pub actions: Vec<u16>,
    /// The index in `actions` at which each game begins, then the length of `actions`.
    pub offsets: Vec<i64>,
}

impl Batch {
    /// The action space that all games share.
    ///
    /// # Errors
    /// If the games are on skies of different edges, or there are no games.
    pub fn action_space(&self) -> Result<&'static ActionSpace, BatchError> {
        let mut edges = self.games.now.iter().map(|game| game.position().rules().edge());
        let first = edges.next().ok_or(BatchError::Empty)?;
        match (1..).zip(edges).find(|&(_, edge)| edge != first) {
            None => Ok(ActionSpace::new(first)),
            Some((index, edge)) => Err(BatchError::Edges { index, first, other: edge }),
        }
    }

    /// The legal actions of all games. A game that is over or truncated has no legal actions.
    ///
    /// # Errors
    /// If the call was stopped, or there is not enough memory.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::{Batch, Decision};
    /// let start = Position::new("standard-4".parse()?);
    /// let listed = Batch::new(vec![start; 2])?.legal_actions(Threads::new(1))?;
    /// assert_eq!(listed.offsets, [0, 9, 18]);
    /// assert_eq!(listed.actions[9..], Decision::new(start).legal_actions());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_actions(&self, threads: Threads<'_>) -> Result<BatchActions, BatchError> {
        let (actions, offsets) = self.listed(threads, ActionSet::new, |game, set, actions| {
            if self.settings.is_finished(game) {
                return Ok(());
            }
            game.turn.visit_actions(set);
            set.move_to(actions)
        })?;
        Ok(BatchActions { actions, offsets })
    }

    /// Writes a byte for each action of each game: 1 if it is legal, else 0. The games follow each other.
    ///
    /// # Errors
    /// If the games have no common [action space](Batch::action_space), the length of the mask is not the number
    /// of games times its size, or the call was stopped. In the last case some of the masks may have been written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::Batch;
    /// let batch = Batch::new(vec![Position::new("standard-4".parse()?); 2])?;
    /// let mut masks = vec![7; 2 * 1_201];
    /// batch.legal_masks(&mut masks, Threads::new(1))?;
    /// assert_eq!(masks.iter().filter(|&&legal| legal == 1).count(), 18);
    /// assert_eq!(masks.iter().filter(|&&legal| legal == 0).count(), 2 * 1_201 - 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_masks(&self, masks: &mut [u8], threads: Threads<'_>) -> Result<(), BatchError> {
        self.write_masks(MaskKind::Bytes, masks, threads)
    }

    /// Writes a bit for each action of each game: 1 if it is legal, else 0. Every game begins with a new byte.
    /// Action `a` is bit `a % 8` of byte `a / 8`.
    ///
    /// # Errors
    /// If the games have no common [action space](Batch::action_space), the length of the mask is not the number
    /// of games times an eighth of its size, rounded up, or the call was stopped. In the last case some of the
    /// masks may have been written.
    pub fn legal_bits(&self, masks: &mut [u8], threads: Threads<'_>) -> Result<(), BatchError> {
        self.write_masks(MaskKind::Bits, masks, threads)
    }

    fn write_masks(&self, kind: MaskKind, masks: &mut [u8], threads: Threads<'_>) -> Result<(), BatchError> {
        let length = kind.length(self.action_space()?);
        check_length(masks.len(), length.saturating_mul(self.len()))?;
        let masks = masks.chunks_mut(length.saturating_mul(GAMES_AT_A_TIME));
        let parts = self.games.now.chunks(GAMES_AT_A_TIME).zip(masks);
        share_out(threads, parts, |(games, masks)| {
            // Large parts of memory are cleared faster than small ones, but too large ones do not stay in the cache.
            let masks = masks.chunks_mut(length.saturating_mul(CLEARED_AT_A_TIME));
            for (games, masks) in games.chunks(CLEARED_AT_A_TIME).zip(masks) {
                masks.fill(0);
                for (game, mask) in games.iter().zip(masks.chunks_mut(length)) {
                    if !self.settings.is_finished(game) {
                        kind.write(&game.turn, mask);
                    }
                }
            }
        });
        Ok(threads.stop.check()?)
    }

    /// Writes one of the legal actions of each game, each equally likely, or [`Batch::NO_ACTION`] for a game
    /// that is over or truncated. Each game draws from its own generator.
    ///
    /// # Errors
    /// If the length of `actions` differs from the number of games, there is not enough memory, or the call was
    /// stopped. In the last case some of the actions may have been written, and the generators are unchanged.
    pub fn random_actions(&mut self, actions: &mut [u16], threads: Threads<'_>) -> Result<(), BatchError> {
        check_length(actions.len(), self.len())?;
        let stop = threads.stop;
        self.generators.make(self.games.now.len(), stop)?;
        let generators = &mut self.generators.made;
        let parts = self.games.now.chunks(GAMES_AT_A_TIME).zip(actions.chunks_mut(GAMES_AT_A_TIME));
        let parts = parts.zip(generators.now.chunks(GAMES_AT_A_TIME));
        let parts = parts.zip(generators.next.chunks_mut(GAMES_AT_A_TIME));
        let settings = self.settings;
        share_out_with(threads, parts, ActionSlots::new, |slots, (((games, actions), now), next)| {
            next.copy_from_slice(now);
            run(DrawAll { settings, games, generators: next, slots, actions });
        });
        stop.check()?;
        self.generators.made.swap();
        Ok(())
    }
}

struct DrawAll<'a> {
    settings: Settings,
    games: &'a [BatchGame],
    generators: &'a mut [Generator],
    slots: &'a mut ActionSlots,
    actions: &'a mut [u16],
}

impl Task for DrawAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: SpaceSet>(self) {
        for ((game, generator), action) in self.games.iter().zip(self.generators).zip(self.actions) {
            *action = match self.settings.is_finished(game) {
                true => Batch::NO_ACTION,
                false => game.turn.draw_action::<S, _>(self.slots, generator).unwrap_or(Batch::NO_ACTION),
            };
        }
    }
}

/// A set of actions as bits, which is several times faster than sorting the actions of a position.
pub(super) struct ActionSet {
    words: Box<[u64; 1 << 10]>,
    used: [u64; 1 << 4],
}

impl ActionSet {
    pub(super) fn new() -> ActionSet {
        ActionSet { words: Box::new([0; 1 << 10]), used: [0; 1 << 4] }
    }

    #[inline(always)]
    fn insert(&mut self, word: usize, actions: u64) {
        if let (Some(bits), Some(used)) = (self.words.get_mut(word), self.used.get_mut(word >> 6)) {
            *bits |= actions;
            *used |= u64::from(actions != 0) << (word & 63);
        }
    }

    /// Appends the actions in ascending order. The set is empty afterwards.
    pub(super) fn move_to(&mut self, actions: &mut Vec<u16>) -> Result<(), Halt> {
        for (group, used) in self.used.iter_mut().enumerate() {
            for word in members(std::mem::take(used)) {
                let word = group << 6 | word;
                let bits = self.words.get_mut(word).map(std::mem::take).unwrap_or_default();
                actions.try_reserve(64)?;
                actions.extend(members(bits).map(|bit| (word << 6 | bit) as u16));
            }
        }
        Ok(())
    }
}

impl ActionVisitor for ActionSet {
    fn adds(&mut self, adds: [u64; ADD_WORDS]) {
        (0..).zip(adds).for_each(|(word, actions)| self.insert(word, actions));
    }

    #[inline(always)]
    fn action(&mut self, action: u16) {
        self.insert(usize::from(action >> 6), 1 << (action & 63));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn actions_come_out_in_ascending_order_and_once() {
        let mut set = ActionSet::new();
        for step in [1_u16, 7, 63, 64, 65, 4_099, 40_503] {
            let inserted: Vec<u16> =
                (0..500_u16).map(|i| i.wrapping_mul(step)).chain([u16::MAX, 0]).collect();
            inserted.iter().for_each(|&action| set.action(action));
            let mut listed = vec![];
            assert_eq!(set.move_to(&mut listed), Ok(()));
            let expected: Vec<u16> = BTreeSet::from_iter(inserted).into_iter().collect();
            assert_eq!(listed, expected);
            // The set is empty now. The listed actions stay in the vector.
            assert_eq!(set.move_to(&mut listed), Ok(()));
            assert_eq!(listed, expected);
        }
    }
}
