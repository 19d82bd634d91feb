//! [`Batch::step`]: an action in every game.

use crate::geometry::color::ByColor;
use crate::learning::batch::Batch;
use crate::learning::batch::advance::{Changes, GameChange};
use crate::learning::batch::error::BatchError;
use crate::learning::batch::game::BatchGame;
use crate::learning::batch::options::{Autoreset, Settings};
use crate::rules::outcome::Outcome;
use crate::support::fallible::filled;
use crate::support::stop::Threads;

/// The result of a step in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stepped {
    /// 1 for the winner of a game that the step ended, −1 for the loser, otherwise 0.
    pub rewards: ByColor<i8>,
    /// Whether the game is over. If the step ended it and reset it, this is `true`, too.
    pub terminated: bool,
    /// Whether the game is truncated (\[R19\]). If the step truncated it and reset it, this is `true`, too.
    pub truncated: bool,
}

impl Batch {
    /// The action that leaves a game unchanged. It is not in any action space. A finished game accepts no
    /// other action, unless there is an [`Autoreset`].
    pub const NO_ACTION: u16 = u16::MAX;

    /// Plays an action in every game, and the answer of the opponent, if there is one. Returns what happened in
    /// each game.
    ///
    /// A game is finished if it is over, or truncated because it has reached the limit of turns. With an
    /// [`Autoreset`], a step resets every game that is finished before the step, and ignores its action.
    ///
    /// # Errors
    /// If the number of actions differs from the number of games, an action cannot be played, or the call was
    /// stopped. The error names the first wrong action. All games are unchanged after an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::Batch;
    /// let mut batch = Batch::new(vec![Position::new("standard-4".parse()?); 2])?;
    /// let threads = Threads::new(1);
    /// let mut actions = [0; 2];
    /// loop {
    ///     batch.random_actions(&mut actions, threads)?;
    ///     let stepped = batch.step(&actions, threads)?;
    ///     if stepped.iter().all(|game| game.terminated) {
    ///         break;
    ///     }
    /// }
    /// assert!(batch.outcomes().all(|outcome| outcome.is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&mut self, actions: &[u16], threads: Threads<'_>) -> Result<&[Stepped], BatchError> {
        let settings = self.settings;
        let changes = Changes {
            chance: settings.opponent.is_some(),
            last: settings.autoreset == Some(Autoreset::SameStep),
        };
        let mut stepped = std::mem::take(&mut self.stepped);
        if stepped.len() != self.len() {
            stepped = filled(Stepped::default(), self.len(), threads.stop)?; // They were lost in a panic.
        }
        let work = |entry: GameChange<'_>, &action: &u16, stepped: &mut Stepped| {
            *stepped = settings.step(entry, action)?;
            Ok(())
        };
        let result = self.advance((actions, &mut stepped), changes, threads, work);
        self.stepped = stepped;
        result.map(|()| self.stepped.as_slice())
    }

    /// Whether each game is truncated: it has reached the limit of turns and is not over (\[R19\]).
    pub fn truncated(&self) -> impl ExactSizeIterator<Item = bool> {
        self.games.now.iter().map(|game| self.settings.is_truncated(game))
    }
}

impl Settings {
    #[inline(always)]
    fn step(self, entry: GameChange<'_>, action: u16) -> Result<Stepped, BatchError> {
        let GameChange { index, game, start, mut chance, last } = entry;
        let wrong = |error| BatchError::Action { index, action, error };
        if self.is_finished(game) {
            match self.autoreset {
                Some(_) => self.begin(game, *start, chance.as_mut()),
                None if action == Batch::NO_ACTION => {}
                None if game.outcome.is_none() => {
                    let edge = game.position().rules().edge();
                    return Err(BatchError::Truncated { index, action, edge, plies: game.plies });
                }
                None => game.act(action).map_err(wrong)?,
            }
            return Ok(self.state(game));
        }
        if action == Batch::NO_ACTION {
            return Ok(Stepped::default());
        }
        game.act(action).map_err(wrong)?;
        self.answer(game, chance.as_mut());
        let mut stepped = self.state(game);
        if let Some(Outcome { winner: Some(winner), .. }) = game.outcome {
            stepped.rewards[winner] = 1;
            stepped.rewards[!winner] = -1;
        }
        if let Some(last) = last
            && self.is_finished(game)
        {
            *last = Some(game.turn);
            self.begin(game, *start, chance.as_mut());
        }
        Ok(stepped)
    }

    fn state(self, game: &BatchGame) -> Stepped {
        Stepped {
            rewards: ByColor::new(0, 0),
            terminated: game.outcome.is_some(),
            truncated: self.is_truncated(game),
        }
    }
}
