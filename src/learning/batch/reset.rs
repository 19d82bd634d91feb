//! [`Batch::reset`] returns games to their start. [`Batch::set_decisions`] continues games from other positions.

use crate::learning::batch::Batch;
use crate::learning::batch::advance::{Changes, GameChange};
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::decision::Decision;
use crate::support::fallible::filled;
use crate::support::stop::Threads;

impl Batch {
    /// Returns games to their start positions: those for which the mask is true, or all games without a mask. If
    /// there is an opponent, it makes the first turn of games in which it is to move.
    ///
    /// # Errors
    /// If the length of the mask differs from the number of games, there is not enough memory, or the call was
    /// stopped. All games are unchanged after an error.
    pub fn reset(&mut self, mask: Option<&[bool]>, threads: Threads<'_>) -> Result<(), BatchError> {
        let all;
        let mask = match mask {
            Some(mask) => mask,
            None => {
                all = filled(true, self.len(), threads.stop)?;
                &all
            }
        };
        let settings = self.settings;
        let changes = Changes { chance: settings.opponent.is_some(), last: false };
        let threads = if changes.chance { threads } else { Threads { number: 1, ..threads } };
        let work = |change: GameChange<'_>, &chosen: &bool, _: &mut ()| {
            let GameChange { game, start, mut chance, .. } = change;
            if chosen {
                settings.begin(game, *start, chance.as_mut());
            }
            Ok(())
        };
        let mut nothing = filled((), self.len(), threads.stop)?;
        self.advance((mask, &mut nothing), changes, threads, work)
    }

    /// Continues games from other positions: game `games[i]` from `decisions[i]`. The games then count no turns played.
    /// If `games` is `None`, `decisions` has one for every game. The positions at which games begin do not change. If
    /// a game occurs several times, the last of its decisions counts.
    ///
    /// # Errors
    /// If the lengths differ, a game does not exist, there is not enough memory, or the call was stopped. All
    /// games are unchanged after an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::{Batch, Decision};
    /// let start = Position::new("standard-4".parse()?);
    /// let later = start.play(start.parse_move("a3")?)?;
    /// let mut batch = Batch::new(vec![start; 3])?;
    /// batch.set_decisions(Some(&[1]), &[Decision::new(later)], Threads::new(1))?;
    /// assert!(batch.positions().eq([start, later, start]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_decisions(
        &mut self,
        games: Option<&[usize]>,
        decisions: &[Decision],
        threads: Threads<'_>,
    ) -> Result<(), BatchError> {
        check_length(decisions.len(), games.map_or(self.len(), <[usize]>::len))?;
        // The number of the decision of each game, from 1; 0 if it keeps its own.
        let mut chosen = filled(0_u32, self.len(), threads.stop)?;
        for i in 0..decisions.len() {
            if i.is_multiple_of(1 << 16) {
                threads.stop.check()?;
            }
            let game = games.map_or(Some(i), |games| games.get(i).copied()).unwrap_or(usize::MAX);
            let number = u32::try_from(i.saturating_add(1)).map_err(|_| BatchError::OutOfMemory)?;
            *chosen.get_mut(game).ok_or(BatchError::NoGame { index: game })? = number;
        }
        let settings = self.settings;
        let changes = Changes { chance: settings.opponent.is_some(), last: false };
        let work = |GameChange { game, mut chance, .. }: GameChange<'_>, &number: &u32, _: &mut ()| {
            let chosen = (number as usize).checked_sub(1).and_then(|number| decisions.get(number));
            if let Some(&turn) = chosen {
                settings.begin(game, turn, chance.as_mut());
            }
            Ok(())
        };
        let mut nothing = filled((), self.len(), threads.stop)?;
        self.advance((&chosen, &mut nothing), changes, threads, work)
    }
}
