//! Operations on the rows of an [`ArrayGame`]: steps, legal actions and observations, on several threads.

use arrayvec::ArrayVec;

use crate::geometry::color::Color;
use crate::learning::batch::array_game::ArrayGame;
use crate::learning::batch::buffers::{GAMES_AT_A_TIME, parts_of};
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::decision::{DECISION_PLANES, Decision};
use crate::learning::legal_actions::MaskKind;
use crate::learning::observation::View;
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
    /// Writes a row for each decision.
    ///
    /// # Errors
    /// If a position has another rule set, or the length of `rows` is not that of all rows. In the first case some of
    /// the rows may have been written.
    pub fn write_rows(self, decisions: &[Decision], rows: &mut [u32]) -> Result<(), BatchError> {
        check_length(rows.len(), decisions.len().saturating_mul(self.words()))?;
        for ((index, turn), row) in decisions.iter().enumerate().zip(rows.chunks_mut(self.words())) {
            let found = turn.position().rules();
            if found != self.rules() {
                return Err(BatchError::OtherRules { index, found, expected: self.rules() });
            }
            self.write(turn, row);
        }
        Ok(())
    }

    /// The decisions of the rows.
    ///
    /// # Errors
    /// As [`ArrayGame::legal_masks`].
    pub fn decisions(self, rows: &[u32], threads: Threads<'_>) -> Result<Vec<Decision>, BatchError> {
        let start = Decision::new(Position::new(self.rules()));
        let mut decisions = filled(start, self.number_of(rows), threads.stop)?;
        self.read_each(rows, (&mut decisions, 1), threads, |_, turn, out| {
            out.fill(turn);
            Ok(())
        })?;
        Ok(decisions)
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
        let (masks, kind, length) = self.checked(masks, number)?;
        let parts =
            rows.chunks_mut(words.saturating_mul(GAMES_AT_A_TIME)).zip(actions.chunks(GAMES_AT_A_TIME));
        let masks = parts_of(masks, parts.len(), length.saturating_mul(GAMES_AT_A_TIME));
        let parts = parts.zip(steps.chunks_mut(GAMES_AT_A_TIME)).zip(masks).enumerate();
        let nothing = || Ok(());
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
            let masks = parts_of(masks, steps.len(), length);
            for ((turn, step), mask) in turns.iter().zip(steps).zip(masks) {
                write_mask(kind, turn, step.ended, mask);
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
        let (masks, kind, length) = self.checked(masks, self.number_of(rows))?;
        self.read_each(rows, (masks, length), threads, |_, turn, mask| {
            write_mask(kind, &turn, turn.position().outcome().is_some(), mask);
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
        view.check(self.rules().edge().sky()).map_err(|error| BatchError::View { index: 0, error })?;
        self.read_each(rows, (planes, view.numbers(DECISION_PLANES.len())), threads, |index, turn, planes| {
            turn.observe_into(view, planes).map_err(|error| BatchError::View { index, error })
        })
    }

    fn number_of(self, rows: &[u32]) -> usize {
        rows.len().checked_div(self.words()).unwrap_or_default()
    }

    /// The memory for masks of this number of rows, what to write to it, and the length of each mask.
    fn checked(
        self,
        masks: MaskRows<'_>,
        number: usize,
    ) -> Result<(&mut [u8], Option<MaskKind>, usize), BatchError> {
        let (masks, kind) = match masks {
            MaskRows::None => (&mut [][..], None),
            MaskRows::Bytes(masks) => (masks, Some(MaskKind::Bytes)),
            MaskRows::Bits(masks) => (masks, Some(MaskKind::Bits)),
        };
        let length = kind.map_or(0, |kind| kind.length(self.action_space()));
        check_length(masks.len(), number.saturating_mul(length))?;
        Ok((masks, kind, length))
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
            || Ok(()),
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

fn write_mask(kind: Option<MaskKind>, turn: &Decision, ended: bool, mask: &mut [u8]) {
    mask.fill(0);
    if let Some(kind) = kind.filter(|_| !ended) {
        kind.write(turn, mask);
    }
}
