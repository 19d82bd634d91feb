//! Operations on the rows of an [`ArrayGame`]: steps, legal actions and observations, on several threads.

use arrayvec::ArrayVec;

use crate::geometry::color::Color;
use crate::learning::batch::array_game::ArrayGame;
use crate::learning::batch::buffers::{GAMES_AT_A_TIME, parts_of};
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::decision::{DECISION_PLANES, Decision};
use crate::learning::legal_actions::{Bits, Bytes};
use crate::learning::observation::{View, ViewError};
use crate::position::Position;
use crate::support::fallible::filled;
use crate::support::stop::Threads;
use crate::support::threads::try_share_out;

/// The result of a [step](ArrayGame::step) of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RowStep {
    /// Who acts next: the same player, if a region to keep must be chosen. In a game that is over, the player to move.
    pub player: Color,
    /// The reward of the player who acted: 1 if the action won the game, −1 if it lost it, otherwise 0. The reward of the
    /// other player is its negative.
    pub reward: i8,
    /// Whether the game is over.
    pub ended: bool,
}

impl Default for RowStep {
    fn default() -> RowStep {
        RowStep { player: Color::Orange, reward: 0, ended: false }
    }
}

/// Where to write the legal actions of each row: nowhere, or with a byte or a bit for each action, as
/// [`Batch::legal_masks`](crate::learning::Batch::legal_masks) and
/// [`Batch::legal_bits`](crate::learning::Batch::legal_bits) do.
#[derive(Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MaskRows<'a> {
    None,
    Bytes(&'a mut [u8]),
    Bits(&'a mut [u8]),
}

impl ArrayGame {
    /// Writes a row for each turn.
    ///
    /// # Errors
    /// If a position has another rule set, or the length of `rows` is not that of all rows. In the first case some of
    /// the rows may have been written.
    pub fn write_rows(self, turns: &[Decision], rows: &mut [u32]) -> Result<(), BatchError> {
        check_length(rows.len(), turns.len().saturating_mul(self.words()))?;
        for ((index, turn), row) in turns.iter().enumerate().zip(rows.chunks_mut(self.words())) {
            let found = turn.position().rules();
            if found != self.rules() {
                return Err(BatchError::OtherRules { index, found, expected: self.rules() });
            }
            self.write(turn, row);
        }
        Ok(())
    }

    /// The turns of the rows.
    ///
    /// # Errors
    /// As [`ArrayGame::legal_masks`].
    pub fn turns(self, rows: &[u32], threads: Threads<'_>) -> Result<Vec<Decision>, BatchError> {
        let start = Decision::new(Position::new(self.rules()));
        let mut turns = filled(start, self.number_of(rows), threads.stop)?;
        self.read_each(rows, (&mut turns, 1), threads, |_, turn, out| {
            out.fill(turn);
            Ok(())
        })?;
        Ok(turns)
    }

    /// Plays an action in every row, and writes the legal actions afterwards. A row whose game is over stays as it is,
    /// whatever its action, with the reward 0. No action is legal in it.
    ///
    /// # Errors
    /// If a row is invalid, an action cannot be played, a length is wrong, there is not enough memory, or the call was
    /// stopped. The error names the first such row. Some of the rows may have been written.
    pub fn step(
        self,
        rows: &mut [u32],
        actions: &[u16],
        steps: &mut [RowStep],
        masks: MaskRows<'_>,
        threads: Threads<'_>,
    ) -> Result<(), BatchError> {
        let (words, number) = (self.words(), actions.len());
        check_length(rows.len(), number.saturating_mul(words))?;
        check_length(steps.len(), number)?;
        let (masks, kind) = self.kind_of(masks, number)?;
        let parts =
            rows.chunks_mut(words.saturating_mul(GAMES_AT_A_TIME)).zip(actions.chunks(GAMES_AT_A_TIME));
        let masks = parts_of(masks, parts.len(), kind.length.saturating_mul(GAMES_AT_A_TIME));
        let parts = parts.zip(steps.chunks_mut(GAMES_AT_A_TIME)).zip(masks).enumerate();
        let nothing = || ();
        try_share_out(threads, parts, nothing, |(), (part, (((rows, actions), steps), masks))| {
            let first = part.saturating_mul(GAMES_AT_A_TIME);
            let mut turns = ArrayVec::<Decision, GAMES_AT_A_TIME>::new();
            let rows = rows.chunks_mut(words).zip(actions).zip(steps.iter_mut());
            for (index, ((row, &action), step)) in (first..).zip(rows) {
                let mut turn = self.read(row).map_err(|error| BatchError::Row { index, error })?;
                let player = turn.position().turn();
                let mut outcome = turn.position().outcome();
                let mut winner = None;
                if outcome.is_none() {
                    let wrong = |error| BatchError::Action { index, action, error };
                    outcome = turn.act(None, action).map_err(wrong)?;
                    winner = outcome.and_then(|outcome| outcome.winner);
                    self.write(&turn, row);
                }
                *step = RowStep {
                    player: turn.position().turn(),
                    reward: winner.map_or(0, |winner| if winner == player { 1 } else { -1 }),
                    ended: outcome.is_some(),
                };
                turns.push(turn);
            }
            // Afterwards, because code for one thing stays in the cache.
            let masks = parts_of(masks, steps.len(), kind.length);
            for ((turn, step), mask) in turns.iter().zip(steps).zip(masks) {
                kind.write(turn, step.ended, mask);
            }
            Ok(())
        })
    }

    /// Writes the legal actions of each row.
    ///
    /// # Errors
    /// If a row is invalid, a length is wrong, there is not enough memory, or the call was stopped. The error names the
    /// first such row. Some of the masks may have been written.
    pub fn legal_masks(
        self,
        rows: &[u32],
        masks: MaskRows<'_>,
        threads: Threads<'_>,
    ) -> Result<(), BatchError> {
        let (masks, kind) = self.kind_of(masks, self.number_of(rows))?;
        self.read_each(rows, (masks, kind.length), threads, |_, turn, mask| {
            kind.write(&turn, turn.position().outcome().is_some(), mask);
            Ok(())
        })
    }

    /// Writes each row as [`DECISION_PLANES`].
    ///
    /// # Errors
    /// As [`ArrayGame::legal_masks`]. Also if a plane of the view is too small for the sky.
    pub fn observe_into<T: Copy + From<u8> + Send>(
        self,
        rows: &[u32],
        view: View,
        planes: &mut [T],
        threads: Threads<'_>,
    ) -> Result<(), BatchError> {
        let of_sky = self.rules().edge().sky().rows();
        if !view.shows(of_sky) {
            let error = ViewError::Side { side: view.side, rows: of_sky };
            return Err(BatchError::View { index: 0, error });
        }
        let length = DECISION_PLANES.len().saturating_mul(view.side).saturating_mul(view.side);
        self.read_each(rows, (planes, length), threads, |index, turn, planes| {
            turn.observe_into(view, planes).map_err(|error| BatchError::View { index, error })
        })
    }

    fn number_of(self, rows: &[u32]) -> usize {
        rows.len().checked_div(self.words()).unwrap_or_default()
    }

    /// The memory for masks of this number of rows, and what to write to it.
    fn kind_of(self, masks: MaskRows<'_>, number: usize) -> Result<(&mut [u8], MaskKind), BatchError> {
        let size = self.action_space().size();
        let (masks, length, packed) = match masks {
            MaskRows::None => (&mut [][..], 0, false),
            MaskRows::Bytes(masks) => (masks, size, false),
            MaskRows::Bits(masks) => (masks, size.div_ceil(8), true),
        };
        check_length(masks.len(), number.saturating_mul(length))?;
        Ok((masks, MaskKind { length, packed }))
    }

    /// Reads each row, and calls `work` with its index, its turn and its part of `out`, which has this length.
    fn read_each<T: Send>(
        self,
        rows: &[u32],
        (out, length): (&mut [T], usize),
        threads: Threads<'_>,
        work: impl Fn(usize, Decision, &mut [T]) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let (words, number) = (self.words(), self.number_of(rows));
        check_length(rows.len(), number.saturating_mul(words))?;
        check_length(out.len(), number.saturating_mul(length))?;
        let parts = rows.chunks(words.saturating_mul(GAMES_AT_A_TIME));
        let out = parts_of(out, parts.len(), length.saturating_mul(GAMES_AT_A_TIME));
        let parts = parts.zip(out).enumerate();
        try_share_out(
            threads,
            parts,
            || (),
            |(), (part, (rows, out))| {
                let first = part.saturating_mul(GAMES_AT_A_TIME);
                let rows = rows.chunks(words);
                let out = parts_of(out, rows.len(), length);
                for (index, (row, out)) in (first..).zip(rows.zip(out)) {
                    work(index, self.read(row).map_err(|error| BatchError::Row { index, error })?, out)?;
                }
                Ok(())
            },
        )
    }
}

/// What to write for each mask: its length in bytes, and whether it has a bit for each action.
#[derive(Clone, Copy)]
struct MaskKind {
    length: usize,
    packed: bool,
}

impl MaskKind {
    fn write(self, turn: &Decision, ended: bool, mask: &mut [u8]) {
        mask.fill(0);
        match (ended || self.length == 0, self.packed) {
            (true, _) => {}
            (false, true) => turn.visit_actions(&mut Bits(mask)),
            (false, false) => turn.visit_actions(&mut Bytes(mask)),
        }
    }
}
